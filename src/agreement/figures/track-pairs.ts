import { assign, type Candidate } from './assignment.js'
import type { ComparedFrames } from './frames.js'
import { PairTable, Sums } from './pair-table.js'
import type { Segments } from './segments.js'
import { Overlaps, sweep } from './sweep.js'

/** The tracks of one persona: their boxes, and their ages as ranks among all compared tracks, the oldest 0. */
export interface Tracks {
  segments: Segments
  ages: Int32Array
}

/** Two tracks of two personas that were matched, by their places among the tracks of each. */
export interface Matched {
  first: number
  second: number
  tubeIou: number
  temporalIou: number
}

/** The figures of two personas; a figure without a basis is null. */
export interface PairFigures {
  first: number
  second: number
  matched: number
  f1: number | null
  tubeIou: number | null
  temporalIou: number | null
  hota: number | null
  detA: number | null
  assA: number | null
  locA: number | null
  idf1: number | null
}

/** More pairs of tracks overlap than fit into memory. */
export interface TooManyPairs {
  tooManyPairs: true
}

/**
 * The maximum number of pairs of tracks, of two personas, whose boxes overlap on a frame. Each takes about 100 bytes.
 * 10,000 tracks of an hour, each of which crosses a hundred others, have half as many.
 */
export const mostPairs = 2_000_000

/** Numbers differ by so much if they were computed in another order; the tube IoU of a match may fall short by it. */
const tolerance = 1e-9
/** What TrackEval allows the IoU to fall short of a threshold: the distance of 1 to the next number. */
const epsilon = Number.EPSILON
/** The IoU from which two boxes of one frame show the same object, for IDF1 (Ristani et al. 2016). */
const sameBox = 0.5
/** The thresholds of HOTA, 0.05 to 0.95, computed as TrackEval's `np.arange(0.05, 0.99, 0.05)` does. */
const thresholds = Array.from({ length: 19 }, (_, at) => 0.05 + at * 0.05)

/**
 * Compares the tracks of two personas. Returns the figures and the matched tracks.
 *
 * The tube IoU is the volumetric IoU of video object detection (vIoU of VidOR, Shang et al. 2019). `f1` is the positive
 * specific agreement, the limit of kappa where true negatives have no number (Hripcsak and Rothschild, JAMIA 2005).
 */
export function compareTracks(
  first: Tracks,
  second: Tracks,
  frames: ComparedFrames,
  minIou: number,
): { figures: PairFigures; matches: Matched[] } | TooManyPairs {
  const met = meet(first.segments, second.segments, frames)
  if (met === null) return { tooManyPairs: true }
  const matches = matchTracks(first, second, met, frames, minIou)
  const [p, q] = [first.ages.length, second.ages.length]
  const figures = {
    first: p,
    second: q,
    matched: matches.length,
    f1: p + q ? (2 * matches.length) / (p + q) : null,
    tubeIou: mean(matches.map(({ tubeIou }) => tubeIou)),
    temporalIou: mean(matches.map(({ temporalIou }) => temporalIou)),
    ...hota(first, second, frames, met),
    idf1: idf1(first.segments, second.segments, met),
  }
  return { figures, matches }
}

/** Returns the mean; null of no value. */
export const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

/** What is known of the pairs of tracks whose boxes overlap on a frame. */
interface Met {
  table: PairTable
  /** The sum of the common areas, in square pixels. */
  areas: Sums
  /** The number of frames on which the IoU is at least 0.5. */
  same: Sums
  /** The sum over frames of S(i,j,t) / (sum_k S(i,k,t) + sum_k S(k,j,t) - S(i,j,t)) (Luiten et al. 2021). */
  aligned: Sums
}

/** Finds the pairs of tracks whose boxes overlap, in one pass over the frames; null if there are too many of them. */
function meet(first: Segments, second: Segments, frames: ComparedFrames): Met | null {
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

/** Returns the one-to-one assignment of tracks with the greatest sum of tube IoU, among pairs of at least `minIou`. */
function matchTracks(
  first: Tracks,
  second: Tracks,
  { table, areas }: Met,
  { step }: ComparedFrames,
  minIou: number,
): Matched[] {
  const candidates: Candidate[] = []
  for (let pair = 0; pair < table.size; pair++) {
    const [a, b] = [table.first[pair]!, table.second[pair]!]
    const common = areas.of(pair)
    const value = common / (first.segments.areas[a]! + second.segments.areas[b]! - common)
    if (value >= minIou - tolerance) candidates.push({ first: a, second: b, value })
  }
  const chosen = assign(candidates, first.ages, second.ages).sort((a, b) => a.first - b.first)
  return chosen.map((match) => {
    const both = commonFrames(first.segments, match.first, second.segments, match.second, step)
    const either = first.segments.counts[match.first]! + second.segments.counts[match.second]! - both
    return { first: match.first, second: match.second, tubeIou: match.value, temporalIou: both / either }
  })
}

/** Returns the number of compared frames on which both tracks are visible. */
function commonFrames(one: Segments, track: number, other: Segments, otherTrack: number, step: number): number {
  let [a, b, count] = [one.tracks[track]!, other.tracks[otherTrack]!, 0]
  while (a < one.tracks[track + 1]! && b < other.tracks[otherTrack + 1]!) {
    const since = Math.max(one.first[a]!, other.first[b]!)
    const until = Math.min(one.last[a]!, other.last[b]!)
    if (since <= until) count += (until - since) / step + 1
    if (one.last[a]! < other.last[b]!) a += 1
    else b += 1
  }
  return count
}

/**
 * HOTA (Luiten et al., IJCV 2021) as TrackEval computes it, with all classes as one. Boxes of each frame are assigned
 * once, by the greatest sum of A(i,j) S(i,j,t); the assigned pairs count at each threshold that S reaches. Each figure
 * is the mean over the thresholds by itself.
 */
function hota(first: Tracks, second: Tracks, frames: ComparedFrames, { table, aligned }: Met) {
  const [ofFirst, ofSecond] = [first.segments.counts, second.segments.counts]
  const [p, q] = [total(ofFirst), total(ofSecond)]
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

/**
 * IDF1 (Ristani et al., ECCV workshops 2016): twice the boxes that the best one-to-one assignment of whole tracks has
 * in common, with an IoU of at least 0.5, divided by all boxes. Null if neither persona has a box.
 */
function idf1(first: Segments, second: Segments, { table, same }: Met): number | null {
  const boxes = total(first.counts) + total(second.counts)
  if (!boxes) return null
  const candidates: Candidate[] = []
  for (let pair = 0; pair < table.size; pair++) {
    const value = same.of(pair)
    if (value) candidates.push({ first: table.first[pair]!, second: table.second[pair]!, value })
  }
  const places = (segments: Segments) => segments.counts.map((_, track) => track)
  const chosen = assign(candidates, places(first), places(second))
  return (2 * chosen.reduce((sum, { value }) => sum + value, 0)) / boxes
}
