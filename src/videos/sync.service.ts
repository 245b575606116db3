import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { isDeeperThan } from '../lib/json-walk.js'
import { readSidecar, storedMetadata, videoColumns, videoIdOf, type Sidecar } from './metadata.js'
import { probeSoon } from './probe.service.js'
import { runRulesSoon } from './rule-run.service.js'
import type { StoredFile } from './storage-store.js'
import { deleteMissing, lockSync, touchFiles, upsertFiles, type FileRow } from './sync.sql.js'

export interface SyncResult {
  added: number
  /** Rows whose file or sidecar changed. */
  updated: number
  deleted: number
  errors: number
  /** Video files found. */
  total: number
}

const sidecarsAtOnce = 16
const rowsAtOnce = 500
const charactersAtOnce = 8_000_000
/** The same bound that lines of imports have. */
const deepestSidecar = 500

/** Administrators, and the default user of single-user mode (AM-04), look after the files. */
export function requireFileKeeper(ctx: Context): void {
  const actor = requireActor(ctx)
  const isDefault = ctx.config.serviceMode === 'single-user' && actor.username === ctx.config.defaultUsername
  if (!isDefault) requireAdmin(ctx)
}

export async function syncAsked(ctx: Context): Promise<SyncResult> {
  requireFileKeeper(ctx)
  return syncVideos(ctx)
}

/**
 * Makes the rows agree with the video files (V-14), some at a time; then the assignment rules run and new files are
 * probed, as jobs. Rejects when the files cannot be listed.
 */
export async function syncVideos(ctx: Context): Promise<SyncResult> {
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
    // Read behind the lock: what an upload wrote while it held it is older than this.
    const now = tx.now()
    result.deleted = await deleteMissing(
      tx.db,
      files.map((file) => file.filename),
      { listedAt, now },
    )
    await runRulesSoon(tx)
    await probeSoon(tx)
  })
  return result
}

/** The row of a file that has just come, as a synchronisation would write it; call in a transaction. */
export async function addFile(tx: Context, file: StoredFile): Promise<void> {
  const row = await readFile(tx, file)
  if (!row) throw new Error(`${file.filename} is no name of a file`)
  const now = tx.now()
  await upsertFiles(tx.db, [row], now)
  await touchFiles(tx.db, [row.filename], now)
  await runRulesSoon(tx)
  await probeSoon(tx)
}

/** V-15: at startup; a failure is only logged. */
export async function syncAtStart(ctx: Context): Promise<void> {
  try {
    ctx.log.info(await syncVideos(ctx), 'videos synchronised')
  } catch (error) {
    ctx.log.error({ err: error }, 'the videos could not be synchronised')
  }
}

/**
 * One entry a file, null where it could not be read at all; so many at a time that their sidecars fill neither the
 * memory nor a statement.
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
  // Bytes that are no UTF-8: such a name leads to no file.
  if (file.filename.includes('\ufffd')) return null
  const { filename, path, size } = file
  const { text, failed } = await readText(ctx, file)
  const { sidecar, metadata } = stored(file, text)
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

/** The sidecar, null where it is none that can be stored, and the metadata as JSON text. */
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
