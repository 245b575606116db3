import { frameAt, startOf } from '../../lib/frame-clock.js'
import { justBefore, type VideoFacts } from './probe.js'
import { runStreaming, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

export interface Frame {
  /** Frame number of the whole video. */
  index: number
  pixels: Uint8Array
}

export interface FrameRequest {
  width: number
  height: number
  /** Bytes a pixel: `gray` 1, `rgb24` 3. */
  format: 'gray' | 'rgb24'
  /** First and last frame, both included; the whole video where absent. */
  from?: number
  to?: number
  /** Another rate than the nominal one; `index` then still counts the frames of the video. */
  fps?: number
  /** Decode key frames only: fast and coarse, frames in between repeat the last one. */
  keyFramesOnly?: boolean
}

/** Decodes frames to raw pixels, one at a time, in order. The pixels of a yielded frame may be kept. */
export async function* decodeFrames(
  video: VideoFacts,
  request: FrameRequest,
  limits: RunLimits,
): AsyncGenerator<Frame> {
  const from = request.from ?? 0
  const fps = request.fps ?? video.fps
  // With a clock every frame of the file comes out once, and is counted.
  const isCounted = video.clock !== null && request.fps === undefined
  // The wanted frame is then the first at or after the seek point, and rounds to slot 0 of the rate.
  const seek = from > 0 ? ['-ss', justBefore(video, from).toFixed(6)] : []
  const wanted = request.to === undefined ? Infinity : request.to - from + 1
  const count = wanted === Infinity ? [] : ['-frames:v', String(wanted)]
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-threads',
    '2',
    ...(request.keyFramesOnly ? ['-skip_frame', 'nokey'] : []),
    ...untrustedInput(limits),
    ...seek,
    '-i',
    `file:${video.path}`,
    '-map',
    `0:${video.stream}`,
    '-an',
    '-sn',
    '-dn',
    ...count,
    '-vf',
    `${isCounted ? '' : `fps=${fps},`}scale=${request.width}:${request.height}:flags=area`,
    ...(isCounted ? ['-vsync', '0'] : []),
    '-pix_fmt',
    request.format,
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const frameBytes = request.width * request.height * (request.format === 'gray' ? 1 : 3)
  const step = video.fps / fps
  const indexOf = (number: number) => {
    const nominal = from + Math.round(number * step)
    const { clock } = video
    return clock && !isCounted ? frameAt(clock, startOf(clock, 0) + nominal / video.fps) : nominal
  }
  let pixels = new Uint8Array(frameBytes)
  let filled = 0
  let number = 0
  for await (const chunk of runStreaming('ffmpeg', args, limits)) {
    for (let read = 0; read < chunk.length;) {
      const taken = Math.min(frameBytes - filled, chunk.length - read)
      pixels.set(chunk.subarray(read, read + taken), filled)
      filled += taken
      read += taken
      if (filled < frameBytes) continue
      yield { index: indexOf(number), pixels }
      number += 1
      // What the program does from here on, ending included, is waited for no longer.
      if (number === wanted) return
      pixels = new Uint8Array(frameBytes)
      filled = 0
    }
  }
}

/**
 * Size that fits into a square of `side` pixels with the shape of the video, never larger than the video, even numbers.
 */
export function analysisSize(video: VideoFacts, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(video.width, video.height))
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2))
  return { width: even(video.width), height: even(video.height) }
}
