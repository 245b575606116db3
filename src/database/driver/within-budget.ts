import { connect } from 'node:net'
import pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import { connectFor, type Connections } from './fair-pool.js'
import { isNoPrimary, sqlStateOf } from '../../lib/constraints.js'

export type Client = pg.ClientBase & {
  processID: number
  secretKey: number
  connectionParameters: { host: string; port: number }
}

/**
 * Runs statements of a request on a connection. If the request ends early, asks PostgreSQL to cancel the statement that
 * runs there, waits until the server has taken the cancel request, so that the connection is not released before, and
 * throws the reason why the request ended.
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
 * Returns whether an error has left the connection unusable, so that the pool must close it. After an error that the
 * server reported the connection is intact, unless the error was fatal. A connection to a server that is no longer the
 * primary is closed as well: the next one may lead to the new primary.
 */
export function isBroken(error: unknown, budget: Budget | undefined): boolean {
  if (budget?.ended === error) return false
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || isNoPrimary(error)
}

/**
 * Cancels the statement on a connection by the protocol's CancelRequest, which needs neither a free connection nor a
 * password: a length, the request code, and the process id and secret key that the server gave the connection. The
 * server does not answer; it closes the socket when it has passed the request on. If the request gets lost, the
 * statement ends at its timeout.
 */
export function cancel({ processID, secretKey, connectionParameters: { host, port } }: Client): Promise<void> {
  const request = Buffer.alloc(16)
  ;[16, cancelCode, processID, secretKey].forEach((number, i) => request.writeInt32BE(number, 4 * i))
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(2_000, () => socket.destroy())
  socket.on('error', () => undefined)
  // The socket is not ended here, because PgBouncer drops the request of a client that has closed its side.
  socket.write(request)
  return new Promise((done) => socket.resume().once('close', () => done()))
}

/** The code of a CancelRequest, from PostgreSQL's documentation, "Message Formats". */
const cancelCode = 80877102

/**
 * Runs `act` on a connection of the pool, for which people take turns, and closes the connection if an error has left
 * it unusable.
 */
export async function onPool<T>(
  pool: Connections,
  budget: Budget | undefined,
  act: (client: pg.PoolClient) => Promise<T>,
  person = budget?.person,
): Promise<T> {
  budget?.check()
  const client = await connectFor(pool, person)
  try {
    const result = await act(client)
    client.release()
    return result
  } catch (error) {
    client.release(isBroken(error, budget))
    throw error
  }
}
