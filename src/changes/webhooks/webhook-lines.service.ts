import { contentTypes } from '../../access/vocabulary.js'
import type { Context } from '../../context.js'
import type { Statement } from '../../database/rows/conditions.js'
import { rowsOf, scopeOf, type ExportScope } from '../../exchange/export/scope.service.js'
import { AppError } from '../../lib/errors.js'
import { concernedBy } from '../feed/feed-concerned.js'
import { changedLines } from '../feed/feed-lines.service.js'
import type { FeedEntry } from '../feed/feed.sql.js'
import { kindsInLines } from '../log/logged-kinds.js'
import type { ToldRow } from './webhook-send.sql.js'

/** The most bytes of lines in a message; the feed has further lines. */
const mostBytes = 1_000_000

const isInLines = (kind: string) => (kindsInLines as readonly string[]).includes(kind)

/** The lines of a message, and whether some were left out. */
export interface LinesOfMessage {
  lines: string[]
  isCut: boolean
}

/**
 * Returns the lines of the things that a message names, in the form of the feed of changes: the current state of each
 * thing, as far as the maker of the webhook may export it, or that the thing no longer exists for the maker. `ctx` is
 * the context of the maker.
 */
export async function linesOfMessage(
  ctx: Context,
  projectId: string | null,
  changes: readonly ToldRow[],
): Promise<LinesOfMessage> {
  const scope = await scopeOfMaker(ctx, projectId)
  if (!scope) return { lines: [], isCut: false }
  const run = async <Row>(statement: Statement<Row>) => (await statement.execute(ctx.db)).rows
  const rows = { ...(await rowsOf(ctx, run, scope, contentTypes)), enveloped: true }
  const entries = changes.filter(({ kind, thing }) => thing !== null && isInLines(kind)).map(entryOf)
  // Things that merely depend on these, such as the annotations of a renamed type, are not named in the message.
  const none = { types: [], labels: [], claims: new Set<string>(), summaries: new Set<string>() }
  const concerned = {
    ...concernedBy(entries, () => true),
    ...none,
    named: { worldIds: new Set<string>(), objectIds: new Set<string>() },
  }
  const lines: string[] = []
  let bytes = 0
  for await (const piece of changedLines(ctx.db, { rows, olderChild: false, wants: () => true }, concerned))
    for (const line of piece.split('\n').filter(Boolean)) {
      bytes += Buffer.byteLength(line)
      if (bytes > mostBytes) return { lines, isCut: true }
      lines.push(line)
    }
  return { lines, isCut: false }
}

/** Returns the part of the webhook's scope that the maker may export; undefined if that is empty. */
async function scopeOfMaker(ctx: Context, projectId: string | null): Promise<ExportScope | undefined> {
  try {
    return await scopeOf(ctx, { scope: projectId === null ? 'all' : `project:${projectId}` }, contentTypes)
  } catch (error) {
    if (error instanceof AppError && ['FORBIDDEN', 'NOT_FOUND'].includes(error.code)) return undefined
    throw error
  }
}

/** Returns an entry in the form of the feed, without the fields that concern other things. */
const entryOf = ({ tx, seq, kind, thing, part, operation, ownerId, projectId }: ToldRow): FeedEntry => ({
  tx,
  seq,
  kind,
  thing: thing!,
  part,
  operation: operation as FeedEntry['operation'],
  owner: ownerId,
  project: projectId,
  formerOwner: null,
  formerProject: null,
  summary: null,
  ontology: null,
  movedProject: false,
  movedPlace: false,
  renamed: false,
})
