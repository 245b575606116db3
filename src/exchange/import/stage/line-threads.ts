import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { isErrno } from '@parallax/shared/errno.js'
import type { CommonOptions } from '../options.js'
import { parseFault } from './line-parse.js'
import type { Note, StagedLine } from './line-stage.js'
import type { LineAnswer, LineTask } from './line-thread.js'

/**
 * Lines of more bytes than this are parsed in a worker thread. Smaller ones take a few milliseconds at most, which the
 * event loop can spare.
 */
export const largeLine = 256 * 1024

const here = fileURLToPath(import.meta.url)
/** The worker thread always runs the compiled file, even when this file runs from its TypeScript source. */
const built = here.endsWith('.ts') ? '../../../../dist/src/exchange/import/stage/' : './'

let threads: Piscina | undefined

/**
 * Returns a pool of one thread for all imports, so that a core is left for requests. The thread ends after 30 seconds
 * without a large line.
 */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL(`${built}line-thread.js`, import.meta.url)),
    name: 'parseInThread',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return threads
}

/**
 * Parses and stages a large line in the worker thread; null if the line is blank. Throws PARSE_ERROR with the line's
 * number.
 */
export async function stageLargeLine(
  number: number,
  bytes: Uint8Array,
  options: CommonOptions,
): Promise<{ staged: StagedLine; notes: Note[] } | null> {
  // A copy, because its buffer is transferred to the thread.
  const own = new Uint8Array(bytes)
  const task: LineTask = { number, bytes: own, options }
  const answer = await pool()
    .run(task, { transferList: [own.buffer] })
    .then(
      (value: LineAnswer) => value,
      (error: unknown) => {
        // Parsed arrays take many times the bytes of their brackets. A line of 32 MiB with a usual structure fits into
        // the thread's memory, but not one with any structure.
        if (isErrno(error, 'ERR_WORKER_OUT_OF_MEMORY')) return { fault: 'needs too much memory' }
        throw error
      },
    )
  if (answer && 'fault' in answer) throw parseFault(number, answer.fault)
  return answer
}

/** Ends the worker thread, if one has been started. */
export async function closeLineThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
