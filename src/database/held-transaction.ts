import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../lib/budget.js'
import { openDatabase } from './client.js'
import { databaseWithin } from './driver.js'
import type { DB } from './schema.js'

/**
 * A transaction on a connection of its own, for work that mixes statements with COPY. Nothing stays without `commit`.
 */
export interface HeldTransaction {
  /** Kysely over the connection; what it reads counts, and what runs when the work is to end is cancelled. */
  db: Kysely<DB>
  /** The connection itself, for COPY. */
  client: pg.PoolClient
  /** Runs an act; when it fails, all that it did is undone, its error is thrown and the transaction can go on. */
  attempt<T>(act: () => Promise<T>): Promise<T>
  commit(): Promise<void>
}

/**
 * Runs `act` in a transaction with these settings, such as `{ work_mem: '64MB' }`, within a budget, and gives the
 * connection back.
 */
export async function inHeldTransaction<T>(
  pool: pg.Pool,
  settings: Record<string, string>,
  budget: Budget,
  act: (held: HeldTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
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
        // Attempts stand inside each other under one name; the release gives it back to the one outside.
        await run('rollback to savepoint attempt; release savepoint attempt').catch(onError)
        throw error
      }
    },
    commit: () => run('commit'),
  }
  try {
    await run(
      ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; '),
    )
    return await act(held)
  } finally {
    // After a commit this is a statement without effect.
    await run('rollback').catch(onError)
    client.off('error', onError)
    client.release(broken)
  }
}

/** Kysely gives the connection back after each statement, which must not reach the pool. */
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
