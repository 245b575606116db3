import { abilitiesOf, refreshAccess } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { contentTypes } from '../../access/vocabulary.js'
import type { Context } from '../../context.js'
import { positionText, readPosition, selectHorizon, type ChangePosition } from '../../database/changes/position.js'
import type { Database } from '../../database/driver/client.js'
import type { Statement } from '../../database/rows/conditions.js'
import type { ExportRows } from '../../exchange/export/export-rows.sql.js'
import { openExport } from '../../exchange/export/export.service.js'
import { frameOf } from '../../exchange/export/frame.js'
import { withoutLineEnds } from '../../exchange/export/line-ends.js'
import { olderChildOf } from '../../exchange/export/line-statements.service.js'
import type { ScopeQuery } from '../../exchange/export/scope.js'
import { rowsOf, scopeOf, type ExportScope } from '../../exchange/export/scope.service.js'
import { AppError, validation } from '../../lib/errors.js'
import type { Connection } from '../../lib/page.js'
import { concernedBy, type Concerned } from './feed-concerned.js'
import { asFollower, keptAlive, type Feed } from './feed-follower.service.js'
import { changedLines, leaveContinued } from './feed-lines.service.js'
import { concerns, entriesOf, hearing } from './feed-scope.js'
import { readKinds } from './feed.shape.js'
import { watchOf } from './feed-watch.js'
import { requireLog } from '../log/log-on.js'
import { selectIsAuthor, selectOlderAmong } from './feed-rows.sql.js'
import { selectFeedEntries, type FeedEntry } from './feed.sql.js'

export interface FeedQuery extends ScopeQuery {
  since?: string | null
  kinds?: readonly string[]
}

/** A position in the log and, if known, the digest of what decided which rows the copy has (export/frame.ts). */
interface Since extends ChangePosition {
  frame: string | null
}

const textOf = ({ frame, ...position }: Since) => positionText(position) + (frame === null ? '' : `-${frame}`)

/** How many entries of the log an answer covers. */
const entriesAtOnce = 1000

const exportFirst = 'Export first: every export says its position (X-Export-Position), and the feed goes on from there'

function readSince(text: string | null | undefined, field = 'since'): Since {
  if (!text) throw validation([{ field, message: `is required. ${exportFirst}` }])
  const [, at = '', frame = null] = /^(.*?-\d+-\d+)(?:-([0-9a-f]{16}[ab]))?$/.exec(text) ?? []
  const position = readPosition(at)
  if (!position) throw validation([{ field, message: `is no position. ${exportFirst}` }])
  return { ...position, frame }
}

/** The changes after a position. */
export interface Look {
  /** Whether the copy has to be replaced by all lines of the scope. */
  isReset: boolean
  /** Lines of the feed; empty for a reset. */
  lines: AsyncIterable<string>
  /** The position from which to continue, and whether there is more already. */
  next: Since
  more: boolean
}

interface Looked extends Look {
  scope: ExportScope
  rows: ExportRows
}

/** The position from which to look, the wanted types of lines, and the most entries of the log to read. */
interface Range {
  since: Since
  wants(type: string): boolean
  limit: number
}

/**
 * Looks for changes since a position. Throws GONE if the log does not have, or never had, everything that follows the
 * position, and throws as an export of the scope does.
 */
async function look(ctx: Context, query: ScopeQuery, range: Range): Promise<Looked> {
  const scope = await scopeOf(ctx, query, contentTypes)
  const now = (await selectHorizon.execute(ctx.db)).rows[0]!
  const { since } = range
  if (now.log !== since.log || since.tx < now.start || since.tx > now.tx)
    throw new AppError('GONE', 'The log of changes does not have everything that follows this position: export again')
  return lookUpTo(ctx, scope, range, { upTo: now.tx, db: ctx.db })
}

