import type { Readable } from 'node:stream'
import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { visible } from '../../access/rules.js'
import type { Context } from '../../context.js'
import type { Statement } from '../../database/conditions.js'
import { openSnapshot, type Snapshot } from '../../database/snapshot.js'
import { unlimited, type Budget } from '../../lib/budget.js'
import { AppError } from '../../lib/errors.js'
import { systemPersonaId } from '../../lib/system-persona.js'
import {
  annotationsOf,
  selectAnnotationCounters,
  selectAnnotationLines,
  selectAnnotationParts,
  withoutProblems,
  selectSequenceProblems,
  type AnnotationCounters,
} from './annotations.sql.js'
import { readFilters, type ReadFilters } from './filter.js'
import type { ExportQuery } from './export.schema.js'
import { selectWorldLines, worldKinds } from './world.sql.js'
import {
  selectBorrowedClaims,
  selectBorrowedPersonas,
  selectBorrowedSummaries,
  selectClaimLines,
  selectClaimRelationLines,
  selectHasOlderChild,
  selectPersonaLines,
  selectSummaryBlocks,
  selectSummaryLines,
  selectWorldId,
  type ContentScope,
} from './content.sql.js'
import { interpolatedLines } from './sequence-lines.js'

export type ExportKind = 'annotations' | 'personas' | 'world' | 'summaries' | 'all'

export interface Export {
  fileName: string
  contentType: string
  /** Numbers of annotations, boxes and bytes in the file; null for kinds without annotations. */
  counters: AnnotationCounters | null
  body: AsyncIterable<Buffer>
  /** Ends the export, finished or not; an unfinished one stops working in the database at once. */
  close(): Promise<void>
}

const fileNames: Record<ExportKind, string> = {
  annotations: 'annotations.jsonl',
  personas: 'personas.jsonl',
  world: 'world-state.jsonl',
  summaries: 'summaries.jsonl',
  all: 'full-export.jsonl',
}

/**
 * Opens an export: counters and body see the same moment. RATE_LIMITED when EXPORT_CONCURRENCY exports are running, or
 * as many of the caller's as one person may have; annotations with an invalid sequence refuse the annotation
 * export (X-05).
 */
export async function openExport(ctx: Context, kind: ExportKind, query: ExportQuery): Promise<Export> {
  const { userId } = requireActor(ctx)
  const filters = readFilters(query)
  const place = await ctx.admission.enter('export', userId, ctx.clientGone())
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
    snapshot = await openSnapshot(ctx.exportPool, ctx.pool)
    const made = await build(ctx, snapshot, userId, kind, query, filters)
    return { ...made, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  ctx: Context,
  snapshot: Snapshot,
  userId: string,
  kind: ExportKind,
  query: ExportQuery,
  filters: ReadFilters,
): Promise<Omit<Export, 'close'>> {
  const run = <Row>(statement: Statement<Row>) => snapshot.rows(statement.compile(ctx.db))
  const copy = (statement: Statement) => snapshot.copy(statement.compile(ctx.db))
  const scope = await contentScope(ctx, run, userId)
  const json = kind === 'annotations' && query.format === 'json'
  const fileName = json ? 'annotations.json' : fileNames[kind]
  const contentType = json ? 'application/json; charset=utf-8' : 'application/x-ndjson'
  const world =
    kind === 'annotations' || kind === 'all' || kind === 'world'
      ? await run(selectWorldId(userId, query.projectId ?? null))
      : []
  const worldId = world[0]?.id ?? null
  const olderChild =
    kind === 'all' || kind === 'summaries' ? ((await run(selectHasOlderChild(scope)))[0]?.found ?? false) : false

  const where = annotationsOf(userId, filters.annotations)
  const mode = {
    interpolated: filters.flags.includeInterpolated,
    gaps: filters.flags.includeInvisible,
    skipInvalid: kind === 'annotations' && (query.skipInvalid ?? false),
    boxes: kind === 'all' ? 'stored' : 'keyframes',
  } as const
  const hasAnnotations = kind === 'annotations' || kind === 'all'
  const counters = hasAnnotations ? ((await run(selectAnnotationCounters(where, mode)))[0] ?? null) : null
  if (kind === 'annotations' && !mode.skipInvalid && counters?.invalid) {
    const validationErrors = await run(selectSequenceProblems(where))
    const message = 'One or more annotations have an invalid sequence'
    throw new AppError('VALIDATION_ERROR', message, { extra: { error: 'Validation failed', validationErrors } })
  }
  // Lines are streamed, however many; a document of JSON is one answer, read as a whole.
  const budget = json ? ctx.budget : unlimited()
  budget.hint = linesInstead
  if (json && counters) {
    budget.takeRows(counters.annotations, counters.bytes)
    budget.check()
  }
  const annotations = (): AsyncIterable<Buffer> => {
    const printing = {
      worldId,
      unreadablePersonas: scope.borrowed.unreadable,
      typed: kind === 'all',
      boxes: mode.boxes,
      commas: json,
    }
    const chosen = mode.skipInvalid ? withoutProblems(where) : where
    return mode.interpolated
      ? interpolatedLines(copy(selectAnnotationParts(chosen, printing)), mode.gaps, budget)
      : copy(selectAnnotationLines(chosen, printing))
  }
  const worldSections = () =>
    worldId === null ? [] : worldKinds.map((one) => () => copy(selectWorldLines(worldId, one)))
  const sections: Record<ExportKind, () => Section[]> = {
    annotations: () => (json ? [() => text('['), annotations, () => text(']\n')] : [annotations]),
    personas: () => [() => copy(selectPersonaLines(scope))],
    world: worldSections,
    summaries: () => [() => copy(selectSummaryBlocks(scope, olderChild))],
    all: () => [
      () => copy(selectPersonaLines(scope)),
      ...worldSections(),
      () => copy(selectSummaryLines(scope)),
      () => copy(selectClaimLines(scope, olderChild)),
      () => copy(selectClaimRelationLines(scope)),
      annotations,
    ],
  }
  const body = joined(sections[kind]())
  return { fileName, contentType, counters, body: json ? within(budget, body) : body }
}

const linesInstead =
  'Leave out `format=json`: lines are streamed, however many; or choose fewer by `videoIds` or `personaIds`.'

type Section = () => AsyncIterable<Buffer> | Readable

async function* joined(sections: Section[]): AsyncGenerator<Buffer> {
  for (const section of sections) yield* section()
}

/** What was estimated before is counted as it goes out. */
async function* within(budget: Budget, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    budget.checkBytes(bytes)
    yield piece
  }
}

async function* text(value: string): AsyncGenerator<Buffer> {
  yield Buffer.from(value)
}

/**
 * Selects the rows of an export: the caller's, and rows of others that they refer to and the caller may read.
 */
async function contentScope(
  ctx: Context,
  run: <Row>(statement: Statement<Row>) => Promise<Row[]>,
  userId: string,
): Promise<ContentScope> {
  const abilities = await abilitiesOf(ctx)
  const claims = (await run(selectBorrowedClaims(userId, visible(abilities, 'claim', 'c')))).map((row) => row.id)
  const summaries = (await run(selectBorrowedSummaries(userId, claims, visible(abilities, 'summary', 's')))).map(
    (row) => row.id,
  )
  const personas = await run(selectBorrowedPersonas(userId, summaries, visible(abilities, 'persona', 'p')))
  const ids = (readable: boolean) => personas.filter((row) => row.readable === readable).map((row) => row.id)
  return { userId, systemPersonaId, borrowed: { claims, summaries, personas: ids(true), unreadable: ids(false) } }
}
