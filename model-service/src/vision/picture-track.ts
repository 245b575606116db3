import { decodeFrames, decodeKeyFrames } from '../media/frames.js'
import type { VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { meanDifference } from './background.js'
import { colourIndex, colourNames } from './colour.js'

/** Measures of one frame; brightness, motion and change are between 0 and 1. */
export interface FrameMeasure {
  /** Frame number in the video. */
  index: number
  brightness: number
  /** Mean absolute difference of luma from the previous frame; 0 for the first. */
  motion: number
  /** Mean of `motion` and the distance of the colour histograms (half the sum of absolute differences). */
  change: number
  /** Number of pixels of each of colourNames. */
  colours: Uint16Array
}

const width = 128
const height = 72
const pixelCount = width * height

/**
 * Measures the frames of a video, scaled to 128x72 pixels: every frame, or with `coarseFps` only that many a second,
 * taken from the codec's key frames.
 */
export async function measurePicture(
  video: VideoFacts,
  coarseFps: number | null,
  limits: RunLimits,
): Promise<FrameMeasure[]> {
  const form = { width, height, format: 'rgb24' as const }
  const frames = coarseFps
    ? decodeKeyFrames(video, { ...form, perSecond: coarseFps }, limits)
    : decodeFrames(video, form, limits)
  const measures: FrameMeasure[] = []
  let before: FrameStatistics | undefined
  for await (const { index, pixels } of frames) {
    const now = statistics(pixels)
    const motion = before ? meanDifference(now.luma, before.luma) / 255 : 0
    const histogramDistance = before ? distance(now.histogram, before.histogram) : 0
    measures.push({
      index,
      brightness: now.brightness,
      motion,
      change: (motion + histogramDistance) / 2,
      colours: now.colours,
    })
    before = now
  }
  return measures
}

interface FrameStatistics {
  luma: Uint8Array
  brightness: number
  histogram: Uint32Array
  colours: Uint16Array
}

function statistics(pixels: Uint8Array): FrameStatistics {
  const luma = new Uint8Array(pixelCount)
  const histogram = new Uint32Array(64)
  const colours = new Uint16Array(colourNames.length)
  let sum = 0
  for (let at = 0, pixel = 0; pixel < pixelCount; pixel += 1, at += 3) {
    const red = pixels[at]!
    const green = pixels[at + 1]!
    const blue = pixels[at + 2]!
    // Luma weights of ITU-R BT.601, in 1/256.
    const value = (77 * red + 150 * green + 29 * blue) >> 8
    luma[pixel] = value
    sum += value
    histogram[(red >> 6) * 16 + (green >> 6) * 4 + (blue >> 6)]! += 1
    colours[colourIndex(red, green, blue)]! += 1
  }
  return { luma, brightness: sum / pixelCount / 255, histogram, colours }
}

function distance(a: Uint32Array, b: Uint32Array): number {
  let sum = 0
  for (let bin = 0; bin < a.length; bin += 1) sum += Math.abs(a[bin]! - b[bin]!)
  return sum / 2 / pixelCount
}
