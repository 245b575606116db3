import { setImmediate } from 'node:timers/promises'
import { analysisSize, decodeFrames } from '../media/frames.js'
import type { Frame } from '../media/frames.js'
import type { VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { meanDifference, medianPicture } from '../vision/background.js'
import { intersectionOverUnion } from '../vision/box.js'
import type { Box } from '../vision/box.js'
import { changedRegions } from '../vision/components.js'
import type { Region } from '../vision/components.js'
import { decodeWindows, rangeAround, windowShape } from './windows.js'
import type { DecodeWindow, WindowShape } from './windows.js'

/** A region that moves in one frame. */
export interface MovingRegion {
  /** In fractions of the picture, 0 to 1. */
  box: Box
  confidence: number
}

const side = 320
const mostRegions = 20
/**
 * A background frame whose mean difference from the wanted frame exceeds this comes from another shot (grey levels).
 */
const otherShot = 30
/**
 * Contrast (grey levels) at which half of the full confidence is reached; movement alone never gives full confidence.
 */
const halfContrast = 32
/** A region is persistent if it also shows in the frames this many frames before and after the wanted one. */
const neighbour = 2

/**
 * Returns the moving regions of each wanted frame (numbers ascending and distinct); none for a frame that cannot be
 * decoded.
 */
export async function movingRegions(
  video: VideoFacts,
  frameNumbers: number[],
  limits: RunLimits,
): Promise<Map<number, MovingRegion[]>> {
  const shape = windowShape(video)
  const byFrame = new Map<number, MovingRegion[]>()
  for (const window of decodeWindows(frameNumbers, video, shape))
    await searchWindow(video, window, shape, byFrame, limits)
  return byFrame
}

async function searchWindow(
  video: VideoFacts,
  window: DecodeWindow,
  shape: WindowShape,
  byFrame: Map<number, MovingRegion[]>,
  limits: RunLimits,
): Promise<void> {
  const size = analysisSize(video, side)
  const needed = new Set(window.targets.flatMap((target) => [target - neighbour, target, target + neighbour]))
  const kept = new Map<number, Uint8Array>()
  const background: Frame[] = []
  const medianOf = lastMedian()
  let done = 0
  const searchNext = async (target: number) => {
    const { from, to } = rangeAround(target, video, shape)
    byFrame.set(
      target,
      regionsOf(
        target,
        kept,
        background.filter((frame) => frame.index >= from && frame.index <= to),
        size,
        medianOf,
      ),
    )
    done += 1
    const next = window.targets[done] ?? Infinity
    for (const index of kept.keys()) if (index < next - neighbour) kept.delete(index)
    while (background[0] && background[0].index < from) background.shift()
    // A search takes some ten milliseconds, so other requests run in between.
    await setImmediate()
  }
  for await (const frame of decodeFrames(
    video,
    { ...size, format: 'gray', from: window.from, to: window.to },
    limits,
  )) {
    if (frame.index % shape.stride === 0) background.push(frame)
    if (needed.has(frame.index)) kept.set(frame.index, frame.pixels)
    for (let target = window.targets[done]; target !== undefined; target = window.targets[done]) {
      if (frame.index < Math.max(target + neighbour, rangeAround(target, video, shape).to)) break
      await searchNext(target)
    }
  }
  // The file may contain fewer frames than its metadata states, so the last targets may still be open.
  for (let target = window.targets[done]; target !== undefined; target = window.targets[done]) await searchNext(target)
}

/**
 * Returns the regions of one frame that differ from the median background. Confidence = contrast / (contrast + 32) x
 * (0.5 + half the share of the neighbour frames that show the region too). Returns none if fewer than three background
 * frames belong to the shot of the frame.
 */
function regionsOf(
  target: number,
  kept: Map<number, Uint8Array>,
  samples: Frame[],
  size: { width: number; height: number },
  medianOf: (frames: Frame[]) => Uint8Array,
): MovingRegion[] {
  const picture = kept.get(target)
  if (!picture) return []
  const sameShot = samples.filter((frame) => meanDifference(frame.pixels, picture) < otherShot)
  if (sameShot.length < 3) return []
  const background = medianOf(sameShot)
  const leastArea = Math.max(12, size.width * size.height * 0.0005)
  const regions = (pixels: Uint8Array): Region[] => changedRegions(pixels, background, size.width, leastArea)
  const neighbours = [kept.get(target - neighbour), kept.get(target + neighbour)]
    .filter((pixels) => pixels !== undefined)
    .map(regions)
  return regions(picture)
    .slice(0, mostRegions)
    .map((region) => {
      const again = neighbours.filter((others) =>
        others.some((other) => intersectionOverUnion(other.box, region.box) >= 0.3),
      ).length
      const persistence = neighbours.length > 0 ? again / neighbours.length : 0
      const confidence = (region.contrast / (region.contrast + halfContrast)) * (0.5 + 0.5 * persistence)
      return { box: normalised(region.box, size), confidence: Math.round(confidence * 1000) / 1000 }
    })
}

/**
 * Returns a function that computes the median picture of some frames. It caches the last result, because neighbouring
 * targets mostly need the same frames again.
 */
function lastMedian(): (frames: Frame[]) => Uint8Array {
  let key = ''
  let median: Uint8Array = new Uint8Array()
  return (frames) => {
    const wanted = frames.map((frame) => frame.index).join()
    if (wanted !== key) median = medianPicture(frames.map((frame) => frame.pixels))
    key = wanted
    return median
  }
}

function normalised(box: Box, size: { width: number; height: number }): Box {
  return {
    x: box.x / size.width,
    y: box.y / size.height,
    width: box.width / size.width,
    height: box.height / size.height,
  }
}
