import { sql } from 'kysely'
import type { Database } from '../database/client.js'

/** A job of one of these people is due only once it is released; the queue forgets it meanwhile. */
export async function holdJob(db: Database, id: string, userIds: readonly string[]): Promise<void> {
  await sql`update jobs set run_at = 'infinity'
     where id = ${id} and user_id = any(${userIds}::uuid[]) and status in ('queued', 'delayed')`.execute(db)
}

export interface ReleasedJob {
  id: string
  queue: string
  attempt: number
  turn: number
}

/** The first so many held jobs of a person are due. */
export async function releaseJobs(db: Database, queue: string, userId: string, count: number): Promise<ReleasedJob[]> {
  const { rows } = await sql<ReleasedJob>`
    update jobs set run_at = now() where id in (
      select h.id from jobs h
       where h.queue = ${queue} and h.user_id = ${userId} and h.status in ('queued', 'delayed') and h.run_at = 'infinity'
       order by h.turn, h.id limit ${count} for update skip locked)
    returning id, queue, attempt, turn`.execute(db)
  return rows
}

/** One job of everybody who has held ones and none that runs, whose end would release them: its worker was killed. */
export async function releaseForgottenJobs(db: Database): Promise<void> {
  await sql`
    update jobs set run_at = now() where id in (
      select distinct on (h.queue, h.user_id) h.id from jobs h
       where h.status in ('queued', 'delayed') and h.run_at = 'infinity' and not exists (
         select from jobs a where a.queue = h.queue and a.user_id = h.user_id and a.status = 'active')
       order by h.queue, h.user_id, h.turn, h.id)`.execute(db)
}
