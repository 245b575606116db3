import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { actorOf } from '../accounts/session.service.js'
import { changingAs, type Context, transaction } from '../context.js'
import { asAppError } from '../refusals.js'
import { AppError } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { parseStored } from '../lib/validate.js'
import type { Queue } from '../queue/queue.js'
import { returnExpiredJobs, selectDueJobs, type DuePlace } from './due-job.sql.js'
import { countEnded } from './ended-jobs.js'
import type { JobType } from './job-type.js'
import {
  claimJob,
  completeJob,
  delayJob,
  failJob,
  renewLease,
  selectNextJob,
  updateProgress,
  type JobRow,
} from './job.sql.js'

const tracer = trace.getTracer('parallax')
const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('queue.job.duration', {
  unit: 'ms',
  description: 'Time of a job from its start to its end, by queue and how it ended',
})

/**
 * Runs one attempt of a job whose id the queue delivered; does nothing when the job has ended, is not due, or another
 * worker has it. A failure of the job is stored in its row and not thrown.
 */
export async function runJob(ctx: Context, id: string, type: JobType): Promise<void> {
  const owner = newId()
  const perUser = type.perUser?.(ctx.config) ?? null
  const job = await claimJob(ctx.db, id, { owner, leaseSeconds: ctx.config.jobLeaseSeconds, perUser })
  if (!job) return
  const { requestId, ...carrier } = (job.traceContext ?? {}) as Record<string, string>
  const log = ctx.log.child({
    ...(requestId !== undefined && { requestId }),
    jobId: job.publicId,
    queue: job.queue,
    attempt: job.attempt,
  })
  const startedAt = performance.now()
  log.info('job started')
  const ended = await context.with(propagation.extract(context.active(), carrier), () =>
    traced(job, () => attempt({ ...ctx, log }, job, owner, type)),
  )
  if (ended) {
    const ms = performance.now() - startedAt
    log.info({ duration: Math.round(ms) }, `job ${ended}`)
    duration.record(ms, { queue: job.queue, status: ended })
    countEnded(job.queue, ended)
  }
  if (perUser !== null && job.userId !== null) await callNext(ctx, job.queue, job.userId)
}

/**
 * Sends the next job of a user to the queue, because it may have been delivered while the user had the maximum number
 * of running jobs. If that fails, the sweep sends it.
 */
async function callNext(ctx: Context, queue: string, userId: string): Promise<void> {
  try {
    const next = await selectNextJob(ctx.db, queue, userId)
    if (next) await ctx.queue.enqueue(queue, next.id, { attempt: next.attempt + 1, turn: next.turn })
  } catch (err) {
    ctx.log.warn({ err }, 'the next job of the user was not sent to the queue')
  }
}

/**
 * Runs `act` in a span that belongs to the trace of the request that created the job; the job row carries the trace
 * context.
 */
function traced<T extends string | null>(job: JobRow, act: () => Promise<T>): Promise<T> {
  const attributes = { queue: job.queue, attempt: job.attempt }
  return tracer.startActiveSpan(`job ${job.queue}`, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
    try {
      const how = await act()
      span.setAttribute('status', how ?? 'unfinished')
      if (how === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
      return how
    } finally {
      span.end()
    }
  })
}

/**
 * Runs one attempt, under a lease that is renewed until it ends. Returns null when the job was delayed for its next
 * attempt or the lease was lost.
 */
async function attempt(
  ctx: Context,
  job: JobRow,
  owner: string,
  type: JobType,
): Promise<'completed' | 'failed' | null> {
  const lost = new AbortController()
  const leaseSeconds = ctx.config.jobLeaseSeconds
  const timer = setInterval(
    () => {
      renewLease(ctx.db, job.id, owner, leaseSeconds).then(
        (kept) => kept || lost.abort(),
        (err: unknown) => ctx.log.warn({ err }, 'the lease could not be renewed'),
      )
    },
    (leaseSeconds * 1000) / 6,
  )
  try {
    const acting = changingAs(await actingFor(ctx, job), {
      actorId: job.userId,
      via: 'job',
      viaId: job.id,
      requestId: (job.traceContext as { requestId?: string } | null)?.requestId ?? null,
    })
    const effect = await inTime(type, lost.signal, (signal) =>
      type.run(
        { ...acting, modelService: ctx.modelService.patient(signal) },
        {
          payload: parseStored(type.payload, job.payload),
          progress: (percent) => updateProgress(ctx.db, job.id, owner, percent),
          signal,
        },
      ),
    )
    await tracer.startActiveSpan('job.save', (span) =>
      transaction(acting, async (tx) => {
        // The owner's rights are read again, because the model may have worked for hours.
        const result = await effect(await actingFor(tx, job))
        // Throwing rolls the effect back: another worker has taken the job over, or it was cancelled.
        if (!(await completeJob(tx.db, job.id, owner, JSON.stringify(result), ctx.now()))) throw new LeaseLost()
      }).finally(() => span.end()),
    )
    return 'completed'
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) return null
    return afterFailure(ctx, job, owner, error)
  } finally {
    clearInterval(timer)
  }
}

