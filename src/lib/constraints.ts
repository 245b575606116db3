import { isErrno, noRoom } from '@parallax/shared/errno.js'

/** The error message for a change to content of an archived project (ST-04). */
export const archived = 'The project is archived: it can be read, not changed'

/** The error message if a video and persona already have a summary, possibly one that the actor may not change. */
export const summaryExists = 'A summary already exists for this video and persona'

/**
 * The maximum size of a row or an ontology as JSON, in bytes, with which it fits into a line of 32 MiB; as in migration
 * 0208.
 */
export const mostOfLine = 31 * 1024 * 1024

const fitsLine = (what: string) => `${what} may take at most 31 MiB as JSON: an export is to write it as one line`

/** The error message for content that does not fit into a line that an import accepts. */
export const tooLong = { row: fitsLine('This'), ontology: fitsLine('An ontology') }

function field(error: unknown, name: string): string | undefined {
  const value =
    error !== null && typeof error === 'object' && name in error ? (error as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the name of the violated constraint, if the error is a database error that names one. */
export function constraintOf(error: unknown): string | undefined {
  return field(error, 'constraint')
}

/** Returns the SQLSTATE of a database error, such as 57014 for a cancelled statement; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = field(error, 'code')
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Returns whether PostgreSQL aborted the transaction because of a concurrent one (serialization failure or deadlock); a
 * retry may succeed.
 */
export function endedForAnother(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error) ?? '')
}

const noTime = 'A time must be one that the calendar has, in ISO 8601'

/** Messages for errors that a client's value caused in the database, by SQLSTATE; they are not server faults. */
export const limits: Readonly<Record<string, string>> = {
  // A NUL character that arrived in a path or inside a GraphQL document (G-06).
  '22021': 'Text must not contain a NUL character',
  // A NUL character inside a JSON document, such as a variable of a multipart form with a file.
  '22P05': 'Text must not contain a NUL character',
  // Routes and resolvers validate times (lib/moment.ts); these messages are the second line of defence.
  '22007': noTime,
  '22008': noTime,
  '22009': noTime,
  '54000': 'An id is too long',
  '54001': 'The document is nested too deeply',
}

/**
 * Returns whether PostgreSQL refused an id that is not a UUID. GraphQL ids are arbitrary text, and not every resolver
 * checks them.
 */
export function isMalformedUuid(error: unknown): boolean {
  return (
    sqlStateOf(error) === '22P02' &&
    error instanceof Error &&
    error.message.startsWith('invalid input syntax for type uuid')
  )
}

/** Returns whether PostgreSQL cancelled a statement because of its time limit; its transaction has changed nothing. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '57014' && error instanceof Error && error.message.endsWith('statement timeout')
}

/**
 * Returns whether the call stack overflowed, as JSON.stringify does on a deep document that JSON.parse could still
 * read.
 */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack')
}

/** The driver's messages about a connection that it lost or could not get. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']

/**
 * Returns whether the server is not (or no longer) the primary: it refuses writes and cannot return the primary's log
 * position.
 */
export function isNoPrimary(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state === '25006') return true
  return state === '55000' && error instanceof Error && error.message === 'recovery is in progress'
}

/**
 * Returns whether the database is unavailable: connections break (SQLSTATE class 08), it shuts down or starts up (57P01
 * to 57P05), it has too many connections (53300), or it is no longer the primary. Errors of the object store and the
 * model service are excluded.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined && error instanceof Error && 'severity' in error)
    return state.startsWith('08') || /^57P0[1-5]$/.test(state) || state === '53300' || isNoPrimary(error)
  if (!(error instanceof Error) || '$metadata' in error) return false
  return lostConnection.test(error.message) || socketCodes.includes(field(error, 'code') ?? '')
}

/** Returns whose disk, quota or maximum file size is exhausted; undefined if the error has another cause. */
export function fullDisk(error: unknown): 'database' | 'server' | undefined {
  const state = sqlStateOf(error)
  const message = error instanceof Error ? error.message : ''
  // 53100 is disk_full; a file that PostgreSQL cannot write causes an io_error with the reason.
  if (state === '53100' || (state === '58030' && /No space left|quota exceeded/i.test(message))) return 'database'
  return isErrno(error, ...noRoom) ? 'server' : undefined
}
