import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * A value of a row. Bytes are JSON text in UTF-8: a large document that should not be converted to a string and copied
 * again.
 */
export type CopyValue = string | number | boolean | readonly string[] | Uint8Array | null | undefined

/**
 * Inserts rows into a table by COPY; `columns` are SQL names in the order of the values. Empty strings stay empty, null
 * and undefined become NULL.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const stream = client.query(
    copyFrom(`copy ${table} (${columns.join(', ')}) from stdin with (format csv, quote E'\\x01', delimiter E'\\x02')`),
  )
  const done = finished(stream)
  const write = async (chunk: string | Uint8Array) => {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
  }
  let piece = ''
  for (const row of rows) {
    for (const [n, value] of row.entries()) {
      if (n > 0) piece += '\x02'
      if (!(value instanceof Uint8Array)) {
        piece += field(value)
        continue
      }
      await write(piece)
      await write(value)
      piece = ''
    }
    piece += '\n'
    if (piece.length < 1 << 18) continue
    await write(piece)
    piece = ''
  }
  stream.end(piece)
  await done
}

/**
 * Encodes a value. JSON text is written unchanged: only control characters and line ends need quotes, and JSON text has
 * none.
 */
function field(value: Exclude<CopyValue, Uint8Array>): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object')
    return quoted(`{${value.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
  if (typeof value !== 'string') return String(value)
  return quoted(value)
}

const special = ['\x01', '\x02', '\r', '\n']

function quoted(text: string): string {
  return text === '' || special.some((one) => text.includes(one))
    ? `\x01${text.replaceAll('\x01', '\x01\x01')}\x01`
    : text
}
