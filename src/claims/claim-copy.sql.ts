import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { all, type Condition } from '../database/rows/conditions.js'
import { namesOf } from '../database/rows/record.js'
import { forkedFromSql } from '../database/rows/forked-from.js'
import { columnList, recordset } from '../database/rows/record-write.js'
import { claimRecord, claimRelationRecord } from './claim.shape.js'
import type { ReferenceMap } from '../documents/references.js'
import { branchOf } from './claim.sql.js'
import { relationColumns } from './relation.sql.js'

/** The JSON columns of a claim that may refer to other rows. */
const referring = namesOf(claimRecord, (field) => field.copied && field.references)
const plain = namesOf(claimRecord, (field) => field.copied && !field.references)

const contextIds: ReadonlySet<string> = new Set(['claimEventId', 'claimTimeId', 'claimLocationId'])

/** A claim to copy, from an existing summary, with its references to other rows. */
export interface CopiedClaim {
  id: string
  summaryId: string
  /** Its JSON columns by name if they contain an id; null for most claims, which are copied unchanged. */
  documents: Record<string, unknown> | null
}

/** Reads all claims of a summary, without checking access. */
export function selectClaimsToCopy(db: Database, summaryId: string): Promise<CopiedClaim[]> {
  return selectCopied(db, sql<SqlBool>`c.summary_id = ${summaryId}`)
}

/** Reads a claim with everything below it that matches `readable`, a condition on the alias c (claims). */
export function selectBranchToCopy(db: Database, claimId: string, readable?: Condition): Promise<CopiedClaim[]> {
  return selectCopied(db, sql<SqlBool>`c.id in (${branchOf(sql`select ${claimId}::uuid`)}) and ${all(readable)}`)
}

/** A regular expression: a UUID in text, a reference to a world object, or a JSON escape that may hide one. */
const idInText = String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|objectRef|\\u00`

/** Reads the claims to copy, oldest first. `where` is a condition on the alias c (claims). */
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

/** A plan for copies of claims. */
export interface ClaimCopies {
  /**
   * Maps the id of each source, including parents that are copied, to the id of its copy, in the order of the copies.
   */
  ids: ReadonlyMap<string, string>
  /** The rewritten JSON columns, as text, of copies that refer to other rows; each has the id of its source. */
  rewritten: readonly Record<string, unknown>[]
  /** The other rows with new ids, such as objects that were copied into another world. */
  references: ReferenceMap
  createdBy: string
  at: Date
}

/**
 * Copies claims into an existing summary, in one statement inside the database: only ids and rewritten documents are
 * sent. Drops parents that are not among the sources, and sources that no longer exist. The copy of a changed claim has
 * version 2, so that it still counts as changed. Returns the number of copies.
 */
export async function insertCopies(db: Database, summaryId: string, copies: ClaimCopies): Promise<number> {
  const documents = referring.map((name) => {
    const [own, rewritten] = [columnList(claimRecord, [name], 'c'), columnList(claimRecord, [name], 'r')]
    return sql`case when r.id is null then ${own} else ${rewritten} end`
  })
  const context = (column: string, ids: ReadonlyMap<string, string> = new Map()) =>
    ids.size
      ? sql`coalesce(${JSON.stringify(Object.fromEntries(ids))}::jsonb ->> ${sql.ref(column)}, ${sql.ref(column)})`
      : sql.ref(column)
  const { entity, event, time } = copies.references
  const others = plain.filter((name) => !contextIds.has(name))
  const { numAffectedRows } = await sql`
    with source as materialized (
      select c.*, m.copy, m.at
        from unnest(${[...copies.ids.keys()]}::uuid[], ${[...copies.ids.values()]}::uuid[]) with ordinality
             as m(old, copy, at)
        join claims c on c.id = m.old)
    insert into claims (summary_id, project_id, id, parent_claim_id, created_by, created_at, updated_at, version,
        forked_from, claim_event_id, claim_time_id, claim_location_id,
        ${columnList(claimRecord, others)}, ${columnList(claimRecord, referring)})
    select s.id, s.project_id, c.copy, p.copy, ${copies.createdBy}::uuid, ${copies.at}::timestamptz,
        ${copies.at}::timestamptz, case when c.version = 1 and c.updated_at = c.created_at then 1 else 2 end,
        ${forkedFromSql(sql`c.id`, sql`c.version`)}, ${context('c.claim_event_id', event)}, ${context('c.claim_time_id', time)},
        ${context('c.claim_location_id', entity)},
        ${columnList(claimRecord, others, 'c')}, ${sql.join(documents)}
      from video_summaries s
     cross join source c
      left join source p on p.id = c.parent_claim_id
      left join ${recordset(claimRecord, ['id', ...referring], copies.rewritten)} on r.id = c.id
     where s.id = ${summaryId}
     order by c.at`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Reads the relations among the claims of a summary, oldest first. */
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

const copiedColumns = [...relationColumns, 'forkedFrom'] as const

export async function insertRelationCopies(db: Database, rows: Parameters<typeof recordset>[2]): Promise<void> {
  await sql`
    insert into claim_relations (${columnList(claimRelationRecord, copiedColumns)})
    select ${columnList(claimRelationRecord, copiedColumns, 'r')}
      from ${recordset(claimRelationRecord, copiedColumns, rows)}`.execute(db)
}

/**
 * Returns whether any claim of the summary of this claim refers to something. Without this check, a fork of thousands
 * of claims without references would print and parse them for nothing (0.4 of the time of the fork).
 */
export async function claimsRefer(db: Database, claimId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from claims c
       where c.summary_id = (select summary_id from claims where id = ${claimId})
         and (coalesce(c.claim_event_id, c.claim_time_id, c.claim_location_id) is not null
              or concat(c.gloss, c.claimer_gloss, c.claim_relation, c.text_spans) like '%Ref"%')) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Selects the summary of a claim, without checking access. */
export async function selectSummaryOfClaim(db: Database, claimId: string) {
  return db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select(['s.id', 's.videoId', 's.createdBy'])
    .where('c.id', '=', claimId)
    .executeTakeFirst()
}
