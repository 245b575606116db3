import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { candidates, type Narrowed } from '../access/candidates.js'
import type { ReviewState } from '../access/review.shape.js'
import { inReviewState } from '../access/review.sql.js'
import { owned, visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { all, is, type Condition } from '../database/rows/conditions.js'
import { claimsAndRelations } from '../database/rows/deleted-claims.js'
import type { VideoSummaries } from '../database/schema.js'
import { summaryRecord } from './summary.shape.js'

export type SummaryRow = NonNullable<Awaited<ReturnType<typeof selectSummary>>>

/** Reads one summary; `where` is a condition on the alias s. */
export function selectSummary(db: Database, where: RawBuilder<SqlBool>) {
  return db.selectFrom('videoSummaries as s').select(summaryRecord.names).where(where).executeTakeFirst()
}

/** Reads a summary without checking access. */
export function selectSummaryById(db: Database, id: string) {
  return selectSummary(db, sql<SqlBool>`s.id = ${id}`)
}

/** Reads the summary of a video and persona without checking access. */
export function selectSummaryOfPair(db: Database, videoId: string, personaId: string) {
  return selectSummary(db, sql<SqlBool>`s.video_id = ${videoId} and s.persona_id = ${personaId}`)
}

/** Returns whether a video and persona have a summary that does not match `writable`, a condition on the alias s. */
export async function isForeignPair(
  db: Database,
  videoId: string,
  personaId: string,
  writable: RawBuilder<SqlBool>,
): Promise<boolean> {
  // The statement returns a row unless a foreign summary exists: access/measure.ts counts a check without rows as
  // refused.
  const { rows } = await sql`
    select from video_summaries s where s.video_id = ${videoId} and s.persona_id = ${personaId}
    having count(*) = count(*) filter (where ${writable})`.execute(db)
  return rows.length === 0
}

/** Reads summaries, newest first; `where` is a condition on the alias s. */
export function selectSummaries(db: Database, where: RawBuilder<SqlBool>) {
  return db
    .selectFrom('videoSummaries as s')
    .select(summaryRecord.names)
    .where(where)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface SummaryFilter {
  videoId?: string
  personaId?: string
  projectId?: string
  creatorId?: string
  mine?: boolean
  reviewState?: ReviewState
}

/**
 * Returns the FROM item of an unfiltered list of summaries: those that can be on the page described by `cut`. Undefined
 * for a filtered list.
 */
export function listedFrom(abilities: RuleValues, filter: SummaryFilter, cut?: Narrowed) {
  // A filter leaves few enough summaries to check each of them.
  if (Object.values(filter).some(Boolean)) return undefined
  return candidates(abilities, 'summary', 's', cut)
}

/** Returns a condition on the alias s (summaries): the user may read the summary and it passes the filter. */
export function listed(
  abilities: RuleValues,
  { videoId, personaId, projectId, creatorId, mine, reviewState }: SummaryFilter,
): Condition {
  return all(
    visible(abilities, 'summary', 's'),
    is('s.video_id', videoId),
    is('s.persona_id', personaId),
    is('s.project_id', projectId),
    is('s.created_by', creatorId),
    reviewState && inReviewState('s', reviewState),
    mine ? owned(abilities, 'summary', 's') : undefined,
  )
}

/** Reads the persona if it matches `usable`, a condition on the alias p. */
export function selectUsablePersona(db: Database, personaId: string, usable: RawBuilder<SqlBool>) {
  return db
    .selectFrom('personas as p')
    .select(['id', 'projectId', 'role', 'informationNeed', 'isSystemGenerated'])
    .where('id', '=', personaId)
    .where(usable)
    .executeTakeFirst()
}

/** Reads the names of the first 200 types of a persona, without its relation types. */
export async function selectTypeNames(db: Database, personaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ontologyTypes')
    .select('name')
    .where('personaId', '=', personaId)
    .where('kind', '!=', 'relation')
    .where('name', '!=', '')
    .orderBy('kind')
    .orderBy('position')
    .limit(200)
    .execute()
  return rows.map(({ name }) => name)
}

const claimsOfSummary = sql`from claims c where c.summary_id = video_summaries.id`

/**
 * Columns derived from the claims (RF-29) are not stored when a client sends them back as it received them: the stored
 * value would stay when the claims change.
 */
const stillDerived = ({ claimsExtractedAt, claimsVersion }: Updateable<VideoSummaries>) => ({
  ...(claimsExtractedAt && {
    claimsExtractedAt: sql<Date>`case when excluded.claims_extracted_at = (select max(c.updated_at) ${claimsOfSummary})
      then video_summaries.claims_extracted_at else excluded.claims_extracted_at end`,
  }),
  ...(claimsVersion === '1.0' && {
    claimsVersion: sql<string>`case when exists (select ${claimsOfSummary})
      then video_summaries.claims_version else excluded.claims_version end`,
  }),
})

/**
 * Inserts the summary of a pair, or overwrites the fields in `changes` of the existing one if it matches `writable`, a
 * condition on video_summaries. Returns the id; undefined if nothing was written.
 */
export async function upsertSummary(
  db: Database,
  row: Insertable<VideoSummaries>,
  changes: Updateable<VideoSummaries>,
  writable: RawBuilder<SqlBool>,
): Promise<string | undefined> {
  const saved = await db
    .insertInto('videoSummaries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['videoId', 'personaId'])
        .doUpdateSet({ ...changes, ...stillDerived(changes), version: sql<number>`video_summaries.version + 1` })
        .where(writable),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id
}

/**
 * Inserts the summary of a pair and returns its id; undefined if the pair already has one, even one whose transaction
 * was still open when this statement began.
 */
export async function insertNewSummary(db: Database, row: Insertable<VideoSummaries>): Promise<string | undefined> {
  const made = await db
    .insertInto('videoSummaries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['videoId', 'personaId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Changes a summary and returns its id; undefined if no row was changed. */
export async function updateSummary(
  db: Database,
  where: RawBuilder<SqlBool>,
  changes: Updateable<VideoSummaries>,
): Promise<string | undefined> {
  const updated = await db
    .updateTable('videoSummaries as s')
    .set({ ...changes, version: sql<number>`s.version + 1` })
    .where(where)
    .returning('s.id')
    .executeTakeFirst()
  return updated?.id
}

/**
 * Deletes a summary; `where` is a condition on the alias s. Returns null if it did not exist, and otherwise the ids of
 * all deleted rows, with `named`.
 */
export async function deleteSummary(
  db: Database,
  where: RawBuilder<SqlBool>,
  named: boolean,
): Promise<Record<string, string[]> | null> {
  const ids = named
    ? sql`json_build_object('Summary', json_build_array(gone.id), ${claimsAndRelations(
        sql`(select c.id from claims c where c.summary_id = gone.id)`,
      )})`
    : sql`'{}'::json`
  const { rows } = await sql<{ ids: Record<string, string[]> }>`
    with gone as (delete from video_summaries s where ${where} returning s.id)
    select ${ids} as ids from gone`.execute(db)
  return rows[0]?.ids ?? null
}

/** Stores the time of a deletion as the newest change of the claims; null once no claim is left (RF-29). */
export async function updateClaimsExtracted(db: Database, summaryId: string, at: Date): Promise<void> {
  await sql`update video_summaries s set
      claims_extracted_at = case when exists (select from claims c where c.summary_id = s.id) then ${at}::timestamptz end,
      claims_version = case when exists (select from claims c where c.summary_id = s.id) then s.claims_version end
    where s.id = ${summaryId}`.execute(db)
}
