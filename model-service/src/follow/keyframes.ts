import type { Box } from '../vision/box.js'

const sides = ['x', 'y', 'width', 'height'] as const

/**
 * Returns the indices of the boxes that are needed as keyframes: linear interpolation between two of them deviates from
 * every box by at most `tolerance` (Ramer, Douglas and Peucker, with the error below). The first and the last index are
 * among them.
 *
 * @param boxes one per frame
 * @param tolerance greatest error allowed, see `errorOf`
 */
export function keyPlaces(boxes: readonly Box[], tolerance: number): number[] {
  if (boxes.length === 0) return []
  const last = boxes.length - 1
  const kept = new Set([0, last])
  const open: [from: number, to: number][] = [[0, last]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let worst = { at: -1, error: tolerance }
    for (let at = from + 1; at < to; at += 1) {
      const error = errorOf(between(boxes[from]!, boxes[to]!, (at - from) / (to - from)), boxes[at]!)
      if (error > worst.error) worst = { at, error }
    }
    if (worst.at < 0) continue
    kept.add(worst.at)
    open.push([from, worst.at], [worst.at, to])
  }
  return [...kept].sort((a, b) => a - b)
}

/**
 * Returns the greatest distance between corresponding edges of two boxes, as a share of the width or height of the
 * second.
 */
function errorOf(one: Box, other: Box): number {
  const across = Math.max(Math.abs(one.x - other.x), Math.abs(one.x + one.width - other.x - other.width))
  const down = Math.max(Math.abs(one.y - other.y), Math.abs(one.y + one.height - other.y - other.height))
  return Math.max(across / other.width, down / other.height)
}

/** Interpolates linearly between two boxes; a `share` of 0 gives the first and of 1 the second. */
function between(one: Box, other: Box, share: number): Box {
  const [x, y, width, height] = sides.map((side) => one[side] + (other[side] - one[side]) * share)
  return { x: x!, y: y!, width: width!, height: height! }
}
