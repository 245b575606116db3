import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import { openDatabase } from './client.js'
import { databaseWithin } from './driver.js'
import { connectFor } from './fair-pool.js'
import type { DB } from '../schema.js'

/**
 * A transaction on a connection of its own, for work that mixes statements with COPY. Without `commit` everything is
 * rolled back.
 */
export interface HeldTransaction {
  /**
   * Kysely over the connection, within the budget: rows are counted, and a running statement is cancelled when the
   * request ends.
   */
  db: Kysely<DB>
  /** The connection itself, for COPY. */
  client: pg.PoolClient
  /**
   * Runs an act inside a savepoint. When it fails, its changes are rolled back and its error is thrown, and the
   * transaction can go on.
   */
  attempt<T>(act: () => Promise<T>): Promise<T>
  commit(): Promise<void>
}

/**
 * Runs `act` in a transaction with these settings, such as `{ work_mem: '64MB' }`, within a budget, and releases the
 * connection afterwards. A transaction that `act` did not commit is rolled back.
 */
export async function inHeldTransaction<T>(
  pool: pg.Pool,
  settings: Record<string, string>,
  budget: Budget,
  act: (held: HeldTransaction) => Promise<T>,
): Promise<T> {
  const client = await connectFor(pool, budget.person)
  let broken = false
  let isOpen = true
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  const run = async (statement: string) => void (await client.query(statement))
  const held: HeldTransaction = {
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
    async commit() {
      await run('commit')
      isOpen = false
    },
  }
  try {
    if (budget.origin !== undefined) settings = { ...settings, 'parallax.origin': budget.origin.replaceAll("'", "''") }
    await run(
      ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; '),
    )
    return await act(held)
  } finally {
    // PostgreSQL notes a warning in its log for each transaction that is ended twice.
    if (isOpen) await run('rollback').catch(onError)
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * Kysely releases the connection after each statement; `release` does nothing here, so that it stays out of the pool.
 */
function databaseOn(client: pg.PoolClient): Kysely<DB> {
  const { processID, secretKey, connectionParameters } = client as pg.PoolClient & Record<string, unknown>
  const held = {
    query: client.query.bind(client),
    release: () => undefined,
    processID,
    secretKey,
    connectionParameters,
  } as unknown as pg.PoolClient
  return openDatabase({ connect: async () => held })
}
