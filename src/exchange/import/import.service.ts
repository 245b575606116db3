import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { databaseOn } from '../../database/held-client.js'
import { sqlStateOf } from '../../lib/constraints.js'
import { AppError } from '../../lib/errors.js'
import { semaphore, type Semaphore } from '../../lib/semaphore.js'
import { newId } from '../../lib/uuid.js'
import { completeImport, insertImport } from './history.sql.js'
import { applyImport } from './apply/apply.service.js'
import { readOptions, type ImportOptions } from './options.js'
import { planImport } from './plan/plan.service.js'
import { itemTotals, reportHead, type ReportHead } from './report/report.js'
import { reportJson, type ReportForm } from './report/print.sql.js'
import { hasErrors, selectPlaceholderCounts, selectStateCounts } from './report/report.sql.js'
import { stageFile } from './stage/stage.service.js'
import { writeReport } from './report/report.service.js'
import { createStagingTables, indexStagingTables } from './stage/staging.sql.js'

export interface ImportFile {
  /** Where the upload was spooled. */
  path: string
  filename: string
  /** The options as parsed from the form. */
  options: Record<string, unknown>
}

/** Imports that work at once, by the pool they use; each holds one connection. */
const turns = new WeakMap<object, Semaphore>()

function turnOf(ctx: Context): Semaphore {
  const known = turns.get(ctx.pool)
  if (known) return known
  const fresh = semaphore(Math.max(1, Math.floor(ctx.config.database.poolSize / 3)))
  turns.set(ctx.pool, fresh)
  return fresh
}

/**
 * What an import of the file would do, without doing it (I-40). Answers the file of the report, which the caller
 * removes.
 */
export function previewImport(ctx: Context, file: ImportFile, form: ReportForm): Promise<string> {
  return turnOf(ctx)(() =>
    onStagedFile(ctx, file, async (work, client, options) => {
      const kept = await planImport(work, client, options)
      return writeReport(work, client, await head(work, kept), form)
    }),
  )
}

/**
 * Takes a file in: all or nothing unless `transaction.atomic` is false. The history says what became of it (I-42).
 * Answers as previewImport.
 */
export function importFile(ctx: Context, file: ImportFile): Promise<string> {
  return turnOf(ctx)(async () => {
    const id = newId()
    let begun = false
    try {
      return await onStagedFile(ctx, file, async (work, client, options) => {
        await insertImport(ctx.db, {
          id,
          filename: file.filename,
          importedBy: requireActor(ctx).userId,
          importOptions: JSON.stringify(file.options),
          success: false,
          result: JSON.stringify({ success: false, status: 'interrupted' }),
          itemsImported: 0,
          itemsSkipped: 0,
          createdAt: ctx.now(),
        })
        begun = true
        return carryOut(work, client, options, id)
      })
    } catch (error) {
      if (begun) await noteFailure(ctx, id, error)
      throw error
    }
  })
}

async function noteFailure(ctx: Context, id: string, error: unknown): Promise<void> {
  const message = error instanceof AppError ? error.message : 'An unexpected error occurred'
  const result = JSON.stringify({ success: false, status: 'failed', errors: [{ line: 0, type: 'execution', message }] })
  await completeImport(ctx.db, id, { result, success: false, itemsImported: 0, itemsSkipped: 0 })
}

const retried = new Set(['23505', '23503', '40001', '40P01'])

/** Plan, acts and history in one transaction. When somebody else's write came between plan and act, it plans anew. */
async function carryOut(work: Context, client: pg.PoolClient, options: ImportOptions, id: string): Promise<string> {
  const { userId } = requireActor(work)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${userId}`}, 0))`.execute(work.db)
  await sql`savepoint staged`.execute(work.db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const kept = await planImport(work, client, options)
      if (kept) await applyImport(work, options.atomic)
      const made = await head(work, kept)
      await completeImport(work.db, id, { result: reportJson(made), success: made.success, ...itemTotals(made) })
      const path = await writeReport(work, client, made, 'report')
      await commitOrRemove(work, path)
      return path
    } catch (error) {
      if (attempt === 3 || !retried.has(sqlStateOf(error) ?? '')) throw error
      await sql`rollback to savepoint staged`.execute(work.db)
    }
  }
}

async function commitOrRemove({ db }: Context, path: string): Promise<void> {
  try {
    await sql`commit`.execute(db)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function head({ db }: Context, kept: boolean): Promise<ReportHead> {
  return reportHead({
    counts: await selectStateCounts(db),
    placeholders: await selectPlaceholderCounts(db),
    hasErrors: await hasErrors(db),
    kept,
  })
}

/** Parses the whole file into temporary tables of one transaction; whatever `act` does not commit is undone. */
async function onStagedFile<T>(
  ctx: Context,
  file: ImportFile,
  act: (work: Context, client: pg.PoolClient, options: ImportOptions) => Promise<T>,
): Promise<T> {
  const client = await ctx.pool.connect()
  let broken = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  const work: Context = { ...ctx, db: databaseOn(client) }
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local work_mem = '64MB'`)
    await createStagingTables(work.db)
    const { annotationsOnly } = await stageFile(client, file.path, readOptions(file.options, 'full'))
    await indexStagingTables(work.db)
    return await act(work, client, readOptions(file.options, annotationsOnly ? 'annotation-only' : 'full'))
  } finally {
    await client.query('rollback').catch(() => {
      broken = true
    })
    client.off('error', onError)
    client.release(broken)
  }
}
