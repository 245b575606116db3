import { ByteWriter } from '../lib/byte-writer.js'
import type { RowPrinter } from './row-printer.js'
import type { RawRow } from './wire-pool.js'

/**
 * Prints a row whose holes hold much: what stands around a hole is written, and then the hole is handed out by its
 * number, to be filled by whoever asked, in turns with other work.
 */
export function* holesOf(printer: RowPrinter, row: RawRow, out: ByteWriter): Generator<number, void, undefined> {
  const around = new ByteWriter()
  const ends: number[] = []
  printer.print(row, around, () => void ends.push(around.length))
  let from = 0
  for (let hole = 0; hole < ends.length; hole++) {
    out.copy(around, from, ends[hole]!)
    from = ends[hole]!
    yield hole
  }
  out.copy(around, from, around.length)
}
