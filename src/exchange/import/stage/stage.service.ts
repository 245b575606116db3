import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { Budget } from '../../../lib/fairness/budget.js'
import { Turn } from '../../../lib/fairness/turns.js'
import type { CommonOptions } from '../options.js'
import { parseFault } from './line-parse.js'
import { BlockThread, largeLine } from './line-threads.js'
import { longestLine, stageBlock, type Block, type StagedBlock } from './stage-block.js'
import type { StagedRows } from './staged-rows.js'
import { copyStaged } from './staging.sql.js'

/** Lines and bytes that the database receives at a time; with few, both sides often wait for each other. */
const linesAtOnce = 4000
const bytesAtOnce = 4 * 1024 * 1024
/** Bytes parsed in one turn of the event loop: a few milliseconds of work. */
const bytesInTurn = 64 * 1024
/** Larger files are parsed in the worker thread, whose start takes as much processor time as six megabytes of lines. */
const smallFile = 4 * 1024 * 1024
/** Bytes that the thread receives at a time. */
const bytesForThread = 256 * 1024
const newline = 10

/**
 * Puts lines into the staging tables. While the database receives one batch of lines, the next is read. Returns whether
 * every line with data is an annotation (I-07).
 */
export async function stageFile(
  client: pg.PoolClient,
  lines: AsyncIterable<StagedRows>,
): Promise<{ annotationsOnly: boolean }> {
  const kinds = new Set<string>()
  const batches: AsyncIterable<StagedRows[]> = Readable.from(stagedBatches(lines, kinds), { highWaterMark: 1 })
  for await (const batch of batches) {
    await copyStaged(client, batch)
    for (const { release } of batch) release?.()
  }
  for (const kind of ['unknown', 'informational']) kinds.delete(kind)
  return { annotationsOnly: kinds.size === 1 && kinds.has('annotation') }
}

/** Yields lines in batches, and adds their kinds to `kinds`. */
async function* stagedBatches(lines: AsyncIterable<StagedRows>, kinds: Set<string>): AsyncGenerator<StagedRows[]> {
  let batch: StagedRows[] = []
  let [count, size] = [0, 0]
  for await (const rows of lines) {
    for (const kind of rows.kinds) kinds.add(kind)
    batch.push(rows)
    count += rows.count
    for (const { length } of Object.values(rows.bytes)) size += length
    if (count < linesAtOnce && size < bytesAtOnce) continue
    yield batch
    batch = []
    count = size = 0
  }
  yield batch
}

/**
 * Yields the lines of a file of lines as they are read. Throws PARSE_ERROR for the first line that cannot be parsed and
 * COST_LIMIT if there are too many lines.
 */
export async function* linesOfFile(path: string, options: CommonOptions, budget: Budget): AsyncGenerator<StagedRows> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const isLarge = size > smallFile
    const thread = new BlockThread(options, budget)
    const stage = (block: Block) =>
      isLarge || block.bytes.length > largeLine ? thread.stage(block) : stageHere(block, options, budget)
    const blocks = blocksOf(file, size, isLarge ? bytesForThread : bytesInTurn)
    for await (const { lines, rows, fault } of oneAhead(blocks, stage)) {
      budget.makeObjects(lines)
      if (fault) throw parseFault(fault.line, fault.reason)
      if (rows) yield rows
    }
  } finally {
    await file.close()
  }
}

/** Yields the results of `act` in order. While one is used, the next is made. */
async function* oneAhead<T, R>(items: AsyncIterable<T>, act: (item: T) => Promise<R>): AsyncGenerator<R> {
  let ahead: Promise<R> | undefined
  for await (const item of items) {
    const next = act(item)
    // Its error is thrown when it is awaited.
    next.catch(() => undefined)
    if (ahead) yield await ahead
    ahead = next
  }
  if (ahead) yield await ahead
}

async function stageHere(block: Block, options: CommonOptions, budget: Budget): Promise<StagedBlock> {
  const turn = new Turn(budget)
  const staged = stageBlock(block, options)
  turn.end()
  await nextTurn()
  return staged
}

/**
 * Yields a file of this size in blocks of about as many bytes, or of one line that is longer; of a line that is longer
 * than a line may be, its beginning. The bytes of a block are overwritten by the next one.
 */
async function* blocksOf(file: FileHandle, size: number, bytesAtOnce: number): AsyncGenerator<Block> {
  let buffer = Buffer.from(new ArrayBuffer(bytesAtOnce))
  let wanted = bytesAtOnce
  for (let [at, first] = [0, 1]; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, wanted, at)
    if (bytesRead === 0) throw new Error(`${size - at} bytes of an uploaded file are missing`)
    const bytes = buffer.subarray(0, bytesRead)
    const end = at + bytesRead < size ? bytes.lastIndexOf(newline) : bytesRead
    if (end < 0 && bytesRead <= longestLine + 4) {
      // The beginning of a long line.
      wanted = 2 * bytesRead
      if (wanted > buffer.length) buffer = Buffer.from(new ArrayBuffer(wanted))
      continue
    }
    const block = bytes.subarray(0, end < 0 ? bytesRead : end)
    const next = first + 1 + newlinesIn(block)
    yield { first, bytes: block }
    first = next
    at += block.length + 1
    wanted = bytesAtOnce
  }
}

function newlinesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1
  return count
}
