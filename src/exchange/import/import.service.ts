import { setTimeout } from 'node:timers/promises'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { inHeldSession, type HeldSession } from '../../database/driver/held-session.js'
import { sqlStateOf } from '../../lib/constraints.js'
import { asAppError } from '../../refusals.js'
import { AppError } from '../../lib/errors.js'
import { newId } from '../../lib/uuid.js'
import {
  completeImport,
  deleteImport,
  insertImport,
  interrupted,
  lockImportsOf,
  selectOutcome,
  selectTransactionNumber,
  updateImportOptions,
} from './history.sql.js'
import { applyImport } from './apply/apply.service.js'
import type { ImportOptions, ReadOptions } from './options.js'
import { planImport } from './plan/plan.service.js'
import { itemTotals, reportHead, type ReportHead } from './report/report.js'
import { reportJson, type ReportForm } from './report/print.sql.js'
import { noteMostlySkipped, selectNoteTotals, selectPlaceholderCounts, selectStateCounts } from './report/report.sql.js'
import { stageFile } from './stage/stage.service.js'
import { stagedLines } from './tools/tool-lines.service.js'
import { writeReport } from './report/report.service.js'
import { removeSpooled } from './spool.js'
import { fewerNotes, importBudget } from './import-budget.js'
import { createStagingTables, indexStagingTables } from './stage/staging.sql.js'
import { filledTables } from './apply/insert.sql.js'

export interface ImportFile {
  /** The path of the spooled upload. */
  path: string
  options: ReadOptions
  /**
   * Whether the caller parses the report into memory, so that each of its notes becomes an object of the answer and
   * counts against the request's budget (GraphQL).
   */
  reportIsParsed?: boolean
}

export interface BegunImport {
  /** The id of the import's row in the history. */
  id: string
  /** Deletes the row again, unless it already has the outcome of the import. */
  forget(): Promise<void>
}

/**
 * Waits for one of the user's places, which imports and previews share, and runs `act`; each import or preview holds
 * one database connection. A client that disconnects stops waiting.
 */
function inTurn<T>(ctx: Context, act: () => Promise<T>): Promise<T> {
  return ctx.admission.during('import', requireActor(ctx).userId, ctx.clientGone(), act)
}

/**
 * Reports what an import of the file would do, without doing it (I-40). Returns the path of the report's file, which
 * the caller removes. Throws PARSE_ERROR for the first line that cannot be parsed and COST_LIMIT for a file or report
 * that is too large.
 */
export function previewImport(ctx: Context, file: ImportFile, form: ReportForm): Promise<string> {
  return inTurn(ctx, () =>
    onStagedFile(ctx, file, async (work, held, options) => {
      const kept = await planImport(work, held.client, options, false)
      return writeReport(work, held.client, await head(ctx, work, file, kept), form)
    }),
  )
}

/** The most characters of a file's name in the history; the name in a form may have 16 kB. */
const keptName = 255

/**
 * Inserts a row into the history when the first byte of a file has arrived. Its result is `interrupted` until the
 * import has ended; it is deleted if the file is refused before it has been parsed (I-42).
 */
export async function beginImport(ctx: Context, filename: string): Promise<BegunImport> {
  const id = newId()
  await insertImport(ctx.db, {
    id,
    filename: filename.slice(0, keptName),
    importedBy: requireActor(ctx).userId,
    importOptions: '{}',
    success: false,
    result: JSON.stringify(interrupted),
    itemsImported: 0,
    itemsSkipped: 0,
    createdAt: ctx.now(),
  })
  return { id, forget: () => deleteImport(ctx.db, id).catch(unwritten(ctx)) }
}

/**
 * Logs that the history could not be written. If the database cannot be reached, the row keeps its initial result
 * `interrupted`.
 */
const unwritten = (ctx: Context) => (err: unknown) => ctx.log.warn({ err }, 'the history was not written')

/**
 * Imports a file, all or nothing unless `transaction.atomic` is false. The row of the history from beginImport records
 * the outcome (I-42). Returns and throws as previewImport does.
 */
export async function importFile(ctx: Context, file: ImportFile, { id }: BegunImport): Promise<string> {
  let isParsed = false
  try {
    return await inTurn(ctx, () =>
      onStagedFile(ctx, file, async (work, held, options) => {
        await updateImportOptions(ctx.db, id, JSON.stringify(file.options.sent))
        isParsed = true
        return carryOut(ctx, work, held, { file, options, id })
      }),
    )
  } catch (error) {
    await (isParsed ? noteFailure(ctx, id, error) : deleteImport(ctx.db, id)).catch(unwritten(ctx))
    throw error
  }
}

