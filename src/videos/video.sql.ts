import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { candidates } from '../access/candidates.js'
import { visible } from '../access/rules.js'
import type { Database } from '../database/client.js'
import { contains } from '../database/contains.js'
import { keyset, type KeyColumn } from '../database/keyset.js'
import type { Page } from '../lib/page.js'

export const videoColumns = [
  'id',
  'filename',
  'path',
  'duration',
  'frameRate',
  'resolution',
  'size',
  'metadata',
  'localThumbnailPath',
  'sourcePlatform',
  'platformVideoId',
  'metadataSyncStatus',
  'lastMetadataSync',
  'createdAt',
  'updatedAt',
] as const

export type VideoRow = NonNullable<Awaited<ReturnType<typeof selectVideo>>>

export interface VideoFilter {
  projectId?: string
  /** A text that the file name or the metadata's title contains, ignoring case. */
  search?: string
  /** Whether there is a summary that the user may read; if `summarizedBy` names a persona, one of that persona. */
  hasSummary?: boolean
  summarizedBy?: string
}

/** `access` is a condition on the alias v (videos). */
export function selectVideo(db: Database, id: string, access: RawBuilder<SqlBool>) {
  return db.selectFrom('videos as v').select(videoColumns).where('id', '=', id).where(access).executeTakeFirst()
}

/** Reads videos by id, in any order; `access` is a condition on the alias v (videos). */
export function selectVideosByIds(db: Database, ids: readonly string[], access = sql<SqlBool>`true`) {
  return db
    .selectFrom('videos as v')
    .select(videoColumns)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(access)
    .execute()
}

const newest: KeyColumn[] = [
  { column: 'v.created_at', type: 'timestamptz' },
  { column: 'v.id', type: 'text' },
]

/** A condition on the alias v (videos): the video is in the list that the filter describes. */
export function listedVideos(abilities: Abilities, filter: VideoFilter): RawBuilder<SqlBool> {
  const { projectId, search } = filter
  const assigned = projectId
    ? sql<SqlBool>`exists (
        select from project_video_assignments a where a.video_id = v.id and a.project_id = ${projectId})`
    : sql<SqlBool>`true`
  const found = contains(search, ['v.filename', sql`v.metadata ->> 'title'`])
  return sql<SqlBool>`${assigned} and ${found} and ${summarized(abilities, filter)}`
}

function summarized(abilities: Abilities, { hasSummary, summarizedBy }: VideoFilter): RawBuilder<SqlBool> {
  if (hasSummary === undefined && summarizedBy === undefined) return sql<SqlBool>`true`
  // For users who may read few of all summaries it is faster to start from these summaries than from the videos.
  if (hasSummary !== false && summarizedBy === undefined && !abilities.isAdmin)
    return sql<SqlBool>`v.id = any(array(
      select s.video_id from ${candidates(abilities, 'summary', 's')} s where ${visible(abilities, 'summary', 's')}))`
  const of = summarizedBy === undefined ? sql`` : sql`and s.persona_id = ${summarizedBy}`
  const exists = sql<SqlBool>`exists (
    select from video_summaries s where s.video_id = v.id ${of} and ${visible(abilities, 'summary', 's')})`
  return hasSummary === false ? sql<SqlBool>`not ${exists}` : exists
}

function filtered(db: Database, access: RawBuilder<SqlBool>, listed: RawBuilder<SqlBool>) {
  return db.selectFrom('videos as v').where(access).where(listed)
}

/** Reads the ids of videos, newest first (V-02). */
export async function selectVideoIds(
  db: Database,
  access: RawBuilder<SqlBool>,
  listed: RawBuilder<SqlBool>,
): Promise<string[]> {
  const rows = await filtered(db, access, listed)
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

export function selectVideoPage(db: Database, access: RawBuilder<SqlBool>, listed: RawBuilder<SqlBool>, page: Page) {
  const { where, orderBy, limit } = keyset(page, newest, 'desc')
  return filtered(db, access, listed).select(videoColumns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countVideos(
  db: Database,
  access: RawBuilder<SqlBool>,
  listed: RawBuilder<SqlBool>,
): Promise<number> {
  const { count } = await filtered(db, access, listed)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function updateThumbnailPath(db: Database, id: string, path: string): Promise<void> {
  await db.updateTable('videos').set({ localThumbnailPath: path }).where('id', '=', id).execute()
}
