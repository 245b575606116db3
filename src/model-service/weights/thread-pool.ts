import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { untilAborted } from '../../lib/timeout.js'
import { Problem } from '../problem.js'
import { createSlots } from '../slots.js'
import type { LoadFacts, Weights } from './weights.js'

export interface ThreadPool extends Weights {
  /**
   * Runs a function of the file of the threads, with the weights loaded. Rejects when `signal` aborts first; 503 where
   * too much waits already.
   */
  run<T>(name: string, input: unknown, options?: { transfer?: ArrayBuffer[]; signal?: AbortSignal }): Promise<T>
}

/** More pieces of work than these wait in no queue: a picture is a megabyte. */
const mostWaiting = 64

const here = fileURLToPath(import.meta.url)
/** Threads run what was built, also where this file runs from its source. */
const built = here.endsWith('.ts') ? '../../../dist/src/model-service/' : '../'

/**
 * Threads that hold the same weights, none before the first piece of work. `file` lies below `src/model-service`,
 * without its ending, and exports `warmUp(): Promise<LoadFacts>`.
 */
export function openThreadPool(file: string, most: { threads: number; bytesOfThread: number }): ThreadPool {
  const threads = new Piscina({
    filename: fileURLToPath(new URL(`${built}${file}.js`, import.meta.url)),
    minThreads: 0,
    maxThreads: most.threads,
    idleTimeout: 120_000,
  })
  // Work waits here and not in Piscina, which ends the thread of work that is aborted: its weights are lost with it,
  // and what waited behind it waits until somebody brings more work (5.3.2, with no thread as the least).
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
      // Whoever left does not free the thread: it does so once it has ended.
      work.then(release, release)
      return signal ? untilAborted(work, signal) : work
    },
    warmUp,
    mostBytes: most.threads * most.bytesOfThread,
    facts: () => facts && { ...facts, bytes: facts.bytes * Math.max(1, threads.threads.length) },
    close: () => threads.destroy(),
  }
}
