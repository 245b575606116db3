import type { FrameClock } from '@parallax/shared/frame-clock.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import type { Condition, Statement } from '../../database/rows/conditions.js'
import { insertNote } from '../../database/changes/note.js'
import { positionText, selectHorizon } from '../../database/changes/position.js'
import { openSnapshot, type Snapshot } from '../../database/driver/snapshot.js'
import { unlimited, type Budget } from '../../lib/fairness/budget.js'
import { AppError } from '../../lib/errors.js'
import {
  annotationsOf,
  selectAnnotationCounters,
  selectSequenceProblems,
  type AnnotationCounters,
} from './annotations.sql.js'
import { readFilters, type ReadFilters } from './filter.js'
import { frameOf } from './frame.js'
import { linesOf } from './file-lines.js'
import { formOf, type Form } from './form.js'
import { withoutLineEnds } from './line-ends.js'
import { openFormat } from './formats/format.service.js'
import { mostInterpolated } from './limits.js'
import { exportFiles, type ExportKind, type ExportQuery } from './export.shape.js'
import { selectContentCounts } from './stats.sql.js'
import { selectHasOlderChild } from './content.sql.js'
import { withReviews } from './reviews.sql.js'
import { readScope } from './scope.js'
import { rowsOf, scopeOf, videosOf, type ExportScope } from './scope.service.js'
import { probesOfVideos } from '../../videos/files/frame.service.js'
import type { ClockOf } from './sequence-lines.js'

export interface Export {
  fileName: string
  contentType: string
  /** Counts of content that a format of other tools cannot represent, by kind; null for lines. */
  leftOut: Record<string, number> | null
  /** Numbers of annotations, boxes and bytes in the file; null for files without annotations. */
  counters: AnnotationCounters | null
  body: AsyncIterable<Buffer>
  /**
   * The position in the log of changes at which the file was taken: the entries after it in the feed of changes bring a
   * copy of the file up to date. Call it before reading the body.
   */
  position(): Promise<string>
  /**
   * Releases the snapshot and the caller's place among the running exports. If the export is unfinished, its query is
   * cancelled in the database immediately.
   */
  close(): Promise<void>
}

/**
 * Opens an export. Its counters and its body come from one snapshot of the database. Throws RATE_LIMITED if
 * EXPORT_CONCURRENCY exports are running, or as many of the caller's as one user may have; VALIDATION_ERROR if
 * an annotation export contains an invalid sequence and was not told to skip it; NOT_FOUND for a project that
 * the caller cannot read, and FORBIDDEN if they may export nothing of it. With `wants` an export of everything contains
 * only these kinds of lines, but its counters and its position are those of all lines.
 */
