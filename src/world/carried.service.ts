import { abilitiesOf } from '../access/abilities.js'
import { carriedMembers } from '../access/carried.js'
import type { Context } from '../context.js'
import type { GlossOwner } from '../documents/gloss-owner.js'
import { indexBy } from '../lib/group-by.js'
import { isObject } from '../lib/json-walk.js'
import { ontologyType } from '../personas/ontology-rows.js'
import {
  selectObjectsInTexts,
  selectTypesInTexts,
  type ObjectInText,
  type TextOf,
  type TypeInText,
} from './carried.sql.js'
import type { WorldObjectRow } from './world-object.sql.js'

/** Returns the owner of the text that contains a reference. */
export function textOf(owner: GlossOwner | undefined): TextOf {
  const nobody = { author: null, projectId: null, worldId: null, ownerPersonaId: null }
  if (!owner) return nobody
  if ('worldId' in owner) return { ...nobody, worldId: owner.worldId }
  if ('personaId' in owner) return { ...nobody, ownerPersonaId: owner.personaId }
  return { ...nobody, author: owner.createdBy, projectId: owner.projectId }
}

/**
 * Returns types that readable texts name, one entry per key, reduced to their name and picture; null for a type that
 * the author of the text could not read. Callers have checked that the actor may read the text.
 */
export async function typesInTexts(ctx: Context, keys: readonly TypeInText[]) {
  if (!ctx.actor) return keys.map(() => null)
  const rows = indexBy(await selectTypesInTexts(ctx.db, await abilitiesOf(ctx), keys), (row) => row.n)
  return keys.map((_key, at) => {
    const row = rows.get(at + 1)
    return row ? ontologyType({ ...row, body: shown(row.body) }) : null
  })
}

/** Does the same for world objects, which also show the names of their types, and the moments of times. */
export async function objectsInTexts(
  ctx: Context,
  keys: readonly ObjectInText[],
): Promise<(WorldObjectRow | undefined)[]> {
  if (!ctx.actor) return keys.map(() => undefined)
  const rows = indexBy(await selectObjectsInTexts(ctx.db, await abilitiesOf(ctx), keys), (row) => row.n)
  return keys.map((_key, at) => {
    const row = rows.get(at + 1)
    return row && { ...row, body: shownObject(row) }
  })
}

function shown(body: unknown, more: readonly string[] = []): Record<string, unknown> {
  if (!isObject(body)) return {}
  return Object.fromEntries([...carriedMembers, ...more].flatMap((name) => (name in body ? [[name, body[name]]] : [])))
}

const assigned = ['typeAssignments', 'personaInterpretations']

function shownObject({ kind, body }: WorldObjectRow): Record<string, unknown> {
  const members = shown(body, kind === 'time' ? ['value', 'start', 'end', 'startTime', 'endTime'] : [])
  if (!isObject(body)) return members
  for (const name of assigned) {
    const items = body[name]
    if (!Array.isArray(items)) continue
    const names = items.flatMap((item) => (isObject(item) && item['typeName'] ? [{ typeName: item['typeName'] }] : []))
    if (names.length) members[name] = names
  }
  return members
}
