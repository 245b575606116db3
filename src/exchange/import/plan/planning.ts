import type { Database } from '../../../database/client.js'
import type { ImportOptions } from '../options.js'
import type { MissingPolicy } from './notes.js'
import type { Fragment, Rule } from './rule.sql.js'

/** Who imports, with which options, and what of the stored rows counts. */
export interface Planning {
  userId: string
  /** The caller's own world; null when there is none yet. */
  worldId: string | null
  options: ImportOptions
  /**
   * Conditions over p, s and c: personas that lines may name, summaries that claims may join, claims that relations
   * may.
   */
  usable: { persona: Fragment; summary: Fragment; claim: Fragment }
  missing: MissingPolicy
  /** For what cannot be made up: summaries and claims (I-21). */
  missingForGood: MissingPolicy
}

/** A rule, or a statement that prepares those after it. */
export type Step = Rule | ((db: Database) => Promise<unknown>)
export const skipped = { state: 'skip' } as const
