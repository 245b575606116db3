import { together } from '@parallax/shared/together.js'
import { jpegOf, sizeWithin } from './jpeg.js'
import { timeOf, type VideoFacts } from './pictures.js'
import type { RunLimits } from './run.js'

export interface JpegFrame {
  /** The number of the frame in the whole video. */
  index: number
  /** In seconds. */
  timestamp: number
  jpeg: Buffer
}

/** The longest side of the pictures in pixels; vision models gain nothing from larger ones. */
const longestSide = 768

/**
 * Returns evenly spaced frames of a video as JPEG, at most `maxFrames`. The decoder seeks to each, so that long videos
 * cost no more.
 */
export async function jpegFrames(
  video: VideoFacts,
  wanted: { samplesPerSecond: number; maxFrames: number },
  limits: RunLimits,
): Promise<JpegFrame[]> {
  const sampled = Math.ceil(video.length * wanted.samplesPerSecond)
  const count = Math.max(1, Math.min(wanted.maxFrames, sampled, video.frameCount))
  const size = sizeWithin(video, [Math.min(longestSide, video.width), Math.min(longestSide, video.height)])
  const frames = await together(
    limits.signal,
    Array.from({ length: count }, (_, number) => async (signal) => {
      const index = Math.floor((number * video.frameCount) / count)
      const jpeg = await jpegOf(video, { frame: index, ...size, quality: 4 }, { ...limits, signal })
      return jpeg ? [{ index, timestamp: Math.round(timeOf(video, index) * 1000) / 1000, jpeg }] : []
    }),
  )
  return frames.flat()
}
