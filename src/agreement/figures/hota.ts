import { assign, type Candidate } from './assignment.js'
import { eachFrame } from './crowded.js'
import type { ComparedFrames } from './frames.js'
import { thresholds } from './hits.js'
import type { Met } from './meeting-tracks.js'
import type { Tracks } from './tracks.js'
import { totalOf } from './pair-table.js'

/**
 * HOTA (Luiten et al., IJCV 2021) as TrackEval computes it, with all classes as one. Boxes of each frame are assigned
 * once, by the greatest sum of A(i,j) S(i,j,t); the assigned pairs count at each threshold that S reaches. Each figure
 * is the mean over the thresholds by itself.
 */
export function hota(first: Tracks, second: Tracks, frames: ComparedFrames, met: Met) {
  const { table, aligned, hits } = met
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
  assignCrowded(first, second, frames, met, alignment)
  // A pair that reaches a threshold reaches all lower ones too.
  let [assigned, likeness] = [0, 0]
  const atLeast = new Float64Array(table.size)
  const sums = { hota: 0, detA: 0, assA: 0, locA: 0 }
  for (let at = thresholds.length - 1; at >= 0; at--) {
    let association = 0
    for (let pair = 0; pair < table.size; pair++) {
      const own = hits.of(pair, at)
      assigned += own
      const common = (atLeast[pair]! += own)
      if (common > 0) association += (common * common) / (sizes(pair) - common)
    }
    likeness += hits.similar[at]!
    const detA = assigned / (p + q - assigned)
    const assA = assigned ? association / assigned : 0
    sums.detA += detA
    sums.assA += assA
    sums.locA += assigned ? likeness / assigned : 1
    sums.hota += Math.sqrt(detA * assA)
  }
  const meanOf = (sum: number) => sum / thresholds.length
  // Without any match at the lowest threshold there is no place to compare.
  const locA = assigned ? meanOf(sums.locA) : null
  return { hota: meanOf(sums.hota), detA: meanOf(sums.detA), assA: meanOf(sums.assA), locA }
}

/** Assigns the boxes of each frame on which a track overlaps several, and adds the assigned pairs to the hits. */
function assignCrowded(
  first: Tracks,
  second: Tracks,
  { step }: ComparedFrames,
  { table, hits, crowded }: Met,
  alignment: Float64Array,
): void {
  const [ofFirst, ofSecond] = [new BestTwo(first.ages.length), new BestTwo(second.ages.length)]
  let values = new Float64Array(64)
  eachFrame(crowded, table, [first, second], step, ({ size, pair, iou }, count) => {
    if (values.length < size) values = new Float64Array(2 * size)
    for (let at = 0; at < size; at++) {
      ofFirst.clear(table.first[pair[at]!]!)
      ofSecond.clear(table.second[pair[at]!]!)
    }
    for (let at = 0; at < size; at++) {
      const value = (values[at] = alignment[pair[at]!]! * iou[at]!)
      ofFirst.add(table.first[pair[at]!]!, value)
      ofSecond.add(table.second[pair[at]!]!, value)
    }
    // A pair that is worth more than what its two boxes can have otherwise is in every best assignment.
    for (let at = 0; at < size; at++) {
      const [a, b, value] = [table.first[pair[at]!]!, table.second[pair[at]!]!, values[at]!]
      if (value <= ofFirst.butFor(a, value) + ofSecond.butFor(b, value)) continue
      hits.add(pair[at]!, iou[at]!, count)
      ofFirst.take(a)
      ofSecond.take(b)
      values[at] = 0
    }
    const open: (Candidate & { pair: number; iou: number })[] = []
    for (let at = 0; at < size; at++) {
      const [a, b, value] = [table.first[pair[at]!]!, table.second[pair[at]!]!, values[at]!]
      if (value === 0 || ofFirst.isTaken(a) || ofSecond.isTaken(b)) continue
      open.push({ first: a, second: b, value, pair: pair[at]!, iou: iou[at]! })
    }
    if (open.length) for (const own of assign(open, first.ages, second.ages)) hits.add(own.pair, own.iou, count)
  })
}

/** The two greatest values of each track on a frame. */
class BestTwo {
  private readonly best: Float64Array
  private readonly second: Float64Array

  constructor(tracks: number) {
    this.best = new Float64Array(tracks)
    this.second = new Float64Array(tracks)
  }

  clear(track: number): void {
    this.best[track] = 0
    this.second[track] = 0
  }

  add(track: number, value: number): void {
    if (value > this.best[track]!) {
      this.second[track] = this.best[track]!
      this.best[track] = value
    } else if (value > this.second[track]!) this.second[track] = value
  }

  /** Returns the greatest value of the track besides this one of its values. */
  butFor(track: number, value: number): number {
    return value === this.best[track]! ? this.second[track]! : this.best[track]!
  }

  take(track: number): void {
    this.best[track] = Infinity
  }

  isTaken(track: number): boolean {
    return this.best[track] === Infinity
  }
}
