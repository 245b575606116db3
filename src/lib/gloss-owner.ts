import type { GlossItem } from './gloss.js'

/**
 * In whose worlds an object reference of rich text is looked up: those of an author, the world that holds the text
 * itself, or those of the owner of a persona. A persona also tells whose types are meant where a reference names no
 * persona (P-12).
 */
export type GlossOwner =
  { createdBy: string | null; projectId: string | null } | { worldId: string } | { personaId: string }

const owner = Symbol('owner')

/** Records the owner on every item of freshly read rich text, under a symbol, which JSON leaves out. */
export function noteOwner(items: unknown, whose: GlossOwner): void {
  if (!Array.isArray(items)) return
  for (const item of items as (Record<symbol, unknown> | null)[])
    if (item !== null && typeof item === 'object') item[owner] = whose
}

/** Returns the owner that noteOwner has recorded on an item. */
export function ownerOf(item: GlossItem): GlossOwner | undefined {
  return (item as unknown as Record<symbol, GlossOwner | undefined>)[owner]
}
