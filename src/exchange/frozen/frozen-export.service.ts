import { requireActor } from '../../access/actor.js'
import type { AgreementArguments } from '../../agreement/agreement.shape.js'
import { comparisonOf, requireComparable } from '../../agreement/report.service.js'
import { type Context, transaction } from '../../context.js'
import { createJob, stopJob } from '../../jobs/job.service.js'
import { AppError, conflict, notFound, validation } from '../../lib/errors.js'
import { noteDeleted } from '../../lib/deleted.js'
import { newestFirst, wholeList, type ListOf } from '../../lib/page.js'
import { isUuid, newId, normalUuid } from '../../lib/uuid.js'
import { refuseManyFrames } from '../export/export.service.js'
import {
  exportFiles,
  refuseFormat,
  type ExportContents,
  type ExportKind,
  type ExportQuery,
} from '../export/export.shape.js'
import { flagNames, listNames, readFilters, type GivenFilters } from '../export/filter.js'
import { scopeOf } from '../export/scope.service.js'
import { scopeText } from '../export/scope.js'
import {
  countFrozenExports,
  deleteExpiredExports,
  deleteFrozenExport as deleteRow,
  insertFrozenExport,
  lockExportsOf,
  selectFrozenExport,
  selectFrozenExports,
  selectUnknownFiles,
  updateJobOfExport,
  type FrozenExportRow,
} from './frozen-export.sql.js'

/** The job that writes an export; frozen-export.job.ts defines its work. */
export const exportJob = { name: 'export-writing', attempts: 3 }

/** How long an address of the object store is valid, in seconds. */
const addressSeconds = 3600
/** The names of the files and of unfinished ones; the folder may contain other files. */
const ownNames = /^([0-9a-f-]{36}\.[0-9a-f]{12}\.gz|\.[0-9a-f-]{36}\.part)$/
/** A file that belongs to no export is removed once it is this old, because a job may have just written it. */
const strayAfterMs = 86_400_000
/** An export whose file could not be written is deleted after this many days. */
const failedKeptDays = 7

const endings: Record<string, string> = {
  ndjson: 'jsonl',
  json: 'json',
  coco: 'coco.json',
  mot: 'mot.txt',
  'mot-labels': 'labels.txt',
  cvat: 'cvat.xml',
  webvtt: 'vtt',
}

/** The video of an export of agreement, and how it is compared. */
export type AgreementOrder = AgreementArguments & { videoId: string }

/** The request for an export; absent members and null have their defaults. */
export interface ExportOrder extends GivenFilters {
  contents?: ExportContents | null
  agreement?: AgreementOrder | null
  scope?: string | null
  projectId?: string | null
  format?: string | null
}

/** Returns the query of a stored export, in the form of streamed exports. */
export function queryOf({ scope, worldProjectId, filters, format }: FrozenExportRow): ExportQuery {
  return {
    ...(filters as ExportQuery),
    format: format as NonNullable<ExportQuery['format']>,
    scope,
    ...(worldProjectId && { projectId: worldProjectId }),
  }
}

/** Returns a frozen export as clients see it. */
function shown(ctx: Context, row: FrozenExportRow) {
  const { file, publicId, status, progress, error, ...rest } = row
  const isWritten = file !== null
  return {
    ...rest,
    status: isWritten ? 'completed' : (status ?? 'failed'),
    progress: isWritten ? 100 : (progress ?? 0),
    error: isWritten
      ? null
      : status === null
        ? 'The job that was to write it is gone'
        : status === 'failed'
          ? error
          : null,
    jobId: publicId,
    fileUrl: isWritten ? `${ctx.config.basePath}/api/exports/${row.id}/file` : null,
  }
}
export type FrozenExportView = ReturnType<typeof shown>

/**
 * Requests a frozen export: a job writes it with the rights that the caller has then. Throws what a streamed export
 * throws for its scope and filters, or `agreementOnVideo` for what it compares, COST_LIMIT if its boxes are on too many
 * frames, and RATE_LIMITED if the caller has the most exports allowed; the error lists the oldest ones, which can be
 * deleted.
 */
export async function createFrozenExport(ctx: Context, order: ExportOrder): Promise<FrozenExportView> {
  const { contents, agreement, ...rest } = order
  if (contents === 'agreement') return insertOrder(ctx, await agreementOrder(ctx, agreement, rest))
  if (agreement) throw validation([{ field: 'agreement', message: 'is only for the contents agreement' }])
  return insertOrder(ctx, await contentOrder(ctx, contents ?? 'all', rest))
}

type NewOrder = Pick<FrozenExportRow, 'contents' | 'scope' | 'worldProjectId' | 'format'> & { filters: string }

/** Returns the order of an export of agreement, once it is checked. */
async function agreementOrder(
  ctx: Context,
  agreement: AgreementOrder | null | undefined,
  others: Omit<ExportOrder, 'contents' | 'agreement'>,
): Promise<NewOrder> {
  const isNot = (field: string) => ({ field, message: 'is not for the contents agreement' })
  const given = Object.entries(others).filter(
    ([name, value]) => value != null && !(name === 'format' && value === 'ndjson'),
  )
  if (given.length) throw validation(given.map(([name]) => isNot(name)))
  if (!agreement) throw validation([{ field: 'agreement', message: 'is required for the contents agreement' }])
  const { videoId, ...input } = agreement
  await requireComparable(ctx, videoId, comparisonOf(input).personaIds)
  const filters = JSON.stringify({ videoId, ...input })
  return { contents: 'agreement', scope: 'own', worldProjectId: null, filters, format: 'ndjson' }
}

