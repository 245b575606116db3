import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { deleteInBatches } from '../database/rows/delete-in-batches.js'
import type { Jobs } from '../database/schema.js'

export const jobColumns = [
  'id',
  'publicId',
  'queue',
  'status',
  'progress',
  'userId',
  'projectIds',
  'videoId',
  'personaId',
  'summaryId',
  'payload',
  'result',
  'error',
  'attempt',
  'maxAttempts',
  'retryOf',
  'traceContext',
  'turn',
  'createdAt',
  'startedAt',
  'completedAt',
  'failedAt',
] as const

export type JobRow = NonNullable<Awaited<ReturnType<typeof selectJobByPublicId>>>

/** Inserts a job that is due at once or after `delayMs`, under a public id that is free, and returns its turn. */
export async function insertJob(db: Database, row: Insertable<Jobs>, delayMs: number): Promise<number> {
  const { turn } = await db
    .insertInto('jobs')
    .values({
      ...row,
      turn: nextTurn(row.queue, row.userId ?? null),
      ...(delayMs > 0 && { runAt: sql<Date>`now() + make_interval(secs => ${delayMs / 1000})` }),
    })
    .returning('turn')
    .executeTakeFirstOrThrow()
  return turn
}

/**
 * Returns the first number from `from` on for which `<prefix>-<number>` is not the public id of a job. It stays free
 * while the transaction holds the lock of the prefix (`lockJobsOf`).
 */
export async function freeNumber(db: Database, prefix: string, from: number): Promise<number> {
  for (let number = from; ; number++) if (!(await selectJobByPublicId(db, `${prefix}-${number}`))) return number
}

/** The largest turn; BullMQ accepts no priority above 2,097,151. */
const lastTurn = 2_000_000

/**
 * Returns the SQL of the turn (the priority) of a new job: after the last open job of the user, and not before the
 * active jobs or, if none is active, not before the first waiting job. So many jobs of one user are spread out, and a
 * user who keeps adding jobs never overtakes jobs that have waited.
 */
function nextTurn(queue: string, userId: string | null) {
  return sql<number>`(select least(${sql.lit(lastTurn)}, greatest(1,
      max(o.turn) filter (where o.user_id = ${userId}) + 1,
      coalesce(max(o.turn) filter (where o.status = 'active'), min(o.turn))))
    from jobs o where o.queue = ${queue} and o.status in ('queued', 'active', 'delayed'))`
}

/**
 * Serialises the creation of jobs of a user, and of jobs whose public ids begin with the same prefix, by advisory locks
 * that are held until the end of the transaction. No unique index guards the public ids: in a table that is partitioned
 * by the id its key would have to contain the id.
 */
export function lockJobsOf(db: Database, userId: string, prefix: string): Promise<void> {
  return lockInTurn(db, `jobs ${userId}`, prefix)
}

/** Serialises the creation of the system's jobs in a queue, and of those with the same prefix, in the same way. */
export function lockJobsOfSystem(db: Database, queue: string, prefix: string): Promise<void> {
  return lockInTurn(db, `system jobs ${queue}`, prefix)
}

