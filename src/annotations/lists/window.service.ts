import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { keyOfRows } from '../../database/rows/row-part.js'
import { textAt } from '../../database/rows/row-printer.js'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import { Turn } from '../../lib/fairness/turns.js'
import type { PrintedList } from '../../lib/printed-list.js'
import { columnsBeforeKey, selectSequencesOfWindow } from '../annotation-read.sql.js'
import { cutToWindow, refuseReversed, type Window } from '../sequences/window.js'

/**
 * Returns the list of what a client needs to draw any frame of a window, for the annotations that the actor may read,
 * oldest first: `{id, version, boxes, …}` (see cutToWindow); empty for an unknown video. Throws VALIDATION_ERROR for a
 * window that ends before it begins.
 */
export async function sequencesInWindow(ctx: Context, videoId: string, window: Window): Promise<PrintedList<RawRow>> {
  refuseReversed(window)
  const abilities = await abilitiesOf(ctx)
  return {
    name: 'annotations',
    filter: { videoId, firstAtMost: window.to, lastAtLeast: window.from },
    ...keyOfRows(columnsBeforeKey.sequences),
    select: (page) => selectSequencesOfWindow(ctx, { abilities, videoId, window, page }),
    print: (rows) => printSequences(ctx, rows, window),
  }
}

async function printSequences(ctx: Context, rows: readonly RawRow[], window: Window): Promise<Chunks> {
  const out = new ByteWriter(1 << 16, ctx.budget)
  // Sequences differ widely in length, so the clock is checked after each of them.
  const turn = new Turn(ctx.budget)
  out.byte(0x5b)
  for (const [at, row] of rows.entries()) {
    if (at) out.byte(0x2c)
    const cut = cutToWindow(JSON.parse(textAt(row, 2) ?? 'null'), window)
    out.text(JSON.stringify({ id: textAt(row, 0), version: Number(textAt(row, 1)), ...cut }))
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  out.byte(0x5d)
  return out.answer()
}
