import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sqlStateOf } from '../../lib/constraints.js'

// The common parts of schema changes on a database that is in use.

/**
 * The key of an advisory lock that is held while the schema changes, so that processes that start at the same time
 * change it one after the other.
 */
const lockKey = 727_274_001
/**
 * The maximum wait for a table lock, in milliseconds. While a statement waits, all other statements on the table queue
 * behind it; when it gives up, they proceed, and it is tried again.
 */
export const lockTimeoutMs = 1000
const mostTries = 120
/** SQLSTATEs that are worth a retry: no lock in time (55P03), or a deadlock with other transactions (40P01). */
const passing = ['55P03', '40P01']

/** Receives progress messages for the log. */
export type OnProgress = (what: string) => void

/**
 * Takes the lock; throws after an hour. It polls, because an index that another process builds concurrently would wait
 * for a statement that waits for the lock.
 */
export async function waitForTurn(client: pg.Client): Promise<void> {
  const hour = 3_600_000
  for (const until = Date.now() + hour; Date.now() < until; await sleep(200)) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey])
    if (rows[0]?.got) return
  }
  throw new Error('another process has been changing the schema of this database for an hour')
}

/** Retries an act while other statements hold the locks that it needs; `more` are further SQLSTATEs to retry. */
export async function withPatience<T>(
  name: string,
  onProgress: OnProgress,
  act: () => Promise<T>,
  more: readonly string[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const state = sqlStateOf(error) ?? sqlStateOf((error as Error).cause) ?? ''
      if (![...passing, ...more].includes(state) || attempt === mostTries) throw error
      onProgress(`${name} waits for a table that is in use, attempt ${attempt} of ${mostTries}`)
      await sleep(Math.min(100 * attempt, 2000))
    }
  }
}

/** Runs an act in one transaction that waits for no lock longer than `waitMs`, by default a second. */
export async function inShortTransaction<T>(
  client: pg.ClientBase,
  act: () => Promise<T>,
  waitMs = lockTimeoutMs,
): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${waitMs}`)
    const result = await act()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
