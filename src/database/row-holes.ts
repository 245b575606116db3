import { ByteWriter } from '../lib/byte-writer.js'
import type { RowPrinter } from './row-printer.js'
import type { RawRow } from './wire-pool.js'

/**
 * Prints a row whose holes hold much: writes what stands before a hole and then yields the number of the hole, so that
 * the caller can fill it in `out` while yielding to other work.
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
