import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { isErrno } from '@parallax/shared/errno.js'
import type { Budget } from '../../../lib/fairness/budget.js'
import type { CommonOptions } from '../options.js'
import { parseFault } from './line-parse.js'
import type { Note, StagedLine } from './line-stage.js'
import type { BlockAnswer, BlockTask, LineAnswer, LineTask } from './line-thread.js'
import type { Block, StagedBlock } from './stage-block.js'
import type { StagedRows } from './staged-rows.js'

/**
 * Lines, and blocks of lines, of more bytes than this are parsed in a worker thread. Smaller ones take a few
 * milliseconds at most, which the event loop can spare.
 */
export const largeLine = 256 * 1024

const here = fileURLToPath(import.meta.url)
/** The worker thread always runs the compiled file, even when this file runs from its TypeScript source. */
const built = here.endsWith('.ts') ? '../../../../dist/src/exchange/import/stage/' : './'

let threads: Piscina | undefined

/**
 * Returns a pool of one thread for all imports, so that a core is left for requests. The thread ends after 30 seconds
 * without work.
 */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL(`${built}line-thread.js`, import.meta.url)),
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
  const answer = await run<LineAnswer>('parseInThread', { number, bytes: own, options }, [own.buffer])
  const fault = answer === tooMuch ? tooMuch : answer && 'fault' in answer ? answer.fault : null
  if (fault !== null) throw parseFault(number, fault)
  return answer as Exclude<LineAnswer, { fault: string }>
}

/**
 * Stages the blocks of one file in the worker thread. Their buffers go to the thread and back and are used again: as
 * garbage, they made the main thread collect its whole heap twice a second.
 */
export class BlockThread {
  private readonly spent: Block['bytes'][] = []
  private readonly spare: StagedRows['bytes'][] = []

  constructor(
    private readonly options: CommonOptions,
    private readonly budget: Budget,
  ) {}

  /** Stages a block, of which it makes a copy before it returns, and charges the time to the budget. */
  async stage({ first, bytes }: Block): Promise<StagedBlock> {
    const held = this.spent.pop()?.buffer
    const own = held && held.byteLength >= bytes.length ? new Uint8Array(held, 0, bytes.length) : new Uint8Array(bytes)
    if (held === own.buffer) own.set(bytes)
    const spare = this.spare.pop()
    const task = { block: { first, bytes: own }, options: this.options, spare }
    const buffers = [own, ...Object.values(spare ?? {})].map(({ buffer }) => buffer)
    const answer = await run<BlockAnswer>('stageInThread', task, buffers)
    // Of a block only the first line can be so long.
    if (answer === tooMuch) return { lines: 1, rows: null, fault: { line: first, reason: tooMuch } }
    this.budget.spend(answer.milliseconds)
    this.spent.push(answer.spent)
    const { rows } = answer
    return rows ? { ...answer, rows: { ...rows, release: () => void this.spare.push(rows.bytes) } } : answer
  }
}

const tooMuch = 'needs too much memory'

/**
 * Runs a function of line-thread.ts. Parsed arrays take many times the bytes of their brackets: a line of 32 MiB with a
 * usual structure fits into the thread's memory, but not one with any structure, for which `tooMuch` is returned.
 */
async function run<Answer>(
  name: string,
  task: LineTask | BlockTask,
  transferList: ArrayBuffer[],
): Promise<Answer | typeof tooMuch> {
  try {
    return (await pool().run(task, { name, transferList })) as Answer
  } catch (error) {
    if (isErrno(error, 'ERR_WORKER_OUT_OF_MEMORY')) return tooMuch
    throw error
  }
}

/** Ends the worker thread, if one has been started. */
export async function closeLineThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
