import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { Budget } from '../../../lib/fairness/budget.js'
import { AppError } from '../../../lib/errors.js'
import { readLines } from '../../../lib/ndjson.js'
import { Turn } from '../../../lib/fairness/turns.js'
import type { CommonOptions } from '../options.js'
import { parseFault, parseLine } from './line-parse.js'
import { stageLine, type Note, type StagedLine } from './line-stage.js'
import { largeLine, stageLargeLine } from './line-threads.js'
import { StagedBatch } from './staging.sql.js'

/** Lines and bytes that the database receives at a time; with few, both sides often wait for each other. */
const linesAtOnce = 4000
const bytesAtOnce = 4 * 1024 * 1024
/**
 * The longest accepted line, in bytes: room for a document as large as a request may send (25 MiB) and for the
 * additions of exports.
 */
const longestLine = 32 * 1024 * 1024
/** Bytes parsed in one turn of the event loop: a few milliseconds of work. */
const bytesInTurn = 64 * 1024

/** A line with the notes about it, and its number of bytes in the file. */
export interface Staged {
  staged: StagedLine
  notes: Note[]
  bytes: number
}

/**
 * Puts lines into the staging tables. While the database receives one batch of lines, the next is read. Returns whether
 * every line with data is an annotation (I-07).
 */
export async function stageFile(
  client: pg.PoolClient,
  lines: AsyncIterable<Staged[]>,
): Promise<{ annotationsOnly: boolean }> {
  const kinds = new Set<string>()
  const batches: AsyncIterable<StagedBatch> = Readable.from(stagedBatches(lines, kinds), { highWaterMark: 1 })
  for await (const batch of batches) await batch.copy(client)
  for (const kind of ['unknown', 'informational']) kinds.delete(kind)
  return { annotationsOnly: kinds.size === 1 && kinds.has('annotation') }
}

/** Yields lines in batches, and adds their kinds to `kinds`. */
async function* stagedBatches(lines: AsyncIterable<Staged[]>, kinds: Set<string>): AsyncGenerator<StagedBatch> {
  let batch = new StagedBatch()
  let size = 0
  for await (const read of lines) {
    for (const { staged, notes, bytes } of read) {
      kinds.add(staged.kind)
      batch.add(staged, notes)
      size += bytes
    }
    if (batch.count < linesAtOnce && size < bytesAtOnce) continue
    yield batch
    batch = new StagedBatch()
    size = 0
  }
  yield batch
}

/**
 * Yields the lines of a file of lines as they are read. Throws PARSE_ERROR for the first line that cannot be parsed and
 * COST_LIMIT if there are too many lines.
 */
export async function* linesOfFile(path: string, options: CommonOptions, budget: Budget): AsyncGenerator<Staged[]> {
  try {
    const file = createReadStream(path, { highWaterMark: bytesInTurn })
    for await (const read of readLines(file, { maxLineBytes: longestLine, largeLineBytes: largeLine })) {
      budget.makeObjects(read.length)
      let turn = new Turn(budget)
      const lines: Staged[] = []
      for (const line of read) {
        const isLarge = 'bytes' in line
        if (isLarge) turn.end()
        const made = isLarge
          ? await stageLargeLine(line.number, line.bytes, options)
          : stageLine(line.number, parseLine(line.text, line.number), options)
        if (isLarge) turn = new Turn(budget)
        if (made) lines.push({ ...made, bytes: isLarge ? line.bytes.length : line.text.length })
      }
      turn.end()
      yield lines
      await nextTurn()
    }
  } catch (error) {
    const line = error instanceof AppError && error.code === 'PARSE_ERROR' ? error.extra?.line : undefined
    if (typeof line === 'number' && error instanceof AppError && !error.extra?.error)
      throw parseFault(line, error.message.replace(/^Line \d+ /, ''))
    throw error
  }
}
