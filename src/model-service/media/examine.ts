import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Ratio } from '../../lib/frame-clock.js'
import { packTicks } from '../../lib/frame-ticks.js'
import { together } from '../../lib/together.js'
import { frameTicks, reduced, regularityOf } from './frame-times.js'
import { describeVideo } from './probe.js'
import type { RunLimits } from './run.js'

/** What is known of a video once all of it was read. */
export interface Examination {
  sha256: string
  codec: string
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** Pixels as displayed, rotation applied. */
  width: number
  height: number
  /** In seconds. */
  duration: number
  frame_count: number
  frame_rate: Ratio
  time_base: Ratio
  first_tick: number
  is_variable: boolean
  /** Base64 of the ticks of all frames (lib/frame-ticks.ts); null where the rate says them exactly. */
  ticks: string | null
}

/** Containers whose timestamps may begin anywhere, while players begin at 0. */
const streams = /^(mpegts|mpeg)\b/

/**
 * Reads a whole video file: its bytes for the SHA-256, its packets for the times of the frames. Throws 400 where it is
 * no video that can be read.
 */
export async function examineVideo(path: string, limits: RunLimits): Promise<Examination> {
  // Probe first: a file that is no video is refused without reading all of it.
  const described = await describeVideo(path, limits)
  const { facts, codec, rotation, stated, format } = described
  const timeBase = reduced(described.timeBase)
  const [sha256, found] = await together(limits.signal, [
    (signal) => digestOf(path, signal),
    (signal) => frameTicks(path, { index: facts.stream, codec }, { ...limits, signal }),
  ])
  const ticks = streams.test(format) ? found.map((tick) => tick - (found[0] ?? 0)) : found
  const { rate, isVariable, isExact } = regularityOf(ticks, timeBase, stated)
  return {
    sha256,
    codec,
    rotation,
    width: facts.width,
    height: facts.height,
    duration: facts.duration,
    frame_count: ticks.length,
    frame_rate: rate,
    time_base: timeBase,
    first_tick: ticks[0] ?? 0,
    is_variable: isVariable,
    ticks: isExact ? null : packTicks(ticks).toString('base64'),
  }
}

/** SHA-256 of a file in hexadecimal. */
async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
