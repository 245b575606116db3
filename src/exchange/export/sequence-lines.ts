import { startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { interpolatedBoxes } from '../../annotations/sequences/sequence.js'
import { isObject } from '../../lib/json-walk.js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Turn, type Clock } from '../../lib/fairness/turns.js'

const newline = 10
const separator = 2
const pieceLength = 1 << 16

/** Splits a byte stream into its lines, without the newlines. An incomplete last line is dropped. */
export async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const end = chunk.subarray(from, at)
      yield pending.length ? Buffer.concat([...pending, end]) : end
      pending = []
      from = at + 1
    }
    if (from < chunk.length) pending.push(chunk.subarray(from))
  }
}

/** Returns the times at which the frames of a video are shown; null if they are unknown. */
export type ClockOf = (videoId: string) => Promise<FrameClock | null>

/**
 * Adds to a box the `time` at which its frame begins, in seconds rounded to microseconds, unless the box already has a
 * `time` or the time is unknown.
 */
function withTime<B extends { frameNumber: number }>(box: B, times: FrameClock | null): B & { time?: number } {
  const { frameNumber } = box
  if (!times || 'time' in box || !Number.isInteger(frameNumber) || frameNumber < 0 || frameNumber >= times.count)
    return box
  return { ...box, time: Math.round(startOf(times, frameNumber) * 1e6) / 1e6 }
}

/**
 * Turns rows of four columns (see selectAnnotationParts) into lines whose boxes are interpolated (IP-10 to IP-14). Each
 * box also gets the `time` at which its frame begins, if the video's file has been read. Output comes in pieces of
 * about 64 KB, so that a sequence of millions of frames needs no more memory than a short one; other requests run
 * between pieces. `clock` measures the work and may end it by throwing.
 */
export async function* interpolatedLines(
  rows: AsyncIterable<Buffer>,
  includeInvisible: boolean,
  clockOf: ClockOf,
  clock: Clock,
): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const row of rowsOf(rows)) {
    const start = row.indexOf(separator) + 1
    const times = await clockOf(JSON.parse(row.toString('utf8', 0, start - 1)) as string)
    let turn = new Turn(clock)
    const first = row.indexOf(separator, start)
    const second = row.indexOf(separator, first + 1)
    const sequence: unknown = JSON.parse(row.toString('utf8', first + 1, second))
    const document = isObject(sequence) ? sequence : {}
    const { boxes: _boxes, ...rest }: Record<string, unknown> = {
      ...document,
      interpolationMode: document['interpolationMode'] ?? 'linear',
    }
    piece += `${row.toString('utf8', start, first)}{${JSON.stringify(rest).slice(1, -1)},"boxes":[`
    let comma = ''
    for (const box of interpolatedBoxes(document, { includeInvisible })) {
      piece += comma + JSON.stringify(withTime(box, times))
      comma = ','
      if (piece.length < pieceLength) continue
      turn.end()
      yield Buffer.from(piece, 'utf8')
      piece = ''
      await nextTurn()
      turn = new Turn(clock)
    }
    piece += `]}${row.toString('utf8', second + 1)}\n`
    turn.end()
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece, 'utf8')
    piece = ''
    await nextTurn()
  }
  if (piece) yield Buffer.from(piece, 'utf8')
}
