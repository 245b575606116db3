import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import type { Videos } from '../../database/schema.js'

/** A file that is due to be probed. */
export interface DueFile {
  id: string
  path: string
  fileVersion: string
  /** When it was last tried, as printed by PostgreSQL; `-infinity` for never. */
  asked: string
}

/**
 * The version of the rules by which the model service lists pictures; files listed by other versions are read again.
 */
const pictureRules = 2
const listedBefore = sql<boolean>`v.picture_rules is distinct from ${sql.lit(pictureRules)}`
const isUnread = sql<boolean>`v.probed_version is distinct from v.file_version or ${listedBefore}`
const due = sql<boolean>`(${isUnread}) and v.file_version is not null`

/**
 * Reads videos whose current file has not been probed by the current rules: first those that were never tried, then
 * those that failed, oldest attempt first. With `before`, leaves out those that were tried since then. `after` is the
 * last row of the previous page.
 */
export function selectDueFiles(
  db: Database,
  { before, after, limit }: { before: Date | null; after: DueFile | undefined; limit: number },
): Promise<DueFile[]> {
  const lastTried = sql<string>`coalesce(v.probed_at, '-infinity')`
  return db
    .selectFrom('videos as v')
    .select([
      'v.id',
      'v.path',
      sql<string>`v.file_version`.as('fileVersion'),
      sql<string>`${lastTried}::text`.as('asked'),
    ])
    .where(due)
    .$if(before !== null, (query) => query.where(lastTried, '<', sql<string>`${before}::timestamptz`))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${lastTried}, v.id) > (${after?.asked}::timestamptz, ${after?.id})`),
    )
    .orderBy(lastTried)
    .orderBy('v.id')
    .limit(limit)
    .execute()
}

/** Returns the number of files that are due to be probed. */
export async function countDueFiles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('videos as v')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(due)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores the facts about a file, and replaces or removes the times of its frames. Columns that the sidecar leaves empty
 * are filled in from the file. Returns false, and writes nothing, when the file has changed in the meantime.
 */
export async function saveProbe(
  db: Database,
  file: DueFile,
  facts: Updateable<Videos>,
  ticks: Buffer | null,
): Promise<boolean> {
  const { probedDuration, rateNumerator: rate, rateDenominator: per, width, height } = facts
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({
      ...facts,
      pictureRules,
      ...sizeBefore(facts),
      updatedAt: sql<string>`${facts.probedAt}`,
      duration: filled('duration', sql`probed_duration`, sql`${probedDuration}::float8`),
      frameRate: filled(
        'frame_rate',
        sql`rate_numerator::float8 / rate_denominator`,
        sql`${rate}::float8 / ${per}::float8`,
      ),
      resolution: filled('resolution', sql`width || 'x' || height`, sql`${width}::int4 || 'x' || ${height}::int4`),
    })
    .where('id', '=', file.id)
    .where('fileVersion', '=', file.fileVersion)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (ticks) {
    await db
      .insertInto('videoFrameTimes')
      .values({ videoId: file.id, ticks })
      .onConflict((conflict) => conflict.column('videoId').doUpdateSet({ ticks }))
      .execute()
  } else {
    await db.deleteFrom('videoFrameTimes').where('videoId', '=', file.id).execute()
  }
  return true
}

/**
 * Returns the columns for the previous size of the same file if it differs: older boxes may be in that size. They are
 * null for a new file.
 */
function sizeBefore({ sha256, width, height, probedAt }: Updateable<Videos>) {
  const isSame = sql`sha256 is not distinct from ${sha256}::text`
  const isOther = sql`(width, height) is distinct from (${width}::int4, ${height}::int4)`
  return {
    sizeBefore: sql<string>`case when not (${isSame}) then null when ${isOther} then width || 'x' || height else size_before end`,
    sizeChangedAt: sql<string>`case when not (${isSame}) then null when ${isOther} then ${probedAt}::timestamptz
      else size_changed_at end`,
  }
}

/** A video whose boxes were made while the server had stored another size for its pictures. */
export interface MovedBoxes {
  filename: string
  before: string
  now: string
  annotations: number
}

/** Reads the videos with annotations that were last saved while another size was stored for their pictures. */
export async function selectMovedBoxes(db: Database): Promise<MovedBoxes[]> {
  const { rows } = await sql<MovedBoxes>`
    select v.filename, v.size_before as before, v.width || 'x' || v.height as now, count(*)::int as annotations
    from videos v join annotations a on a.video_id = v.id
    where v.size_before is not null and a.updated_at < v.size_changed_at
    group by v.id order by v.filename`.execute(db)
  return rows
}

/**
 * Returns the new value from the file if the column is empty or still has the file's previous value; otherwise the
 * column's own value.
 */
function filled<T>(column: string, before: RawBuilder<unknown>, now: RawBuilder<unknown>) {
  const current = sql.ref(column)
  return sql<T | null>`case when ${current} is null or ${current} = ${before} then ${now} else ${current} end`
}

/**
 * Reads the probes of the files, with the packed times of their frames. Files that have changed since they were probed
 * are left out.
 */
export function selectProbes(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('videos as v')
    .leftJoin('videoFrameTimes as t', 't.videoId', 'v.id')
    .select(['v.id', 'v.probedAt', 'v.probeFault', 'v.sha256', 'v.codec', 'v.rotation', 'v.mirrored', 'v.width'])
    .select(['v.height', 'v.probedDuration', 'v.frameCount', 'v.rateNumerator', 'v.rateDenominator', 'v.tickNumerator'])
    .select(['v.tickDenominator', 'v.firstTick', 'v.isVariableRate', 't.ticks'])
    .where('v.id', '=', sql<string>`any(${ids}::text[])`)
    .where(sql<boolean>`v.probed_version = v.file_version`)
    .execute()
}
