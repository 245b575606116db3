import type { TSchema } from '@sinclair/typebox'
import type { SharedType } from './access/vocabulary.js'
import type { Context } from './context.js'
import type { GlossOwner } from './documents/gloss-owner.js'
import type { ReferenceMap } from './documents/references.js'
import type { Chunks } from './lib/bytes.js'

/** The functions by which recipients of shares see the resources of a kind. */
interface Shown {
  /** The answer of the kind's own GET route. */
  answer: TSchema
  /** Prints a resource as its own GET route does. Throws NOT_FOUND if the actor may not read it. */
  print: (ctx: Context, id: string) => Promise<Chunks>
  /** Returns the owner of the texts of a resource that have no author. */
  owner?: (id: string) => GlossOwner
}

/** The target of the copy (SH-13, SH-14), and what is copied before it. */
export interface ForkOptions {
  /** The name of the copied persona; that of the source when absent. */
  personaName?: string | null | undefined
  personaId?: string | null | undefined
  summaryId?: string | null | undefined
  /** Copies the world objects that the resource names; returns the references whose targets got new ids. */
  copyObjects: () => Promise<ReferenceMap>
}
/** Makes a deep copy of a resource for the actor, in the transaction of `tx`, and returns the id of the copy. */
type Fork = (tx: Context, id: string, options: ForkOptions) => Promise<string>

const shown = new Map<SharedType, Shown>()
const forks = new Map<SharedType, Fork>()

/**
 * Registers how recipients of shares see a kind of content. The acts of each kind that can be shared call this.
 */
export const showsShared = (type: SharedType, how: Shown): void => void shown.set(type, how)

/** Registers the function that forks a shared kind of content. The acts of the area with the function call this. */
export const forksShared = (type: SharedType, fork: Fork): void => void forks.set(type, fork)

export const shownAs = (type: SharedType): Shown => required(shown, type)
export const forkOf = (type: SharedType): Fork => required(forks, type)

function required<T>(all: ReadonlyMap<SharedType, T>, type: SharedType): T {
  const how = all.get(type)
  if (how === undefined) throw new Error(`the acts of ${type} do not register how it is shared (src/shared-kinds.ts)`)
  return how
}