async function lockInTurn(db: Database, whose: string, prefix: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${whose}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`jobs named ${prefix}`}, 0))`.execute(db)
}

/**
 * Finds a job of the system in this queue that has not begun, and locks its row: no worker can begin it before the
 * transaction has ended, so the job sees everything that the transaction wrote.
 */
export function lockWaitingJobOfSystem(db: Database, queue: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'publicId'])
    .where('userId', 'is', null)
    .where('queue', '=', queue)
    .where('status', 'in', ['queued', 'delayed'])
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

interface Equal {
  userId: string
  queue: string
  payload: string
  projectIds: readonly string[] | null
}

const open = ['queued', 'active', 'delayed'] as const

/**
 * Returns the number of open jobs of the user, and the oldest of them in this queue with an equal payload (JSON text)
 * and the same limit to projects.
 */
export async function selectOpenJobs(db: Database, { userId, queue, payload, projectIds }: Equal) {
  const jobs = db.selectFrom('jobs').where('userId', '=', userId).where('status', 'in', open)
  const { count } = await jobs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const equal = await jobs
    .select(['id', 'publicId'])
    .where('queue', '=', queue)
    .where(sql<boolean>`payload::jsonb = ${payload}::jsonb`)
    .where(sql<boolean>`project_ids is not distinct from ${projectIds}::uuid[]`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return { count, equal }
}

export function selectJobByPublicId(db: Database, publicId: string) {
  return db.selectFrom('jobs').select(jobColumns).where('publicId', '=', publicId).executeTakeFirst()
}

export function selectJob(db: Database, id: string) {
  return db.selectFrom('jobs').select(jobColumns).where('id', '=', id).executeTakeFirst()
}

/**
 * Takes a due job, or one whose lease has expired, for a worker and counts the attempt. Returns undefined when another
 * worker has it, when it is not due, has no attempt left or has ended, and when `perUser` jobs of the user are active
 * in its queue.
 */
export async function claimJob(
  db: Database,
  id: string,
  { owner, leaseSeconds, perUser }: { owner: string; leaseSeconds: number; perUser: number | null },
): Promise<JobRow | undefined> {
  const others = sql<number>`(select count(*) from jobs o where o.user_id = jobs.user_id and o.queue = jobs.queue
    and o.status = 'active' and o.lease_until > now() and o.id <> jobs.id)`
  return db
    .updateTable('jobs')
    .set({
      status: 'active',
      progress: 10,
      attempt: sql`attempt + 1`,
      leaseOwner: owner,
      leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      startedAt: sql`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', 'in', ['queued', 'delayed']),
          eb('runAt', '<=', sql<string>`now() + interval '1 second'`),
        ]),
        eb.and([eb('status', '=', 'active'), eb('leaseUntil', '<', sql<string>`now()`)]),
      ]),
    )
    .where('attempt', '<', sql<number>`max_attempts`)
    .$if(perUser !== null, (query) => query.where(others, '<', perUser!))
    .returning(jobColumns)
    .executeTakeFirst()
}

/** Selects the job of a user that has waited in this queue the longest; undefined if none is due. */
export function selectNextJob(db: Database, queue: string, userId: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'attempt', 'turn'])
    .where('userId', '=', userId)
    .where('queue', '=', queue)
    .where('status', 'in', ['queued', 'delayed'])
    .where('runAt', '<=', sql<string>`now()`)
    .orderBy('turn')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}

/** Extends the lease. Returns false if it was lost: another worker has the job, or it was cancelled. */
export async function renewLease(db: Database, id: string, owner: string, leaseSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the progress of an active job of this worker, in percent; a lower value than the stored one is ignored. */
export async function updateProgress(db: Database, id: string, owner: string, progress: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ progress: sql`greatest(progress, ${progress})` })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'active')
    .execute()
}

/**
 * Completes an active job of this worker with its result (JSON text); returns false when the worker no longer has the
 * job.
 */
export async function completeJob(db: Database, id: string, owner: string, result: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      status: 'completed',
      progress: 100,
      result,
      completedAt: at,
      leaseOwner: null,
      leaseUntil: null,
      error: null,
    })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets an open job to `failed`, with `owner` only if that worker has it; returns false when nothing was changed. */
export async function failJob(
  db: Database,
  id: string,
  owner: string | null,
  error: string,
  at: Date,
): Promise<boolean> {
  let query = db
    .updateTable('jobs')
    .set({ status: 'failed', error, failedAt: at, leaseOwner: null, leaseUntil: null })
    .where('id', '=', id)
    .where('status', 'in', open)
  if (owner) query = query.where('leaseOwner', '=', owner)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Delays an active job of this worker until its next attempt; returns false when the worker no longer has the job. */
export async function delayJob(
  db: Database,
  id: string,
  owner: string,
  error: string,
  delayMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      status: 'delayed',
      error,
      progress: 0,
      runAt: sql`now() + make_interval(secs => ${delayMs / 1000})`,
      leaseOwner: null,
      leaseUntil: null,
    })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes jobs that ended before a moment; returns their number. */
export function deleteFinishedJobs(db: Database, before: Date): Promise<number> {
  const old = sql<SqlBool>`(status in ('completed', 'failed') and coalesce(completed_at, failed_at) < ${before})`
  return deleteInBatches(db, 'jobs', old)
}
