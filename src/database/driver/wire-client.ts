import pg from 'pg'
import { Parser, type MessageCallback } from 'pg-protocol/dist/parser.js'
import type { Viewed } from '../../lib/byte-writer.js'
import { splitRows, textsOf } from './row-splitter.js'

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

  /** The values as text, which node-postgres turns into JavaScript values. They are decoded each time this is read. */
  get fields(): (string | null)[] {
    return textsOf(this.bytes, this.at)
  }
}

/**
 * A client that receives rows as bytes. A statement that passes rows on takes the bytes, so that JSON built by
 * PostgreSQL is never decoded and encoded again; other statements read `fields`, as with the driver's own rows. All
 * messages except rows go through the driver's parser.
 */
export class WireClient extends pg.Client {
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
