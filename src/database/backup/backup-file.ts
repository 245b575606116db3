import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Type, type Static } from '@sinclair/typebox'
import { compileBody } from '../../lib/validate.js'

/**
 * A backup is one gzip stream: a line of JSON (BackupHead); then for each table a line with its name, the bytes of its
 * COPY in pieces that each follow a line with their length, a line with 0, and a line of JSON (TableEnd); finally a
 * line of JSON (BackupEnd) with the SHA-256 of everything before it.
 */
export const formatName = 'parallax-backup'
export const formatVersion = 1

const headSchema = Type.Object({
  format: Type.Literal(formatName),
  version: Type.Integer(),
  createdAt: Type.String(),
  /** The version of the schema: the applied migrations in their order. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /**
   * Identifies the encryption key without revealing it: the beginning of the SHA-256 of API_KEY_ENCRYPTION_KEY; null
   * without a key.
   */
  key: Type.Union([Type.String(), Type.Null()]),
  /** Secrets by name; null unless they were asked for. */
  secrets: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
})
export type BackupHead = Static<typeof headSchema>

export interface TableEnd {
  rows: number
  bytes: number
  sha256: string
}

interface BackupEnd {
  tables: number
  rows: number
  sha256: string
}

/** Thrown when the file is not a backup or was changed after it was written. */
export class BackupFault extends Error {}

export interface BackupWriter {
  /** Writes a table as its bytes arrive; `rows` is called once all of them have arrived. */
  table(name: string, bytes: AsyncIterable<Buffer>, rows: () => number): Promise<TableEnd>
  /** Writes the end, waits until the file is flushed to disk, and returns the SHA-256 of the content. */
  end(): Promise<string>
  /** Stops writing; the incomplete file remains. */
  abandon(): Promise<void>
}

/**
 * Creates a new backup file that only this user can read; fails when the file exists. Memory use does not grow with the
 * size of the database.
 */
export async function writeBackup(path: string, head: BackupHead): Promise<BackupWriter> {
  const gzip = createGzip({ level: 4 })
  const written = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  // An error is reported by the next awaited call.
  written.catch(() => undefined)
  const whole = createHash('sha256')
  const totals = { tables: 0, rows: 0 }
  const write = async (bytes: string | Buffer, counted = true) => {
    if (counted) whole.update(bytes)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }
  await write(`${JSON.stringify(head)}\n`)
  return {
    async table(name, bytes, rows) {
      const digest = createHash('sha256')
      let size = 0
      await write(`${name}\n`)
      for await (const piece of bytes) {
        digest.update(piece)
        size += piece.length
        await write(`${piece.length}\n`)
        await write(piece)
      }
      const end: TableEnd = { rows: rows(), bytes: size, sha256: digest.digest('hex') }
      await write(`0\n${JSON.stringify(end)}\n`)
      totals.tables += 1
      totals.rows += end.rows
      return end
    },
    async end() {
      const end: BackupEnd = { ...totals, sha256: whole.digest('hex') }
      await write(`${JSON.stringify(end)}\n`, false)
      gzip.end()
      await written
      return end.sha256
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => undefined)
    },
  }
}

export interface BackupReader {
  head: BackupHead
  /** Yields the tables in order; the bytes of each must be read completely before the next is requested. */
  tables(): AsyncGenerator<{ name: string; bytes: AsyncGenerator<Buffer>; end(): TableEnd }>
  /** Verifies the whole content after the last table. Returns its SHA-256; throws BackupFault if it was changed. */
  finish(): Promise<string>
  close(): void
}

/**
 * Opens a backup and reads its head. This function and the methods of the reader throw BackupFault, with a message of
 * one line, for a file that was cut or changed.
 */
export async function readBackup(path: string): Promise<BackupReader> {
  const source = createReadStream(path)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  const input = bytesOf(source.pipe(gunzip), path)
  const whole = createHash('sha256')
  const text = await input.line()
  const head = parse<BackupHead>(text, path)
  if (head?.format !== formatName) throw new BackupFault(`${path} is no backup of Parallax`)
  if (head.version > formatVersion)
    throw new BackupFault(`${path} has format ${head.version}: a newer version of Parallax made it`)
  if (!compileBody(headSchema)(head)) throw altered(path)
  whole.update(`${text}\n`)
  const counted = async () => {
    const line = await input.line()
    whole.update(`${line}\n`)
    return line
  }
  let rows = 0
  return {
    head,
    async *tables() {
      for (const expected of head.tables) {
        const name = await counted()
        if (name !== expected.name) throw altered(path)
        const digest = createHash('sha256')
        let size = 0
        let ended: TableEnd | undefined
        async function* pieces(): AsyncGenerator<Buffer> {
          for (;;) {
            const length = Number(await counted())
            if (!Number.isSafeInteger(length) || length < 0) throw altered(path)
            if (length === 0) break
            for await (const piece of input.take(length)) {
              whole.update(piece)
              digest.update(piece)
              size += piece.length
              yield piece
            }
          }
          const end = parse<TableEnd>(await counted(), path)
          if (end.bytes !== size || end.sha256 !== digest.digest('hex'))
            throw new BackupFault(`${path} was altered: the digest of the table ${name} is another one`)
          rows += end.rows
          ended = end
        }
        yield {
          name,
          bytes: pieces(),
          end: () => {
            if (ended === undefined) throw new Error(`the table ${name} was not read to its end`)
            return ended
          },
        }
      }
    },
    async finish() {
      const end = parse<BackupEnd>(await input.line(), path)
      const sha256 = whole.digest('hex')
      if (end.sha256 !== sha256 || end.tables !== head.tables.length || end.rows !== rows) throw altered(path)
      await input.nothingMore()
      return sha256
    },
    close: () => {
      source.destroy()
      gunzip.destroy()
    },
  }
}

const altered = (path: string) => new BackupFault(`${path} was altered: what it holds is not what was written`)

function parse<T>(text: string, path: string): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new BackupFault(`${path} is no backup of Parallax, or was altered`, { cause })
  }
}

const longestLine = 16 * 1024 * 1024

/** Reads lines and counted bytes from a stream, in any order. */
function bytesOf(stream: AsyncIterable<Buffer>, path: string) {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    try {
      const { value, done } = await iterator.next()
      if (done) return false
      rest = rest.length ? Buffer.concat([rest, value]) : value
      return true
    } catch (cause) {
      throw unreadable(cause, path)
    }
  }
  const cut = () => new BackupFault(`${path} was cut: it ends in the middle`)
  return {
    async line(): Promise<string> {
      for (;;) {
        const at = rest.indexOf(0x0a)
        if (at >= 0) {
          const text = rest.subarray(0, at).toString('utf8')
          rest = rest.subarray(at + 1)
          return text
        }
        if (rest.length > longestLine) throw altered(path)
        if (!(await more())) throw cut()
      }
    },
    async *take(length: number): AsyncGenerator<Buffer> {
      for (let left = length; left > 0;) {
        if (rest.length === 0 && !(await more())) throw cut()
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        if (piece.length) yield piece
      }
    },
    async nothingMore(): Promise<void> {
      while (rest.length === 0) if (!(await more())) return
      throw altered(path)
    },
  }
}

function unreadable(cause: unknown, path: string): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'Z_BUF_ERROR') return new BackupFault(`${path} was cut: it ends in the middle`, { cause })
  if (code.startsWith('Z_')) return new BackupFault(`${path} is no backup of Parallax, or was altered`, { cause })
  if (code === 'ENOENT') return new BackupFault(`There is no file ${path}`, { cause })
  return cause instanceof Error ? cause : new Error(String(cause))
}
