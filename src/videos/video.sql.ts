import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { candidates } from '../access/candidates.js'
import { visibleProject } from '../access/place-rules.js'
import { visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { all, is } from '../database/rows/conditions.js'
import { contains } from '../database/rows/contains.js'
import { keyset, type KeyColumn } from '../database/rows/keyset.js'
import type { Videos } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { videoRecord } from './video.shape.js'

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
  /** A text that must occur in the file name or the metadata's title, ignoring case. */
  search?: string
  /** Whether the user may read a summary of the video; if `summarizedBy` names a persona, one of that persona. */
  hasSummary?: boolean
  summarizedBy?: string
  /** The user to whom the video is assigned in a project that the reader may read. */
  assignedTo?: string
}

/** Reads a video. `access` is a condition on the alias v (videos). */
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

/** A row of the table of videos with all its columns. */
type Video = Selectable<Videos>

const columnsOfVideo = sql.join(
  videoRecord.names.flatMap((name) => (name === 'id' || name === 'createdAt' ? [] : [sql.ref(`o.${name}`)])),
)

/**
 * Returns the FROM item, to be named v, of the list for the filter: all videos, or those of a project. A project has
 * each video once. Its assignments have the key by which the list is sorted, so that a page reads as many of them as it
 * holds, in the order of their index.
 */
export function videosFrom({ projectId }: VideoFilter): RawBuilder<Video> {
  if (!projectId) return sql.table('videos')
  return sql`(select a.video_id as id, a.video_created_at as created_at, ${columnsOfVideo}
    from project_video_assignments a join videos o on o.id = a.video_id where a.project_id = ${projectId})`
}

/** Returns a condition on the alias v (videos): a video of the FROM item is in the list for the filter. */
export function listedVideos(abilities: RuleValues, filter: VideoFilter): RawBuilder<SqlBool> {
  const matches = contains(filter.search, ['v.filename', sql`v.metadata ->> 'title'`])
  return sql<SqlBool>`${matches} and ${summarized(abilities, filter)} and ${assigned(abilities, filter)}`
}

function assigned(abilities: RuleValues, { assignedTo, projectId }: VideoFilter): RawBuilder<SqlBool> {
  if (assignedTo === undefined) return sql<SqlBool>`true`
  return sql<SqlBool>`v.id in (select x.video_id from project_video_assignments x where ${all(
    is('x.assigned_user_id', assignedTo),
    is('x.project_id', projectId),
    visibleProject(abilities, 'x', 'project_id'),
  )})`
}

function summarized(abilities: RuleValues, { hasSummary, summarizedBy }: VideoFilter): RawBuilder<SqlBool> {
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

/** A list of videos: the FROM item, and conditions on its alias v. */
export interface VideoList {
  from: RawBuilder<Video>
  access: RawBuilder<SqlBool>
  listed: RawBuilder<SqlBool>
}

const filtered = (db: Database, { from, access, listed }: VideoList) =>
  db.selectFrom(from.as('v')).where(access).where(listed)

/** Reads the ids of videos, newest first (V-02). */
export async function selectVideoIds(db: Database, list: VideoList): Promise<string[]> {
  const rows = await filtered(db, list).select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
  return rows.map((row) => row.id)
}

const newest: KeyColumn[] = [
  { column: 'v.created_at', type: 'timestamptz' },
  { column: 'v.id', type: 'text' },
]

/** Reads a part of the same list. */
export function selectVideos(db: Database, list: VideoList, page: Page) {
  const { where, orderBy, limit } = keyset(page, newest, 'desc')
  return filtered(db, list).select(videoColumns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function updateThumbnailPath(db: Database, id: string, path: string): Promise<void> {
  await db.updateTable('videos').set({ localThumbnailPath: path }).where('id', '=', id).execute()
}
