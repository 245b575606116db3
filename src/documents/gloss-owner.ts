import { isObject } from '../lib/json-walk.js'

/**
 * In whose worlds an object reference of rich text is looked up: those of an author, the world that holds the text
 * itself, or those of the owner of a persona. A persona also tells whose types are meant where a reference names no
 * persona (P-12).
 */
export type GlossOwner =
  { createdBy: string | null; projectId: string | null } | { worldId: string } | { personaId: string }

const owner = Symbol('owner')

/** The items of rich text, each with its owner under a symbol, which JSON leaves out. Anything else stays as it is. */
export function withOwner<T>(items: T, whose: GlossOwner): T {
  if (!Array.isArray(items)) return items
  return items.map((item: unknown) => (isObject(item) ? { ...item, [owner]: whose } : item)) as T
}

/** The owner that `withOwner` has given an item. */
export const ownerOf = (item: object): GlossOwner | undefined => (item as { [owner]?: GlossOwner })[owner]
