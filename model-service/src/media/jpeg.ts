import { decodeFrames, type Frame } from './frames.js'
import type { VideoFacts } from './pictures.js'
import { run, type RunLimits } from './run.js'

export interface JpegRequest {
  /** The number of the frame. */
  frame: number
  width: number
  height: number
  /** ffmpeg filters for the picture of this size, such as boxes to draw. */
  filters?: readonly string[]
  /** ffmpeg's scale of quantisers: 2 is finest, 31 coarsest. */
  quality: number
}

/** Returns one frame of a video as JPEG; null if the file no longer contains this picture. */
export async function jpegOf(video: VideoFacts, request: JpegRequest, limits: RunLimits): Promise<Buffer | null> {
  const { frame, width, height, filters = [], quality } = request
  const wanted = { width, height, format: 'rgb24' as const, scaler: 'bicubic' as const, from: frame, to: frame }
  // The decoder ends before the encoder begins; otherwise each could wait for a slot that the other holds.
  const pixels = await firstOf(decodeFrames(video, wanted, limits))
  if (!pixels) return null
  const args = [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'pipe'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', 'pipe:0', '-frames:v', '1'],
    ...['-vf', [...filters, 'setsar=1'].join(','), '-pix_fmt', 'yuvj420p', '-q:v', String(quality)],
    ...['-c:v', 'mjpeg', '-f', 'mjpeg', 'pipe:1'],
  ]
  return (await run('ffmpeg', args, { ...limits, input: pixels })).stdout
}

async function firstOf(frames: AsyncIterable<Frame>): Promise<Uint8Array | null> {
  for await (const { pixels } of frames) return pixels
  return null
}

/** Returns the largest size with the shape of the video inside a rectangle, in even pixels. */
export function sizeWithin(video: VideoFacts, [width, height]: readonly [number, number]) {
  const scale = Math.min(width / video.width, height / video.height)
  const even = (length: number, most: number) => Math.min(most, Math.max(2, 2 * Math.round((length * scale) / 2)))
  return { width: even(video.width, width), height: even(video.height, height) }
}
