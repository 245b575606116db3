import { BoxReader } from './box-reader.js'
import type { Segments } from './tracks.js'

/** Returns the segment that shows a track on a frame on which it is visible. */
export function segmentOn({ tracks, last }: Segments, track: number, frame: number): number {
  let [low, high] = [tracks[track]!, tracks[track + 1]! - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (last[middle]! < frame) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares a box of one persona with a box of the other. */
export class BoxPair {
  /** The common area of the boxes that were compared last, in square pixels, and their IoU. */
  area = 0
  iou = 0
  /** The last frame up to which both boxes are the same. */
  until = 0
  private readonly one: BoxReader
  private readonly other: BoxReader

  constructor(
    private readonly first: Segments,
    private readonly second: Segments,
  ) {
    this.one = new BoxReader(first)
    this.other = new BoxReader(second)
  }

  /** Compares the boxes of two segments on a frame, and returns whether they overlap. `until` is at most `end`. */
  measure(a: number, b: number, frame: number, end: number): boolean {
    const { one, other, first, second } = this
    one.read(a, frame)
    other.read(b, frame)
    this.until = first.still[a] && second.still[b] ? Math.min(first.last[a]!, second.last[b]!, end) : frame
    const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
    const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
    if (!(width > 0 && height > 0)) return false
    this.area = width * height
    this.iou = this.area / (one.width * one.height + other.width * other.height - this.area)
    return true
  }
}
