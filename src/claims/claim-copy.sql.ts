import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'
import { namesOf } from '../database/record.js'
import { columnList, recordset } from '../database/record-write.js'
import { claimRecord, claimRelationRecord } from './claim.record.js'
import { branchOf } from './claim.sql.js'

/** Documents of a claim that may refer to other rows. */
const referring = namesOf(claimRecord, (field) => field.copied && field.references)
const plain = namesOf(claimRecord, (field) => field.copied && !field.references)

/** Which claims are copied, from a summary that exists, and how they refer to others. */
export interface CopiedClaim {
  id: string
  summaryId: string
  /** Its documents by name where they hold an id; null for most claims, which are copied as they are. */
  documents: Record<string, unknown> | null
}

export function selectClaimsToCopy(db: Database, summaryId: string): Promise<CopiedClaim[]> {
  return selectCopied(db, sql<SqlBool>`c.summary_id = ${summaryId}`)
}

export function selectBranchToCopy(db: Database, claimId: string): Promise<CopiedClaim[]> {
  return selectCopied(db, sql<SqlBool>`c.id in (${branchOf(sql`select ${claimId}::uuid`)})`)
}

/** An id as text has it, or an escape that may hide one. */
const idInText = String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\u00`

/** Oldest first. */
async function selectCopied(db: Database, where: RawBuilder<SqlBool>): Promise<CopiedClaim[]> {
  const columns = columnList(claimRecord, referring, 'c')
  const pairs = sql.join(referring.map((name) => sql`${sql.lit(name)}, ${columnList(claimRecord, [name], 'c')}`))
  const { rows } = await sql<CopiedClaim>`
    select c.id, c.summary_id, case when concat_ws(' ', ${columns}) ~* ${idInText} then json_build_object(${pairs}) end
        as documents
      from claims c
     where ${where}
     order by c.created_at, c.id`.execute(db)
  return rows
}

export interface ClaimCopies {
  /** From the id of each source to that of its copy, parents' among them; in the order of the copies. */
  ids: ReadonlyMap<string, string>
  /** Documents of copies that refer to other rows, by the id of their source, as text. */
  rewritten: readonly Record<string, unknown>[]
  createdBy: string
  at: Date
}

/**
 * Copies of claims into a summary that exists, inside the database: only ids and rewritten documents travel. A parent
 * that is not among the sources is dropped, as are sources that are gone. How many were made. One statement.
 */
export async function insertCopies(db: Database, summaryId: string, copies: ClaimCopies): Promise<number> {
  const documents = referring.map((name) => {
    const [own, rewritten] = [columnList(claimRecord, [name], 'c'), columnList(claimRecord, [name], 'r')]
    return sql`case when r.id is null then ${own} else ${rewritten} end`
  })
  const { numAffectedRows } = await sql`
    with source as materialized (
      select c.*, m.copy, m.at
        from unnest(${[...copies.ids.keys()]}::uuid[], ${[...copies.ids.values()]}::uuid[]) with ordinality
             as m(old, copy, at)
        join claims c on c.id = m.old)
    insert into claims (summary_id, project_id, id, parent_claim_id, created_by, created_at, updated_at,
        ${columnList(claimRecord, plain)}, ${columnList(claimRecord, referring)})
    select s.id, s.project_id, c.copy, p.copy, ${copies.createdBy}::uuid, ${copies.at}::timestamptz,
        ${copies.at}::timestamptz, ${columnList(claimRecord, plain, 'c')}, ${sql.join(documents)}
      from video_summaries s
     cross join source c
      left join source p on p.id = c.parent_claim_id
      left join ${recordset(claimRecord, ['id', ...referring], copies.rewritten)} on r.id = c.id
     where s.id = ${summaryId}
     order by c.at`.execute(db)
  return Number(numAffectedRows ?? 0n)
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
