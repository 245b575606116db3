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
  /** Pixel format: `gray` has 1 byte per pixel, `rgb24` 3. */
  format: 'gray' | 'rgb24'
  /** First and last frame, both included; the whole video where absent. */
  from?: number
  to?: number
  /** Another rate than the nominal one; `index` then still counts the frames of the video. */
  fps?: number
  /** Decode the codec's key frames only: fast and coarse, as each is repeated until the next. */
  keyFramesOnly?: boolean
}

/**
 * Decodes frames to raw pixels, one at a time and in order. The caller may keep the pixels of a yielded frame. Throws
 * 400 where the file cannot be decoded, 503 where ffmpeg is missing or takes too long.
 */
export async function* decodeFrames(
  video: VideoFacts,
  request: FrameRequest,
  limits: RunLimits,
): AsyncGenerator<Frame> {
  const from = request.from ?? 0
  const fps = request.fps ?? video.fps
  // With a clock every frame of the file comes out once, and is counted.
  const isCounted = video.clock !== null && request.fps === undefined
  // Seek to just before the wanted frame: it is then the first at or after the seek point, and rounds to slot 0 of the
  // rate.
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
      // All frames have come: do not wait for ffmpeg to exit.
      if (number === wanted) return
      pixels = new Uint8Array(frameBytes)
      filled = 0
    }
  }
}

/**
 * The size of the video scaled down to fit a square of `side` pixels; it is never scaled up. Width and height are even
 * numbers of at least 16.
 */
export function analysisSize(video: VideoFacts, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(video.width, video.height))
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2))
  return { width: even(video.width), height: even(video.height) }
}
