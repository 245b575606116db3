import type { ComparedFrames } from './frames.js'
import { PairTable, Sums } from './pair-table.js'
import type { Segments } from './segments.js'
import { Overlaps, sweep } from './sweep.js'

/** The tracks of one persona: their boxes, and their ages as ranks among all compared tracks, the oldest 0. */
export interface Tracks {
  segments: Segments
  ages: Int32Array
}

/**
 * The maximum number of pairs of tracks, of two personas, whose boxes overlap on a frame. Each takes about 100 bytes.
 * 10,000 tracks of an hour, each of which crosses a hundred others, have half as many.
 */
export const mostPairs = 2_000_000

/** The IoU from which two boxes of one frame show the same object, for IDF1 (Ristani et al. 2016). */
const sameBox = 0.5
/** What is known of the pairs of tracks whose boxes overlap on a frame. */
export interface Met {
  table: PairTable
  /** The sum of the common areas, in square pixels. */
  areas: Sums
  /** The number of frames on which the IoU is at least 0.5. */
  same: Sums
  /** The sum over frames of S(i,j,t) / (sum_k S(i,k,t) + sum_k S(k,j,t) - S(i,j,t)) (Luiten et al. 2021). */
  aligned: Sums
}

/** Finds the pairs of tracks whose boxes overlap, in one pass over the frames; null if there are too many of them. */
export function meet(first: Segments, second: Segments, frames: ComparedFrames): Met | null {
  const met = { table: new PairTable(), areas: new Sums(), same: new Sums(), aligned: new Sums() }
  const overlaps = new Overlaps()
  let [ofFirst, ofSecond] = [new Float64Array(64), new Float64Array(64)]
  sweep(first, second, frames, (one, other, count) => {
    if (met.table.size > mostPairs) return
    overlaps.find(one, other, mostPairs)
    if (ofFirst.length < one.size) ofFirst = new Float64Array(2 * one.size)
    if (ofSecond.length < other.size) ofSecond = new Float64Array(2 * other.size)
    ofFirst.fill(0, 0, one.size)
    ofSecond.fill(0, 0, other.size)
    const { size, iou } = overlaps
    for (let at = 0; at < size; at++) {
      ofFirst[overlaps.first[at]!]! += iou[at]!
      ofSecond[overlaps.second[at]!]! += iou[at]!
    }
    for (let at = 0; at < size; at++) {
      const [a, b, own] = [overlaps.first[at]!, overlaps.second[at]!, iou[at]!]
      const pair = met.table.numberOf(one.track[a]!, other.track[b]!)
      met.areas.add(pair, count * overlaps.area[at]!)
      met.aligned.add(pair, (count * own) / (ofFirst[a]! + ofSecond[b]! - own))
      if (own >= sameBox) met.same.add(pair, count)
    }
  })
  return met.table.size > mostPairs ? null : met
}
