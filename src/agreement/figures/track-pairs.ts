import { assign, type Candidate } from './assignment.js'
import type { ComparedFrames } from './frames.js'
import { hota } from './hota.js'
import { meet, type Met } from './meeting-tracks.js'
import type { Segments, Tracks } from './tracks.js'
import { totalOf } from './pair-table.js'

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

/** Numbers differ by so much if they were computed in another order; the tube IoU of a match may fall short by it. */
const tolerance = 1e-9
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
  const met = meet(first, second, frames)
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
  const chosen = assignTracks(candidates, first.ages, second.ages).sort((a, b) => a.first - b.first)
  return chosen.map((match) => {
    const both = commonFrames(first.segments, match.first, second.segments, match.second, step)
    const either = first.segments.counts[match.first]! + second.segments.counts[match.second]! - both
    return { first: match.first, second: match.second, tubeIou: match.value, temporalIou: both / either }
  })
}

/** Returns the assignment of whole tracks. A pair whose tracks are in no other pair is always assigned. */
function assignTracks(
  candidates: readonly Candidate[],
  firstAges: ArrayLike<number>,
  secondAges: ArrayLike<number>,
): Candidate[] {
  const [ofFirst, ofSecond] = [new Int32Array(firstAges.length), new Int32Array(secondAges.length)]
  for (const { first, second } of candidates) {
    ofFirst[first]! += 1
    ofSecond[second]! += 1
  }
  const isAlone = ({ first, second }: Candidate) => ofFirst[first] === 1 && ofSecond[second] === 1
  const others = candidates.filter((one) => !isAlone(one))
  return [...candidates.filter(isAlone), ...assign(others, firstAges, secondAges)]
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
 * IDF1 (Ristani et al., ECCV workshops 2016): twice the boxes that the best one-to-one assignment of whole tracks has
 * in common, with an IoU of at least 0.5, divided by all boxes. Null if neither persona has a box.
 */
function idf1(first: Segments, second: Segments, { table, same }: Met): number | null {
  const boxes = totalOf(first.counts) + totalOf(second.counts)
  if (!boxes) return null
  const candidates: Candidate[] = []
  for (let pair = 0; pair < table.size; pair++) {
    const value = same.of(pair)
    if (value) candidates.push({ first: table.first[pair]!, second: table.second[pair]!, value })
  }
  const places = (segments: Segments) => segments.counts.map((_, track) => track)
  const chosen = assignTracks(candidates, places(first), places(second))
  return (2 * chosen.reduce((sum, { value }) => sum + value, 0)) / boxes
}
