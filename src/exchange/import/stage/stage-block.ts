import { AppError } from '../../../lib/errors.js'
import { linesOf } from '../../../lib/ndjson.js'
import type { CommonOptions } from '../options.js'
import { parseLine } from './line-parse.js'
import { stageLine } from './line-stage.js'
import { RowMaker, type StagedRows } from './staged-rows.js'

/**
 * The longest accepted line, in bytes: room for a document as large as a request may send (25 MiB) and for the
 * additions of exports.
 */
export const longestLine = 32 * 1024 * 1024

/** Whole lines of a file, without the last line end, and the number of the first of them. */
export interface Block {
  first: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Why a line cannot be parsed. */
export interface LineFault {
  line: number
  reason: string
}

export interface StagedBlock {
  /** The lines of the block that are not blank, up to the one at fault. */
  lines: number
  /** The rows of the lines; null if a line is at fault, because nothing of the file is imported then. */
  rows: StagedRows | null
  fault: LineFault | null
}

/**
 * Parses, validates and stages the lines of a block, up to the first that cannot be parsed. The rows are written into
 * the buffers of `spare`, as far as they are large enough.
 */
export function stageBlock({ first, bytes }: Block, options: CommonOptions, spare?: StagedRows['bytes']): StagedBlock {
  const { lines, fault } = linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), first, longestLine)
  const made = new RowMaker(spare)
  const faulty = (error: unknown) => ({ lines: lines.length, rows: null, fault: faultOf(error) })
  try {
    for (const { number, text } of lines) {
      const { staged, notes } = stageLine(number, parseLine(text, number), options)
      made.add(staged, notes)
    }
  } catch (error) {
    return faulty(error)
  }
  return fault ? faulty(fault) : { lines: lines.length, rows: made.rows(), fault: null }
}

/** Returns the line and the reason of a PARSE_ERROR; throws any other error again. */
function faultOf(error: unknown): LineFault {
  if (!(error instanceof AppError) || error.code !== 'PARSE_ERROR' || error.extra?.line === undefined) throw error
  return { line: error.extra.line, reason: error.message.replace(/^(?:Failed to parse line \d+:|Line \d+) /, '') }
}
