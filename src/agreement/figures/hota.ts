import { assign, type Candidate } from './assignment.js'
import type { ComparedFrames } from './frames.js'
import type { Met, Tracks } from './meeting-tracks.js'
import { Sums, totalOf, type PairTable } from './pair-table.js'
import { Overlaps, sweep } from './sweep.js'

/** What TrackEval allows the IoU to fall short of a threshold: the distance of 1 to the next number. */
const epsilon = Number.EPSILON
/** The thresholds of HOTA, 0.05 to 0.95, computed as TrackEval's `np.arange(0.05, 0.99, 0.05)` does. */
const thresholds = Array.from({ length: 19 }, (_, at) => 0.05 + at * 0.05)

/**
 * HOTA (Luiten et al., IJCV 2021) as TrackEval computes it, with all classes as one. Boxes of each frame are assigned
 * once, by the greatest sum of A(i,j) S(i,j,t); the assigned pairs count at each threshold that S reaches. Each figure
 * is the mean over the thresholds by itself.
 */
export function hota(first: Tracks, second: Tracks, frames: ComparedFrames, { table, aligned }: Met) {
  const [ofFirst, ofSecond] = [first.segments.counts, second.segments.counts]
  const [p, q] = [totalOf(ofFirst), totalOf(ofSecond)]
  const none = { hota: null, detA: null, assA: null, locA: null }
  if (p + q === 0) return none
  if (p === 0 || q === 0) return { hota: 0, detA: 0, assA: 0, locA: null }
  const sizes = (pair: number) => ofFirst[table.first[pair]!]! + ofSecond[table.second[pair]!]!
  const alignment = Float64Array.from({ length: table.size }, (_, pair) => {
    const own = aligned.of(pair)
    return own / (sizes(pair) - own)
  })
  // Most pairs that overlap are never assigned, so only those that are have a row of counts.
  const rows = new Int32Array(table.size)
  let matched = 0
  const reached = new Sums(thresholds.length)
  const similar = new Float64Array(thresholds.length)
  eachAssigned(first, second, frames, table, alignment, (pair, iou, count) => {
    let highest = -1
    while (highest + 1 < thresholds.length && iou >= thresholds[highest + 1]! - epsilon) highest += 1
    if (highest < 0) return
    const row = rows[pair]! || (rows[pair] = ++matched)
    reached.add(row - 1, count, highest)
    similar[highest]! += count * iou
  })
  // A pair that reaches a threshold reaches all lower ones too.
  let [hits, likeness] = [0, 0]
  const atLeast = new Float64Array(table.size)
  const sums = { hota: 0, detA: 0, assA: 0, locA: 0 }
  for (let at = thresholds.length - 1; at >= 0; at--) {
    let association = 0
    for (let pair = 0; pair < table.size; pair++) {
      const row = rows[pair]!
      const own = row ? reached.of(row - 1, at) : 0
      hits += own
      const common = (atLeast[pair]! += own)
      if (common > 0) association += (common * common) / (sizes(pair) - common)
    }
    likeness += similar[at]!
    const detA = hits / (p + q - hits)
    const assA = hits ? association / hits : 0
    sums.detA += detA
    sums.assA += assA
    sums.locA += hits ? likeness / hits : 1
    sums.hota += Math.sqrt(detA * assA)
  }
  const meanOf = (sum: number) => sum / thresholds.length
  // Without any match at the lowest threshold there is no place to compare.
  const locA = hits ? meanOf(sums.locA) : null
  return { hota: meanOf(sums.hota), detA: meanOf(sums.detA), assA: meanOf(sums.assA), locA }
}

/** Calls `visit` for each pair of boxes that its frame assigns to each other, with its IoU and the number of frames. */
function eachAssigned(
  first: Tracks,
  second: Tracks,
  frames: ComparedFrames,
  table: PairTable,
  alignment: Float64Array,
  visit: (pair: number, iou: number, frames: number) => void,
): void {
  const overlaps = new Overlaps()
  const [ofFirst, ofSecond] = [new BestTwo(), new BestTwo()]
  let [pairs, values] = [new Int32Array(64), new Float64Array(64)]
  sweep(first.segments, second.segments, frames, (one, other, count) => {
    overlaps.find(one, other)
    const { size, iou } = overlaps
    if (pairs.length < size) [pairs, values] = [new Int32Array(2 * size), new Float64Array(2 * size)]
    ofFirst.clear(one.size)
    ofSecond.clear(other.size)
    for (let at = 0; at < size; at++) {
      const [a, b] = [overlaps.first[at]!, overlaps.second[at]!]
      pairs[at] = table.numberOf(one.track[a]!, other.track[b]!)
      const value = (values[at] = alignment[pairs[at]!]! * iou[at]!)
      ofFirst.add(a, value)
      ofSecond.add(b, value)
    }
    // A pair that is worth more than what its two boxes can have otherwise is in every best assignment.
    for (let at = 0; at < size; at++) {
      const [a, b] = [overlaps.first[at]!, overlaps.second[at]!]
      if (values[at]! <= ofFirst.butFor(a, values[at]!) + ofSecond.butFor(b, values[at]!)) continue
      visit(pairs[at]!, iou[at]!, count)
      ofFirst.take(a)
      ofSecond.take(b)
      values[at] = 0
    }
    const open: (Candidate & { pair: number; iou: number })[] = []
    for (let at = 0; at < size; at++) {
      const [a, b, value] = [overlaps.first[at]!, overlaps.second[at]!, values[at]!]
      if (value === 0 || ofFirst.isTaken(a) || ofSecond.isTaken(b)) continue
      open.push({ first: one.track[a]!, second: other.track[b]!, value, pair: pairs[at]!, iou: iou[at]! })
    }
    if (open.length) for (const own of assign(open, first.ages, second.ages)) visit(own.pair, own.iou, count)
  })
}

/** The two greatest values of each box. */
class BestTwo {
  private best = new Float64Array(64)
  private second = new Float64Array(64)

  clear(size: number): void {
    if (this.best.length < size) [this.best, this.second] = [new Float64Array(2 * size), new Float64Array(2 * size)]
    this.best.fill(0, 0, size)
    this.second.fill(0, 0, size)
  }

  add(box: number, value: number): void {
    if (value > this.best[box]!) {
      this.second[box] = this.best[box]!
      this.best[box] = value
    } else if (value > this.second[box]!) this.second[box] = value
  }

  /** Returns the greatest value of the box besides this one of its values. */
  butFor(box: number, value: number): number {
    return value === this.best[box]! ? this.second[box]! : this.best[box]!
  }

  take(box: number): void {
    this.best[box] = Infinity
  }

  isTaken(box: number): boolean {
    return this.best[box] === Infinity
  }
}
