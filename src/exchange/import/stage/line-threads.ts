import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { isErrno } from '../../../lib/errno.js'
import type { CommonOptions } from '../options.js'
import { parseFault } from './line-parse.js'
import type { Note, StagedLine } from './line-stage.js'
import type { LineAnswer, LineTask } from './line-thread.js'

/** Lines of more bytes are parsed in a thread: below it takes a few milliseconds, which the event loop can spare. */
export const largeLine = 256 * 1024

const here = fileURLToPath(import.meta.url)
/** Threads run what was built, also where this file runs from its source. */
const built = here.endsWith('.ts') ? '../../../../dist/src/exchange/import/stage/' : './'

let threads: Piscina | undefined

/** One thread for all imports: requests keep a core. It ends when no large line has come for a while. */
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

/** A large line ready to be staged; null for a blank one. PARSE_ERROR that names the line. */
export async function stageLargeLine(
  number: number,
  bytes: Uint8Array,
  options: CommonOptions,
): Promise<{ staged: StagedLine; notes: Note[] } | null> {
  // A copy of its own, which is handed over.
  const own = new Uint8Array(bytes)
  const task: LineTask = { number, bytes: own, options }
  const answer = await pool()
    .run(task, { transferList: [own.buffer] })
    .then(
      (value: LineAnswer) => value,
      (error: unknown) => {
        // Megabytes of brackets are many more megabytes of arrays: 32 of any usual shape fit, but not of every one.
        if (isErrno(error, 'ERR_WORKER_OUT_OF_MEMORY')) return { fault: 'needs too much memory' }
        throw error
      },
    )
  if (answer && 'fault' in answer) throw parseFault(number, answer.fault)
  return answer
}

export async function closeLineThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
