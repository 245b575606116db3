import { context, propagation } from '@opentelemetry/api'
import type { Static, TSchema } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { AppError, conflict, notFound } from '../lib/errors.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { newId } from '../lib/uuid.js'
import { countEnded } from './ended-jobs.js'
import type { JobType } from './job-type.js'
import { countJobs, selectJobPage, type JobFilter } from './job-list.sql.js'
import {
  deleteFinishedJobs,
  failJob,
  freeNumber,
  insertJob,
  lockJobsOf,
  lockJobsOfSystem,
  lockWaitingJobOfSystem,
  selectJob,
  selectJobByPublicId,
  selectOpenJobs,
  type JobRow,
} from './job.sql.js'

export interface NewJob<Payload> {
  /** The public id without its trailing time stamp, such as `<videoId>-<personaId>`. */
  idPrefix: string
  payload: Payload
  videoId?: string
  personaId?: string
  summaryId?: string
  retryOf?: string
  /** The only projects that the job can reach, by default those to which the actor is limited. */
  projectIds?: readonly string[] | null
}

/**
 * Creates a job for a user, by default the caller. An area that cannot import the job type passes only its name and
 * attempts. Writes the row, and enqueues its id once the transaction has committed; while the queue store is
 * unavailable, the row waits for the sweeper (CF-09). The public id ends in epoch milliseconds, which are incremented
 * until the id is free (SU-05). If the user has an equal job (same type, same payload) that has not ended, that job is
 * returned instead. Throws RATE_LIMITED when JOBS_OPEN_PER_USER jobs of the user have not ended.
 */
export function createJob<Payload extends TSchema>(
  ctx: Context,
  type: Pick<JobType<Payload>, 'name' | 'attempts'>,
  job: NewJob<Static<Payload>>,
  userId = requireActor(ctx).userId,
): Promise<{ id: string; publicId: string }> {
  return transaction(ctx, async (tx) => {
    await lockJobsOf(tx.db, userId, job.idPrefix)
    const payload = JSON.stringify(job.payload)
    const projectIds = job.projectIds ?? tx.actor?.onlyProjects ?? null
    const { count, equal } = await selectOpenJobs(tx.db, { userId, queue: type.name, payload, projectIds })
    if (equal) return equal
    if (count >= tx.config.openJobsPerUser) {
      const message = `${count} of your jobs have not ended; wait for some of them or cancel them`
      throw new AppError('RATE_LIMITED', message, { extra: { retryAfter: retryAfterSeconds } })
    }
    return newJob(tx, type, { ...job, projectIds }, userId)
  })
}

/**
 * Creates a job that no user asked for: it belongs to the system, and only administrators see it. A job of the system
 * that already waits in this queue is returned instead, but not one that has begun, because it may have read what the
 * caller changed afterwards. The job becomes due after `delayMs`, so that further changes can share it.
 */
export function createSystemJob<Payload extends TSchema>(
  ctx: Context,
  type: Pick<JobType<Payload>, 'name' | 'attempts'>,
  job: NewJob<Static<Payload>>,
  delayMs = 0,
): Promise<{ id: string; publicId: string }> {
  return transaction(ctx, async (tx) => {
    await lockJobsOfSystem(tx.db, type.name, job.idPrefix)
    return (await lockWaitingJobOfSystem(tx.db, type.name)) ?? newJob(tx, type, job, null, delayMs)
  })
}

/** The time after which one of the user's jobs is likely to have ended. */
const retryAfterSeconds = 10

async function newJob<Payload extends TSchema>(
  ctx: Context,
  type: Pick<JobType<Payload>, 'name' | 'attempts'>,
  job: NewJob<Static<Payload>>,
  userId: string | null,
  delayMs = 0,
): Promise<{ id: string; publicId: string }> {
  const id = newId()
  const now = ctx.now()
  const { reqId: requestId } = ctx.log.bindings()
  // Stored with the job, so that the worker's spans and log lines belong to the request that created it.
  const trace: Record<string, string> = typeof requestId === 'string' ? { requestId } : {}
  propagation.inject(context.active(), trace)
  const { name: queue, attempts: maxAttempts } = type
  const {
    idPrefix,
    payload,
    projectIds = null,
    videoId = null,
    personaId = null,
    summaryId = null,
    retryOf = null,
  } = job
  const publicId = `${idPrefix}-${await freeNumber(ctx.db, idPrefix, now.getTime())}`
  const row = {
    id,
    publicId,
    queue,
    maxAttempts,
    userId,
    videoId,
    personaId,
    summaryId,
    retryOf,
    projectIds: projectIds && [...projectIds],
    payload: JSON.stringify(payload),
    createdAt: now,
    traceContext: Object.keys(trace).length ? JSON.stringify(trace) : null,
  }
  const turn = await insertJob(ctx.db, row, delayMs)
  await ctx.afterCommit(() => ctx.queue.enqueue(queue, id, { attempt: 1, turn, delayMs }))
  return { id, publicId }
}

