import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApi } from './api.js'

/**
 * Goes on when so many statements of the server wait for a lock of that kind, as pg_locks names them: `transactionid`
 * stands for a row that somebody else is changing.
 */
export async function untilWaiting(
  api: TestApi,
  kind: 'advisory' | 'relation' | 'transactionid',
  count = 1,
): Promise<void> {
  // Outside of the transaction that is waited for: inside it, who is connected would stay as it was first seen.
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where a.datname = current_database() and a.application_name = 'parallax'
       and not l.granted and l.locktype = ${kind}`.execute(api.app.services.db)
    return rows[0]?.count
  }
  await expect.poll(waiting, { interval: 10 }).toBe(count)
}
