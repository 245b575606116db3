import type { ComparedFrames } from './frames.js'
import { longer } from './longer.js'
import { BoxReader, type Segments } from './segments.js'

/**
 * The boxes of one persona that are visible on a frame, by their left edges. Only the first `size` entries of the
 * arrays count.
 */
class VisibleBoxes {
  size = 0
  track = new Int32Array(16)
  left = new Float64Array(16)
  top = new Float64Array(16)
  right = new Float64Array(16)
  bottom = new Float64Array(16)
  /** The greatest width of the boxes. */
  widest = 0
  /** The last frame up to which the same boxes are visible at the same places. */
  until = 0

  private segment = new Int32Array(16)
  private readonly reader: BoxReader
  /** Whether each segment is still, and the track of each. */
  private readonly isStill: Uint8Array
  private readonly trackOf: Int32Array
  /** The segments that do not continue another of their track, by their first frames, and the next one to begin. */
  private readonly beginnings: Int32Array
  private next = 0

  constructor(
    private readonly segments: Segments,
    private readonly step: number,
  ) {
    this.reader = new BoxReader(segments)
    const { tracks, first } = segments
    this.isStill = Uint8Array.from(first, (_, segment) => Number(this.reader.isStill(segment)))
    this.trackOf = new Int32Array(first.length)
    for (let track = 0; track + 1 < tracks.length; track++) this.trackOf.fill(track, tracks[track], tracks[track + 1])
    const beginnings = first.map((_, segment) => segment).filter((segment) => !this.continues(segment - 1))
    this.beginnings = beginnings.sort((a, b) => first[a]! - first[b]!)
  }

  /** Returns the frame on which the next track begins, after those that have begun; Infinity if all have. */
  nextBeginning(): number {
    const segment = this.beginnings[this.next]
    return segment === undefined ? Infinity : this.segments.first[segment]!
  }

  /** Returns whether the next segment belongs to the same track and begins on the next compared frame. */
  private continues(segment: number): boolean {
    const { first, last } = this.segments
    return this.trackOf[segment] === this.trackOf[segment + 1] && last[segment]! + this.step === first[segment + 1]
  }

  /** Goes to a frame at or after the last one. */
  goTo(frame: number): void {
    const { first } = this.segments
    let kept = 0
    for (let at = 0; at < this.size; at++) {
      const segment = this.segmentOn(this.segment[at]!, frame)
      if (segment >= 0) this.segment[kept++] = segment
    }
    for (; this.next < this.beginnings.length; this.next++) {
      const begun = this.beginnings[this.next]!
      if (first[begun]! > frame) break
      const segment = this.segmentOn(begun, frame)
      if (segment < 0) continue
      if (kept === this.track.length) this.grow()
      this.segment[kept++] = segment
    }
    this.size = kept
    this.place(frame)
  }

  /** Returns the segment that shows the track on the frame, from one that began before; -1 if it is not visible. */
  private segmentOn(from: number, frame: number): number {
    const { last } = this.segments
    let segment = from
    while (last[segment]! < frame) {
      if (!this.continues(segment)) return -1
      segment += 1
    }
    return segment
  }

  /** Computes the boxes on the frame. They stay nearly sorted between frames, so that insertion sorts them fast. */
  private place(frame: number): void {
    const { segment, reader, track, left, top, right, bottom } = this
    const { last } = this.segments
    this.widest = 0
    this.until = this.nextBeginning() - this.step
    for (let slot = 0; slot < this.size; slot++) {
      const own = segment[slot]!
      reader.read(own, frame)
      const { x, y, width, height } = reader
      if (width > this.widest) this.widest = width
      this.until = Math.min(this.until, this.isStill[own] ? last[own]! : frame)
      let at = slot
      for (; at > 0 && left[at - 1]! > x; at--) {
        segment[at] = segment[at - 1]!
        track[at] = track[at - 1]!
        left[at] = left[at - 1]!
        top[at] = top[at - 1]!
        right[at] = right[at - 1]!
        bottom[at] = bottom[at - 1]!
      }
      segment[at] = own
      track[at] = this.trackOf[own]!
      left[at] = x
      top[at] = y
      right[at] = x + width
      bottom[at] = y + height
    }
  }

  private grow(): void {
    this.segment = longer(this.segment)
    this.track = longer(this.track)
    this.left = longer(this.left)
    this.top = longer(this.top)
    this.right = longer(this.right)
    this.bottom = longer(this.bottom)
  }
}

/**
 * Calls `visit` for the compared frames on which both personas have boxes, in order. Successive frames on which nothing
 * changes are visited once, with their number as `frames`.
 */
export function sweep(
  first: Segments,
  second: Segments,
  { step }: ComparedFrames,
  visit: (first: VisibleBoxes, second: VisibleBoxes, frames: number) => void,
): void {
  const [one, other] = [new VisibleBoxes(first, step), new VisibleBoxes(second, step)]
  let frame = Math.max(one.nextBeginning(), other.nextBeginning())
  while (frame < Infinity) {
    one.goTo(frame)
    other.goTo(frame)
    if (one.size && other.size) {
      const until = Math.min(one.until, other.until)
      visit(one, other, (until - frame) / step + 1)
      frame = until + step
    } else frame = Math.max(one.size ? frame : one.nextBeginning(), other.size ? frame : other.nextBeginning())
  }
}

/** The pairs of boxes of a frame that overlap: their places among the boxes, common area, and IoU. */
export class Overlaps {
  size = 0
  first = new Int32Array(64)
  second = new Int32Array(64)
  area = new Float64Array(64)
  iou = new Float64Array(64)

  /**
   * Finds the pairs that overlap, and stops when there are more than `most`. Only boxes whose left edges are near each
   * other are compared.
   */
  find(one: VisibleBoxes, other: VisibleBoxes, most = Infinity): void {
    this.size = 0
    let since = 0
    for (let a = 0; a < one.size && this.size <= most; a++) {
      const [left, right, top, bottom] = [one.left[a]!, one.right[a]!, one.top[a]!, one.bottom[a]!]
      while (since < other.size && other.left[since]! + other.widest <= left) since += 1
      for (let b = since; b < other.size && other.left[b]! < right; b++) {
        const width = Math.min(right, other.right[b]!) - Math.max(left, other.left[b]!)
        if (!(width > 0)) continue
        const height = Math.min(bottom, other.bottom[b]!) - Math.max(top, other.top[b]!)
        if (!(height > 0)) continue
        const area = width * height
        const areas =
          (right - left) * (bottom - top) + (other.right[b]! - other.left[b]!) * (other.bottom[b]! - other.top[b]!)
        this.add(a, b, area, area / (areas - area))
      }
    }
  }

  private add(first: number, second: number, area: number, iou: number): void {
    if (this.size === this.first.length) this.grow()
    this.first[this.size] = first
    this.second[this.size] = second
    this.area[this.size] = area
    this.iou[this.size] = iou
    this.size += 1
  }

  private grow(): void {
    this.first = longer(this.first)
    this.second = longer(this.second)
    this.area = longer(this.area)
    this.iou = longer(this.iou)
  }
}