async function noteFailure(ctx: Context, id: string, error: unknown): Promise<void> {
  const { message } = asAppError(error)
  const result = JSON.stringify({ success: false, status: 'failed', errors: [{ line: 0, type: 'execution', message }] })
  await completeImport(ctx.db, id, { result, success: false, itemsImported: 0, itemsSkipped: 0 })
}

/**
 * Plans, applies and records the import in one transaction. If a concurrent write has invalidated the plan, undoes the
 * attempt and plans again, up to three times in all. Returns the path of the report's file.
 */
async function carryOut(
  ctx: Context,
  work: Context,
  held: HeldSession,
  { file, options, id }: { file: ImportFile; options: ImportOptions; id: string },
): Promise<string> {
  const { userId } = requireActor(work)
  await held.begin()
  await lockImportsOf(work.db, userId)
  const path = await again(3, () =>
    held.attempt(async () => {
      const kept = await planImport(work, held.client, options, true)
      if (kept) await applyImport(work, held, options.atomic)
      const made = await head(ctx, work, file, kept)
      await completeImport(work.db, id, { result: reportJson(made), success: made.success, ...itemTotals(made) })
      return writeReport(work, held.client, made, 'report')
    }),
  )
  let xid: string | undefined
  try {
    xid = await selectTransactionNumber(work.db)
    await held.commit()
    ctx.statistics.loaded(filledTables)
    return path
  } catch (error) {
    if (xid !== undefined && (await isCommitted(ctx, xid))) return path
    await removeSpooled(path)
    throw error
  }
}

/** How long the database is queried for the outcome of a transaction whose COMMIT was not answered. */
const askingMs = 10_000
const pauseMs = 100

/**
 * Returns whether a transaction committed although its COMMIT failed: the connection may have been lost after the
 * database had committed. Reads the transaction's outcome from the database; false if that is impossible.
 */
async function isCommitted({ db, log }: Context, xid: string): Promise<boolean> {
  for (const until = performance.now() + askingMs; performance.now() < until; await setTimeout(pauseMs)) {
    try {
      const outcome = await selectOutcome(db, xid)
      if (outcome !== 'in progress') return outcome === 'committed'
    } catch (err) {
      log.warn({ err }, 'what became of an import cannot be asked yet')
    }
  }
  return false
}

const retried = new Set(['23505', '23503', '40001', '40P01'])

/** Returns whether a stored row that the plan was going to change was deleted before it could be locked. */
const isOutdated = (error: unknown) => error instanceof AppError && error.code === 'SERVER_BUSY'

async function again<T>(times: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (times <= 1 || !(retried.has(sqlStateOf(error) ?? '') || isOutdated(error))) throw error
    return again(times - 1, act)
  }
}

/**
 * Counts for the head of the report. Throws COST_LIMIT if the report has more notes than the request's budget allows;
 * then nothing is imported.
 */
async function head(ctx: Context, { db }: Context, file: ImportFile, kept: boolean): Promise<ReportHead> {
  if (kept) await noteMostlySkipped(db)
  const notes = await selectNoteTotals(db)
  ctx.budget.hint = fewerNotes
  ctx.budget.checkBytes(notes.bytes)
  if (file.reportIsParsed) ctx.budget.checkObjects(notes.count)
  return reportHead({
    counts: await selectStateCounts(db),
    placeholders: await selectPlaceholderCounts(db),
    hasErrors: notes.hasErrors,
    kept,
  })
}

/**
 * Parses the whole file into temporary tables of one session and runs `act` in it. No transaction lasts longer than a
 * step before `act` begins one, because the feed of changes waits for each transaction that writes, even to temporary
 * tables.
 */
function onStagedFile<T>(
  ctx: Context,
  file: ImportFile,
  act: (work: Context, held: HeldSession, options: ImportOptions) => Promise<T>,
): Promise<T> {
  const budget = importBudget(ctx)
  const { url, directUrl } = ctx.config.database
  // PostgreSQL samples 300 lines for each unit of the target: 6,000 lines show the kinds and references as well as the
  // 30,000 of the default target, in a fifth of the time.
  const settings = { statement_timeout: '0', work_mem: '64MB', default_statistics_target: '20' }
  return inHeldSession(directUrl === url ? ctx.pool : ctx.exportPool, settings, budget, async (held) => {
    await createStagingTables(held.db)
    const lines = await stagedLines(ctx, file, budget)
    const { annotationsOnly } = await stageFile(held.client, lines)
    await indexStagingTables(held.db)
    return act({ ...ctx, db: held.db, budget }, held, file.options.of[annotationsOnly ? 'annotation-only' : 'full'])
  })
}
