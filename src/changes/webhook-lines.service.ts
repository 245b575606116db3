import { contentTypes } from '../access/vocabulary.js'
import type { Context } from '../context.js'
import type { Statement } from '../database/rows/conditions.js'
import { rowsOf, scopeOf, type ExportScope } from '../exchange/export/scope.service.js'
import { AppError } from '../lib/errors.js'
import { concernedBy } from './feed-concerned.js'
import { changedLines } from './feed-lines.service.js'
import type { FeedEntry } from './feed.sql.js'
import { contentKinds } from './logged-kinds.js'
import type { ToldRow } from './webhook-send.sql.js'

/** The most bytes of lines in a message; the feed has the others. */
const mostBytes = 1_000_000

const isContent = (kind: string) => (contentKinds as readonly string[]).includes(kind)

/** The lines of a message, and whether there are more than it holds. */
export interface LinesOfMessage {
  lines: string[]
  isCut: boolean
}

/**
 * The lines of what a message names, as the feed of changes has them: how each thing is now, as far as the maker of the
 * webhook may export it, and what is not there any more, or not for the maker. `ctx` is that of the maker.
 */
export async function linesOfMessage(
  ctx: Context,
  projectId: string | null,
  told: readonly ToldRow[],
): Promise<LinesOfMessage> {
  const scope = await scopeOfMaker(ctx, projectId)
  if (!scope) return { lines: [], isCut: false }
  const run = async <Row>(statement: Statement<Row>) => (await statement.execute(ctx.db)).rows
  const rows = { ...(await rowsOf(ctx, run, scope, contentTypes)), enveloped: true }
  const entries = told.filter(({ kind, thing }) => thing !== null && isContent(kind)).map(entryOf)
  // What merely depends on these, such as the annotations of a renamed type, is not named in the message.
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

/** What the maker may export of what the webhook is about; undefined where that is nothing. */
async function scopeOfMaker(ctx: Context, projectId: string | null): Promise<ExportScope | undefined> {
  try {
    return await scopeOf(ctx, { scope: projectId === null ? 'all' : `project:${projectId}` }, contentTypes)
  } catch (error) {
    if (error instanceof AppError && ['FORBIDDEN', 'NOT_FOUND'].includes(error.code)) return undefined
    throw error
  }
}

/** An entry as the feed reads it, without what concerns other things than its own. */
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
