import { isObject } from '../lib/json-walk.js'

/**
 * The worlds in which an object reference of rich text is looked up: those of an author, the world that contains the
 * text itself, or those of the owner of a persona. A persona also determines the types of references without a persona
 * (P-12).
 */
export type GlossOwner =
  | { createdBy: string | null; projectId: string | null }
  | { worldId: string }
  | { personaId: string }

const owner = Symbol('owner')

/**
 * Returns the items of rich text, each with its owner under a symbol, which JSON omits. Other values are returned
 * unchanged. The items are marked and not copied, because they were parsed for this answer alone: copies of the items
 * of 500 claims took 1.2 ms instead of 0.4.
 */
export function withOwner<T>(items: T, whose: GlossOwner): T {
  if (!Array.isArray(items)) return items
  for (const item of items as unknown[]) if (isObject(item)) (item as { [owner]?: GlossOwner })[owner] = whose
  return items
}

/** Returns the owner that `withOwner` has set on an item. */
export const ownerOf = (item: object): GlossOwner | undefined => (item as { [owner]?: GlossOwner })[owner]
