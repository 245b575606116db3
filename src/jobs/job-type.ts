import type { Static, TSchema } from '@sinclair/typebox'
import type { Config } from '../config.js'
import type { Context } from '../context.js'

export interface JobWork<Payload> {
  payload: Payload
  /** 0-100, never falls (J-04). */
  progress(percent: number): Promise<void>
  /** Aborted when the lease is lost, the job is cancelled or its time is over. */
  signal: AbortSignal
}

/** What a job saves, in the transaction that also completes it; what it returns is the job's result. */
export type JobEffect = (tx: Context) => Promise<unknown>

/**
 * Everything there is to know about one type of job; a module `x.job.ts` has one, and src/job-types.ts lists them all.
 * The queues, the workers, the word in GraphQL and the limits all come from it.
 */
export interface JobType<Payload extends TSchema = TSchema> {
  /** Of the queue and in job rows: lower-case words with hyphens. It never changes, since rows have it. */
  name: string
  /** What a job row must carry. Rows of an older release that do not fit fail with the fields that are wrong. */
  payload: Payload
  /** How often it is begun at most (J-02). */
  attempts: number
  /** How long one attempt may take; then it fails like a model service that does not answer. */
  timeoutMinutes: number
  /** How many of them one worker process works on at a time. */
  concurrency: number
  /** How many may be begun in a minute by all processes together; null without a limit. */
  perMinute(config: Config): number | null
  /**
   * Does the slow part outside any transaction and returns the effect. The effect and the job's completion commit
   * together, so that doing a job twice has one effect.
   */
  run(ctx: Context, work: JobWork<Static<Payload>>): Promise<JobEffect>
}

/** A job type whose handler is typed by its payload's schema. */
export function defineJob<Payload extends TSchema>(type: JobType<Payload>): JobType<Payload> {
  return type
}
