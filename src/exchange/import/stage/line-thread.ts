import { isUtf8 } from 'node:buffer'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { AppError } from '../../../lib/errors.js'
import type { CommonOptions } from '../options.js'
import { parseLine } from './line-parse.js'
import { stageLine, type Note, type StagedLine } from './line-stage.js'
import { stageBlock, type Block, type StagedBlock } from './stage-block.js'
import type { StagedRows } from './staged-rows.js'

/** A line as the thread receives it: as bytes, because decoding them takes time too. */
export interface LineTask {
  number: number
  bytes: Uint8Array
  options: CommonOptions
}

/** The result for a line: null if it is blank, `fault` if it cannot be parsed. */
export type LineAnswer = { staged: StagedLine; notes: Note[] } | { fault: string } | null

/** Parses and stages a large line in a worker thread: one line of 32 MiB takes half a second to parse. */
export function parseInThread({ number, bytes, options }: LineTask): LineAnswer {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(line)) return { fault: 'is not valid UTF-8' }
  const text = line.toString('utf8')
  if (text.trim() === '') return null
  try {
    const { staged, notes } = stageLine(number, parseLine(text, number), options)
    const { body } = staged
    if (typeof body !== 'string') return { staged, notes }
    const bytes = new TextEncoder().encode(body)
    const value: LineAnswer = { staged: { ...staged, body: bytes }, notes }
    // The bytes are transferred to the main thread, not copied.
    return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: value }) as unknown as LineAnswer
  } catch (error) {
    if (error instanceof AppError && error.code === 'PARSE_ERROR')
      return { fault: error.message.replace(/^Failed to parse line \d+: /, '') }
    throw error
  }
}

export interface BlockTask {
  block: Block
  options: CommonOptions
  /** Bytes of rows that are no longer needed. */
  spare: StagedRows['bytes'] | undefined
}

/** The staged block, the milliseconds that it took, and the bytes of the block, which are no longer needed. */
export type BlockAnswer = StagedBlock & { milliseconds: number; spent: Block['bytes'] }

/** Stages a block of lines in the worker thread. All bytes are transferred to the main thread, not copied. */
export function stageInThread({ block, options, spare }: BlockTask): BlockAnswer {
  const since = performance.now()
  const staged = stageBlock(block, options, spare)
  const value: BlockAnswer = { ...staged, milliseconds: performance.now() - since, spent: block.bytes }
  const buffers = [block.bytes, ...Object.values(staged.rows?.bytes ?? {})].map(({ buffer }) => buffer)
  return move({ [transferableSymbol]: buffers, [valueSymbol]: value }) as unknown as BlockAnswer
}
