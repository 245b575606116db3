import type { GlossItem } from './gloss.js'

/**
 * In whose worlds an object reference of rich text is looked up: those of an author, the one that the text itself
 * stands in, or those of the owner of a persona, whose types are then meant where a reference names no persona (P-12).
 */
export type GlossOwner =
  { createdBy: string | null; projectId: string | null } | { worldId: string } | { personaId: string }

const owner = Symbol('owner')

/** Notes under a symbol on every item of freshly read rich text whose text it is; JSON leaves symbols out. */
export function noteOwner(items: unknown, whose: GlossOwner): void {
  if (!Array.isArray(items)) return
  for (const item of items as (Record<symbol, unknown> | null)[])
    if (item !== null && typeof item === 'object') item[owner] = whose
}

export function ownerOf(item: GlossItem): GlossOwner | undefined {
  return (item as unknown as Record<symbol, GlossOwner | undefined>)[owner]
}
