import { createHash, randomBytes } from 'node:crypto'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import type { JobEffect, JobWork } from '../../jobs/job-type.js'
import { AppError, notFound } from '../../lib/errors.js'
import type { Draft } from '../../videos/storage/store.js'
import { openAgreementExport } from '../export/agreement-export.service.js'
import { openExport, refuseManyFrames, type Export } from '../export/export.service.js'
import type { ExportKind } from '../export/export.shape.js'
import { queryOf, type AgreementOrder } from './frozen-export.service.js'
import { formatVersion } from './frozen-export.shape.js'
import { selectFrozenExport, updateWrittenExport, type FrozenExportRow } from './frozen-export.sql.js'
import { gzipBlocks } from './gzip-blocks.js'
import { LineCounter } from './line-counter.js'

/** The progress is stored at each step of this many percent. */
const step = 5

interface WrittenFile {
  draft: Draft
  /** SHA-256 of the file in hexadecimal digits. */
  digest: string
  counter: LineCounter
}

/**
 * Writes the file of a frozen export from one snapshot of the database, compressed, with the rights that the caller has
 * now. The effect makes the file visible and records it, unless the export was deleted meanwhile. Equal states of the
 * database give equal bytes: gzip writes no time and no name into its header.
 */
export async function writeExport(
  ctx: Context,
  id: string,
  work: Pick<JobWork<unknown>, 'progress' | 'signal'>,
): Promise<JobEffect> {
  const row = await selectFrozenExport(ctx.db, requireActor(ctx), id)
  if (!row) throw notFound('Export')
  const made = await open({ ...ctx, clientGone: () => work.signal }, row)
  // Each attempt writes a separate file, because an attempt that has lost its lease may still be writing.
  const name = `${id}.${randomBytes(6).toString('hex')}.gz`
  try {
    const position = await made.position()
    const { draft, digest, counter } = await write(ctx, made, name, work)
    return async (tx) => {
      const totals = counter.totals()
      const now = tx.now()
      const written = {
        file: name,
        size: draft.size,
        digest,
        manifest: JSON.stringify({
          ...totals,
          ...(made.leftOut && { linesByType: [] }),
          leftOut: Object.entries(made.leftOut ?? {}).map(([name, count]) => ({ name, count })),
          position,
          formatVersion,
        }),
        completedAt: now,
        expiresAt: new Date(now.getTime() + tx.config.frozenExports.keepDays * 86_400_000),
      }
      if (!(await updateWrittenExport(tx.db, id, written))) {
        await draft.drop()
        throw notFound('Export')
      }
      await draft.keep()
      return { lines: totals.lines, bytes: totals.bytes, size: draft.size }
    }
  } finally {
    await made.close()
  }
}

async function open(ctx: Context, row: FrozenExportRow): Promise<Export> {
  if (row.contents === 'agreement') {
    const { videoId, ...input } = row.filters as AgreementOrder
    return openAgreementExport(ctx, videoId, input)
  }
  const [kind, query] = [row.contents as ExportKind, queryOf(row)]
  await refuseManyFrames(ctx, kind, query, ctx.config.frozenExports.frames)
  return openExport(ctx, kind, query)
}

/**
 * Returns the error for a file over a limit: the job fails with it immediately, because another attempt would fail too.
 */
function overLimit(limit: string, maximum: number): AppError {
  const message = `The file takes more than ${maximum} ${limit}. Choose less, such as by \`videoIds\` or \`personaIds\`.`
  return new AppError('COST_LIMIT', message, { extra: { limit, maximum } })
}

async function write(
  ctx: Context,
  made: Export,
  name: string,
  { progress, signal }: Pick<JobWork<unknown>, 'progress' | 'signal'>,
): Promise<WrittenFile> {
  const counter = new LineCounter()
  const { megabytes, minutes } = ctx.config.frozenExports
  const until = performance.now() + minutes * 60_000
  const hash = createHash('sha256')
  async function* counted() {
    let reached = 0
    for await (const piece of made.body) {
      counter.add(piece)
      if (counter.bytes > megabytes * 1_048_576) throw overLimit('MB before it is compressed', megabytes)
      if (performance.now() > until) throw overLimit('minutes of writing', minutes)
      yield piece
      // Only the bytes of annotations are known in advance; they are nearly all of a large file.
      const percent = made.counters?.bytes ? Math.min(99, Math.floor((100 * counter.bytes) / made.counters.bytes)) : 0
      if (percent < reached + step) continue
      reached = percent
      await progress(percent)
    }
  }
  async function* hashed() {
    for await (const piece of gzipBlocks(counted())) {
      signal.throwIfAborted()
      hash.update(piece)
      yield piece
    }
  }
  const draft = await ctx.files.exports.draft(name, hashed())
  return { draft, digest: hash.digest('hex'), counter }
}
