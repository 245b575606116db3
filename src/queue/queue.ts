import { Queue as BullQueue, Worker } from 'bullmq'
import type { IQueueBackend, Job } from 'bullmq'
import type { BaseLogger } from 'pino'
import { withTimeout } from '../lib/timeout.js'
import { errorLog } from './error-log.js'
import { queueStore, type QueueConfig } from './store.js'

type StoreQueue = BullQueue<{ id: string }, void, string, { id: string }, void, string, IQueueBackend>

export interface EnqueueOptions {
  delayMs?: number
  attempt?: number
  /** Entries of a lower turn are handed out first, those of one turn in the order in which they came. */
  turn?: number
}

/** The queue carries ids of job rows and nothing else: the row is the truth, the queue says when to look at it. */
export interface Queue {
  /**
   * Rejects within 2 s (4 s where a connection hangs) while the store is away. The same job and attempt twice is one
   * entry.
   */
  enqueue(queue: string, jobId: string, options?: EnqueueOptions): Promise<void>
  /** True while the store holds this attempt and has not finished with it. */
  isKnown(queue: string, jobId: string, attempt: number): Promise<boolean>
  /** The queues that there are. */
  names: readonly string[]
  ping(): Promise<boolean>
  /** For Bull Board. */
  boards(): BullQueue[]
  close(): Promise<void>
}

export interface QueueHandler {
  /** How many jobs one process works on at a time. */
  concurrency: number
  /** Cap of started jobs in a minute, over all processes; null without one. */
  perMinute: number | null
  handle(jobId: string): Promise<void>
}

type Log = Pick<BaseLogger, 'warn'>
type Closable = { name: string; close(): Promise<void>; disconnect(): Promise<void> }

const answerMs = 2000
const graceMs = 10_000
const kept = { removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } }

/** Opens the producing side of the queues with these names. Returns at once, also while the store is away. */
export function openQueue(config: QueueConfig, names: readonly string[], log: Log): Queue {
  const { connection, prefix, backend, close } = queueStore(config, 'producer')
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
    // Two steps, because what is asked before the first connection would be kept and done long after the caller gave
    // up.
    await withTimeout(queue.waitUntilReady(), answerMs, 'The queue store cannot be reached')
    return withTimeout(ask(queue), answerMs, 'The queue store does not answer')
  }
  return {
    enqueue: (name, jobId, { delayMs = 0, attempt = 1, turn = 1 } = {}) =>
      answer(name, async (queue) => {
        const key = `${jobId}-${attempt}`
        const former = await queue.getJob(key)
        // An id that is kept for the board would make the store ignore the new entry.
        if (former !== undefined && former.finishedOn !== undefined) await former.remove()
        await queue.add(name, { id: jobId }, { jobId: key, delay: delayMs, priority: turn })
      }),
    isKnown: (name, jobId, attempt) =>
      answer(name, async (queue) => {
        const job = await queue.getJob(`${jobId}-${attempt}`)
        return job !== undefined && job.finishedOn === undefined
      }),
    names,
    ping: async () => {
      const asked = answer(names[0], (queue) => queue.getJobCountByTypes('waiting'))
      return asked.then(
        () => true,
        () => false,
      )
    },
    // The board's types know the Redis backend only; it reads through the common interface.
    boards: () => [...queues.values()] as unknown as BullQueue[],
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => closeWithin(queue, answerMs, report)))
      close()
    },
  }
}

/**
 * Starts working on queues, by name. A handler that rejects marks its entry as failed; repeating it is the caller's
 * decision. `close` waits up to 10 s for running handlers.
 */
export function openWorkers(
  config: QueueConfig,
  handlers: Readonly<Record<string, QueueHandler>>,
  log: Log,
): { close(): Promise<void> } {
  const { connection, prefix, backend, close } = queueStore(config, 'worker')
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
      close()
    },
  }
}

/** Closes gracefully; what does not end in time (a long job, a store that is away) is cut off. */
async function closeWithin(bull: Closable, ms: number, report: (error: Error) => void): Promise<void> {
  try {
    await withTimeout(bull.close(), ms, `${bull.name} did not close within ${ms / 1000} s`)
  } catch (error) {
    report(error instanceof Error ? error : new Error(String(error)))
    await withTimeout(bull.disconnect(), answerMs, `${bull.name} did not disconnect`).catch(report)
  }
}
