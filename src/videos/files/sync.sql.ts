import { sql } from 'kysely'
import type { Database } from '../../database/driver/client.js'

/**
 * Takes an advisory lock until the transaction ends, so that only one synchronisation at a time writes, over all
 * processes.
 */
export async function lockSync(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('parallax video sync'))`.execute(db)
}

/** The row for a video file. */
export interface FileRow {
  id: string
  filename: string
  path: string
  size: number
  /** Identifies the bytes of the file: its size and the time of its last change. */
  version: string
  /** As JSON text. */
  metadata: string
  duration: number | null
  frameRate: number | null
  resolution: string | null
  sourcePlatform: string | null
  platformVideoId: string | null
  status: 'synced' | 'failed' | 'never'
}

/**
 * Upserts the rows of files; existing rows are found by their file name. If a sidecar cannot be read, the values from
 * an earlier one stay. Returns the numbers of new and of changed rows.
 */
export async function upsertFiles(
  db: Database,
  files: readonly FileRow[],
  now: Date,
): Promise<{ added: number; updated: number }> {
  const { rows } = await sql<{ added: number; updated: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(files)}::json) as f(id text, filename text, path text, size bigint,
        version text, metadata text,
        duration float8, "frameRate" float8, resolution text, "sourcePlatform" text, "platformVideoId" text, status text)
    ), merged as (
      select g.*, g.status = 'failed' and v.metadata is not null as keeps, v.id as known, v.path as old_path, v.size as old_size,
             v.metadata::text as old_metadata, v.metadata_sync_status as old_status
        from given g left join videos v on v.filename = g.filename
    ), changed as (
      update videos v
         set path = m.path, size = m.size, file_version = m.version, metadata_sync_status = m.status, updated_at = ${now},
             metadata = case when m.keeps then v.metadata else m.metadata::json end,
             duration = case when m.keeps then v.duration else coalesce(m.duration, v.probed_duration) end,
             frame_rate = case when m.keeps then v.frame_rate
               else coalesce(m."frameRate", v.rate_numerator::float8 / v.rate_denominator) end,
             resolution = case when m.keeps then v.resolution else coalesce(m.resolution, v.width || 'x' || v.height) end,
             source_platform = case when m.keeps then v.source_platform else m."sourcePlatform" end,
             platform_video_id = case when m.keeps then v.platform_video_id else m."platformVideoId" end
        from merged m
       where v.id = m.known and (m.old_path, m.old_size, coalesce(m.old_status, '')) is distinct from (m.path, m.size, m.status)
          or v.id = m.known and not m.keeps and m.old_metadata is distinct from m.metadata
      returning v.id
    ), seen as (
      insert into videos (id, filename, path, size, file_version, metadata, duration, frame_rate,
        resolution, source_platform, platform_video_id,
                          metadata_sync_status, created_at, updated_at)
      select id, filename, path, size, version, metadata::json, duration, "frameRate",
             resolution, "sourcePlatform", "platformVideoId", status, ${now}, ${now}
        from merged where known is null
      on conflict do nothing
      returning id
    )
    select (select count(*)::int from seen) as added, (select count(*)::int from changed) as updated`.execute(db)
  return rows[0] ?? { added: 0, updated: 0 }
}

/** Stores the time at which the sidecars of these files were last read. */
export async function touchFiles(db: Database, filenames: readonly string[], now: Date): Promise<void> {
  await sql`update videos set last_metadata_sync = ${now} where filename = any(${filenames}::text[]) and metadata_sync_status <> 'never'`.execute(
    db,
  )
}

/**
 * Deletes rows without a file if nothing refers to them, and marks the others as `failed`. Returns the number of
 * deleted rows (V-14). Rows that were written after the files were listed stay: their file may have arrived since.
 */
export async function deleteMissing(
  db: Database,
  filenames: readonly string[],
  { listedAt, now }: { listedAt: Date; now: Date },
): Promise<number> {
  const missing = sql`not exists (select from unnest(${filenames}::text[]) f(name) where f.name = v.filename)
    and not (v.updated_at > ${listedAt} and v.updated_at <= ${now})`
  const { numAffectedRows } = await sql`
    delete from videos v where ${missing}
      and not exists (select from annotations a where a.video_id = v.id)
      and not exists (select from video_summaries s where s.video_id = v.id)
      and not exists (select from project_video_assignments p where p.video_id = v.id)`.execute(db)
  await sql`update videos v set metadata_sync_status = 'failed', updated_at = ${now}
    where ${missing} and metadata_sync_status is distinct from 'failed'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
