import { firstCover, lowerBound } from './first-cover.js'

/** Frames on which nothing is shown: disjoint ascending intervals, both ends inclusive. */
export type Gaps = { starts: number[]; ends: number[] }

/**
 * Returns the gaps of `visibilityRanges` if it contains any range, else those of the keyframes' `visible` flags
 * (IP-12).
 */
export function gapsOf(
  visibilityRanges: unknown,
  keyframes: readonly { frameNumber: number; visible?: unknown }[],
): Gaps {
  return gapsOfRanges(visibilityRanges) ?? gapsOfKeyframes(keyframes)
}

type Range = { start: number; end: number; visible: boolean }

/** Returns the valid ranges of a list; if it has none, the flags of the keyframes decide. */
export function readRanges(value: unknown): Range[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown): Range[] => {
    if (typeof item !== 'object' || item === null) return []
    const { startFrame, endFrame, visible } = item as { startFrame?: unknown; endFrame?: unknown; visible?: unknown }
    if (typeof startFrame !== 'number' || typeof endFrame !== 'number' || !(startFrame <= endFrame)) return []
    return [{ start: Math.ceil(startFrame), end: Math.floor(endFrame), visible: visible !== false }]
  })
}

/**
 * Returns the gaps of a list of ranges; null if no range is valid, so that the keyframes decide. The first range that
 * contains a frame decides; frames outside all ranges are visible.
 */
export function gapsOfRanges(visibilityRanges: unknown): Gaps | null {
  const ranges = readRanges(visibilityRanges)
  if (!ranges.length) return null
  const bounds = Float64Array.from(new Set(ranges.flatMap((r) => [r.start, r.end + 1]))).sort()
  const cover = firstCover(
    Math.max(0, bounds.length - 1),
    ranges.map((r) => ({ from: lowerBound(bounds, r.start), to: lowerBound(bounds, r.end + 1) - 1 })),
  )
  const gaps: Gaps = { starts: [], ends: [] }
  cover.forEach((index, cell) => {
    if (ranges[index]?.visible === false) addGap(gaps, bounds[cell] ?? 0, (bounds[cell + 1] ?? 0) - 1)
  })
  return gaps
}

/** Returns the gaps of keyframes: an invisible keyframe opens a gap that ends before the next visible one, or never. */
function gapsOfKeyframes(keyframes: readonly { frameNumber: number; visible?: unknown }[]): Gaps {
  const gaps: Gaps = { starts: [], ends: [] }
  let open: number | null = null
  for (const { frameNumber, visible } of keyframes) {
    if (visible === false) open ??= frameNumber
    else if (open !== null) {
      addGap(gaps, open, frameNumber - 1)
      open = null
    }
  }
  if (open !== null) addGap(gaps, open, Infinity)
  return gaps
}

function addGap(gaps: Gaps, start: number, end: number): void {
  const last = gaps.ends.length - 1
  if (last >= 0 && gaps.ends[last] === start - 1) gaps.ends[last] = end
  else {
    gaps.starts.push(start)
    gaps.ends.push(end)
  }
}

/** Returns the last frame of the gap that contains `frame`, or null when the frame is visible. */
export function gapEnd(gaps: Gaps, frame: number): number | null {
  const at = lowerBound(gaps.ends, frame)
  return (gaps.starts[at] ?? Infinity) <= frame ? (gaps.ends[at] ?? null) : null
}

/** Returns the number of the frames `from` to `to` (inclusive) that lie in gaps. */
export function hiddenFrames(gaps: Gaps, from: number, to: number): number {
  let count = 0
  for (let at = lowerBound(gaps.ends, from); at < gaps.starts.length; at += 1) {
    const start = Math.max(from, gaps.starts[at] ?? Infinity)
    if (start > to) break
    count += Math.min(to, gaps.ends[at] ?? to) - start + 1
  }
  return count
}
