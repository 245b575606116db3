import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type * as functions from './agreement-thread.js'

const here = fileURLToPath(import.meta.url)
/** A worker thread always runs the compiled file, even when this file runs from its TypeScript source. */
const built = here.endsWith('.ts') ? '../../../dist/src/agreement/threads/' : './'

/** The maximum number of threads: one core is left for requests. */
const most = Math.max(1, availableParallelism() - 1)

let threads: Piscina | undefined

/** Returns the pool of threads for all comparisons, which end after 30 seconds without work. */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL(`${built}agreement-thread.js`, import.meta.url)),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return threads
}

type Functions = typeof functions

/** Runs a function of agreement-thread.ts in a worker thread, which ends when the signal aborts. */
export function inThread<Name extends keyof Functions>(
  name: Name,
  task: Parameters<Functions[Name]>[0],
  signal: AbortSignal,
): Promise<ReturnType<Functions[Name]>> {
  return pool().run(task, { name, signal }) as Promise<ReturnType<Functions[Name]>>
}

/**
 * Runs a function for each task, and returns the results in their order. No more tasks wait than there are threads, so
 * that the tasks of another comparison take turns with these.
 */
export async function inThreads<Name extends keyof Functions>(
  name: Name,
  tasks: readonly Parameters<Functions[Name]>[0][],
  signal: AbortSignal,
): Promise<ReturnType<Functions[Name]>[]> {
  const results = new Array<ReturnType<Functions[Name]>>(tasks.length)
  const left = tasks.entries()
  const work = async () => {
    for (const [at, task] of left) results[at] = await inThread(name, task, signal)
  }
  await Promise.all(Array.from({ length: most }, work))
  return results
}

/** Ends the worker threads, if any have been started. */
export async function closeAgreementThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
