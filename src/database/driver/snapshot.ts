import type { CompiledQuery } from 'kysely'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { cancel, type Client as CancelledClient } from './within-budget.js'

/** A read-only transaction that sees one state of the database, on a separate connection. */
export interface Snapshot {
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>
  /**
   * Streams the result of the query as bytes: one row a line, columns separated by \x02, text unescaped (no value may
   * hold \x01, \x02 or a line end). Throws for a query with parameters.
   */
  copy(query: CompiledQuery): Readable
  /** Ends the transaction and releases the connection; one with a running statement is cancelled and closed. */
  close(): Promise<void>
}

/** Opens a read-only transaction (repeatable read), in which concurrent changes are invisible. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const client = await pool.connect()
  let broken = false
  let busy = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  try {
    await client.query('begin isolation level repeatable read read only')
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    async rows<Row>(query: CompiledQuery<Row>) {
      busy = true
      const { rows } = await client.query(query.sql, [...query.parameters])
      busy = false
      return rows as Row[]
    },
    copy(query) {
      if (query.parameters.length) throw new Error('a COPY takes no parameters')
      busy = true
      const stream = client.query(
        copyTo(`copy (${query.sql}) to stdout with (format csv, quote E'\\x01', delimiter E'\\x02')`),
      )
      stream.once('end', () => {
        busy = false
      })
      // The reader of the stream gets the error too, but a connection may be lost before it is read.
      stream.on('error', onError)
      return stream
    },
    async close() {
      if (!busy && !broken) await client.query('commit').catch(onError)
      // A statement may send nothing for a long time; only a cancel request stops it at once.
      if (busy && !broken) await cancel(client as unknown as CancelledClient)
      client.off('error', onError)
      client.release(busy || broken)
    },
  }
}
