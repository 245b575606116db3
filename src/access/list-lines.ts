import type { Context } from '../context.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { readAll, type ListedRows } from '../database/rows/record-list.js'
import { roomFor } from '../database/rows/record-read.js'
import { unlimited } from '../lib/fairness/budget.js'
import { ByteWriter } from '../lib/byte-writer.js'
import { joinBytes } from '../lib/bytes.js'
import { requireActor } from './actor.js'

const newline = 0x0a

/**
 * Opens a list of all rows that pass its filter, as lines of JSON. It takes a place for exports, and throws
 * RATE_LIMITED if all are taken.
 */
export async function openLines<Name extends string>(
  ctx: Context,
  list: ListedRows<Name>,
  print: (row: RawRow, out: ByteWriter) => void,
): Promise<{ body: AsyncIterable<Buffer>; close(): Promise<void> }> {
  const { userId, isAdmin } = requireActor(ctx)
  const place = await ctx.admission.enter('export', userId, ctx.clientGone(), { isAdmin, hurry: () => ctx.hurry() })
  const budget = unlimited(ctx.budget.person)
  const gone = ctx.clientGone()
  gone.addEventListener('abort', () => budget.end(gone.reason as Error), { once: true })
  return { body: linesOf({ ...ctx, budget }, list, print), close: async () => place.leave() }
}

async function* linesOf<Name extends string>(
  ctx: Context,
  list: ListedRows<Name>,
  print: (row: RawRow, out: ByteWriter) => void,
): AsyncGenerator<Buffer> {
  for await (const rows of readAll(ctx, list)) {
    const out = new ByteWriter(roomFor(rows))
    for (const row of rows) {
      print(row, out)
      out.byte(newline)
    }
    yield joinBytes(out.answer())
  }
}
