import { context, propagation } from '@opentelemetry/api'
import type { Static, TSchema } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { AppError, conflict, notFound } from '../lib/errors.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { newId } from '../lib/uuid.js'
import { countEnded } from './ended-jobs.js'
import type { JobType } from './job-type.js'
import {
  countJobs,
  deleteFinishedJobs,
  failJob,
  insertJob,
  lockJobsOf,
  lockJobsOfSystem,
  lockWaitingJobOfSystem,
  selectJob,
  selectJobByPublicId,
  selectJobPage,
  selectOpenJobs,
  type JobFilter,
  type JobRow,
} from './job.sql.js'

export interface NewJob<Payload> {
  /** The documented id without its time stamp, such as `<videoId>-<personaId>`. */
  idPrefix: string
  payload: Payload
  videoId?: string
  personaId?: string
  summaryId?: string
  retryOf?: string
}

/**
 * Makes a job of a type. An area that cannot import the type gives its name and attempts alone.
 * Writes the row and hands its id to the queue once the transaction has committed. While the queue store is away the
 * row waits for the sweeper (CF-09). The documented id ends in epoch milliseconds; a taken one moves on to the next
 * (SU-05). An equal job of its owner's (same type, same payload) that has not ended is the job that is asked for;
 * RATE_LIMITED when JOBS_OPEN_PER_USER of theirs have not ended. The owner is the caller where `userId` names nobody.
 */
export function createJob<Payload extends TSchema>(
  ctx: Context,
  type: Pick<JobType<Payload>, 'name' | 'attempts'>,
  job: NewJob<Static<Payload>>,
  userId = requireActor(ctx).userId,
): Promise<{ id: string; publicId: string }> {
  return transaction(ctx, async (tx) => {
    await lockJobsOf(tx.db, userId)
    const { count, equal } = await selectOpenJobs(tx.db, userId, type.name, JSON.stringify(job.payload))
    if (equal) return equal
    if (count >= tx.config.openJobsPerUser) {
      const message = `${count} of your jobs have not ended; wait for some of them or cancel them`
      throw new AppError('RATE_LIMITED', message, { extra: { retryAfter: retryAfterSeconds } })
    }
    return newJob(tx, type, job, userId)
  })
}

/**
 * Work that nobody asked for: it belongs to the system, and administrators alone see it. What waits already is the job;
 * one that has begun is not, since it may have read what the caller changed. Begins after `delayMs`, which lets further
 * changes join.
 */
export function createSystemJob<Payload extends TSchema>(
  ctx: Context,
  type: Pick<JobType<Payload>, 'name' | 'attempts'>,
  job: NewJob<Static<Payload>>,
  delayMs = 0,
): Promise<{ id: string; publicId: string }> {
  return transaction(ctx, async (tx) => {
    await lockJobsOfSystem(tx.db, type.name)
    return (await lockWaitingJobOfSystem(tx.db, type.name)) ?? newJob(tx, type, job, null, delayMs)
  })
}

/** After so long some job may well have ended. */
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
  // The worker's spans and log lines belong to the request that made the job.
  const trace: Record<string, string> = typeof requestId === 'string' ? { requestId } : {}
  propagation.inject(context.active(), trace)
  const { name: queue, attempts: maxAttempts } = type
  const { idPrefix, payload, videoId = null, personaId = null, summaryId = null, retryOf = null } = job
  for (let at = now.getTime(); ; at++) {
    const publicId = `${idPrefix}-${at}`
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
      payload: JSON.stringify(payload),
      createdAt: now,
      traceContext: Object.keys(trace).length ? JSON.stringify(trace) : null,
    }
    const turn = await insertJob(ctx.db, row, delayMs)
    if (turn === undefined) continue
    await ctx.afterCommit(() => ctx.queue.enqueue(queue, id, { attempt: 1, turn, delayMs }))
    return { id, publicId }
  }
}

/**
 * The caller's job, or any for an administrator, also those of the system (J-06). `queue` limits the search to one
 * queue (J-09).
 */
export async function getJob(ctx: Context, publicId: string, queue?: string): Promise<JobRow> {
  const { userId, isAdmin } = requireActor(ctx)
  const job = await selectJobByPublicId(ctx.db, publicId)
  if (!job || (job.userId !== userId && !isAdmin) || (queue && job.queue !== queue)) throw notFound('Job')
  return job
}

/** The caller's jobs, and those of the system for administrators. */
export function pageOfJobs(ctx: Context, args: PageArguments, filter: JobFilter): Promise<ListPage<JobRow>> {
  const owner = requireActor(ctx)
  return listPage(args, {
    name: 'jobs',
    filter,
    ...newestFirst,
    select: (page) => selectJobPage(ctx.db, owner, filter, page),
    count: () => countJobs(ctx.db, owner, filter),
  })
}

/** A job that has not ended becomes `failed` with the error `Cancelled` (J-01); CONFLICT once it has ended. */
export async function cancelJob(ctx: Context, publicId: string): Promise<JobRow> {
  const job = await getJob(ctx, publicId)
  if (!(await failJob(ctx.db, job.id, null, 'Cancelled', ctx.now()))) throw conflict('The job has already ended')
  await ctx.afterCommit(async () => countEnded(job.queue, 'failed'))
  return getJob(ctx, publicId)
}

/**
 * A failed job once more, as a new job with `retryOf`, of the same owner whoever asks for it; CONFLICT for one that has
 * not failed.
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
  }
  const { userId } = job
  const made = await (userId === null ? createSystemJob(ctx, type, again) : createJob(ctx, type, again, userId))
  return getJob(ctx, made.publicId)
}

/** The public id of the job that this one repeats. */
export async function publicIdOf(ctx: Context, id: string | null): Promise<string | null> {
  return id ? ((await selectJob(ctx.db, id))?.publicId ?? null) : null
}

/** Ended jobs older than the retention go (J-05). */
export function purgeJobs(ctx: Context): Promise<number> {
  return deleteFinishedJobs(ctx.db, new Date(ctx.now().getTime() - ctx.config.jobRetentionDays * 86_400_000))
}
