import type { Box } from './box.js'

/** A connected region of changed pixels; the box is in pixels. */
export interface Region {
  box: Box
  /** Number of changed pixels. */
  area: number
  /** Mean difference to the background, 0-255. */
  contrast: number
}

const leastThreshold = 16
/** Changed pixels up to this many pixels apart belong to the same region. */
const reach = 2

/**
 * Returns the connected regions in which a grey picture differs from its background, in pixels, the largest first.
 * Regions of less than `leastArea` pixels are omitted.
 */
export function changedRegions(
  picture: Uint8Array,
  background: Uint8Array,
  width: number,
  leastArea: number,
): Region[] {
  const difference = new Uint8Array(picture.length)
  for (let at = 0; at < picture.length; at += 1) difference[at] = Math.abs(picture[at]! - background[at]!)
  const threshold = Math.max(leastThreshold, 5 * medianOf(difference))
  const waiting = new Uint8Array(difference.length)
  for (let at = 0; at < difference.length; at += 1) waiting[at] = difference[at]! >= threshold ? 1 : 0
  const regions: Region[] = []
  for (let start = 0; start < waiting.length; start += 1) {
    if (waiting[start] === 0) continue
    const region = flood(waiting, difference, start, width)
    if (region.area >= leastArea) regions.push(region)
  }
  return regions.sort((a, b) => b.area - a.area)
}

/** Flood fill: removes the region around a pixel from `waiting` and measures it. */
function flood(waiting: Uint8Array, difference: Uint8Array, start: number, width: number): Region {
  const height = waiting.length / width
  const stack = [start]
  waiting[start] = 0
  let area = 0
  let sum = 0
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    area += 1
    sum += difference[at]!
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
        const next = row * width + column
        if (waiting[next] === 0) continue
        waiting[next] = 0
        stack.push(next)
      }
    }
  }
  return { box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, area, contrast: sum / area }
}

function medianOf(values: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value]! += 1
  let below = 0
  for (let value = 0; value < 256; value += 1) {
    below += counts[value]!
    if (below * 2 >= values.length) return value
  }
  return 255
}
