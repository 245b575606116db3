import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { all, is, type Condition } from '../database/rows/conditions.js'
import { columnList, insertedNames, recordset, type NewRow } from '../database/rows/record-write.js'
import { claimRelationRecord } from './claim.shape.js'

export type RelationRow = Awaited<ReturnType<typeof selectRelations>>[number]

/**
 * Reads the relations of the claims, oldest first, if both ends match `readable`, a condition on the alias c (claims):
 * a relation never reveals a private claim (CR-07).
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

/** Locks the claims until the transaction ends, so that other writers who relate them wait. */
export async function lockClaims(db: Database, claimIds: readonly string[]): Promise<void> {
  await sql`select from claims where id = any(${claimIds}::uuid[]) order by id for no key update`.execute(db)
}

/** The columns of a new relation. */
export const relationColumns = insertedNames(claimRelationRecord, ['id', 'createdBy', 'createdAt', 'updatedAt'])

/**
 * Inserts a relation; returns undefined if the target is already related to the source by the same type. The caller
 * must hold the lock on both claims (`lockClaims`).
 */
export async function insertRelation(
  db: Database,
  row: NewRow<typeof claimRelationRecord.fields, (typeof relationColumns)[number]>,
): Promise<RelationRow | undefined> {
  const { rows } = await sql<RelationRow>`
    insert into claim_relations (${columnList(claimRelationRecord, relationColumns)})
    select ${columnList(claimRelationRecord, relationColumns, 'r')}
      from ${recordset(claimRelationRecord, relationColumns, [row])}
     where not exists (select from claim_relations o where o.source_claim_id = r.target_claim_id
       and o.target_claim_id = r.source_claim_id and o.relation_type_id = r.relation_type_id)
    returning *`.execute(db)
  return rows[0]
}

/**
 * Returns whether the claim exists, is in `inSummary` if that is set, and matches `where`, a condition on the alias c.
 */
export async function claimIs(db: Database, claimId: string, where: Condition, inSummary?: string): Promise<boolean> {
  const { rows } = await sql`
    select from claims c where c.id = ${claimId} and ${all(where, is('c.summary_id', inSummary))}`.execute(db)
  return rows.length > 0
}

/**
 * Deletes a relation and returns whether it existed. `allowed` is a condition on the aliases c (the source claim) and r
 * (the relation).
 */
export async function deleteRelation(
  db: Database,
  relationId: string,
  allowed: Condition,
  inSummary?: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from claim_relations r using claims c
    where r.id = ${relationId} and c.id = r.source_claim_id and ${all(allowed, is('c.summary_id', inSummary))}`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}
