import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'
import { columnList, recordset } from '../database/record-write.js'
import { claimRelationRecord } from './claim.record.js'
import { branchOf, insertClaims, selectClaims, summaryPermitted, type ClaimRow } from './claim.sql.js'

const anywhere = sql<SqlBool>`true`

export function selectClaimRows(db: Database, summaryId: string): Promise<ClaimRow[]> {
  return selectClaims(db, sql<SqlBool>`c.summary_id = ${summaryId}`)
}

export function selectBranchRows(db: Database, claimId: string): Promise<ClaimRow[]> {
  return selectClaims(db, sql<SqlBool>`c.id in (${branchOf(sql`select ${claimId}::uuid`)})`)
}

export function summaryExists(db: Database, summaryId: string): Promise<boolean> {
  return summaryPermitted(db, summaryId, anywhere)
}

export async function insertCopies(
  db: Database,
  summaryId: string,
  rows: Parameters<typeof insertClaims>[2],
): Promise<void> {
  await insertClaims(db, summaryId, rows, anywhere)
}

export function selectInnerRelations(db: Database, summaryId: string) {
  return db
    .selectFrom('claimRelations as r')
    .innerJoin('claims as c', 'c.id', 'r.sourceClaimId')
    .innerJoin('claims as d', 'd.id', 'r.targetClaimId')
    .selectAll('r')
    .where('c.summaryId', '=', summaryId)
    .where('d.summaryId', '=', summaryId)
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .execute()
}

export async function insertRelationCopies(db: Database, rows: Parameters<typeof recordset>[2]): Promise<void> {
  await sql`
    insert into claim_relations (${columnList(claimRelationRecord, claimRelationRecord.names)})
    select ${columnList(claimRelationRecord, claimRelationRecord.names, 'r')}
      from ${recordset(claimRelationRecord, claimRelationRecord.names, rows)}`.execute(db)
}