async function contentOrder(
  ctx: Context,
  kind: ExportKind,
  { scope, projectId, format, ...filters }: Omit<ExportOrder, 'contents' | 'agreement'>,
): Promise<NewOrder> {
  const present = Object.fromEntries(
    [...flagNames, ...listNames].flatMap((name) => {
      const value = (filters as Record<string, unknown>)[name]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
  readFilters(present)
  refuseFormat(kind, format)
  const whose = await scopeOf(ctx, { scope: scope ?? null, projectId: projectId ?? null }, exportFiles[kind].contents)
  const query = { ...present, scope: scope ?? null, projectId: projectId ?? null, format } as ExportQuery
  await refuseManyFrames(ctx, kind, query, ctx.config.frozenExports.frames)
  return {
    contents: kind,
    scope: scopeText(whose),
    worldProjectId: whose.of === 'own' && projectId ? normalUuid(projectId) : null,
    filters: JSON.stringify(present),
    format: format ?? 'ndjson',
  }
}

/** Stores an order and its job. */
async function insertOrder(ctx: Context, order: NewOrder): Promise<FrozenExportView> {
  const { userId } = requireActor(ctx)
  const id = newId()
  await transaction(ctx, async (tx) => {
    await lockExportsOf(tx.db, userId)
    await refuseTooMany(tx)
    await insertFrozenExport(tx.db, { id, createdBy: userId, ...order, createdAt: tx.now() })
    const job = await createJob(tx, exportJob, { idPrefix: `export-${id}`, payload: { exportId: id } })
    await updateJobOfExport(tx.db, id, job.id)
  })
  return getFrozenExport(ctx, id)
}

/** How many ids of the oldest exports the refusal of another one lists. */
const named = 5

async function refuseTooMany(ctx: Context): Promise<void> {
  const owner = requireActor(ctx)
  const most = ctx.config.frozenExports.perUser
  const kept = await countFrozenExports(ctx.db, { userId: owner.userId })
  if (kept < most) return
  const exports = (await selectFrozenExports(ctx.db, owner, wholeList))
    .toReversed()
    .slice(0, named)
    .map(({ id, createdAt, size }) => ({ id, createdAt, size }))
  const message = `You have ${kept} frozen exports, and at most ${most} may be kept: delete some`
  throw new AppError('RATE_LIMITED', message, { extra: { retryAfter: 60, exports } })
}

async function rowOf(ctx: Context, id: string): Promise<FrozenExportRow> {
  const owner = requireActor(ctx)
  const row = isUuid(id) ? await selectFrozenExport(ctx.db, owner, normalUuid(id)) : undefined
  if (!row) throw notFound('Export')
  return row
}

/** Returns an export of the caller; throws NOT_FOUND otherwise. */
export async function getFrozenExport(ctx: Context, id: string): Promise<FrozenExportView> {
  return shown(ctx, await rowOf(ctx, id))
}

/** Returns the list of the exports of the caller, newest first. */
export function listFrozenExports(ctx: Context): ListOf<FrozenExportView> {
  const owner = requireActor(ctx)
  return {
    name: 'frozenExports',
    filter: {},
    ...newestFirst,
    select: async (page) => (await selectFrozenExports(ctx.db, owner, page)).map((row) => shown(ctx, row)),
    count: () => countFrozenExports(ctx.db, owner),
  }
}

/** Deletes an export of the caller with its file, and stops a job that still writes it. Throws NOT_FOUND otherwise. */
export async function deleteFrozenExport(ctx: Context, id: string): Promise<void> {
  const { userId } = requireActor(ctx)
  await rowOf(ctx, id)
  await transaction(ctx, async (tx) => {
    const gone = await deleteRow(tx.db, userId, normalUuid(id))
    if (!gone) throw notFound('Export')
    if (gone.jobId) await stopJob(tx, gone.jobId)
    const { file } = gone
    if (file !== null) await tx.afterCommit(() => ctx.files.exports.remove(file))
  })
  noteDeleted(ctx, 'FrozenExport', [normalUuid(id)])
}

/** Returns a written file: its facts, and how to read a part of it. */
export async function fileOfExport(ctx: Context, id: string) {
  const { file, size, digest, contents, format, completedAt, status } = await rowOf(ctx, id)
  if (file === null || size === null || digest === null || completedAt === null) {
    const message =
      status === 'failed' || status === null ? 'The export failed: order a new one' : 'The export is not written yet'
    throw conflict(message)
  }
  return {
    size,
    digest,
    fileName: `parallax-${contents}-${completedAt.replaceAll(/[-:]|\.\d+/g, '')}.${endings[format]}.gz`,
    modifiedAt: new Date(completedAt),
    redirect: () => ctx.files.exports.url(file, addressSeconds),
    async open(range: { start: number; end: number }) {
      const stream = await ctx.files.exports.open(file, range)
      if (!stream) throw notFound('File of the export')
      return stream
    },
  }
}

/** Deletes the expired exports, and the files that belong to no export; returns the number of deleted exports. */
export async function sweepExports(ctx: Context): Promise<number> {
  const now = ctx.now()
  const files = await deleteExpiredExports(ctx.db, now, new Date(now.getTime() - failedKeptDays * 86_400_000))
  for (const file of files) await ctx.files.exports.remove(file)
  const before = Date.now() - strayAfterMs
  const old = (await ctx.files.exports.list())
    .filter(({ filename, modifiedAt }) => ownNames.test(filename) && modifiedAt.getTime() < before)
    .map(({ filename }) => filename)
  for (const name of await selectUnknownFiles(ctx.db, old)) await ctx.files.exports.remove(name)
  return files.length
}
