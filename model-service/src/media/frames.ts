import { decodedPictures } from './decoder.js'
import { shownAt } from './display.js'
import { frameOfTick, picturesOf, timeOf, type VideoFacts } from './pictures.js'
import type { RunLimits } from './run.js'

export interface Frame {
  /** The number of the frame in the whole video. */
  index: number
  pixels: Uint8Array
}

interface PictureForm {
  width: number
  height: number
  /** Pixel format: `gray` has 1 byte per pixel, `rgb24` 3. */
  format: 'gray' | 'rgb24'
  /** ffmpeg's scaling method; the default suits making pictures smaller. */
  scaler?: 'area' | 'bicubic'
}

export interface FrameRequest extends PictureForm {
  /** First and last frame, both included; absent for the whole video. */
  from?: number
  to?: number
}

const bytesOf = ({ width, height, format }: PictureForm) => width * height * (format === 'gray' ? 1 : 3)
const filtersOf = (form: PictureForm, video: VideoFacts) => [
  ...shownAt(form, video, form.scaler ?? 'area'),
  `format=${form.format}`,
]
const output = ['-f', 'rawvideo', 'pipe:1']

/**
 * Decodes frames to raw pixels as displayed, one at a time and in order. The caller may keep the pixels of a yielded
 * frame. Throws 400 if the file cannot be decoded, 503 if ffmpeg is missing or takes too long.
 */
export function decodeFrames(video: VideoFacts, request: FrameRequest, limits: RunLimits): AsyncGenerator<Frame> {
  const { from = 0, to = video.frameCount - 1 } = request
  const range = { from, to, filters: filtersOf(request, video), bytes: bytesOf(request), output }
  return picturesOf(video, range, limits)
}

/** Containers that store the time of every picture; in others it is derived from the preceding pictures. */
const timed = /\b(mp4|matroska|flv)\b/

/** Decodes the codec's key frames only, at most `perSecond`: fast and coarse. */
export async function* decodeKeyFrames(
  video: VideoFacts,
  { perSecond, ...form }: PictureForm & { perSecond: number },
  limits: RunLimits,
): AsyncGenerator<Frame> {
  const thinned = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${1 / perSecond})'`
  const filters = [thinned, ...filtersOf(form, video)]
  const decoder = timed.test(video.format) ? ['-skip_frame', 'nokey'] : []
  const run = { decoder, filters, bytes: bytesOf(form), output }
  if (video.isJoined) return yield* thinnedFrames(video, { perSecond, ...form }, limits)
  for await (const { tick, pixels } of decodedPictures(video, run, limits)) {
    const index = frameOfTick(video, tick)
    if (index !== undefined) yield { index, pixels }
  }
}

/** Yields at most `perSecond` of all frames, for files that contain a timestamp more than once. */
async function* thinnedFrames(
  video: VideoFacts,
  { perSecond, ...form }: PictureForm & { perSecond: number },
  limits: RunLimits,
): AsyncGenerator<Frame> {
  let last = -Infinity
  for await (const frame of decodeFrames(video, form, limits)) {
    const time = timeOf(video, frame.index)
    if (time - last < 1 / perSecond) continue
    last = time
    yield frame
  }
}

/**
 * Returns the size of the video scaled down to fit a square of `side` pixels; it is never scaled up. Width and height
 * are even numbers of at least 16.
 */
export function analysisSize(video: VideoFacts, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(video.width, video.height))
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2))
  return { width: even(video.width), height: even(video.height) }
}
