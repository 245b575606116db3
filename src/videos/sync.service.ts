import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { readSidecar, storedMetadata, videoColumns, videoIdOf } from './metadata.js'
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
 * Makes the rows agree with the video files (V-14); then the assignment rules run and new files are probed,
 * as jobs. Rejects when the files
 * cannot be listed.
 */
export async function syncVideos(ctx: Context): Promise<SyncResult> {
  const listedAt = ctx.now()
  const files = await ctx.files.list()
  const read = await readAll(ctx, files)
  const rows = read.filter((row) => row !== null)
  const now = ctx.now()
  return transaction(ctx, async (tx) => {
    await lockSync(tx.db)
    let [added, updated] = [0, 0]
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = await upsertFiles(tx.db, rows.slice(at, at + rowsAtOnce), now)
      added += part.added
      updated += part.updated
    }
    await touchFiles(
      tx.db,
      rows.map((row) => row.filename),
      now,
    )
    const deleted = await deleteMissing(
      tx.db,
      files.map((file) => file.filename),
      { listedAt, now },
    )
    await runRulesSoon(tx)
    await probeSoon(tx)
    const errors = read.filter((row) => row === null || row.status === 'failed').length
    return { added, updated, deleted, errors, total: files.length }
  })
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

/** One entry a file, null where it could not be read at all. */
async function readAll(ctx: Context, files: readonly StoredFile[]): Promise<(FileRow | null)[]> {
  const rows: (FileRow | null)[] = []
  for (let at = 0; at < files.length; at += sidecarsAtOnce) {
    rows.push(...(await Promise.all(files.slice(at, at + sidecarsAtOnce).map((file) => readFile(ctx, file)))))
  }
  return rows
}

async function readFile(ctx: Context, file: StoredFile): Promise<FileRow | null> {
  // Bytes that are no UTF-8: such a name leads to no file.
  if (file.filename.includes('\ufffd')) return null
  const { filename, path, size } = file
  const { text, failed } = await readText(ctx, file)
  const sidecar = text === null ? null : readSidecar(text)
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
    metadata: storableText(storedMetadata(sidecar?.metadata ?? null, file)),
    status: sidecar ? 'synced' : failed || text !== null ? 'failed' : 'never',
  }
}

/** JSON text whose strings the database can read back: lone surrogates become U+FFFD. */
function storableText(metadata: object): string {
  const text = JSON.stringify(metadata)
  if (!/\\ud[89a-f]/i.test(text)) return text
  return JSON.stringify(metadata, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}

async function readText(ctx: Context, { path }: StoredFile): Promise<{ text: string | null; failed: boolean }> {
  try {
    return { text: await ctx.files.sidecar(path), failed: false }
  } catch (error) {
    ctx.log.warn({ err: error, path }, 'a metadata file cannot be read')
    return { text: null, failed: true }
  }
}
