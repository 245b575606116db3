import type { TestApi } from './api.js'

/**
 * Waits until the feed has everything that was committed before the call. Transactions of any database of the server
 * delay it while they run, and suites share one server.
 */
export async function settled({ app }: Pick<TestApi, 'app'>): Promise<void> {
  const { pool } = app.services
  const { rows } = await pool.query<{ tx: string }>('select pg_current_xact_id()::text as tx')
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const answer = await pool.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over',
      [rows[0]?.tx],
    )
    if (answer.rows[0]?.over) return
    await new Promise((done) => setTimeout(done, 5))
  }
  throw new Error('a transaction of the database server runs for a minute already')
}
