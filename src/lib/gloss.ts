import { mapObjects } from './json-walk.js'
import type { JsonObject } from './json-walk.js'
import { normalUuid } from './uuid.js'

/**
 * A piece of rich text; further keys are kept as sent (RF-33). `content` is the text, or the id of what it refers to.
 */
export type GlossItem = {
  type: string
  content: string
  refType?: string
  refPersonaId?: string | null
  refClaimId?: string
  [key: string]: unknown
}

const glossTypes = new Set(['text', 'typeRef', 'objectRef', 'annotationRef', 'claimRef'])

/** Whether an object found anywhere in a document is a gloss item of a known type. */
export function isGlossItem(value: unknown): value is GlossItem {
  if (typeof value !== 'object' || value === null) return false
  const { type, content } = value as { type?: unknown; content?: unknown }
  return typeof type === 'string' && typeof content === 'string' && glossTypes.has(type)
}

/** Text and rich text as rich text: a string is one text item, '' and nothing are none (RF-15, RF-27). */
export function glossOf(value: string | GlossItem[] | null | undefined): GlossItem[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', content: value }]
  return value ?? []
}

/** Plain text of a gloss; `nameOf` may name what a reference points to, else its content stands for it. */
export function glossText(items: readonly GlossItem[], nameOf?: (item: GlossItem) => string | undefined): string {
  return items.map((item) => (item.type === 'text' ? undefined : nameOf?.(item)) ?? item.content).join('')
}

/**
 * A gloss with every item rewritten; the same array when no item changed. Whatever is no array is answered as it is.
 */
export function rewriteGloss<T>(value: T, rewrite: (item: GlossItem) => GlossItem): T {
  if (!Array.isArray(value)) return value
  let changed = false
  const items = value.map((item: unknown) => {
    const next = isGlossItem(item) ? rewrite(item) : item
    changed ||= next !== item
    return next
  })
  return changed ? (items as T) : value
}

/**
 * A type about to be deleted. `ownDocument`: in the persona's own types an absent refPersonaId means that persona
 * (P-12). `means`: whether a reference that says this `refType` means it, where there are others with the same id.
 */
export type DeletedType = {
  personaId: string
  typeId: string
  typeName: string
  ownDocument?: boolean
  means?: (refType: unknown) => boolean
}

/** Turns every reference to the type, at any depth, into text with the type's name and counts them (P-11, P-12). */
export function replaceTypeReferences<T>(document: T, type: DeletedType): { value: T; count: number } {
  let count = 0
  const value = mapObjects(document, (object): JsonObject => {
    if (!refersTo(object, type)) return object
    count += 1
    return { type: 'text', content: type.typeName }
  })
  return { value, count }
}

function refersTo(object: JsonObject, { personaId, typeId, ownDocument, means }: DeletedType): boolean {
  if (object.type !== 'typeRef' || object.content !== typeId || means?.(object.refType) === false) return false
  const { refPersonaId } = object
  if (refPersonaId === null || refPersonaId === undefined) return ownDocument === true
  return typeof refPersonaId === 'string' && normalUuid(refPersonaId) === normalUuid(personaId)
}
