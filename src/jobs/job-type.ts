import type { Static, TSchema } from '@sinclair/typebox'
import type { Config } from '../config.js'
import type { Context } from '../context.js'

export interface JobWork<Payload> {
  payload: Payload
  /** Stores the progress in percent, 0 to 100; a lower value than the stored one is ignored (J-04). */
  progress(percent: number): Promise<void>
  /** Aborted when the lease is lost, the job is cancelled or its time is over. */
  signal: AbortSignal
}

/** Saves the outcome of a job in the transaction that also completes it; its return value becomes the job's result. */
export type JobEffect = (tx: Context) => Promise<unknown>

/**
 * The definition of one type of job. A module `x.job.ts` defines one, and src/job-types.ts lists them all. The queues,
 * the workers, the values of the GraphQL enum JobQueue and the limits are derived from it.
 */
export interface JobType<Payload extends TSchema = TSchema> {
  /**
   * The name of its queue: lower-case words joined by hyphens. It must never change, because stored rows contain it.
   */
  name: string
  /**
   * The schema of the payload. A stored job that does not match it, such as one from an older release, fails with the
   * names of the invalid fields.
   */
  payload: Payload
  /** The largest number of attempts (J-02). */
  attempts: number
  /** The time limit of one attempt; an attempt that exceeds it fails with MODEL_SERVICE_TIMEOUT. */
  timeoutMinutes: number
  /** The number of jobs of this type that one worker process runs at a time. */
  concurrency: number
  /**
   * Returns the number of jobs of one user that run at a time in all processes together; without it only the number of
   * places limits them.
   */
  perUser?(config: Config): number
  /** Returns the number of jobs that all processes together may begin in a minute; null without a limit. */
  perMinute(config: Config): number | null
  /**
   * Does the slow part outside any transaction and returns the effect. The effect and the job's completion commit
   * together, so that a repeated job has one effect.
   */
  run(ctx: Context, work: JobWork<Static<Payload>>): Promise<JobEffect>
}

/** Defines a job type; the type of the payload that `run` gets is inferred from the schema. */
export function defineJob<Payload extends TSchema>(type: JobType<Payload>): JobType<Payload> {
  return type
}
