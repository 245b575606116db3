import { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import type { RowPrinter } from './row-printer.js'
import type { RawRow } from '../driver/wire-client.js'

/**
 * Prints a row whose holes have long content: writes the text before each hole and yields the number of the hole, so
 * that the caller can fill it in `out` while yielding to other work.
 */
export function* holesOf(printer: RowPrinter, row: RawRow, out: ByteWriter): Generator<number, void, undefined> {
  const around = new ByteWriter()
  const before: Chunks[] = []
  printer.print(row, around, () => void before.push(around.take()))
  for (const [hole, chunks] of before.entries()) {
    out.append(chunks)
    yield hole
  }
  out.append(around.written())
}
