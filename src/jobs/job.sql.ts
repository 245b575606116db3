import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'
import { deleteInBatches } from '../database/delete-in-batches.js'
import { equal } from '../database/equal.js'
import { keyset, newestKey } from '../database/keyset.js'
import type { Jobs } from '../database/schema.js'
import type { Page } from '../lib/page.js'

const columns = [
  'id',
  'publicId',
  'queue',
  'status',
  'progress',
  'userId',
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

/** The turn of the row when it was made; undefined when the public id is taken. Due at once, or after the delay. */
export async function insertJob(db: Database, row: Insertable<Jobs>, delayMs: number): Promise<number | undefined> {
  const made = await db
    .insertInto('jobs')
    .values({
      ...row,
      turn: nextTurn(row.queue, row.userId ?? null),
      ...(delayMs > 0 && { runAt: sql<Date>`now() + make_interval(secs => ${delayMs / 1000})` }),
    })
    .onConflict((conflict) => conflict.column('publicId').doNothing())
    .returning('turn')
    .executeTakeFirst()
  return made?.turn
}

/** The queue store knows no higher one. */
const lastTurn = 2_000_000

/**
 * Behind the last open job of the person, and not before what is being done now: whoever has many jobs open has the
 * later ones later, and nobody who comes again and again stands before what has waited.
 */
function nextTurn(queue: string, userId: string | null) {
  return sql<number>`(select least(${sql.lit(lastTurn)}, greatest(1,
      max(o.turn) filter (where o.user_id = ${userId}) + 1,
      coalesce(max(o.turn) filter (where o.status = 'active'), min(o.turn))))
    from jobs o where o.queue = ${queue} and o.status in ('queued', 'active', 'delayed'))`
}

/** One request at a time makes jobs of a person, until the end of the transaction. */
export async function lockJobsOf(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs ${userId}`}, 0))`.execute(db)
}

/** Makers of work of the system in one queue take turns, until the end of the transaction. */
export async function lockJobsOfSystem(db: Database, queue: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`system jobs ${queue}`}, 0))`.execute(db)
}

/**
 * Work of the system in this queue that has not begun. It does not begin before the transaction has ended, so that it
 * sees all that the transaction wrote.
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

const open = ['queued', 'active', 'delayed'] as const

/** How many jobs of the person are open, and the one of this queue with an equal payload. */
export async function selectOpenJobs(db: Database, userId: string, queue: string, payload: string) {
  const jobs = db.selectFrom('jobs').where('userId', '=', userId).where('status', 'in', open)
  const { count } = await jobs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const equal = await jobs
    .select(['id', 'publicId'])
    .where('queue', '=', queue)
    .where(sql<boolean>`payload::jsonb = ${payload}::jsonb`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return { count, equal }
}

export function selectJobByPublicId(db: Database, publicId: string) {
  return db.selectFrom('jobs').select(columns).where('publicId', '=', publicId).executeTakeFirst()
}

export function selectJob(db: Database, id: string) {
  return db.selectFrom('jobs').select(columns).where('id', '=', id).executeTakeFirst()
}

export interface JobFilter {
  queue?: string | null
  status?: string | null
  videoId?: string | null
  personaId?: string | null
  summaryId?: string | null
}

/** Whose jobs are listed: a person's, and those of the system for administrators. */
export interface JobOwner {
  userId: string
  isAdmin: boolean
}

function filtered(db: Database, { userId, isAdmin }: JobOwner, filter: JobFilter) {
  const columns = {
    queue: 'j.queue',
    status: 'j.status',
    videoId: 'j.video_id',
    personaId: 'j.persona_id',
    summaryId: 'j.summary_id',
  }
  return db
    .selectFrom('jobs as j')
    .where((eb) => eb.or([eb('userId', '=', userId), ...(isAdmin ? [eb('userId', 'is', null)] : [])]))
    .where(equal(filter, columns))
}

export function selectJobPage(db: Database, owner: JobOwner, filter: JobFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('j'), 'desc')
  return filtered(db, owner, filter).select(columns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countJobs(db: Database, owner: JobOwner, filter: JobFilter): Promise<number> {
  const { count } = await filtered(db, owner, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Takes a due job for this worker; undefined when somebody else has it, it is not due, or it has ended. Counts the
 * attempt.
 */
export async function claimJob(
  db: Database,
  id: string,
  owner: string,
  leaseSeconds: number,
): Promise<JobRow | undefined> {
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
    .returning(columns)
    .executeTakeFirst()
}

/** False when the lease was lost: somebody else works on the job, or it was cancelled. */
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

export async function updateProgress(db: Database, id: string, owner: string, progress: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ progress: sql`greatest(progress, ${progress})` })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'active')
    .execute()
}

/** Ends an active job of this worker; false when it is no longer this worker's to end. */
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

export function deleteFinishedJobs(db: Database, before: Date): Promise<number> {
  const old = sql<SqlBool>`(status in ('completed', 'failed') and coalesce(completed_at, failed_at) < ${before})`
  return deleteInBatches(db, 'jobs', old)
}
