import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'

// The statements of the sweeper: it takes jobs back from dead workers and finds due jobs that the queue may have lost.

/**
 * Queues active jobs again whose lease has expired because their worker is gone, and fails those without a remaining
 * attempt (J-01). Returns the name of the queue of each job that failed.
 */
export async function returnExpiredJobs(db: Database): Promise<string[]> {
  const { rows } = await sql<{ queue: string; status: string }>`
    update jobs set status = case when attempt >= max_attempts then 'failed' else 'queued' end,
      error = case when attempt >= max_attempts then 'The worker stopped before the job was done' end,
      failed_at = case when attempt >= max_attempts then now() end,
      run_at = now(), progress = 0, lease_owner = null, lease_until = null
    where status = 'active' and lease_until < now()
    returning queue, status`.execute(db)
  return rows.flatMap(({ queue, status }) => (status === 'failed' ? [queue] : []))
}

/** A cursor into the jobs in the order in which they are due. */
export interface DuePlace {
  runAt: string
  id: string
}

/**
 * Returns at most `limit` waiting jobs of these queues, after the cursor, that have been due for more than two seconds;
 * the queue store should know them by now. Ordered by due time and id.
 */
export function selectDueJobs(db: Database, queues: readonly string[], after: DuePlace | undefined, limit: number) {
  const { runAt, id } = after ?? { runAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  return db
    .selectFrom('jobs')
    .select(['id', 'queue', 'attempt', 'turn', sql<string>`run_at::text`.as('runAt')])
    .where('status', 'in', ['queued', 'delayed'])
    .where('queue', '=', sql<string>`any(${queues}::text[])`)
    .where('jobs.runAt', '<', sql<string>`now() - interval '2 seconds'`)
    .where(sql<SqlBool>`(jobs.run_at, id) > (${runAt}::timestamptz, ${id}::uuid)`)
    .orderBy('jobs.runAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Returns the number of due jobs of each queue that have not begun, and for how many seconds the oldest of them has
 * been due. Queues without such jobs are absent.
 */
export async function selectWaiting(db: Database) {
  const { rows } = await sql<{ queue: string; jobs: number; seconds: number }>`
    select queue, count(*)::int as jobs, extract(epoch from now() - min(run_at))::float8 as seconds
      from jobs where status in ('queued', 'delayed') and run_at <= now() group by queue`.execute(db)
  return rows
}
