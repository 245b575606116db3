import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { untilAborted } from '@parallax/shared/timeout.js'
import { Problem } from '../problem.js'
import { createSlots } from '../slots.js'
import type { LoadFacts, Weights } from './weights.js'

export interface ThreadPool extends Weights {
  /**
   * Runs the function `name` exported by the pool's worker file in a thread whose weights are loaded. Rejects if
   * `signal` aborts first, and with 503 if the queue is full.
   */
  run<T>(name: string, input: unknown, options?: { transfer?: ArrayBuffer[]; signal?: AbortSignal }): Promise<T>
}

/** The limit of the queue: every waiting picture takes a megabyte. */
const mostWaiting = 64

const here = fileURLToPath(import.meta.url)
/** Worker threads run the built JavaScript, even if this file itself runs from its TypeScript source. */
const built = here.endsWith('.ts') ? '../../dist/' : '../'

/**
 * Opens a pool of threads that each hold the same weights; no thread starts before the first piece of work. `file` is
 * the path of the worker file below `src`, without extension; it must export `warmUp(): Promise<LoadFacts>`.
 */
export function openThreadPool(file: string, most: { threads: number; bytesOfThread: number }): ThreadPool {
  const threads = new Piscina({
    filename: fileURLToPath(new URL(`${built}${file}.js`, import.meta.url)),
    minThreads: 0,
    maxThreads: most.threads,
    idleTimeout: 120_000,
  })
  // Work queues here and not in Piscina. If queued or running work is aborted, Piscina (5.3.2, with minThreads 0)
  // terminates the thread, which loses its weights, and the work queued behind it stays stuck until more work is
  // submitted.
  const slots = createSlots(most.threads)
  let facts: LoadFacts | undefined
  const warmUp = async () => (facts = (await threads.run(undefined, { name: 'warmUp' })) as LoadFacts)
  return {
    async run<T>(name: string, input: unknown, { transfer = [], signal }: Parameters<ThreadPool['run']>[2] = {}) {
      if (slots.waiting() >= mostWaiting) throw new Problem(503, 'Too much work waits for this model; ask again later')
      const release = await slots.acquire(signal)
      const work = (async () => {
        if (!facts) await warmUp()
        return (await threads.run(input, { name, transferList: transfer })) as T
      })()
      // A caller that aborts does not free the thread: the slot is released only when the work itself has ended.
      work.then(release, release)
      return signal ? untilAborted(work, signal) : work
    },
    warmUp,
    mostBytes: most.threads * most.bytesOfThread,
    facts: () => facts && { ...facts, bytes: facts.bytes * Math.max(1, threads.threads.length) },
    close: () => threads.destroy(),
  }
}
