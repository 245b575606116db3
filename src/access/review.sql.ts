import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { columnOf } from './kinds.js'

/** Returns a condition on the alias of annotations, summaries or claims: the review of the row is in this state. */
export const inReviewState = (alias: string, state: unknown): Condition =>
  sql<SqlBool>`${columnOf(alias, 'review_state')} = ${state}::review_state`
