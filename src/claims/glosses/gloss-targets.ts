import { annotationsByIds } from '../../annotations/annotation.service.js'
import type { Context } from '../../context.js'
import { glossOf, glossText, unknownThing, type GlossItem } from '../../documents/gloss.js'
import { ownerOf, withOwner, type GlossOwner } from '../../documents/gloss-owner.js'
import { inTurns } from '../../lib/fairness/turns.js'
import { readTargets, RowReference, type Target } from '../../lib/target.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { rowOfObject, rowOfType } from '../../world/row-references.js'
import { objectsReferred, typesReferred, type ObjectReferred, type TypeReferred } from '../../world/referred.service.js'
import { claimsByIds } from '../claim.service.js'
import { glossObjectKinds, glossTypeKinds } from './gloss-kinds.js'

/** The order in which the kinds of types are searched: first the kind that the reference names, then the others. */
const typeKinds: ReadonlyMap<string, readonly string[]> = new Map(
  glossTypeKinds.map((kind) => [kind, [...new Set([kind, ...glossTypeKinds])]]),
)

/**
 * Returns the row to which an item of rich text refers, which may be missing or unreadable; null for plain text and
 * invalid references, undefined for a reference to an object that must be looked up.
 */
export function rowReferred(ctx: Context, item: GlossItem): RowReference | null | undefined {
  if (item.type === 'typeRef') return rowOfType(typeIn(item))
  return item.type === 'objectRef' ? rowOfObject(objectIn(ctx, item)) : rowIn(item)
}

/**
 * Returns the types and world objects to which items of rich text refer, one entry per item; null for other items and
 * deleted targets. Without `bodies`, their documents are not read.
 */
export async function thingsReferred(
  ctx: Context,
  items: readonly GlossItem[],
  bodies = true,
): Promise<(object | null)[]> {
  const found: (object | null)[] = new Array<null>(items.length).fill(null)
  const types: { at: number; wanted: TypeReferred }[] = []
  const objects: { at: number; wanted: ObjectReferred }[] = []
  await inTurns(ctx.budget, items.length, (at) => {
    const item = items[at]!
    if (item.type === 'typeRef') types.push({ at, wanted: typeIn(item) })
    else if (item.type === 'objectRef') objects.push({ at, wanted: objectIn(ctx, item) })
  })
  const wanted = <K>(list: readonly { wanted: K }[]) => list.map((one) => one.wanted)
  const [readTypes, readObjects] = await Promise.all([
    typesReferred(ctx, wanted(types), bodies),
    objectsReferred(ctx, wanted(objects), bodies),
  ])
  types.forEach(({ at }, i) => (found[at] = readTypes[i]!))
  objects.forEach(({ at }, i) => (found[at] = readObjects[i]!))
  return found
}

/** Returns the target of each item of rich text as an object; null also for one that the actor may not read. */
export async function targetsOf(ctx: Context, items: readonly GlossItem[]): Promise<(object | null)[]> {
  const things = await thingsReferred(ctx, items)
  const targets: Target[] = things.map((thing, at) => thing ?? (ctx.actor ? rowIn(items[at]!) : null))
  return readTargets(ctx, targets, { Claim: claimsByIds, Annotation: annotationsByIds })
}

/**
 * Does the same for items that are keys of `load`, which compares keys by their members and does not see the owner that
 * an item carries.
 */
export function targetsOfOwned(
  ctx: Context,
  keys: readonly { item: GlossItem; owner: GlossOwner | undefined }[],
): Promise<(object | null)[]> {
  return targetsOf(
    ctx,
    keys.map(({ item }) => item),
  )
}

/** A reference to a claim or an annotation; null for an item of another type and for an invalid id. */
function rowIn({ type, content, refClaimId }: GlossItem): RowReference | null {
  if (type !== 'claimRef' && type !== 'annotationRef') return null
  const id = type === 'claimRef' ? (refClaimId ?? content) : content
  return isUuid(id) ? new RowReference(type === 'claimRef' ? 'Claim' : 'Annotation', normalUuid(id)) : null
}

function typeIn(item: GlossItem): TypeReferred {
  const { content: key, refType, refPersonaId } = item
  const owner = ownerOf(item)
  // In rich text of an ontology, a reference without a persona is to a type of the same persona.
  const personaId = isUuid(refPersonaId)
    ? normalUuid(refPersonaId)
    : owner && 'personaId' in owner
      ? owner.personaId
      : null
  return { owner, personaId, kinds: typeKinds.get(refType ?? '') ?? glossTypeKinds, key }
}

function objectIn(ctx: Context, item: GlossItem): ObjectReferred {
  const owner = ownerOf(item) ?? { createdBy: ctx.actor?.userId ?? null, projectId: null }
  const { refType = '', content: key } = item
  const kind = Object.hasOwn(glossObjectKinds, refType) ? glossObjectKinds[refType]! : null
  return { owner, kind, key }
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
