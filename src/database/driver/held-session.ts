import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import { openDatabase } from './client.js'
import { databaseWithin } from './driver.js'
import { connectFor } from './fair-pool.js'
import type { DB } from '../schema.js'

/**
 * A session on a separate connection, for work that mixes statements with COPY and keeps temporary tables. Before
 * `begin` each statement is a separate transaction.
 */
export interface HeldSession {
  /**
   * Kysely over the connection, within the budget: rows are counted, and a running statement is cancelled when the
   * request ends.
   */
  db: Kysely<DB>
  /** The connection itself, for COPY. */
  client: pg.PoolClient
  /**
   * Runs an act inside a savepoint. If it fails, rolls back its changes and throws its error; the transaction can go
   * on.
   */
  attempt<T>(act: () => Promise<T>): Promise<T>
  /** Begins a transaction, which the end of the session rolls back unless it was committed. */
  begin(): Promise<void>
  commit(): Promise<void>
}

/**
 * Runs `act` in a session with these settings, such as `{ work_mem: '64MB' }`, within a budget, and then closes the
 * connection, which also removes temporary tables. `pool` must lead to PostgreSQL itself and not to a pooler in
 * transaction mode.
 */
export async function inHeldSession<T>(
  pool: pg.Pool,
  settings: Record<string, string>,
  budget: Budget,
  act: (held: HeldSession) => Promise<T>,
): Promise<T> {
  const client = await connectFor(pool, budget.person)
  const onError = () => undefined
  let isOpen = false
  client.on('error', onError)
  const run = async (statement: string) => void (await client.query(statement))
  const held: HeldSession = {
    db: databaseWithin(databaseOn(client), budget),
    client,
    async attempt(tried) {
      await run('savepoint attempt')
      try {
        const result = await tried()
        await run('release savepoint attempt')
        return result
      } catch (error) {
        // Nested attempts share one savepoint name; releasing this one makes the name mean the outer savepoint again.
        await run('rollback to savepoint attempt; release savepoint attempt').catch(onError)
        throw error
      }
    },
    async begin() {
      await run('begin')
      isOpen = true
    },
    async commit() {
      await run('commit')
      isOpen = false
    },
  }
  try {
    if (budget.origin !== undefined) settings = { ...settings, 'parallax.origin': budget.origin.replaceAll("'", "''") }
    await run(
      Object.entries(settings)
        .map(([name, value]) => `set ${name} = '${value}'`)
        .join('; '),
    )
    return await act(held)
  } finally {
    // PostgreSQL notices a closed connection only later; the rollback releases locks before the client is answered.
    if (isOpen) await run('rollback').catch(onError)
    client.off('error', onError)
    client.release(true)
  }
}

/**
 * Returns Kysely over a connection. Its `release`, which Kysely calls after each statement, does nothing, so that the
 * connection does not return to the pool.
 */
function databaseOn(client: pg.PoolClient): Kysely<DB> {
  const { processID, secretKey, connectionParameters } = client as pg.PoolClient & Record<string, unknown>
  const held = {
    query: client.query.bind(client),
    getTypeParser: client.getTypeParser.bind(client),
    release: () => undefined,
    processID,
    secretKey,
    connectionParameters,
  } as unknown as pg.PoolClient
  return openDatabase({ connect: async () => held })
}
