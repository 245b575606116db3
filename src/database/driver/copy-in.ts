import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyColumn } from './copy-rows.js'

/** The number of bytes in one message: the server works on the first ones while the others are being sent. */
const bytesOfMessage = 256 * 1024

/** Inserts rows into a table by COPY: pieces of bytes that RowBytes has made with these columns. */
export async function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: readonly CopyColumn<never>[],
  pieces: readonly Uint8Array[],
): Promise<void> {
  if (pieces.every(({ length }) => length === 0)) return
  const names = columns.map(([column]) => column).join(', ')
  const stream = client.query(
    copyFrom(`copy ${table} (${names}) from stdin with (format csv, quote E'\\x01', delimiter E'\\x02')`),
  )
  const done = finished(stream)
  for (const bytes of pieces)
    for (let at = 0; at < bytes.length; at += bytesOfMessage)
      if (!stream.write(bytes.subarray(at, at + bytesOfMessage))) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}
