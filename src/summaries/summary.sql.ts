import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/client.js'
import { keyset, newestKey } from '../database/keyset.js'
import { membersOf, plain, text, timestamp } from '../database/print.js'
import type { VideoSummaries } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { claimMembers } from './claim-text.js'
import { summaryFields } from './summary-text.js'

/** RF-29: the time of the newest change of the claims, derived; what an import or a deletion noted counts too. */
const claimsExtractedAt = sql`greatest(s.claims_extracted_at, (select max(c.updated_at) from claims c where c.summary_id = s.id))`

const head = membersOf(summaryFields)

const tail = membersOf({
  comment: text('s.comment'),
  createdBy: plain('s.created_by'),
  projectId: plain('s.project_id'),
  createdAt: timestamp('s.created_at'),
  updatedAt: timestamp('s.updated_at'),
  summaryGloss: sql<string>`case when json_typeof(s.summary) <> 'string' then s.summary::text
    when s.summary #>> '{}' = '' then '[]' else '[{"type":"text","content":' || s.summary::text || '}]' end`,
})

export interface SummaryText {
  id: string
  version: number
  head: string
  tail: string
  claimsVersion: string | null
  claimsExtractedAt: string | null
}

/** Summaries as JSON text in two halves, between which the derived claims go; `where` is over the alias s. */
export async function selectSummaryTexts(db: Database, where: RawBuilder<SqlBool>): Promise<SummaryText[]> {
  const { rows } = await sql<SummaryText>`
    select s.id, s.version, ${head} as head, ${tail} as tail, s.claims_version, ${claimsExtractedAt} as claims_extracted_at
      from video_summaries s where ${where} order by s.created_at desc, s.id desc`.execute(db)
  return rows
}

/** All claims of the summaries as text, oldest first in each. */
export async function selectClaimTexts(db: Database, summaryIds: readonly string[]) {
  const { rows } = await sql<{ summaryId: string; id: string; parentId: string | null; text: string }>`
    select c.summary_id, c.id, c.parent_claim_id as parent_id, ${claimMembers} as text from claims c
     where c.summary_id = any(${summaryIds}::uuid[]) order by c.created_at, c.id`.execute(db)
  return rows
}

export const summaryColumns = [
  'id', 'videoId', 'personaId', 'summary', 'visualAnalysis', 'audioTranscript', 'keyFrames', 'confidence', 'transcriptJson', 'audioLanguage',
  'speakerCount', 'audioModelUsed', 'visualModelUsed', 'fusionStrategy', 'processingTimeAudio', 'processingTimeVisual',
  'processingTimeFusion', 'processedAtAudio', 'processedAtVisual', 'processedAtFusion', 'comment', 'createdBy', 'projectId', 'version',
  'createdAt', 'updatedAt',
] as const

export type SummaryRow = NonNullable<Awaited<ReturnType<typeof selectSummary>>>

export function selectSummary(db: Database, where: RawBuilder<SqlBool>) {
  return db.selectFrom('videoSummaries as s').select(summaryColumns).where(where).executeTakeFirst()
}

export function selectSummaries(db: Database, where: RawBuilder<SqlBool>) {
  return db.selectFrom('videoSummaries as s').select(summaryColumns).where(where).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
}

/** Rows with the names of who made them: a page is read with its authors more often than without. */
export function selectSummaryPage(db: Database, condition: RawBuilder<SqlBool>, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('s'), 'desc')
  return db
    .selectFrom('videoSummaries as s')
    .leftJoin('users as u', 'u.id', 's.createdBy')
    .select(summaryColumns.map((name) => `s.${name}` as const))
    .select(['u.username as creatorUsername', 'u.displayName as creatorDisplayName'])
    .where(condition)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countSummaries(db: Database, where: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await db.selectFrom('videoSummaries as s').select((eb) => eb.fn.countAll<number>().as('count')).where(where).executeTakeFirstOrThrow()
  return count
}

/** The persona, when content may be made for it. */
export function selectUsablePersona(db: Database, personaId: string, usable: RawBuilder<SqlBool>) {
  return db
    .selectFrom('personas as p')
    .select(['id', 'projectId', 'role', 'informationNeed', 'isSystemGenerated'])
    .where('id', '=', personaId)
    .where(usable)
    .executeTakeFirst()
}

/** One summary a pair: inserts, or overwrites the given fields of the one that `writable` (over video_summaries) lets through; undefined otherwise. */
export async function upsertSummary(
  db: Database, row: Insertable<VideoSummaries>, given: Updateable<VideoSummaries>, writable: RawBuilder<SqlBool>,
): Promise<string | undefined> {
  const saved = await db
    .insertInto('videoSummaries')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['videoId', 'personaId']).doUpdateSet({ ...given, version: sql<number>`video_summaries.version + 1` }).where(writable),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id
}

/** The id when the row was changed. */
export async function updateSummary(db: Database, where: RawBuilder<SqlBool>, changes: Updateable<VideoSummaries>): Promise<string | undefined> {
  const updated = await db
    .updateTable('videoSummaries as s')
    .set({ ...changes, version: sql<number>`s.version + 1` })
    .where(where)
    .returning('s.id')
    .executeTakeFirst()
  return updated?.id
}

export async function deleteSummary(db: Database, where: RawBuilder<SqlBool>): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('videoSummaries as s').where(where).executeTakeFirst()
  return numDeletedRows > 0n
}
