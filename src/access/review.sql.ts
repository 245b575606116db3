import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { columnOf } from './kinds.js'

/** A condition on the alias of annotations, summaries or claims: their review is in this state. */
export const inReviewState = (alias: string, state: unknown): Condition =>
  sql<SqlBool>`${columnOf(alias, 'review_state')} = ${state}::review_state`
