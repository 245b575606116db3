import { rm } from 'node:fs/promises'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { inHeldTransaction, type HeldTransaction } from '../../database/held-transaction.js'
import { asAppError, sqlStateOf } from '../../lib/constraints.js'
import { newId } from '../../lib/uuid.js'
import { completeImport, insertImport, lockImportsOf } from './history.sql.js'
import { applyImport } from './apply/apply.service.js'
import type { ImportOptions, ReadOptions } from './options.js'
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
  options: ReadOptions
}

/** Imports and previews take turns by person; each holds one connection. Who goes away waits no longer. */
function inTurn<T>(ctx: Context, act: () => Promise<T>): Promise<T> {
  return ctx.admission.during('import', requireActor(ctx).userId, ctx.clientGone(), act)
}

/**
 * What an import of the file would do, without doing it (I-40). Answers the file of the report, which the caller
 * removes.
 */
export function previewImport(ctx: Context, file: ImportFile, form: ReportForm): Promise<string> {
  return inTurn(ctx, () =>
    onStagedFile(ctx, file, async (work, held, options) => {
      const kept = await planImport(work, held.client, options)
      return writeReport(work, held.client, await head(work, kept), form)
    }),
  )
}

/**
 * Imports a file: all or nothing unless `transaction.atomic` is false. The history says what became of it (I-42).
 * Answers as previewImport.
 */
export function importFile(ctx: Context, file: ImportFile): Promise<string> {
  return inTurn(ctx, async () => {
    const id = newId()
    let begun = false
    try {
      return await onStagedFile(ctx, file, async (work, held, options) => {
        await insertImport(ctx.db, {
          id,
          filename: file.filename,
          importedBy: requireActor(ctx).userId,
          importOptions: JSON.stringify(file.options.given),
          success: false,
          result: JSON.stringify({ success: false, status: 'interrupted' }),
          itemsImported: 0,
          itemsSkipped: 0,
          createdAt: ctx.now(),
        })
        begun = true
        return carryOut(work, held, options, id)
      })
    } catch (error) {
      // Where the database is away, the row says `interrupted`, as it did from the start.
      if (begun)
        await noteFailure(ctx, id, error).catch((err: unknown) => ctx.log.warn({ err }, 'the history was not written'))
      throw error
    }
  })
}

async function noteFailure(ctx: Context, id: string, error: unknown): Promise<void> {
  const { message } = asAppError(error)
  const result = JSON.stringify({ success: false, status: 'failed', errors: [{ line: 0, type: 'execution', message }] })
  await completeImport(ctx.db, id, { result, success: false, itemsImported: 0, itemsSkipped: 0 })
}

/**
 * Plans, applies and writes the history in one transaction; plans again when a concurrent write invalidated the plan.
 */
async function carryOut(work: Context, held: HeldTransaction, options: ImportOptions, id: string): Promise<string> {
  const { userId } = requireActor(work)
  await lockImportsOf(work.db, userId)
  const path = await again(3, () =>
    held.attempt(async () => {
      const kept = await planImport(work, held.client, options)
      if (kept) await applyImport(work, held, options.atomic)
      const made = await head(work, kept)
      await completeImport(work.db, id, { result: reportJson(made), success: made.success, ...itemTotals(made) })
      return writeReport(work, held.client, made, 'report')
    }),
  )
  try {
    await held.commit()
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const retried = new Set(['23505', '23503', '40001', '40P01'])

async function again<T>(times: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (times <= 1 || !retried.has(sqlStateOf(error) ?? '')) throw error
    return again(times - 1, act)
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
function onStagedFile<T>(
  ctx: Context,
  file: ImportFile,
  act: (work: Context, held: HeldTransaction, options: ImportOptions) => Promise<T>,
): Promise<T> {
  return inHeldTransaction(ctx.pool, { statement_timeout: '0', work_mem: '64MB' }, async (held) => {
    await createStagingTables(held.db)
    const { annotationsOnly } = await stageFile(held.client, file.path, file.options.common)
    await indexStagingTables(held.db)
    return act({ ...ctx, db: held.db }, held, file.options.of[annotationsOnly ? 'annotation-only' : 'full'])
  })
}