/** Looks for changes in a scope up to a transaction; the database must have all transactions before it. */
async function lookUpTo(
  ctx: Context,
  scope: ExportScope,
  { since, wants, limit }: Range,
  { upTo, db }: { upTo: number; db: Database },
): Promise<Looked> {
  const { userId } = requireActor(ctx)
  const run = async <Row>(statement: Statement<Row>) => (await statement.execute(db)).rows
  const rows = { ...(await rowsOf(ctx, run, scope, contentTypes)), enveloped: true }
  const hadOlderChild = since.frame?.endsWith('b') ?? false
  const upToNow = { log: since.log, tx: upTo, seq: 0, frame: since.frame }
  const looked = { scope, rows, isReset: false, lines: noLines(), next: upToNow, more: false }
  const reset: Looked = { ...looked, isReset: true }
  if (since.frame !== frameOf(db, rows, hadOlderChild)) return reset

  const range = { from: since, to: { tx: upTo, seq: 0 }, limit }
  const entries = await selectFeedEntries(db, range, entriesOf(userId, scope, rows))
  if (entries.length === 0) return looked
  const concerned = concernedBy(entries, concerns(userId, scope, rows))
  if (await isWide(db, { rows, scope, concerned, hadOlderChild })) return reset
  const more = entries.length === limit
  if (more) await leaveContinued(db, concerned, entries[entries.length - 1]!)
  return {
    ...looked,
    lines: changedLines(db, { rows, olderChild: hadOlderChild, wants }, concerned),
    next: more ? { ...upToNow, ...after(entries[entries.length - 1]!) } : upToNow,
    more,
  }
}

const after = ({ tx, seq }: FeedEntry) => ({ tx, seq: seq + 1 })

async function* noLines(): AsyncGenerator<string> {
  // Nothing has changed in the scope.
}

/** Whether so much may have changed that all lines are sent: names of authors, whole worlds, the order of claims. */
async function isWide(
  db: Database,
  of: { rows: ExportRows; scope: ExportScope; concerned: Concerned; hadOlderChild: boolean },
): Promise<boolean> {
  const { rows, scope, concerned, hadOlderChild } = of
  if (concerned.hasMovedWorld && scope.of !== 'own') return true
  if (rows.authors && concerned.renamed.size && (await selectIsAuthor(db, rows, [...concerned.renamed]))) return true
  if (concerned.claims.size === 0) return false
  if (!hadOlderChild) return selectOlderAmong(db, rows, concerned.claims)
  return (await olderChildOf(rows).execute(db)).rows[0]?.found === false
}

/**
 * Opens the changes after a position, as lines of JSON; the last line holds the next position. Waits up to `wait`
 * seconds if nothing has changed, and repeats the position meanwhile. Throws VALIDATION_ERROR for an invalid position
 * or an unknown type of line, RATE_LIMITED if too many requests wait, and throws as `look` does.
 */
export async function openFeed(ctx: Context, query: FeedQuery, wait: number): Promise<Feed> {
  const since = readSince(query.since)
  const wants = readKinds(query.kinds ?? [])
  requireLog(ctx)
  const begin = () => feedFrom(ctx, query, { since, wants, limit: entriesAtOnce }, wait)
  if (wait === 0) return begin()
  const lines = [false, true].map((more) => Buffer.from(positionOf(since, more))) as [Buffer, Buffer]
  return keptAlive(asFollower(ctx, begin), ctx.config.followers.aliveMs, ...lines)
}

async function feedFrom(ctx: Context, query: FeedQuery, from: Range, wait: number): Promise<Feed> {
  const { wants } = from
  // A replica would miss changes that it does not have yet.
  ctx.route?.stay()
  const until = performance.now() + wait * 1000
  const gone = ctx.clientGone()
  let looked = await look(ctx, query, from)
  for (;;) {
    if (looked.isReset) return openReset(ctx, query, wants)
    const lines = looked.lines[Symbol.asyncIterator]()
    const begun = await firstOf(lines)
    if (begun !== null) return feedOf(withoutLineEnds(sent(begun, lines, looked)))
    const { scope, rows, next } = looked
    const range = { ...from, since: next }
    const left = until - performance.now()
    if (!looked.more && left <= 0) return feedOf(positionLine(next, false))
    // A change of access rights while this request looked does not wake it, because the change has no entry after this
    // position; so look again.
    if (looked.more || (await refreshAccess(ctx))) {
      looked = await look(ctx, query, range)
      continue
    }
    const woken = await watchOf(ctx).wait(next.tx, hearing(await abilitiesOf(ctx), scope, rows), left, gone)
    if (woken?.call === 'again') return feedOf(positionLine(next, true))
    if (woken?.call === 'look' && woken.seen) {
      ctx.budget.check()
      looked = await lookUpTo(ctx, scope, range, woken.seen)
      continue
    }
    // Also at the end of the time, because expired shares leave no entry in the log.
    await refreshAccess(ctx)
    looked = await look(ctx, query, range)
  }
}

