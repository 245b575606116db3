import { sql, type RawBuilder, type SqlBool } from 'kysely'
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
  /** Text that the file name or the title of the metadata contains, case ignored. */
  search?: string
}

/** `access` is a condition over the alias v. */
export function selectVideo(db: Database, id: string, access: RawBuilder<SqlBool>) {
  return db.selectFrom('videos as v').select(videoColumns).where('id', '=', id).where(access).executeTakeFirst()
}

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

/** The videos of a list, under the alias v. */
export function listedVideos({ projectId, search }: VideoFilter): RawBuilder<SqlBool> {
  const assigned = projectId
    ? sql<SqlBool>`exists (
        select from project_video_assignments a where a.video_id = v.id and a.project_id = ${projectId})`
    : sql<SqlBool>`true`
  return sql<SqlBool>`${assigned} and ${contains(search, ['v.filename', sql`v.metadata ->> 'title'`])}`
}

function filtered(db: Database, access: RawBuilder<SqlBool>, filter: VideoFilter) {
  return db.selectFrom('videos as v').where(access).where(listedVideos(filter))
}

/** Newest first (V-02). */
export async function selectVideoIds(
  db: Database,
  access: RawBuilder<SqlBool>,
  filter: VideoFilter,
): Promise<string[]> {
  const rows = await filtered(db, access, filter)
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

export function selectVideoPage(db: Database, access: RawBuilder<SqlBool>, filter: VideoFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newest, 'desc')
  return filtered(db, access, filter).select(videoColumns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countVideos(db: Database, access: RawBuilder<SqlBool>, filter: VideoFilter): Promise<number> {
  const { count } = await filtered(db, access, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function updateThumbnailPath(db: Database, id: string, path: string): Promise<void> {
  await db.updateTable('videos').set({ localThumbnailPath: path }).where('id', '=', id).execute()
}
