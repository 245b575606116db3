import { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { Dialect, type SharedReads } from './driver.js'
import type { Connections } from './fair-pool.js'
import type { RoundTrip } from './round-trip.js'
import { FairPool } from './fair-pool.js'
import { observedClient, type Observer } from './observed.js'
import { WireClient } from './wire-client.js'
import type { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'

/** Kysely over a pool, or a transaction: every SQL function takes it as its first argument. */
export type Database = Kysely<DB> | Transaction<DB>

export interface DatabaseOptions {
  url: string
  /** The maximum number of connections in the pool. */
  max: number
  /** The application name, shown in pg_stat_activity. */
  name: string
  /** A statement that runs longer than this is cancelled; 0 or undefined means no limit. */
  statementTimeoutMs?: number
  /** How long to wait for a connection, in milliseconds; 10,000 by default. */
  connectTimeoutMs?: number
  /**
   * True if a connection pooler in transaction mode (such as PgBouncer) is in between. Such a pooler refuses most
   * startup settings, so its own server connections must be made with them (docs/operations.md).
   */
  pooled?: boolean
  /**
   * False if no named prepared statements are used, because behind a pooler the next statement may run on another
   * server connection.
   */
  prepared?: boolean
  /** Whether requests that wait for a connection take turns by person (fair-pool.ts). */
  inTurns?: boolean
  /** Observes the statements that the application sends. */
  observer?: Observer | undefined
  /** Called with the socket of each new connection, which the caller may destroy. */
  onSocket?: (socket: Socket) => void
}

const { builtins } = pg.types
const types = new pg.TypeOverrides()
// Timestamps stay text in the form in which they are sent to clients (ISO 8601, UTC, milliseconds), so that no Date is
// created only to be printed again.
types.setTypeParser(builtins.TIMESTAMPTZ, isoTimestamp)
types.setTypeParser(builtins.INT8, Number)

/**
 * Converts '2026-01-02 03:04:05.6+00', or the same with a T as in PostgreSQL's JSON, to '2026-01-02T03:04:05.600Z'. The
 * session must run in UTC.
 */
export function isoTimestamp(text: string): string {
  const second = text.slice(0, 10) + 'T' + text.slice(11, 19)
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${second}.${fraction.padEnd(3, '0')}Z`
}

interface Startup {
  getStartupConf(): Record<string, string>
}

/**
 * Returns the driver's client class, or a subclass for a pooler, which sends only the startup settings that a pooler
 * accepts (`pooled`), or no names of statements (`prepared: false`).
 */
function clientFor(Client: typeof pg.Client, { pooled = false, prepared = true }: DatabaseOptions) {
  if (!pooled && prepared) return Client
  const startup = (Client.prototype as unknown as Startup).getStartupConf
  class Sessionless extends Client {
    getStartupConf(): Record<string, string> {
      const { options, ...settings } = startup.call(this)
      return pooled ? { ...settings, ...poolerSettings } : { ...settings, ...(options !== undefined && { options }) }
    }
  }
  const query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [statement] = args
    if (!prepared && statement !== null && typeof statement === 'object') {
      if ('unname' in statement) (statement as RoundTrip).unname()
      else if ('name' in statement) statement.name = undefined
    }
    return (Client.prototype.query as (...args: unknown[]) => unknown).apply(this, args)
  }
  Sessionless.prototype.query = query as typeof Client.prototype.query
  return Sessionless
}

/**
 * Settings that decide how PostgreSQL writes and reads values as text. A role or a database may have others (through
 * `alter role … set datestyle`), and so may the environment (PGOPTIONS), so every connection asks for these.
 */
export const textSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
} as const
/**
 * The settings that a pooler passes on when a connection starts; it must set the others itself (docs/operations.md).
 */
const poolerSettings = {
  TimeZone: textSettings.TimeZone,
  DateStyle: textSettings.DateStyle,
  standard_conforming_strings: textSettings.standard_conforming_strings,
}

/** The text settings as command-line options of the server, for connections that go to it directly. */
export const textOptions = Object.entries(textSettings)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/**
 * The settings that are sent when a connection starts, as command-line options of the server. Transactions are at the
 * level for which the statements were written. Just-in-time compilation (JIT) is off: PostgreSQL uses it for statements
 * that it expects to be expensive, and compiling takes up to seconds, while the statements here run for milliseconds.
 */
const sessionSettings = ({ statementTimeoutMs }: DatabaseOptions): string =>
  `${textOptions} -c default_transaction_isolation=read\\ committed -c jit=off${statementTimeoutMs ? ` -c statement_timeout=${statementTimeoutMs}` : ''}`

/**
 * Returns the URL and the command-line options for a connection. Options of the URL (`?options=`, by which some hosts
 * find the database) are kept, and ours follow them and take precedence. node-postgres itself would replace ours with
 * those of the URL.
 */
export function connecting(url: string, options: string): { connectionString: string; options: string } {
  const at = url.includes('?') ? url.indexOf('?') : url.length
  const address = url.slice(0, at)
  const parameters = new URLSearchParams(url.slice(at + 1))
  const ofUrl = parameters.get('options')
  if (ofUrl === null) return { connectionString: url, options }
  parameters.delete('options')
  return { connectionString: `${address}?${parameters.toString()}`, options: `${ofUrl} ${options}` }
}

/** Opens a pool whose sessions run in UTC. Errors of idle connections are reported to onError, never thrown. */
export function openPool(options: DatabaseOptions, onError: (error: Error) => void): pg.Pool {
  const { url, max, name, connectTimeoutMs = 10_000, observer, onSocket, inTurns = false } = options
  const Client = clientFor(WireClient, options)
  const Pool = inTurns ? FairPool : pg.Pool
  const pool = new Pool({
    ...connecting(url, sessionSettings(options)),
    max,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
    ...(onSocket && { stream: () => socketFor(onSocket) }),
    Client: observer ? observedClient(Client, observer) : Client,
  } as pg.PoolConfig & { max: number; connectionTimeoutMillis: number; application_name: string })
  hearLosses(pool, onError)
  return pool
}

/** Returns a socket for a new connection, after `onSocket` has been called with it. */
export function socketFor(onSocket: (socket: Socket) => void): Socket {
  const socket = new Socket()
  onSocket(socket)
  return socket
}

/**
 * Reports every connection that a pool loses. A connection that is lost while it is checked out rejects the statement
 * that runs on it and also emits 'error', which would end the process without a listener.
 */
function hearLosses(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
}

/**
 * Opens Kysely over a pool, over the route of a read-only request, or over reads that requests share. Names are
 * camelCase outside and snake_case in SQL; the keys of documents inside json columns are left alone.
 */
export function openDatabase(on: Connections | Route | SharedReads): Kysely<DB> {
  return new Kysely<DB>({ dialect: new Dialect(on), plugins })
}

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
