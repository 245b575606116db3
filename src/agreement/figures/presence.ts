import { countOf, type ComparedFrames } from './frames.js'
import type { Segments } from './tracks.js'
import { mean } from './track-pairs.js'

/** The frames on which an observer sees something: ascending spans that do not touch, both ends inclusive. */
export type Presence = readonly (readonly [first: number, last: number])[]

/** Returns the frames on which at least one of the tracks is visible. */
export function presenceOf(segments: Segments, tracks: readonly number[], step: number): Presence {
  const spans: [number, number][] = []
  for (const track of tracks)
    for (let at = segments.tracks[track]!; at < segments.tracks[track + 1]!; at++)
      spans.push([segments.first[at]!, segments.last[at]!])
  spans.sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [first, last] of spans) {
    const before = merged.at(-1)
    if (before && first <= before[1] + step) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

/**
 * Returns how far observers agree on when something is visible. `alpha` is Krippendorff's alpha, each compared frame a
 * unit with the value yes or no of each observer; null if all values are equal. `temporalIou` is the mean, over the
 * pairs of observers of which at least one sees it, of the frames on which both do divided by those on which one does;
 * null if no observer sees it. Costs as much as there are spans, however many frames they have.
 */
export function agreementInTime(
  observers: readonly Presence[],
  frames: ComparedFrames,
): { alpha: number | null; temporalIou: number | null } {
  const all = countOf(frames)
  const m = observers.length
  const frameCount = (first: number, last: number) => (last - first) / frames.step + 1
  const seen = observers.map((spans) => spans.reduce((sum, [first, last]) => sum + frameCount(first, last), 0))
  const yes = seen.reduce((sum, count) => sum + count, 0)
  const both = pairsOf(observers, frames.step)
  // Each frame on which k of m observers say yes adds 2 k (m - k) / (m - 1); sum over frames of k squared by pairs.
  const squares = yes + 2 * both.reduce((sum, { common }) => sum + common, 0)
  const different = (2 * (m * yes - squares)) / (m - 1)
  const n = m * all
  const expected = 2 * yes * (n - yes)
  const shares = both.flatMap(({ a, b, common }) => {
    const either = seen[a]! + seen[b]! - common
    return either ? [common / either] : []
  })
  return { alpha: expected > 0 ? 1 - ((n - 1) * different) / expected : null, temporalIou: mean(shares) }
}

/** Returns the number of frames that each pair of observers has in common. */
function pairsOf(observers: readonly Presence[], step: number): { a: number; b: number; common: number }[] {
  return observers.flatMap((spans, a) =>
    observers.slice(a + 1).map((others, at) => ({ a, b: a + 1 + at, common: commonOf(spans, others, step) })),
  )
}

function commonOf(spans: Presence, others: Presence, step: number): number {
  let [a, b, count] = [0, 0, 0]
  while (a < spans.length && b < others.length) {
    const since = Math.max(spans[a]![0], others[b]![0])
    const until = Math.min(spans[a]![1], others[b]![1])
    if (since <= until) count += (until - since) / step + 1
    if (spans[a]![1] < others[b]![1]) a += 1
    else b += 1
  }
  return count
}
