import { requireActor } from '../../access/actor.js'
import { requireAdmin } from '../../access/require.js'
import { type Context, transaction } from '../../context.js'
import { isDeeperThan } from '../../lib/json-walk.js'
import { nameFault } from '../storage/content-type.js'
import { readSidecar, storedMetadata, videoColumns, videoIdOf, type Sidecar } from './metadata.js'
import { probeSoon } from './probe.service.js'
import { runRulesSoon } from '../rules/rule-run.service.js'
import type { StoredFile } from '../storage/store.js'
import { deleteMissing, lockSync, touchFiles, upsertFiles, type FileRow } from './sync.sql.js'

/** The result of a synchronisation, in numbers of files and rows. */
export interface SyncResult {
  added: number
  /** Rows whose file or sidecar has changed. */
  updated: number
  deleted: number
  errors: number
  /** The number of video files found. */
  total: number
}

const sidecarsAtOnce = 16
const rowsAtOnce = 500
const charactersAtOnce = 8_000_000
/** The maximum nesting of a stored sidecar; lines of imports have the same limit. */
const deepestSidecar = 500

/**
 * Throws FORBIDDEN unless the actor may synchronise and upload videos: administrators and, in single-user mode, the
 * default user (AM-04).
 */
export function requireFileKeeper(ctx: Context): void {
  const actor = requireActor(ctx)
  const isDefault = ctx.config.serviceMode === 'single-user' && actor.username === ctx.config.defaultUsername
  if (!isDefault) requireAdmin(ctx)
}

/** Synchronises at the request of an actor. Throws FORBIDDEN unless they may do so. */
export async function syncAsked(ctx: Context): Promise<SyncResult> {
  requireFileKeeper(ctx)
  return syncVideos(ctx)
}

/**
 * Makes the rows of videos match the video files, in batches (V-14), and schedules jobs that run the assignment rules
 * and probe new files. Rejects when the files cannot be listed.
 */
async function syncVideos(ctx: Context): Promise<SyncResult> {
  const listedAt = ctx.now()
  const files = await ctx.files.list()
  const result = { added: 0, updated: 0, deleted: 0, errors: 0, total: files.length }
  for await (const read of eachBatch(ctx, files)) {
    const rows = read.filter((row) => row !== null)
    result.errors += read.filter((row) => row === null || row.status === 'failed').length
    await transaction(ctx, async (tx) => {
      await lockSync(tx.db)
      const now = tx.now()
      const { added, updated } = await upsertFiles(tx.db, rows, now)
      result.added += added
      result.updated += updated
      await touchFiles(
        tx.db,
        rows.map((row) => row.filename),
        now,
      )
    })
  }
  await transaction(ctx, async (tx) => {
    await lockSync(tx.db)
    // The time is taken after the lock: everything that an upload wrote while it held the lock is older.
    const now = tx.now()
    result.deleted = await deleteMissing(
      tx.db,
      files.filter(({ fault }) => fault === undefined).map((file) => file.filename),
      { listedAt, now },
    )
    await runRulesSoon(tx)
    await probeSoon(tx)
  })
  ctx.statistics.loaded(['videos'], result.added)
  return result
}

/** Writes the row of a file that has just been stored, as a synchronisation would. Must be called in a transaction. */
export async function addFile(tx: Context, file: StoredFile): Promise<void> {
  const row = await readFile(tx, file)
  if (!row) throw new Error(`${file.filename} is no name of a file`)
  const now = tx.now()
  await upsertFiles(tx.db, [row], now)
  await touchFiles(tx.db, [row.filename], now)
  await runRulesSoon(tx)
  await probeSoon(tx)
}

/** Synchronises when the server starts; a failure is only logged (V-15). */
export async function syncAtStart(ctx: Context): Promise<void> {
  try {
    ctx.log.info(await syncVideos(ctx), 'videos synchronised')
  } catch (error) {
    ctx.log.error({ err: error }, 'the videos could not be synchronised')
  }
}

/**
 * Reads the files in batches, one entry per file, null for one that could not be read at all. The size of a batch is
 * limited by rows and by the length of the sidecars, to limit memory and statements.
 */
async function* eachBatch(ctx: Context, files: readonly StoredFile[]): AsyncGenerator<(FileRow | null)[]> {
  let batch: (FileRow | null)[] = []
  let characters = 0
  for (let at = 0; at < files.length; at += sidecarsAtOnce) {
    const rows = await Promise.all(files.slice(at, at + sidecarsAtOnce).map((file) => readFile(ctx, file)))
    for (const row of rows) {
      batch.push(row)
      characters += row?.metadata.length ?? 0
      if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length) yield batch
}

async function readFile(ctx: Context, file: StoredFile): Promise<FileRow | null> {
  const fault = file.fault ?? nameFault(file.filename)
  if (fault !== null) {
    ctx.log.warn({ path: file.path, fault }, 'a video file is left out')
    return null
  }
  const { filename, path, size } = file
  const { text, failed } = await readText(ctx, file)
  const { sidecar, metadata } = stored(file, text)
  if (text !== null && !sidecar) ctx.log.warn({ path: file.path }, 'a metadata file is no JSON object that can be kept')
  const columns = sidecar ?? videoColumns({})
  const { duration, frameRate, resolution, sourcePlatform, platformVideoId } = columns
  return {
    id: videoIdOf(filename),
    filename,
    path,
    size,
    version: `${size} ${file.modifiedAt.toISOString()}`,
    duration,
    frameRate,
    resolution,
    sourcePlatform,
    platformVideoId,
    metadata,
    status: sidecar ? 'synced' : failed || text !== null ? 'failed' : 'never',
  }
}

/** Returns the sidecar, null without one that can be stored, and the metadata to store as JSON text. */
function stored(file: StoredFile, text: string | null): { sidecar: Sidecar | null; metadata: string } {
  const sidecar = text === null ? null : readSidecar(text)
  if (sidecar && !isDeeperThan(deepestSidecar, sidecar.metadata))
    return { sidecar, metadata: JSON.stringify(storedMetadata(sidecar.metadata, file)) }
  return { sidecar: null, metadata: JSON.stringify(storedMetadata(null, file)) }
}

async function readText(ctx: Context, { path }: StoredFile): Promise<{ text: string | null; failed: boolean }> {
  try {
    return { text: await ctx.files.sidecar(path), failed: false }
  } catch (error) {
    ctx.log.warn({ err: error, path }, 'a metadata file cannot be read')
    return { text: null, failed: true }
  }
}
