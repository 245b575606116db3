import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'
import type { ClaimRelations } from '../database/schema.js'
import { claimRelationRecord } from './claim.record.js'

type Condition = RawBuilder<SqlBool>

export type RelationRow = Awaited<ReturnType<typeof selectRelations>>[number]

/**
 * Relations touching the claims whose other end `readable` (over c) lets through, oldest first; private claims never
 * show (CR-07).
 */
export function selectRelations(db: Database, claimIds: readonly string[], readable: Condition) {
  return db
    .selectFrom('claimRelations as r')
    .select(claimRelationRecord.names)
    .where(
      sql<SqlBool>`(r.source_claim_id = any(${claimIds}::uuid[]) or r.target_claim_id = any(${claimIds}::uuid[]))
      and (select count(*) from claims c where c.id in (r.source_claim_id, r.target_claim_id) and ${readable}) = 2`,
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export function insertRelation(db: Database, row: Insertable<ClaimRelations>) {
  return db.insertInto('claimRelations').values(row).returning(claimRelationRecord.names).executeTakeFirstOrThrow()
}

const standsIn = (summaryId: string | undefined) =>
  summaryId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`c.summary_id = ${summaryId}`

/** True when the claim is there, in the summary where one is given, and `where` (over c) lets it through. */
export async function claimIs(db: Database, claimId: string, where: Condition, inSummary?: string): Promise<boolean> {
  const { rows } = await sql`
    select from claims c where c.id = ${claimId} and ${where} and ${standsIn(inSummary)}`.execute(db)
  return rows.length > 0
}

/** `allowed` is over c, the source claim, and r, the relation. */
export async function deleteRelation(
  db: Database,
  relationId: string,
  allowed: Condition,
  inSummary?: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from claim_relations r using claims c
    where r.id = ${relationId} and c.id = r.source_claim_id and ${allowed} and ${standsIn(inSummary)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
