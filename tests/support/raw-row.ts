import { RawRow } from '../../src/database/driver/wire-client.js'
import { viewOf } from '../../src/lib/byte-writer.js'

/** Builds a row in the wire format from values as text. */
export function rowOf(values: readonly (string | null)[]): RawRow {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const parts = values.flatMap((value) => {
    const text = Buffer.from(value ?? '')
    const size = Buffer.alloc(4)
    size.writeInt32BE(value === null ? -1 : text.length)
    return [size, text]
  })
  const bytes = Buffer.concat([count, ...parts])
  return new RawRow(bytes, viewOf(bytes), 0, bytes.length)
}
