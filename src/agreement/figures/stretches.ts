import type { BoxReader } from './box-reader.js'
import type { Segments } from './tracks.js'

/**
 * A stretch has at least 8 boxes, where the track has them, and goes on while its rectangle is at most twice as large
 * as its first box. In larger rectangles more pairs of tracks are compared that do not overlap; smaller ones are too
 * many.
 */
const fewestBoxes = 8
const mostGrowth = 2

/** Collects the stretches of tracks (Segments.stretches), box by box. */
export class Stretches {
  private readonly starts = [0]
  private readonly first: number[] = []
  private readonly last: number[] = []
  private readonly bounds: number[] = []
  /** The number of boxes of the stretch that is collected; 0 if the next box begins a stretch. */
  private boxes = 0
  /** The area that its rectangle may have. */
  private most = 0

  constructor(private readonly step: number) {}

  /** Adds the box that was read last, which the track has from one frame to another. */
  add(first: number, last: number, box: BoxReader): void {
    if (this.boxes > 0 && this.last.at(-1)! + this.step === first && this.extend(last, box)) return
    const { x, y, width, height } = box
    this.first.push(first)
    this.last.push(last)
    this.bounds.push(x, y, x + width, y + height)
    this.boxes = 1
    this.most = mostGrowth * width * height
  }

  /** Adds the box to the last stretch, unless that would become too large. */
  private extend(until: number, { x, y, width, height }: BoxReader): boolean {
    const { bounds, last } = this
    const at = bounds.length - 4
    const [left, top] = [Math.min(bounds[at]!, x), Math.min(bounds[at + 1]!, y)]
    const [right, bottom] = [Math.max(bounds[at + 2]!, x + width), Math.max(bounds[at + 3]!, y + height)]
    if (this.boxes >= fewestBoxes && (right - left) * (bottom - top) > this.most) return false
    bounds[at] = left
    bounds[at + 1] = top
    bounds[at + 2] = right
    bounds[at + 3] = bottom
    last[last.length - 1] = until
    this.boxes += 1
    return true
  }

  endTrack(): void {
    this.starts.push(this.first.length)
    this.boxes = 0
  }

  arrays(): Pick<Segments, 'stretches' | 'stretchFirst' | 'stretchLast' | 'bounds'> {
    return {
      stretches: Int32Array.from(this.starts),
      stretchFirst: Int32Array.from(this.first),
      stretchLast: Int32Array.from(this.last),
      bounds: Float64Array.from(this.bounds),
    }
  }
}
