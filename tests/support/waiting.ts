import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApi } from './api.js'

/**
 * Resolves when exactly `count` statements of the server wait for a lock of this kind (`locktype` in pg_locks). Waiting
 * for a row that another transaction has changed shows as `transactionid`.
 */
export async function untilWaiting(
  api: TestApi,
  kind: 'advisory' | 'relation' | 'transactionid',
  count = 1,
): Promise<void> {
  // Read outside the transaction that the test holds open: within one transaction pg_stat_activity is a snapshot that
  // does not change.
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where a.datname = current_database() and a.application_name = 'parallax'
       and not l.granted and l.locktype = ${kind}`.execute(api.app.services.db)
    return rows[0]?.count
  }
  await expect.poll(waiting, { interval: 10 }).toBe(count)
}
