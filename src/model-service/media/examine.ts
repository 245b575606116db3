import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { startOf, type Ratio } from '../../lib/frame-clock.js'
import { packTicks } from '../../lib/frame-ticks.js'
import { together } from '../../lib/together.js'
import { clockOfFile, sourceOf } from './pictures.js'
import type { RunLimits } from './run.js'

/** What is known of a video once all of it was read. */
export interface Examination {
  sha256: string
  codec: string
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** Whether players also exchange left and right, after the turn. */
  mirrored: boolean
  /** Pixels as displayed: square ones, turned. */
  width: number
  height: number
  /** When the last frame ends, in seconds of `currentTime`. */
  duration: number
  frame_count: number
  frame_rate: Ratio
  time_base: Ratio
  first_tick: number
  is_variable: boolean
  /** Base64 of the ticks of all frames (lib/frame-ticks.ts); null where the rate says them exactly. */
  ticks: string | null
}

/**
 * Reads a whole video file: its bytes for the SHA-256, and its pictures for their times. Throws 400 where it is no
 * video that can be read.
 */
export async function examineVideo(path: string, limits: RunLimits): Promise<Examination> {
  // The headers first: a file that is no video is refused without reading all of it.
  const source = await sourceOf(path, limits)
  const [sha256, clock] = await together(limits.signal, [
    (signal) => digestOf(path, signal),
    (signal) => clockOfFile(source, { ...limits, signal }),
  ])
  const { codec, rotation, mirrored, width, height } = source
  return {
    ...{ sha256, codec, rotation, mirrored, width, height },
    duration: startOf(clock, clock.count),
    frame_count: clock.count,
    frame_rate: clock.rate,
    time_base: clock.timeBase,
    first_tick: clock.firstTick,
    is_variable: clock.isVariable,
    ticks: clock.ticks && packTicks(clock.ticks).toString('base64'),
  }
}

/** SHA-256 of a file in hexadecimal. */
async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
