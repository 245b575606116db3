import type { Database } from '../../../database/driver/client.js'
import type { ImportOptions } from '../options.js'
import type { MissingPolicy } from './notes.js'
import type { Fragment, Rule } from './rule.sql.js'

/** What all rules of a plan depend on: who imports, with which options, and what the caller may do with stored rows. */
export interface Planning {
  userId: string
  /** The id of the caller's personal world; null if there is none yet. */
  worldId: string | null
  options: ImportOptions
  usable: Usable
  missing: MissingPolicy
  /** The policy for items that cannot be replaced by placeholders: summaries and claims (I-21). */
  missingForGood: MissingPolicy
}

/**
 * What the caller may do with stored rows, as conditions on the aliases p (personas), s (summaries), c (claims) and a
 * (annotations). They are the same rules as for REST and GraphQL.
 */
export interface Usable {
  /** Personas for which the caller may make annotations. */
  persona: Fragment
  /** Personas for which the caller may make summaries. */
  personaOfSummary: Fragment
  /** Personas whose fields and types the caller may change. */
  changedPersona: Fragment
  /** Summaries to which the caller may add claims. */
  summary: Fragment
  /** Claims that the caller may read: relations may lead to them. */
  claim: Fragment
  /** Claims that the caller may change: relations may start from them. */
  source: Fragment
  /** Annotations that the caller may change: lines may be written into them. */
  annotation: Fragment
  /** Annotations that the caller may review. */
  reviewedAnnotation: Fragment
  /** Summaries whose claims the caller may review where the caller made them. */
  reviewInSummary: Fragment
}

/** One step of a plan: a rule, or a statement that prepares the rules after it. */
export type Step = Rule | ((db: Database) => Promise<unknown>)
export const skipped = { state: 'skip' } as const
