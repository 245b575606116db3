import { Queue as BullQueue, Worker } from 'bullmq'
import type { IQueueBackend, Job } from 'bullmq'
import type { BaseLogger } from 'pino'
import { withTimeout } from '@parallax/shared/timeout.js'
import { errorLog } from './error-log.js'
import { queueStore, type QueueConfig, type QueueStore } from './store.js'

type StoreQueue = BullQueue<{ id: string }, void, string, { id: string }, void, string, IQueueBackend>

export interface EnqueueOptions {
  /** Milliseconds until the entry is delivered; 0 by default. */
  delayMs?: number
  /** The number of the due attempt, starting at 1; 1 by default. */
  attempt?: number
  /**
   * The priority: entries with a lower turn are delivered first, those with the same turn in the order of their
   * arrival.
   */
  turn?: number
}

/**
 * Queues that carry only the ids of job rows: the row is the source of truth, the queue only determines when to read
 * it.
 */
export interface Queue {
  /**
   * Adds an entry for an attempt of a job; adding the same job and attempt twice creates one entry. Rejects within 2 s
   * (4 s if a connection hangs) while the store is unavailable.
   */
  enqueue(queue: string, jobId: string, options?: EnqueueOptions): Promise<void>
  /** Returns whether the store has this attempt and has not finished with it. */
  isKnown(queue: string, jobId: string, attempt: number): Promise<boolean>
  /** The names of all queues. */
  names: readonly string[]
  /** Returns whether the store answers. */
  ping(): Promise<boolean>
  /** Returns the BullMQ queues, for the dashboard (Bull Board). */
  boards(): BullQueue[]
  close(): Promise<void>
}

export interface QueueHandler {
  /** The number of jobs on which one process works at a time. */
  concurrency: number
  /** The largest number of jobs started in a minute, over all processes; null without a limit. */
  perMinute: number | null
  /** Runs the job; when it rejects, the entry is marked as failed. */
  handle(jobId: string): Promise<void>
}

type Log = Pick<BaseLogger, 'warn'>
type Closable = { name: string; close(): Promise<void>; disconnect(): Promise<void> }

const answerMs = 2000
const graceMs = 10_000
const kept = { removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } }

/**
 * Opens the producing side of the queues with these names. Returns at once, even while the store is unavailable. Calls
 * `callWorkers` whenever an entry is added, or found in the store, that no worker has finished, and for the dashboard.
 */
export function openQueue(
  config: QueueConfig,
  names: readonly string[],
  log: Log,
  callWorkers: () => void = () => undefined,
): Queue {
  const { connection, prefix, backend, ...store } = queueStore(config, 'producer')
  const report = errorLog(log, 'producer')
  const queues = new Map(
    names.map((name): [string, StoreQueue] => {
      const queue = new BullQueue(name, { connection, prefix, defaultJobOptions: { attempts: 1, ...kept } }, backend)
      queue.on('error', report)
      return [name, queue]
    }),
  )
  const answer = async <Result>(
    name: string | undefined,
    ask: (queue: StoreQueue) => Promise<Result>,
  ): Promise<Result> => {
    const queue = queues.get(name ?? '')
    if (!queue) throw new Error(`There is no queue ${name}`)
    // In two steps, because a command that is sent before the first connection exists would be buffered and executed
    // long after the caller gave up.
    await withTimeout(queue.waitUntilReady(), answerMs, 'The queue store cannot be reached')
    return withTimeout(ask(queue), answerMs, 'The queue store does not answer')
  }
  return {
    enqueue: (name, jobId, { delayMs = 0, attempt = 1, turn = 1 } = {}) =>
      answer(name, async (queue) => {
        const key = `${jobId}-${attempt}`
        const former = await queue.getJob(key)
        // Ended entries are kept for the dashboard; the store ignores a new entry with the id of a kept one.
        if (former !== undefined && former.finishedOn !== undefined) await former.remove()
        await queue.add(name, { id: jobId }, { jobId: key, delay: delayMs, priority: turn })
        callWorkers()
      }),
    isKnown: (name, jobId, attempt) =>
      answer(name, async (queue) => {
        const job = await queue.getJob(`${jobId}-${attempt}`)
        const isWaiting = job !== undefined && job.finishedOn === undefined
        if (isWaiting) callWorkers()
        return isWaiting
      }),
    names,
    ping: async () => {
      const count = answer(names[0], (queue) => queue.getJobCountByTypes('waiting'))
      return count.then(
        () => true,
        () => false,
      )
    },
    // The dashboard's types only include the Redis backend, but it reads through the interface that all backends share.
    boards: () => {
      // The dashboard warns of queues without workers.
      callWorkers()
      return [...queues.values()] as unknown as BullQueue[]
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => closeWithin(queue, answerMs, report)))
      await closeStore(store, report)
    },
  }
}

/**
 * Starts a worker for each queue, by its name. A handler that rejects marks its entry as failed, and the entry is not
 * repeated: retries are left to the caller. `close` waits up to 10 s for running handlers.
 */
export function openWorkers(
  config: QueueConfig,
  handlers: Readonly<Record<string, QueueHandler>>,
  log: Log,
): { close(): Promise<void> } {
  const { connection, prefix, backend, ...store } = queueStore(config, 'worker')
  const report = errorLog(log, 'worker')
  const workers = Object.entries(handlers).map(([name, { concurrency, perMinute, handle }]) => {
    const limiter = perMinute === null ? {} : { limiter: { max: perMinute, duration: 60_000 } }
    const options = { connection, prefix, concurrency, ...limiter, ...kept }
    const running = new Set<Promise<void>>()
    const run = (job: Job<{ id: string }>) => {
      const work = handle(job.data.id).finally(() => running.delete(work))
      running.add(work)
      return work
    }
    const worker = new Worker(name, run, options, backend)
    worker.on('error', report)
    return { worker, running }
  })
  return {
    close: async () => {
      await Promise.all(
        workers.map(({ worker, running }) => closeWithin(worker, running.size > 0 ? graceMs : answerMs, report)),
      )
      await closeStore(store, report)
    },
  }
}

/**
 * Closes a queue or worker gracefully; disconnects one that does not close in time (because of a long job, or an
 * unavailable store).
 */
async function closeWithin(bull: Closable, ms: number, report: (error: Error) => void): Promise<void> {
  try {
    await withTimeout(bull.close(), ms, `${bull.name} did not close within ${ms / 1000} s`)
  } catch (error) {
    report(error instanceof Error ? error : new Error(String(error)))
    await withTimeout(bull.disconnect(), answerMs, `${bull.name} did not disconnect`).catch(report)
  }
}

/** Closes the resources that the queues or workers share; gives up after two seconds while the store is unavailable. */
async function closeStore(store: Pick<QueueStore, 'close'>, report: (error: Error) => void): Promise<void> {
  await withTimeout(store.close(), answerMs, 'The connections to the queue store did not close').catch(report)
}
