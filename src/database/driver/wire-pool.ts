import pg from 'pg'
import { Parser, type MessageCallback } from 'pg-protocol/dist/parser.js'
import { viewOf, type Viewed } from '../../lib/byte-writer.js'
import { poolOf, type DatabaseOptions } from './client.js'
import { fieldsOf, splitRows } from './row-splitter.js'

interface Connection {
  _emitMessage: boolean
  attachListeners(stream: NodeJS.ReadableStream): void
  emit(name: string, message: unknown): boolean
}

/**
 * A row in the wire format: a count of values in two bytes; for each value its length in four bytes (-1 for NULL) and
 * its bytes.
 */
export class RawRow implements Viewed {
  constructor(
    readonly bytes: Buffer,
    readonly view: DataView,
    readonly at: number,
    /** The position after the last byte of the row. */
    readonly end: number,
  ) {}

  get fields(): (Buffer | null)[] {
    return fieldsOf(this.bytes, this.at)
  }
}

/** Builds a row from values in text form. */
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

/**
 * A client that hands out values as the received bytes, so that JSON that PostgreSQL has built is never decoded and
 * encoded again. All messages except rows go through the driver's own parser.
 */
class WireClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const connection = (this as unknown as { connection: Connection }).connection
    connection.attachListeners = (stream) => {
      const parser = new Parser()
      const emit: MessageCallback = (message) => {
        if (connection._emitMessage) connection.emit('message', message)
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      }
      stream.on(
        'data',
        splitRows(
          (bytes, view, at, end) => connection.emit('dataRow', new RawRow(bytes, view, at, end)),
          (bytes) => parser.parse(bytes, emit),
        ),
      )
    }
  }
}

/**
 * Opens a pool whose values are bytes: only for statements whose rows are passed on as they are. Connection errors are
 * reported to onError.
 */
export const openWirePool = (options: DatabaseOptions, onError: (error: Error) => void): pg.Pool =>
  poolOf(WireClient, { getTypeParser: () => (value: unknown) => value }, options, onError)