export async function openExport(
  ctx: Context,
  kind: ExportKind,
  query: ExportQuery,
  { enveloped = false, wants = () => true }: { enveloped?: boolean; wants?: (kind: string) => boolean } = {},
): Promise<Export> {
  const { userId, isAdmin } = requireActor(ctx)
  const filters = readFilters(query)
  const scope = await scopeOf(ctx, query, exportFiles[kind].contents)
  const place = await ctx.admission.enter('export', userId, ctx.clientGone(), { isAdmin, hurry: () => ctx.hurry() })
  let snapshot: Snapshot | undefined
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    try {
      await snapshot?.close()
    } finally {
      place.leave()
    }
  }
  try {
    snapshot = await (ctx.route?.read((on) => openSnapshot(on.exportPool)) ?? openSnapshot(ctx.exportPool))
    const made = await build(ctx, snapshot, scope, kind, { ...query, enveloped, wants }, filters)
    return { ...made, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens an export that is sent to the caller, and records in the log of changes who exported what. A frozen export is
 * recorded when it is requested.
 */
export async function openStreamedExport(ctx: Context, kind: ExportKind, query: ExportQuery): Promise<Export> {
  const made = await openExport(ctx, kind, query)
  const { scope, projectId: _world, format = 'ndjson', skipInvalid: _skipped, ...filters } = query
  const parsed = readScope({ scope: scope ?? null })
  const projectId = parsed.of === 'project' ? parsed.projectId : null
  const details = { contents: kind, scope: scope ?? 'own', format, filters }
  try {
    await noteExport(ctx, projectId, details)
  } catch (error) {
    await made.close()
    throw error
  }
  return made
}

/** Records in the log of changes that the caller exports something, unless the server keeps no history. */
export async function noteExport(ctx: Context, projectId: string | null, details: object): Promise<void> {
  if (ctx.config.changes.historyDays === 0) return
  await insertNote(ctx.db, { kind: 'export', ownerId: requireActor(ctx).userId, projectId, details })
}

/**
 * Throws COST_LIMIT if an export would compute boxes on more frames than `maximum`. The frames are counted from
 * columns, which omit those in gaps even if the export includes them.
 */
export async function refuseManyFrames(
  ctx: Context,
  kind: ExportKind,
  query: ExportQuery,
  maximum: number,
): Promise<void> {
  const filters = readFilters(query)
  const boxes = ['coco', 'mot', 'cvat'].includes(query.format ?? '') || filters.flags.includeInterpolated
  if (!boxes || (kind !== 'annotations' && kind !== 'all')) return
  const run = async <Row>(statement: Statement<Row>) => (await statement.execute(ctx.db)).rows
  const rows = await rowsOf(ctx, run, await scopeOf(ctx, query, exportFiles[kind].contents), exportFiles[kind].contents)
  const where = annotationsOf(withReviews(rows, filters.reviewStates), filters.annotations)
  const mode = { interpolated: true, gaps: false, skipInvalid: query.skipInvalid ?? false, boxes: 'stored' } as const
  const [counters] = await run(selectAnnotationCounters(where, mode))
  const requested = counters?.interpolated ?? 0
  if (requested <= maximum) return
  const hint = query.format ? fewerInstead : keyframesInstead
  const message = `The file would have computed boxes on ${requested} frames; at most ${maximum} are allowed. ${hint}`
  throw new AppError('COST_LIMIT', message, { extra: { limit: 'frames', maximum, requested, hint } })
}

async function build(
  ctx: Context,
  snapshot: Snapshot,
  scope: ExportScope,
  kind: ExportKind,
  query: ExportQuery & { enveloped: boolean; wants: (kind: string) => boolean },
  filters: ReadFilters,
): Promise<Omit<Export, 'close'>> {
  const run: Run = (statement) => snapshot.rows(statement.compile(ctx.db))
  const copy = (statement: Statement) => snapshot.copy(statement.compile(ctx.db))
  const form = formOf(kind, query, filters)
  const ofScope = await rowsOf(ctx, run, scope, exportFiles[kind].contents)
  const rows = { ...withReviews(ofScope, filters.reviewStates), enveloped: query.enveloped }
  const hasClaims = kind === 'all' || kind === 'summaries'
  const olderChild = hasClaims ? ((await run(selectHasOlderChild(rows)))[0]?.found ?? false) : false
  const position = async () => {
    const at = positionText({ ...(await run(selectHorizon))[0]!, seq: 0 })
    const isWhole = kind === 'all' && filters.annotations.length === 0 && !filters.flags.includeInterpolated
    // The feed cannot know what is missing from a part of the lines, so it starts with everything.
    return isWhole && !form.format ? `${at}-${frameOf(ctx.db, rows, olderChild)}` : at
  }
  const annotations = annotationsOf(rows, filters.annotations)
  const hasAnnotations = kind === 'annotations' || kind === 'all'
  const counters = hasAnnotations ? await countAnnotations(run, kind, annotations, form) : null
  const clockOf = clocksOf(ctx)
  if (form.format) {
    const others = kind === 'all' ? ((await run(selectContentCounts(rows)))[0] ?? null) : null
    const input = { rows, annotations, videoIds: filters.videoIds, others, run, copy, clockOf }
    return { ...(await openFormat(ctx, form.format, input)), counters, position }
  }
  const budget = budgetOf(ctx, form, counters)
  const videoIds = kind === 'videos' ? await videosOf(ctx, run, scope) : []
  const source = { form, rows, annotations, olderChild, videoIds, copy, clockOf, budget, wants: query.wants }
  const body = withoutLineEnds(linesOf(kind, source))
  const { fileName, contentType, json } = form
  return { fileName, contentType, leftOut: null, counters, position, body: json ? within(budget, body) : body }
}

type Run = <Row>(statement: Statement<Row>) => Promise<Row[]>

/**
 * Counts the annotations of an export. Throws COST_LIMIT if one would be interpolated over too many frames, and
 * VALIDATION_ERROR if one has an invalid sequence that the export must not skip.
 */
async function countAnnotations(
  run: Run,
  kind: ExportKind,
  annotations: Condition,
  { format, mode }: Form,
): Promise<AnnotationCounters | null> {
  const [counters = null] = await run(selectAnnotationCounters(annotations, mode))
  if (mode.interpolated && counters && counters.longest > mostInterpolated) {
    const hint = format ? fewerInstead : keyframesInstead
    throw new AppError(
      'COST_LIMIT',
      `An annotation reaches over ${counters.longest} frames; at most ${mostInterpolated} can be interpolated. ${hint}`,
      { extra: { limit: 'frames', maximum: mostInterpolated, requested: counters.longest, hint } },
    )
  }
  if (kind === 'annotations' && !mode.skipInvalid && counters?.invalid) {
    const validationErrors = await run(selectSequenceProblems(annotations))
    const message = 'One or more annotations have an invalid sequence'
    throw new AppError('VALIDATION_ERROR', message, { extra: { error: 'Validation failed', validationErrors } })
  }
  return counters
}

/**
 * Returns the budget of a file. Lines are streamed, however long, and need no budget. Clients read a JSON document as
 * one answer, so its rows and bytes count against the request's budget; throws COST_LIMIT if they exceed it.
 */
function budgetOf(ctx: Context, { json }: Form, counters: AnnotationCounters | null): Budget {
  const budget = json ? ctx.budget : unlimited(ctx.budget.person)
  budget.hint = linesInstead
  if (json && counters) {
    budget.takeRows(counters.annotations, counters.bytes)
    budget.check()
  }
  return budget
}

const keyframesInstead = 'Leave out `includeInterpolated`, or choose other annotations by `videoIds` or `personaIds`.'
const fewerInstead = 'Choose other annotations by `videoIds` or `personaIds`.'
const linesInstead =
  'Leave out `format=json`: lines are streamed, however many; or choose fewer by `videoIds` or `personaIds`.'

/**
 * Counts the bytes as they are sent, because they were only estimated before, and throws COST_LIMIT if the budget is
 * exceeded.
 */
async function* within(budget: Budget, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    budget.checkBytes(bytes)
    yield piece
  }
}

const mostClocks = 200

/**
 * Returns a function that looks up the frame times of videos, with a cache of up to 200 videos that is cleared when it
 * is full. An export that processes a few videos at a time reads each of them once.
 */
function clocksOf(ctx: Context): ClockOf {
  const clocks = new Map<string, FrameClock | null>()
  return async (videoId) => {
    const cached = clocks.get(videoId)
    if (cached !== undefined) return cached
    const [probed] = await probesOfVideos(ctx, [videoId])
    if (clocks.size >= mostClocks) clocks.clear()
    clocks.set(videoId, probed?.clock ?? null)
    return probed?.clock ?? null
  }
}