class LeaseLost extends Error {}

/**
 * Returns a context that acts for the owner of a job with their current rights, or without an actor for a job of the
 * system. Throws NOT_FOUND once the account is deleted or deactivated.
 */
async function actingFor(ctx: Context, { userId, projectIds }: JobRow): Promise<Context> {
  if (userId === null) return { ...ctx, actor: null }
  const actor = await actorOf(ctx, userId)
  if (!actor) throw new AppError('NOT_FOUND', 'The account of the job is gone or deactivated')
  return { ...ctx, actor: projectIds ? { ...actor, isAdmin: false, onlyProjects: projectIds } : actor }
}

/**
 * Runs the work of one attempt. Rejects with MODEL_SERVICE_TIMEOUT once the time limit of the job type is over, even if
 * the work ignores its signal.
 */
async function inTime<T>(
  { timeoutMinutes }: JobType,
  lost: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const late = new AppError('MODEL_SERVICE_TIMEOUT', `The job took longer than ${timeoutMinutes} minutes`)
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late)
      over.abort(late)
    }, timeoutMinutes * 60_000)
  })
  try {
    return await Promise.race([work(AbortSignal.any([lost, over.signal])), end])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Delays or fails a job after an error. A job has three attempts, with pauses of 2 s and 4 s; an error that no later
 * attempt can avoid fails it at once (J-02). An unavailable model service costs no attempt: the call waits until it is
 * back, within the time limit of the attempt.
 */
async function afterFailure(ctx: Context, job: JobRow, owner: string, thrown: unknown): Promise<'failed' | null> {
  const error = asAppError(thrown)
  const text = jobErrorText(error)
  ctx.log.warn({ err: error.cause ?? error }, `job failed: ${text}`)
  if (!isRetryable(error) || job.attempt >= job.maxAttempts) {
    return (await failJob(ctx.db, job.id, owner, text, ctx.now())) ? 'failed' : null
  }
  const delayMs = 2000 * 2 ** (job.attempt - 1)
  if (await delayJob(ctx.db, job.id, owner, text, delayMs)) {
    await ctx.afterCommit(() =>
      ctx.queue.enqueue(job.queue, job.id, { delayMs, attempt: job.attempt + 1, turn: job.turn }),
    )
  }
  return null
}

/**
 * Returns false for errors that a later attempt cannot avoid: a 4xx of the model service (except 408 and 429), invalid
 * values, work that takes too much, and things that are gone or not permitted.
 */
function isRetryable(error: AppError): boolean {
  return (
    !isRefusal(error.extra?.upstreamStatus) &&
    !['VALIDATION_ERROR', 'COST_LIMIT', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'UNAUTHENTICATED'].includes(error.code)
  )
}

const isRefusal = (status: unknown): boolean =>
  typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429

/** Returns the error text that is stored with the job; that of a timeout starts with its code (J-10). */
function jobErrorText(error: AppError): string {
  return error.code === 'MODEL_SERVICE_TIMEOUT' ? `MODEL_SERVICE_TIMEOUT: ${error.message}` : error.message
}

/** The batch size of a sweep, in rows, and the time after which a sweep stops. */
const sweptAtOnce = 500
const sweepMs = 2000

/** The cursor at which the last sweep stopped; the next one continues there. */
const places = new WeakMap<Queue, DuePlace>()

/**
 * Takes jobs back from vanished workers and enqueues due jobs again that the queue does not know, for instance after
 * its store was wiped. A sweep that takes too long stops, and the next one continues where it stopped, so that all
 * waiting jobs are reached eventually. Returns the number of jobs that were enqueued.
 */
export async function sweepJobs(ctx: Context): Promise<number> {
  for (const queue of await returnExpiredJobs(ctx.db)) countEnded(queue, 'failed')
  const until = performance.now() + sweepMs
  let sent = 0
  for (let place = places.get(ctx.queue); ;) {
    const due = await selectDueJobs(ctx.db, ctx.queue.names, place, sweptAtOnce)
    for (const { id, queue, attempt: done, turn } of due) {
      const next = done + 1
      if (await ctx.queue.isKnown(queue, id, next)) continue
      await ctx.queue.enqueue(queue, id, { attempt: next, turn })
      sent++
    }
    place = due.length === sweptAtOnce ? due.at(-1) : undefined
    if (place) places.set(ctx.queue, place)
    else places.delete(ctx.queue)
    if (!place || performance.now() > until) return sent
  }
}
