import { together } from '../../lib/together.js'
import { jpegOf } from './jpeg.js'
import { justBefore, timeOf, type VideoFacts } from './probe.js'
import type { RunLimits } from './run.js'

export interface JpegFrame {
  /** Frame number of the whole video. */
  index: number
  /** In seconds. */
  timestamp: number
  jpeg: Buffer
}

/** Longest side of the pictures in pixels; vision models see no more in larger ones. */
const longestSide = 768
const filter = `scale='min(${longestSide},iw)':'min(${longestSide},ih)':force_original_aspect_ratio=decrease`

/**
 * Evenly spaced frames of a video as JPEG, at most `maxFrames`. The decoder seeks to each, so that long videos cost no
 * more.
 */
export async function jpegFrames(
  video: VideoFacts,
  wanted: { samplesPerSecond: number; maxFrames: number },
  limits: RunLimits,
): Promise<JpegFrame[]> {
  const count = Math.max(
    1,
    Math.min(wanted.maxFrames, Math.ceil(video.duration * wanted.samplesPerSecond), video.frameCount),
  )
  const frames = await together(
    limits.signal,
    Array.from({ length: count }, (_, number) => async (signal) => {
      const index = Math.floor((number * video.frameCount) / count)
      return {
        index,
        timestamp: Math.round(timeOf(video, index) * 1000) / 1000,
        jpeg: await jpegOf(video, { seconds: justBefore(video, index), filter, quality: 4 }, { ...limits, signal }),
      }
    }),
  )
  // A file may state more frames than it has.
  return frames.filter(({ jpeg }) => jpeg.length > 0)
}