const feedOf = (body: AsyncIterable<Buffer>): Feed => ({ body, close: async () => undefined })

async function firstOf(lines: AsyncIterator<string>): Promise<string | null> {
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return null
    if (value !== '') return value
  }
}

const positionOf = (next: Since, more: boolean) =>
  `${JSON.stringify({ change: 'position', position: textOf(next), more })}\n`

async function* positionLine(next: Since, more: boolean): AsyncGenerator<Buffer> {
  yield Buffer.from(positionOf(next, more))
}

async function* sent(begun: string, lines: AsyncIterator<string>, { next, more }: Look): AsyncGenerator<Buffer> {
  yield Buffer.from(begun)
  for (let one = await lines.next(); !one.done; one = await lines.next()) if (one.value) yield Buffer.from(one.value)
  yield* positionLine(next, more)
}

/** Opens all lines of the scope, from one state of the database, after a line that says that they replace the copy. */
async function openReset(ctx: Context, query: ScopeQuery, wants: (type: string) => boolean): Promise<Feed> {
  const made = await openExport(ctx, 'all', query, { enveloped: true, wants })
  try {
    const position = await made.position()
    const body = async function* () {
      yield Buffer.from(`${JSON.stringify({ change: 'reset' })}\n`)
      yield* made.body
      yield Buffer.from(`${JSON.stringify({ change: 'position', position, more: false })}\n`)
    }
    return { body: body(), close: () => made.close() }
  } catch (error) {
    await made.close()
    throw error
  }
}

/** A page of the feed, in the form of GraphQL. */
export interface ChangePage extends Connection<ChangeNode> {
  nodes: ChangeNode[]
  reset: boolean
}

export interface ChangeNode {
  change: string
  type: string
  id: string
  worldId: string | null
  order: unknown[] | null
  line: string | null
}

/**
 * Returns the changes after a position as a connection, from at most `first` entries of the log: `endCursor` is the
 * position where the next page begins, which is set for an empty page too. After a change of the caller's access
 * rights, `reset` says to export again. Throws as `openFeed` does, and COST_LIMIT if the lines are too many.
 */
export async function pageOfChanges(ctx: Context, query: FeedQuery, first: number): Promise<ChangePage> {
  if (first < 1 || first > entriesAtOnce)
    throw validation([{ field: 'first', message: `must be from 1 to ${entriesAtOnce}` }])
  const since = readSince(query.since, 'after')
  const wants = readKinds(query.kinds ?? [])
  requireLog(ctx)
  ctx.route?.stay()
  const { lines, isReset, next, more } = await look(ctx, query, { since, wants, limit: first })
  const nodes: ChangeNode[] = []
  let bytes = 0
  const { budget } = ctx
  budget.hint = 'Ask for fewer entries at a time by `first`, or read GET /api/changes, whose lines are streamed.'
  for await (const piece of withoutLineEnds(asBuffers(lines))) {
    bytes += piece.length
    budget.checkBytes(bytes)
    for (const line of piece.toString().split('\n')) if (line) nodes.push(nodeOf(line))
  }
  const [from, to] = [textOf(since), textOf(isReset ? since : next)]
  return {
    edges: nodes.map((node, at) => ({ cursor: at === nodes.length - 1 ? to : from, node })),
    nodes,
    pageInfo: { hasNextPage: more || isReset, hasPreviousPage: false, startCursor: from, endCursor: to },
    reset: isReset,
  }
}

async function* asBuffers(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of lines) if (piece) yield Buffer.from(piece)
}

const beforeLine = ',"line":'

function nodeOf(text: string): ChangeNode {
  const at = text.indexOf(beforeLine)
  const head = JSON.parse(at < 0 ? text : `${text.slice(0, at)}}`) as Partial<ChangeNode>
  const line = at < 0 ? null : text.slice(at + beforeLine.length, -1)
  const { change = '', type = '', id = '', worldId = null, order = null } = head
  return { change, type, id, worldId, order, line }
}
