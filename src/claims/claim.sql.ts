import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/client.js'
import { keyset, newestKey } from '../database/keyset.js'
import type { Claims } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { claimMembers } from '../summaries/claim-text.js'

type Condition = RawBuilder<SqlBool>

export interface ClaimTextRow {
  id: string
  parentId: string | null
  text: string
  matches: boolean
}

export interface ClaimFilter {
  minConfidence?: number
  search?: string
  strategy?: string
  model?: string
  summaryType?: string
}

/** C-03: all given filters must match; a claim without confidence fails minConfidence. */
export function matching(filter: ClaimFilter): Condition {
  const { minConfidence, search, strategy, model, summaryType } = filter
  const parts = [
    ...(minConfidence === undefined ? [] : [sql<SqlBool>`coalesce(c.confidence >= ${minConfidence}, false)`]),
    ...(strategy === undefined ? [] : [sql<SqlBool>`coalesce(c.extraction_strategy = ${strategy}, false)`]),
    ...(model === undefined ? [] : [sql<SqlBool>`coalesce(c.model_used = ${model}, false)`]),
    ...(summaryType === undefined ? [] : [sql<SqlBool>`c.summary_type = ${summaryType}`]),
    ...(search === undefined
      ? []
      : [sql<SqlBool>`(position(lower(${search}) in lower(c.text)) > 0 or exists (
          select from json_array_elements(case json_typeof(c.gloss) when 'array' then c.gloss else '[]' end) g
           where position(lower(${search}) in lower(g ->> 'content')) > 0))`]),
  ]
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : sql<SqlBool>`true`
}

/**
 * The claims of one summary as text, oldest first, in one statement; null when `summary` (over s) lets no such summary through.
 * `claim` (over c and s) says which claims.
 */
export async function selectClaimsOfSummary(db: Database, summaryId: string, summary: Condition, claim: Condition, filter: ClaimFilter): Promise<ClaimTextRow[] | null> {
  const { rows } = await sql<{ id: string | null; parentId: string | null; text: string; matches: boolean }>`
    select c.id, c.parent_claim_id as parent_id, ${claimMembers} as text, ${matching(filter)} as matches
      from video_summaries s left join claims c on c.summary_id = s.id and ${claim}
     where s.id = ${summaryId} and ${summary} order by c.created_at, c.id`.execute(db)
  if (rows.length === 0) return null
  return rows.filter((row): row is ClaimTextRow => row.id !== null)
}

/** One claim with everything below it, as text; empty when `readable` (over c) refuses it. */
export async function selectBranch(db: Database, claimId: string, readable: Condition, inSummary: string | undefined): Promise<ClaimTextRow[]> {
  const { rows } = await sql<ClaimTextRow>`
    with recursive branch(id) as (
      select c.id from claims c where c.id = ${claimId} and ${readable}${inSummary ? sql` and c.summary_id = ${inSummary}` : sql``}
      union all select k.id from branch b join claims k on k.parent_claim_id = b.id
    ) select c.id, c.parent_claim_id as parent_id, ${claimMembers} as text, true as matches
        from branch b join claims c on c.id = b.id order by c.created_at, c.id`.execute(db)
  return rows
}

export const claimColumns = [
  'id', 'summaryId', 'summaryType', 'text', 'gloss', 'parentClaimId', 'textSpans', 'claimerType', 'claimerGloss', 'claimRelation',
  'claimEventId', 'claimTimeId', 'claimLocationId', 'confidence', 'modelUsed', 'extractionStrategy', 'audio', 'video', 'metadata',
  'comment', 'createdBy', 'projectId', 'version', 'createdAt', 'updatedAt',
] as const

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number]

/** Rows for GraphQL, oldest first in each summary; `where` is over c, joined with its summary s. */
export function selectClaims(db: Database, where: Condition) {
  return db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select(claimColumns.map((name) => `c.${name}` as const))
    .where(where)
    .orderBy('c.createdAt')
    .orderBy('c.id')
    .execute()
}

/** One page of claims, oldest first; `where` is over c and s. */
export function selectClaimPage(db: Database, condition: Condition, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('c'), 'asc')
  return db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select(claimColumns.map((name) => `c.${name}` as const))
    .where(condition)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countClaims(db: Database, condition: Condition): Promise<number> {
  const { count } = await db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return count
}

type NewClaim = Omit<Insertable<Claims>, 'summaryId' | 'projectId'>

const columnTypes: Partial<Record<keyof NewClaim, string>> = {
  id: 'uuid', parentClaimId: 'uuid', createdBy: 'uuid', confidence: 'float8', createdAt: 'timestamptz', updatedAt: 'timestamptz', gloss: 'json',
  textSpans: 'json', claimerGloss: 'json', claimRelation: 'json', audio: 'json', video: 'json', metadata: 'json',
}

