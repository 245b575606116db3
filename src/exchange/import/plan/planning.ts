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
  usable: Usable
  missing: MissingPolicy
  /** For what cannot be made up: summaries and claims (I-21). */
  missingForGood: MissingPolicy
}

/** What the caller may do with stored rows: conditions over p, s, c and a, the same as those of the other doors. */
export interface Usable {
  /** Personas that lines may name. */
  persona: Fragment
  /** Personas that summaries may name. */
  personaOfSummary: Fragment
  /** Personas whose members and types lines may change. */
  changedPersona: Fragment
  /** Summaries that claims may join. */
  summary: Fragment
  /** Claims that relations may lead to. */
  claim: Fragment
  /** Claims that relations may lead from. */
  source: Fragment
  /** Annotations that lines may go into. */
  annotation: Fragment
}

/** A rule, or a statement that prepares those after it. */
export type Step = Rule | ((db: Database) => Promise<unknown>)
export const skipped = { state: 'skip' } as const
