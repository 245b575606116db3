import { eachFrame, eachOverlap, splitRuns } from './crowded.js'
import type { ComparedFrames } from './frames.js'
import { Hits } from './hits.js'
import { Sums, type PairTable } from './pair-table.js'
import { findRuns, type Runs } from './runs.js'
import type { Tracks } from './tracks.js'

/**
 * The maximum number of runs of frames on which tracks of two personas may overlap. Each takes about 100 bytes. 10,000
 * tracks of an hour, each of which crosses a hundred others, have half as many.
 */
export const mostRuns = 2_000_000

/** The IoU from which two boxes of one frame show the same object, for IDF1 (Ristani et al. 2016). */
const sameBox = 0.5

/** What is known of the pairs of tracks whose boxes overlap on a frame. */
export interface Met {
  table: PairTable
  /** The sum of the common areas of each pair, in square pixels. */
  areas: Sums
  /** The number of frames on which the IoU of a pair is at least 0.5. */
  same: Sums
  /** The sum over frames of S(i,j,t) / (sum_k S(i,k,t) + sum_k S(k,j,t) - S(i,j,t)) (Luiten et al. 2021). */
  aligned: Sums
  /** The frames on which both tracks of a pair can overlap only each other, so that HOTA assigns them. */
  hits: Hits
  /** The other frames. */
  crowded: Runs
}

/** Finds the pairs of tracks whose boxes overlap; null if there are too many of them. */
export function meet(first: Tracks, second: Tracks, { step }: ComparedFrames): Met | null {
  const found = findRuns(first, second, mostRuns)
  if (!found) return null
  const { table, runs } = found
  const { alone, crowded } = splitRuns(runs, table, step)
  const both = [first, second] as const
  const { size } = table
  const [areas, same, aligned, hits] = [new Sums(size), new Sums(size), new Sums(size), new Hits(size)]
  eachOverlap(alone, table, both, step, (pair, area, iou, count) => {
    areas.add(pair, count * area)
    if (iou >= sameBox) same.add(pair, count)
    // S / (S + S - S).
    aligned.add(pair, count)
    hits.add(pair, iou, count)
  })
  const ofFirst = new Float64Array(first.ages.length)
  const ofSecond = new Float64Array(second.ages.length)
  eachFrame(crowded, table, both, step, ({ size, pair, area, iou }, count) => {
    for (let at = 0; at < size; at++) {
      ofFirst[table.first[pair[at]!]!] = 0
      ofSecond[table.second[pair[at]!]!] = 0
    }
    for (let at = 0; at < size; at++) {
      ofFirst[table.first[pair[at]!]!]! += iou[at]!
      ofSecond[table.second[pair[at]!]!]! += iou[at]!
    }
    for (let at = 0; at < size; at++) {
      const [own, all] = [pair[at]!, ofFirst[table.first[pair[at]!]!]! + ofSecond[table.second[pair[at]!]!]!]
      areas.add(own, count * area[at]!)
      if (iou[at]! >= sameBox) same.add(own, count)
      aligned.add(own, (count * iou[at]!) / (all - iou[at]!))
    }
  })
  return { table, areas, same, aligned, hits, crowded }
}