/**
 * Returns a job of the caller or, for an administrator, any job, including those of the system; throws NOT_FOUND
 * otherwise (J-06). `queue` limits the search to one queue (J-09). An actor who is limited to projects finds the jobs
 * that are limited to some of them.
 */
export async function getJob(ctx: Context, publicId: string, queue?: string): Promise<JobRow> {
  const { userId, isAdmin, onlyProjects } = requireActor(ctx)
  const job = await selectJobByPublicId(ctx.db, publicId)
  if (!job || (job.userId !== userId && !isAdmin) || (queue && job.queue !== queue)) throw notFound('Job')
  if (onlyProjects && !job.projectIds?.every((id) => onlyProjects.includes(id))) throw notFound('Job')
  return job
}

/**
 * Returns a page of the caller's jobs and, for administrators, of the system's, newest first. With `everyones` it lists
 * all jobs, for administrators only.
 */
export function pageOfJobs(ctx: Context, args: PageArguments, filter: JobFilter): Promise<ListPage<JobRow>> {
  const owner = filter.everyones ? requireAdmin(ctx) : requireActor(ctx)
  return listPage(args, {
    name: 'jobs',
    filter,
    ...newestFirst,
    select: (page) => selectJobPage(ctx.db, owner, filter, page),
    count: () => countJobs(ctx.db, owner, filter),
  })
}

/** Sets a job that has not ended to `failed` with the error `Cancelled` (J-01); throws CONFLICT once it has ended. */
export async function cancelJob(ctx: Context, publicId: string): Promise<JobRow> {
  const job = await getJob(ctx, publicId)
  if (!(await failJob(ctx.db, job.id, null, 'Cancelled', ctx.now()))) throw conflict('The job has already ended')
  await ctx.afterCommit(async () => countEnded(job.queue, 'failed'))
  return getJob(ctx, publicId)
}

/** Cancels a job by the id of its row, for the resource to which the job belongs; does nothing once it has ended. */
export async function stopJob(ctx: Context, id: string): Promise<void> {
  const job = await selectJob(ctx.db, id)
  if (job && (await failJob(ctx.db, id, null, 'Cancelled', ctx.now())))
    await ctx.afterCommit(async () => countEnded(job.queue, 'failed'))
}

/**
 * Runs a failed job once more, as a new job with `retryOf` for the same owner, regardless of the caller. If an equal
 * job is still open, that job is returned. Throws CONFLICT for a job that has not failed.
 */
export async function retryJob(ctx: Context, publicId: string): Promise<JobRow> {
  const job = await getJob(ctx, publicId)
  if (job.status !== 'failed') throw conflict('Only a failed job can be retried')
  const type = { name: job.queue, attempts: job.maxAttempts }
  const again = {
    idPrefix: job.publicId.replace(/-\d+$/, ''),
    payload: job.payload,
    ...(job.videoId && { videoId: job.videoId }),
    ...(job.personaId && { personaId: job.personaId }),
    ...(job.summaryId && { summaryId: job.summaryId }),
    retryOf: job.id,
    projectIds: job.projectIds,
  }
  const { userId } = job
  const made = await (userId === null ? createSystemJob(ctx, type, again) : createJob(ctx, type, again, userId))
  return getJob(ctx, made.publicId)
}

/** Returns the public id of a job by the id of its row; null without an id and once the job is deleted. */
export async function publicIdOf(ctx: Context, id: string | null): Promise<string | null> {
  return id ? ((await selectJob(ctx.db, id))?.publicId ?? null) : null
}

/** Deletes jobs that ended longer ago than the retention time (J-05); returns their number. */
export function purgeJobs(ctx: Context): Promise<number> {
  return deleteFinishedJobs(ctx.db, new Date(ctx.now().getTime() - ctx.config.jobRetentionDays * 86_400_000))
}
