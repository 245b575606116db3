import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { Budget } from '../../../lib/budget.js'
import { AppError } from '../../../lib/errors.js'
import { readLines } from '../../../lib/ndjson.js'
import { Turn } from '../../../lib/turns.js'
import type { CommonOptions } from '../options.js'
import { parseFault, parseLine } from './line-parse.js'
import { stageLine } from './line-stage.js'
import { largeLine, stageLargeLine } from './line-threads.js'
import { StagedBatch } from './staging.sql.js'

/** Lines and bytes that the database takes in at once: with few, both sides often wait for each other. */
const linesAtOnce = 4000
const bytesAtOnce = 4 * 1024 * 1024
/**
 * The longest accepted line, in bytes: room for a document as large as a request may send (25 MiB) and for what exports
 * add to it.
 */
const longestLine = 32 * 1024 * 1024
/** Bytes parsed in one turn of the event loop: a few milliseconds of work. */
const bytesInTurn = 64 * 1024

/**
 * Parses a file into the staging tables. While the database takes in one batch of lines, the next is parsed. Returns
 * whether every line with data is an annotation (I-07). Throws PARSE_ERROR for the first line that cannot be parsed and
 * COST_LIMIT if there are too many lines.
 */
export async function stageFile(
  client: pg.PoolClient,
  path: string,
  options: CommonOptions,
  budget: Budget,
): Promise<{ annotationsOnly: boolean }> {
  const kinds = new Set<string>()
  const batches: AsyncIterable<StagedBatch> = Readable.from(stagedBatches(path, options, budget, kinds), {
    highWaterMark: 1,
  })
  for await (const batch of batches) await batch.copy(client)
  for (const kind of ['unknown', 'informational']) kinds.delete(kind)
  return { annotationsOnly: kinds.size === 1 && kinds.has('annotation') }
}

/** Yields the lines of a file in batches, and adds their kinds to `kinds`. */
async function* stagedBatches(
  path: string,
  options: CommonOptions,
  budget: Budget,
  kinds: Set<string>,
): AsyncGenerator<StagedBatch> {
  let batch = new StagedBatch()
  let bytes = 0
  try {
    const file = createReadStream(path, { highWaterMark: bytesInTurn })
    for await (const read of readLines(file, { maxLineBytes: longestLine, largeLineBytes: largeLine })) {
      budget.makeObjects(read.length)
      let turn = new Turn(budget)
      for (const line of read) {
        const isLarge = 'bytes' in line
        if (isLarge) turn.end()
        const made = isLarge
          ? await stageLargeLine(line.number, line.bytes, options)
          : stageLine(line.number, parseLine(line.text, line.number), options)
        if (isLarge) turn = new Turn(budget)
        if (!made) continue
        kinds.add(made.staged.kind)
        batch.add(made.staged, made.notes)
        bytes += isLarge ? line.bytes.length : line.text.length
      }
      turn.end()
      if (batch.count >= linesAtOnce || bytes >= bytesAtOnce) {
        yield batch
        batch = new StagedBatch()
        bytes = 0
      }
      await nextTurn()
    }
  } catch (error) {
    const line = error instanceof AppError && error.code === 'PARSE_ERROR' ? error.extra?.['line'] : undefined
    if (typeof line === 'number' && error instanceof AppError && !error.extra?.['error'])
      throw parseFault(line, error.message.replace(/^Line \d+ /, ''))
    throw error
  }
  yield batch
}
