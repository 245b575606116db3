import { mapObjects } from '../lib/json-walk.js'
import type { JsonObject } from '../lib/json-walk.js'
import { normalUuid } from '../lib/uuid.js'

/**
 * One item of rich text; unknown keys are kept as sent (RF-33). `content` is the text, or the id of the target of the
 * reference.
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

/** Returns whether a value in a document is a gloss item of a known type. */
export function isGlossItem(value: unknown): value is GlossItem {
  if (typeof value !== 'object' || value === null) return false
  const { type, content } = value as { type?: unknown; content?: unknown }
  return typeof type === 'string' && typeof content === 'string' && glossTypes.has(type)
}

/**
 * Converts text or rich text to rich text: a string becomes one text item, and an empty string, null or undefined
 * becomes an empty list (RF-15, RF-27).
 */
export function glossOf(value: string | GlossItem[] | null | undefined): GlossItem[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', content: value }]
  return value ?? []
}

/** The replacement, in texts for models, for an id whose name is unknown. */
export const unknownThing = 'something'

/**
 * Returns the plain text of a gloss. A reference is replaced by the name that `nameOf` returns for it, else by its
 * content.
 */
export function glossText(items: readonly GlossItem[], nameOf?: (item: GlossItem) => string | undefined): string {
  return items.map((item) => (item.type === 'text' ? undefined : nameOf?.(item)) ?? item.content).join('')
}

/**
 * Returns a gloss with every item rewritten, or the same array when no item changed. A value that is not an array is
 * returned unchanged.
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
 * A type that is about to be deleted. With `ownDocument` the document contains the persona's own types, where an absent
 * refPersonaId means that persona (P-12). `means` returns whether a reference with this `refType` refers to the type,
 * if several types have the same id.
 */
export type DeletedType = {
  personaId: string
  typeId: string
  typeName: string
  ownDocument?: boolean
  means?: (refType: unknown) => boolean
}

/**
 * Replaces every reference to the type, at any depth, by text with the type's name, and counts the replacements (P-11,
 * P-12).
 */
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
