import { interpolatedBoxes } from '../../annotations/sequence.js'
import { isObject } from '../../lib/json-walk.js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startOf, type FrameClock } from '../../lib/frame-clock.js'
import { Turn, type Clock } from '../../lib/turns.js'

const newline = 10
const separator = 2
const pieceLength = 1 << 16

/** The complete lines of a byte stream, without their ends. */
async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** When the frames of a video are shown; null where nobody knows. */
export type ClockOf = (videoId: string) => Promise<FrameClock | null>

/** Seconds at which the frame of a box begins, to the microsecond, beside what the box says itself. */
function withTime<B extends { frameNumber: number }>(box: B, times: FrameClock | null): B & { time?: number } {
  const { frameNumber } = box
  if (!times || 'time' in box || !Number.isInteger(frameNumber) || frameNumber < 0 || frameNumber >= times.count)
    return box
  return { ...box, time: Math.round(startOf(times, frameNumber) * 1e6) / 1e6 }
}

/**
 * Rows of video, head, stored sequence and tail as lines whose boxes are interpolated (IP-10 to IP-14) and say when
 * their frame begins, where the file of the video has been read. Pieces are about 64 KB, so that a sequence over
 * millions of frames needs no more memory than a short one; other requests get their turn between them. `clock` hears
 * of the time that it takes, and may end it.
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
