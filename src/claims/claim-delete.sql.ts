import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { claimsAndRelations } from '../database/rows/deleted-claims.js'
import { branchOf } from './claim.sql.js'

const idsOf = (claims: RawBuilder<unknown>, named: boolean): RawBuilder<unknown> =>
  named ? sql`json_build_object(${claimsAndRelations(claims)})` : sql`null`

/**
 * Deletes a claim with everything below it. Returns how many claims below it were deleted, from which summary and, if
 * they are to be `named`, the ids of what was deleted; null when `where`, a condition on the alias c, does not let the
 * claim through.
 */
export async function deleteBranch(
  db: Database,
  claimId: string,
  where: Condition,
  named: boolean,
): Promise<{ below: number; summaryId: string; ids: Record<string, string[]> | null } | null> {
  const { rows } = await sql<{ count: number; summaryId: string | null; ids: Record<string, string[]> | null }>`
    with gone as (
      delete from claims where id in (${branchOf(sql`select c.id from claims c where c.id = ${claimId} and ${where}`)})
      returning id, summary_id)
    select count(*)::int as count, min(summary_id::text) as summary_id, ${idsOf(sql`gone`, named)} as ids
    from gone`.execute(db)
  const [found] = rows
  return found?.summaryId ? { below: found.count - 1, summaryId: found.summaryId, ids: found.ids } : null
}

/** Deletes all claims of a summary; returns how many there were and, if they are to be `named`, what was deleted. */
export async function deleteClaimsOfSummary(
  db: Database,
  summaryId: string,
  named: boolean,
): Promise<{ count: number; ids: Record<string, string[]> | null }> {
  const { rows } = await sql<{ count: number; ids: Record<string, string[]> | null }>`
    with gone as (delete from claims where summary_id = ${summaryId} returning id)
    select count(*)::int as count, ${idsOf(sql`gone`, named)} as ids from gone`.execute(db)
  return rows[0] ?? { count: 0, ids: null }
}
