import { sql } from 'kysely'
import type { ReviewState } from '../../access/review.shape.js'
import type { Condition } from '../../database/rows/conditions.js'
import { membersOf, plain, text, timestamp, type Printed } from '../../database/rows/print.js'
import type { ExportRows } from './export-rows.sql.js'
import { anyOf } from './rows.sql.js'

/** Returns SQL for the members of the review of a row, each preceded by a comma; empty while the review is open. */
export const reviewOf = (alias: string): Printed => {
  const members = membersOf({
    reviewState: plain(`${alias}.review_state`),
    reviewedBy: plain(`${alias}.reviewed_by`),
    reviewedAt: timestamp(`${alias}.reviewed_at`),
    reviewNote: text(`${alias}.review_note`),
  })
  return sql<string>`case when ${sql.ref(`${alias}.review_state`)} = 'open' then '' else ',' || ${members} end`
}

/**
 * Returns a condition on the alias: the review of the row is in one of the states. It contains no parameters, for COPY.
 */
export const inReviewStates = (alias: string, states: readonly string[]): Condition =>
  sql`${sql.ref(`${alias}.review_state`)} = ${anyOf(states, 'review_state')}`

/**
 * Returns the export narrowed to summaries and claims in these states, and to the rows that their lines refer to: the
 * claims above a claim, and its summary, in any state. Relations stay if both their claims are exported. Without
 * states, the export is unchanged. The filters of annotations are separate conditions.
 */
export function withReviews(rows: ExportRows, states: readonly ReviewState[]): ExportRows {
  if (states.length === 0) return rows
  // `offset 0` keeps a look-up of each claim by its id: PostgreSQL expects far more rows from the recursion than it
  // returns.
  const claims = sql`with recursive chosen(id, parent) as (
      select c.id, c.parent_claim_id from claims c where ${rows.claims} and ${inReviewStates('c', states)}
      union select k.id, k.parent_claim_id from chosen h
        cross join lateral (select k.id, k.parent_claim_id from claims k where k.id = h.parent offset 0) k)
    select id from chosen`
  return {
    ...rows,
    summaries: sql`(${rows.summaries}) and (${inReviewStates('s', states)} or s.id in (
      select c.summary_id from claims c where ${rows.claims} and ${inReviewStates('c', states)}))`,
    claims: sql`(${rows.claims}) and c.id in (${claims})`,
    relations: sql`(${rows.relations}) and r.source_claim_id in (${claims}) and r.target_claim_id in (${claims})`,
  }
}
