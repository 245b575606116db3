import type { Database } from '../../../database/driver/client.js'
import type { ImportOptions } from '../options.js'
import type { MissingPolicy } from './notes.js'
import type { Fragment, Rule } from './rule.sql.js'

/** The input of all rules of a plan: who imports, with which options, and what the caller may do with stored rows. */
export interface Planning {
  userId: string
  /** The id of the caller's personal world; null if it does not exist yet. */
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
  /** Personas for which the caller may create annotations. */
  persona: Fragment
  /** Personas for which the caller may create summaries. */
  personaOfSummary: Fragment
  /** Personas that the caller may read, to whose types correspondences may lead. */
  readPersona: Fragment
  /** Personas whose fields and types the caller may change. */
  changedPersona: Fragment
  /** Summaries to which the caller may add claims. */
  summary: Fragment
  /** Claims that the caller may read, which relations may lead to. */
  claim: Fragment
  /** Claims that the caller may change, which relations may start from. */
  source: Fragment
  /** Annotations that the caller may change, which lines may be written into. */
  annotation: Fragment
  /** Annotations that the caller may review. */
  reviewedAnnotation: Fragment
  /** Summaries in which the caller may review their own claims. */
  reviewInSummary: Fragment
}

/** One step of a plan: a rule, or a statement that prepares the rules after it. */
export type Step = Rule | ((db: Database) => Promise<unknown>)
export const skipped = { state: 'skip' } as const
