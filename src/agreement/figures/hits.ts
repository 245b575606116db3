import { Sums } from './pair-table.js'

/** The thresholds of HOTA, 0.05 to 0.95, computed as TrackEval's `np.arange(0.05, 0.99, 0.05)` does. */
export const thresholds = Float64Array.from({ length: 19 }, (_, at) => 0.05 + at * 0.05)
/** TrackEval allows the IoU to fall short of a threshold by the distance of 1 to the next number. */
const least = thresholds.map((threshold) => threshold - Number.EPSILON)

/** The assigned pairs of boxes, by the highest threshold of HOTA that their IoU reaches. */
export class Hits {
  /** The sum of the IoU of those that reach each threshold, but not the next. */
  readonly similar = new Float64Array(thresholds.length)
  /** The row of `counts` of each pair of tracks, counted from 1, since most pairs that overlap are never assigned. */
  private readonly rows: Int32Array
  private readonly counts = new Sums(256, thresholds.length)
  private size = 0

  constructor(pairs: number) {
    this.rows = new Int32Array(pairs)
  }

  /** Adds a pair of boxes that is assigned on some frames. */
  add(pair: number, iou: number, frames: number): void {
    let highest = Math.min(thresholds.length, Math.floor(iou * 20)) - 1
    while (highest + 1 < least.length && iou >= least[highest + 1]!) highest += 1
    while (highest >= 0 && iou < least[highest]!) highest -= 1
    if (highest < 0) return
    const row = this.rows[pair]! || (this.rows[pair] = ++this.size)
    this.counts.add(row - 1, frames, highest)
    this.similar[highest]! += frames * iou
  }

  /** Returns on how many frames the boxes of a pair of tracks reach a threshold, but not the next. */
  of(pair: number, threshold: number): number {
    const row = this.rows[pair]!
    return row ? this.counts.of(row - 1, threshold) : 0
  }
}
