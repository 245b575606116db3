import { connect } from 'node:net'
import pg from 'pg'
import type { Budget } from '../lib/budget.js'
import { isNoPrimary, sqlStateOf } from '../lib/constraints.js'

export type Client = pg.ClientBase & {
  processID: number
  secretKey: number
  connectionParameters: { host: string; port: number }
}

/**
 * Runs statements of a request on a connection: when the request ends early, PostgreSQL is told to cancel the statement
 * that runs there, and the connection is not given back before it has been told. Throws why the request ended.
 */
export async function cancellable<T>(
  budget: Budget | undefined,
  client: pg.ClientBase,
  run: () => Promise<T>,
): Promise<T> {
  if (!budget) return run()
  budget.check()
  let cancelled: Promise<void> | undefined
  const stop = budget.onEnd(() => {
    cancelled = cancel(client as Client)
  })
  try {
    return await run()
  } catch (error) {
    throw budget.ended && sqlStateOf(error) === '57014' ? budget.ended : error
  } finally {
    stop()
    await cancelled
  }
}

/**
 * What the server refused or cancelled leaves the connection as it was; all else has broken it. One that leads to a
 * server which is no longer the primary is of no use: the next may lead to the new one.
 */
export function isBroken(error: unknown, budget: Budget | undefined): boolean {
  if (budget?.ended === error) return false
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || isNoPrimary(error)
}

/**
 * By the protocol's own request to cancel, which needs neither a free connection nor a password: a length, the code of
 * the request, and the two numbers that the server gave the connection. The server answers nothing and hangs up when it
 * has passed the request on; without that the statement runs into its timeout.
 */
export function cancel({ processID, secretKey, connectionParameters: { host, port } }: Client): Promise<void> {
  const request = Buffer.alloc(16)
  ;[16, cancelCode, processID, secretKey].forEach((number, i) => request.writeInt32BE(number, 4 * i))
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(2_000, () => socket.destroy())
  socket.on('error', () => undefined)
  // Not ended yet: PgBouncer forgets what it was asked by somebody who has hung up.
  socket.write(request)
  return new Promise((done) => socket.resume().once('close', () => done()))
}

/** From PostgreSQL's documentation, "Message Formats", CancelRequest. */
const cancelCode = 80877102

/** A row of the driver's, or one as its bytes (wire-pool). */
interface DataRow {
  length?: number
  at?: number
  end?: number
}

/** The driver's own query, but that each row and its bytes count. Rows that are too many are dropped. */
class CountedQuery extends pg.Query {
  constructor(
    config: pg.QueryConfig,
    private readonly budget: Budget,
  ) {
    super(config)
  }

  handleDataRow(row: DataRow): void {
    if (this.budget.takeRows(1, row.length ?? (row.end ?? 0) - (row.at ?? 0)))
      (pg.Query.prototype as unknown as { handleDataRow(row: DataRow): void }).handleDataRow.call(this, row)
  }
}

/** A statement on a connection that somebody holds; its rows count for the request. */
export function queryWithin<R extends pg.QueryResult | pg.QueryArrayResult>(
  budget: Budget | undefined,
  client: pg.ClientBase,
  config: pg.QueryConfig & { rowMode?: 'array' },
): Promise<R> {
  if (!budget) return client.query(config) as unknown as Promise<R>
  const run = () =>
    new Promise<R>((resolve, reject) => {
      const query = new CountedQuery(config, budget) as CountedQuery & { callback: (error: unknown, result: R) => void }
      query.callback = (error, result) => (error ? reject(error as Error) : resolve(result))
      client.query(query)
    })
  return cancellable(budget, client, async () => {
    const result = await run()
    budget.check()
    return result
  })
}

/** A statement on any connection of the pool. */
export async function poolQueryWithin<R extends pg.QueryResult | pg.QueryArrayResult>(
  budget: Budget | undefined,
  pool: pg.Pool,
  config: pg.QueryConfig & { rowMode?: 'array' },
): Promise<R> {
  if (!budget) return pool.query(config) as unknown as Promise<R>
  budget.check()
  const client = await pool.connect()
  try {
    const result = await queryWithin<R>(budget, client, config)
    client.release()
    return result
  } catch (error) {
    client.release(isBroken(error, budget))
    throw error
  }
}