/** Inserts into a summary that `allowed` (over s) lets through, inheriting its project; null when it does not. Returns the text of the claim. */
export async function insertClaim(db: Database, summaryId: string, row: NewClaim, allowed: Condition): Promise<string | null> {
  const names = Object.keys(row) as (keyof NewClaim)[]
  const { rows } = await sql<{ text: string }>`
    with c as (
      insert into claims (summary_id, project_id, ${sql.join(names.map((name) => sql.ref(name)))})
      select s.id, s.project_id, ${sql.join(names.map((name) => sql`${row[name]}::${sql.raw(columnTypes[name] ?? 'text')}`))}
        from video_summaries s where s.id = ${summaryId} and ${allowed}
      returning *
    ) select ${claimMembers} as text from c`.execute(db)
  return rows[0]?.text ?? null
}

/** Many at once, parents before children in the array; false when `allowed` (over s) refuses. One statement. */
export async function insertClaims(db: Database, summaryId: string, rows: readonly NewClaim[], allowed: Condition): Promise<boolean> {
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), asDocument(name, value)]))))
  const { rows: found } = await sql<{ id: string }>`select s.id from video_summaries s where s.id = ${summaryId} and ${allowed}`.execute(db)
  if (!found.length) return false
  await sql`insert into claims (id, summary_id, project_id, summary_type, text, gloss, parent_claim_id, text_spans, claimer_type, claimer_gloss,
      claim_relation, claim_event_id, claim_time_id, claim_location_id, confidence, model_used, extraction_strategy, audio, video, metadata,
      comment, created_by, created_at, updated_at)
    select r.id, s.id, s.project_id, r.summary_type, r.text, r.gloss, r.parent_claim_id, r.text_spans, r.claimer_type, r.claimer_gloss,
      r.claim_relation, r.claim_event_id, r.claim_time_id, r.claim_location_id, r.confidence, r.model_used, r.extraction_strategy, r.audio,
      r.video, r.metadata, r.comment, r.created_by, r.created_at, r.updated_at
      from video_summaries s, json_to_recordset(${json}::json) as r(id uuid, summary_type text, text text, gloss json, parent_claim_id uuid,
        text_spans json, claimer_type text, claimer_gloss json, claim_relation json, claim_event_id text, claim_time_id text,
        claim_location_id text, confidence float8, model_used text, extraction_strategy text, audio json, video json, metadata json,
        comment text, created_by uuid, created_at timestamptz, updated_at timestamptz)
     where s.id = ${summaryId}`.execute(db)
  return true
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column that holds a document carries it as text; inside the array it must be the document itself. */
function asDocument(name: string, value: unknown): unknown {
  return columnTypes[name as keyof NewClaim] === 'json' && typeof value === 'string' ? JSON.parse(value) : value
}

/** The version after the change; undefined when `where` (over c) lets no such claim through. */
export async function updateClaim(db: Database, where: Condition, changes: Updateable<Claims>): Promise<number | undefined> {
  const row = await db
    .updateTable('claims as c')
    .set({ ...changes, version: sql<number>`c.version + 1` })
    .where(where)
    .returning('c.version')
    .executeTakeFirst()
  return row?.version
}

/** Deletes a claim with its branch and notes the time of the change; how many went below it, null when `where` refuses. */
export async function deleteBranch(db: Database, claimId: string, where: Condition, at: Date): Promise<number | null> {
  const { rows } = await sql<{ count: number; summaryId: string | null }>`
    with recursive branch(id) as (
      select c.id from claims c where c.id = ${claimId} and ${where}
      union all select k.id from branch b join claims k on k.parent_claim_id = b.id
    ), gone as (delete from claims where id in (select id from branch) returning summary_id)
    select count(*)::int as count, min(summary_id::text) as summary_id from gone`.execute(db)
  const [found] = rows
  if (!found?.summaryId) return null
  await noteClaimsChange(db, found.summaryId, at)
  return found.count - 1
}

export async function deleteClaimsOfSummary(db: Database, summaryId: string, at: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('claims').where('summaryId', '=', summaryId).executeTakeFirst()
  await noteClaimsChange(db, summaryId, at)
  return Number(numDeletedRows)
}

/** RF-29: after a deletion the newest change is the deletion itself; null once no claim is left. */
async function noteClaimsChange(db: Database, summaryId: string, at: Date): Promise<void> {
  await sql`update video_summaries s set
      claims_extracted_at = case when exists (select from claims c where c.summary_id = s.id) then ${at}::timestamptz end,
      claims_version = case when exists (select from claims c where c.summary_id = s.id) then s.claims_version end
    where s.id = ${summaryId}`.execute(db)
}

/** Ids of summaries that `where` (over s) lets through. */
export async function summaryPermitted(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}`.execute(db)
  return rows.length > 0
}
