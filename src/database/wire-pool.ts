import pg from 'pg'
import { Parser, type MessageCallback } from 'pg-protocol/dist/parser.js'
import type { DatabaseOptions } from './client.js'

/**
 * Wire text: a string in which every character is one byte of UTF-8, as it came from the database. Such texts can be joined and
 * are written out byte for byte (`sendWire`), so JSON that PostgreSQL has built is never decoded and encoded again.
 */
export type WireText = string

/** A text as wire text. */
export function toWire(text: string): WireText {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The bytes to send. */
export function wireBytes(text: WireText): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Wire text as an ordinary string. */
export function fromWire(text: WireText): string {
  return wireBytes(text).toString('utf8')
}

interface Connection {
  _emitMessage: boolean
  attachListeners(stream: NodeJS.ReadableStream): void
  emit(name: string, message: unknown): boolean
}

/** A client that hands out wire text: the driver's own parser, told to read bytes as they are. */
class WireClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const connection = (this as unknown as { connection: Connection }).connection
    connection.attachListeners = (stream) => {
      const parser = new Parser()
      ;(parser as unknown as { reader: { encoding: BufferEncoding } }).reader.encoding = 'latin1'
      const emit: MessageCallback = (message) => {
        if (connection._emitMessage) connection.emit('message', message)
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      }
      stream.on('data', (bytes: Buffer) => parser.parse(bytes, emit))
    }
  }
}

/** A pool whose text values are wire text. Only for statements whose rows go out as they are. */
export function openWirePool(options: DatabaseOptions, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 10_000,
    options: `-c timezone=UTC${options.statementTimeoutMs ? ` -c statement_timeout=${options.statementTimeoutMs}` : ''}`,
    Client: WireClient,
  } as pg.PoolConfig)
  pool.on('error', onError)
  return pool
}
