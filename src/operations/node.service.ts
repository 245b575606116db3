import { reachesType } from '../access/scopes.js'
import type { Context } from '../context.js'
import { nodeReader, unlessRefused } from '../node-readers.js'
import { compositeId, type CompositeId } from '../lib/composite-id.js'
import { groupBy } from '../lib/group-by.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { ontologyType } from '../personas/ontology-rows.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import { personasByIds } from '../personas/persona.service.js'
import { worldObjectsByKeys } from '../world/world-object.service.js'
import { isWorldKind, worldObject } from '../world/world-rows.js'
import { worldsByIds } from '../world/world.service.js'
import { locate } from './node.sql.js'

export interface NodeRow {
  __typename: string
  id: string
}

/**
 * Returns objects of any GraphQL type by their ids, in the order of `ids`; undefined for each object that does not
 * exist or that the actor may not read.
 */
export async function nodesByIds(ctx: Context, ids: readonly string[]): Promise<(NodeRow | undefined)[]> {
  const parts = ids.map((id) => compositeId(id))
  const whole = ids.filter((_id, i) => !parts[i])
  const objects = whole.length ? await locate(ctx.db, whole.filter(isUuid), whole) : []
  const rows = new Map<string, NodeRow>()
  for (const [type, things] of groupBy(objects, (one) => one.type)) {
    const read = reachesType(ctx.actor, type) ? nodeReader(type) : undefined
    const readable = read ? await unlessRefused([], () => read(ctx, things)) : []
    const located = new Set(things.map(({ id }) => id))
    for (const row of readable) if (row && located.has(row.id)) rows.set(row.id, { ...row, __typename: type })
  }
  const inner = parts.flatMap((part) => part ?? [])
  if (inner.length) for (const row of await thingsInside(ctx, inner)) rows.set(row.id, row)
  return ids.map((id) => rows.get(keyOf(id)))
}

/** Returns the id in the normal form of stored rows: UUIDs in lower case. */
function keyOf(id: string): string {
  const part = compositeId(id)
  return part ? `${part.owner}/${part.kind}/${part.key}` : isUuid(id) ? normalUuid(id) : id
}

/**
 * Returns the ontology types and world objects with these composite ids whose persona or world the actor may read. May
 * return further types of the same personas.
 */
async function thingsInside(ctx: Context, parts: readonly CompositeId[]): Promise<NodeRow[]> {
  const owners = [...new Set(parts.map(({ owner }) => owner))]
  const personas = new Set((await unlessRefused([], () => personasByIds(ctx, owners))).flatMap((row) => row?.id ?? []))
  const worlds = new Set((await unlessRefused([], () => worldsByIds(ctx, owners))).flatMap((row) => row?.id ?? []))
  const types = personas.size ? (await typesOfPersonas(ctx, [...personas])).flat() : []
  const objectKeys = parts.flatMap(({ owner, kind, key }) =>
    worlds.has(owner) && isWorldKind(kind) ? [{ worldId: owner, kind, key }] : [],
  )
  const objects = objectKeys.length ? await worldObjectsByKeys(ctx, objectKeys) : []
  return [...types.map(ontologyType), ...objects.flatMap((row) => (row ? [worldObject(row)] : []))]
}
