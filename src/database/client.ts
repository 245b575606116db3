import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { measureChecks } from '../access/measure.js'
import { Dialect, type Connections } from './driver.js'
import type { Route } from './route.js'
import type { DB } from './schema.js'

/** Either the pool or a transaction: every SQL function takes this first. */
export type Database = Kysely<DB> | Transaction<DB>

export interface DatabaseOptions {
  url: string
  /** Connections at most. */
  max: number
  /** Shown in pg_stat_activity. */
  name: string
  /** A statement that runs longer is cancelled; 0 means no limit. */
  statementTimeoutMs?: number
  /** How long a connection is waited for; 10 s unless it is said. */
  connectTimeoutMs?: number
  /**
   * A pooler in transaction mode stands between: it refuses settings that come with a connection, but for the time
   * zone; its own connections must be made with them (docs/operations.md).
   */
  pooled?: boolean
  /** False: nothing is prepared by name, as the next statement may run on another connection of a pooler's. */
  prepared?: boolean
}

const { builtins } = pg.types
const types = new pg.TypeOverrides()
// Timestamps stay text in the form that goes out (ISO 8601, UTC, milliseconds): no Date is made only to be printed
// again.
types.setTypeParser(builtins.TIMESTAMPTZ, isoTimestamp)
types.setTypeParser(builtins.INT8, Number)

/** '2026-01-02 03:04:05.6+00', or with a T as in JSON (a session in UTC), as '2026-01-02T03:04:05.600Z'. */
export function isoTimestamp(text: string): string {
  const second = text.slice(0, 10) + 'T' + text.slice(11, 19)
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${second}.${fraction.padEnd(3, '0')}Z`
}

interface Startup {
  getStartupConf(): Record<string, string>
}

/** The driver's client, or one that keeps nothing in its session where the server at the other end is a pooler. */
export function clientFor(Client: typeof pg.Client, { pooled = false, prepared = true }: DatabaseOptions) {
  if (!pooled && prepared) return Client
  const startup = (Client.prototype as unknown as Startup).getStartupConf
  class Sessionless extends Client {
    getStartupConf(): Record<string, string> {
      const { options, ...settings } = startup.call(this)
      return pooled ? { ...settings, TimeZone: 'UTC' } : { ...settings, ...(options !== undefined && { options }) }
    }
  }
  const query = function (this: pg.Client, ...given: unknown[]): unknown {
    const [asked] = given
    if (!prepared && asked !== null && typeof asked === 'object' && 'name' in asked) asked.name = undefined
    return (Client.prototype.query as (...given: unknown[]) => unknown).apply(this, given)
  }
  Sessionless.prototype.query = query as typeof Client.prototype.query
  return Sessionless
}

/**
 * As they come with a connection. Compiling a statement at run time (JIT), which PostgreSQL does for what it expects to
 * be dear, takes up to seconds; ours run for milliseconds.
 */
export const sessionSettings = ({ statementTimeoutMs }: DatabaseOptions): string =>
  `-c timezone=UTC -c jit=off${statementTimeoutMs ? ` -c statement_timeout=${statementTimeoutMs}` : ''}`

/** A pool whose sessions run in UTC. Errors of idle connections are reported to onError, never thrown. */
export function openPool(options: DatabaseOptions, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    types,
    options: sessionSettings(options),
    Client: clientFor(pg.Client, options),
  } as pg.PoolConfig)
  hearLosses(pool, onError)
  measureChecks(pool)
  return pool
}

/**
 * Reports every connection that a pool loses. One that is lost while it is lent out rejects what its borrower asked for
 * and, beside that, emits 'error', which without a listener ends the process.
 */
export function hearLosses(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
}

/**
 * Opens a connection for one act and closes it. Where it is lost, what was asked of it rejects and nothing else
 * happens.
 */
export async function onConnection<T>(config: pg.ClientConfig, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Kysely over a pool, or on the way of a request that reads: camelCase names outside, snake_case in SQL; documents
 * inside json columns are left alone.
 */
export function openDatabase(on: Connections | Route): Kysely<DB> {
  return new Kysely<DB>({ dialect: new Dialect(on), plugins })
}

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
