import type { Context } from '../../context.js'
import { annotationsByIds } from '../../annotations/annotation.service.js'
import { glossOf, glossText, unknownThing, type GlossItem } from '../../documents/gloss.js'
import { ownerOf, withOwner, type GlossOwner } from '../../documents/gloss-owner.js'
import { load } from '../../lib/load.js'
import { inTurns } from '../../lib/fairness/turns.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { personasByIds } from '../../personas/persona.service.js'
import { objectsInTexts, textOf, typesInTexts } from '../../world/carried.service.js'
import { typesNamed, type TypeName } from '../../world/type-of-persona.js'
import { objectsOfOwners, worldObjectsByKeys } from '../../world/world-object.service.js'
import { worldObject } from '../../world/world-rows.js'
import { claimsByIds } from '../claim.service.js'
import { glossObjectKinds, glossTypeKinds } from './gloss-kinds.js'
import type { WorldKind } from '../../world/world-kinds.js'

/** The order in which the kinds of types are searched: first the kind that the reference names, then the others. */
const typeKinds: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  glossTypeKinds.map((kind) => [kind, [...new Set([kind, ...glossTypeKinds])]]),
)

/** The maximum number of types that one statement looks up. */
const typesAtOnce = 2000

/**
 * Returns the target of each item of rich text, one entry per item; null for plain text, for a deleted target and for a
 * target that the viewer may not read.
 */
export async function targetsOf(ctx: Context, items: readonly GlossItem[]): Promise<unknown[]> {
  const found: unknown[] = new Array(items.length).fill(null)
  const types: { at: number; name: TypeName }[] = []
  const others: Promise<void>[] = []
  const look = (at: number) => {
    const item = items[at]!
    if (item.type === 'typeRef') {
      const { content: key, refType, refPersonaId } = item
      const personaId = isUuid(refPersonaId) ? normalUuid(refPersonaId) : personaOf(item)
      types.push({ at, name: { personaId, kinds: typeKinds[refType ?? ''] ?? glossTypeKinds, key } })
    } else if (item.type !== 'text') {
      const other = targetOf(ctx, item).then((target) => {
        found[at] = target
      })
      // The promise may be rejected before it is awaited below; this prevents a report of an unhandled rejection.
      other.catch(() => undefined)
      others.push(other)
    }
  }
  await inTurns(ctx.budget, items.length, look)
  for (let from = 0; from < types.length; from += typesAtOnce) {
    const some = types.slice(from, from + typesAtOnce)
    const named = await typesNamed(
      ctx,
      some.map(({ name }) => name),
    )
    some.forEach(({ at }, i) => {
      found[at] = named[i] ?? null
    })
    const left = some.filter(({ at, name }) => !found[at] && name.personaId)
    if (!left.length) continue
    const keys = left.map(({ at, name: { personaId, kinds, key } }) => {
      return { ...textOf(ownerOf(items[at]!)), personaId: personaId!, kinds, key: key! }
    })
    const carried = await typesInTexts(ctx, keys)
    left.forEach(({ at }, i) => (found[at] = carried[i] ?? null))
  }
  await Promise.all(others)
  return found
}

async function targetOf(ctx: Context, item: GlossItem): Promise<object | null> {
  const { type, content, refType, refClaimId } = item
  if (type === 'objectRef') return objectTarget(ctx, item, glossObjectKinds[refType ?? ''] ?? null, content)
  const id = type === 'claimRef' ? (refClaimId ?? content) : content
  if (!isUuid(id)) return null
  if (type === 'claimRef') return named('Claim', load(ctx, claimsByIds, normalUuid(id)))
  return type === 'annotationRef' ? named('Annotation', load(ctx, annotationsByIds, normalUuid(id))) : null
}

/** Returns the persona for references without a persona in rich text of an ontology. */
function personaOf(item: GlossItem): string | null {
  const owner = ownerOf(item)
  return owner && 'personaId' in owner ? owner.personaId : null
}

async function objectTarget(ctx: Context, item: GlossItem, kind: WorldKind | null, key: string) {
  const owner = ownerOf(item) ?? { createdBy: ctx.actor?.userId ?? null, projectId: null }
  if ('worldId' in owner) {
    const row = await load(ctx, worldObjectsByKeys, { worldId: owner.worldId, kind, key })
    return row ? worldObject(row) : null
  }
  if (!('personaId' in owner)) return worldTarget(ctx, owner, kind, key)
  const persona = await load(ctx, personasByIds, owner.personaId)
  return persona ? worldTarget(ctx, { createdBy: persona.userId, projectId: persona.projectId }, kind, key) : null
}

/**
 * Returns the object with this id and kind from the world of the owner of a text that the actor may read; null for a
 * dangling id. If the actor may not read that world, only the name, type and picture of the object are returned.
 */
export async function worldTarget(
  ctx: Context,
  owner: { createdBy: string | null; projectId: string | null },
  kind: WorldKind | null,
  key: string | null,
): Promise<object | null> {
  if (key === null || !owner.createdBy) return null
  const row = await load(ctx, objectsOfOwners, { userId: owner.createdBy, projectId: owner.projectId, kind, key })
  if (row) return worldObject(row)
  const carried = await load(ctx, objectsInTexts, { ...textOf(owner), kind, key })
  return carried ? worldObject(carried) : null
}

async function named(typename: string, found: Promise<object | undefined>): Promise<object | null> {
  const row = await found
  return row ? { ...row, __typename: typename } : null
}

/**
 * Returns each rich text as plain text, as the actor sees it. A reference is replaced by its text if it has one, else
 * by the name of its target, or by `something` if the target no longer exists or the actor may not read it; never by an
 * id. Objects are looked up in the world of `owner`.
 */
export async function namedTexts(ctx: Context, texts: readonly unknown[], owner: GlossOwner): Promise<string[]> {
  const glosses = texts.map((text) => withOwner(glossOf(text as string | GlossItem[]), owner))
  const items = glosses.flat().filter((item) => item.type !== 'text')
  const targets = items.length ? await targetsOf(ctx, items) : []
  const words = (item: GlossItem, target: unknown) =>
    textIn(item) ?? nameOf(target) ?? (item.type === 'claimRef' && item.refClaimId ? item.content : unknownThing)
  const names = new Map(items.map((item, index) => [item, words(item, targets[index])]))
  return glosses.map((gloss) => glossText(gloss, (item) => names.get(item)))
}

/** Returns the text of a reference that a model wrote. */
const textIn = (item: GlossItem) => (typeof item['text'] === 'string' ? item['text'] : undefined)

/** Returns the name of a target: objects and types have a name, times a label or a moment, and claims a text. */
export function nameOf(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null) return undefined
  const { name, text, label, body } = target as Record<string, unknown>
  const { label: timeLabel, value, start } = (body ?? {}) as Record<string, unknown>
  return [name, text, label, timeLabel, value, start].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}
