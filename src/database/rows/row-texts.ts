import { locateColumn } from './row-printer.js'
import type { RawRow } from '../driver/wire-client.js'

/**
 * Returns the value of a column in each row as text, null for NULL. Neighbouring rows with the same value share one
 * string, which is decoded and hashed once: most rows of a page have the same author.
 */
export function textOfEach(rows: readonly RawRow[], column: number): (string | null)[] {
  const texts = new Array<string | null>(rows.length)
  let before: RawRow | undefined
  let text = ''
  let from = 0
  let length = -1
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    const { start, end } = locateColumn(row, column)
    if (end < 0) {
      texts[i] = null
      continue
    }
    const isSame = before !== undefined && length === end - start && sameBytes(before, from, row, start, length)
    if (!isSame) {
      text = row.bytes.toString('utf8', start, end)
      before = row
      from = start
      length = end - start
    }
    texts[i] = text
  }
  return texts
}

/** Returns whether two values are equal. Compares from the end, where ids that were created in succession differ. */
function sameBytes(a: RawRow, aAt: number, b: RawRow, bAt: number, length: number): boolean {
  let i = length
  for (; i >= 4; i -= 4) if (a.view.getInt32(aAt + i - 4) !== b.view.getInt32(bAt + i - 4)) return false
  for (; i > 0; i--) if (a.bytes[aAt + i - 1] !== b.bytes[bAt + i - 1]) return false
  return true
}
