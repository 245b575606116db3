import { readRanges } from '../../src/annotations/sequences/visibility.js'
import { ruleBetween } from './edits.js'
import { boxOf, keyframesOf, type Track } from './track.js'

/** A part of a track between two keyframes, for the timeline; `kind` is its interpolation or `gap`. */
export interface Part {
  from: number
  to: number
  kind: string
}

/** Returns the keyframes and parts of a track within the frames `from` to `to`; parts are clipped to them. */
export function partsOf(track: Track, from: number, to: number): { keys: number[]; parts: Part[] } {
  const all = keyframesOf(track)
  const parts: Part[] = []
  for (let i = 1; i < all.length; i++) {
    const [f0, f1] = [all[i - 1]!, all[i]!]
    if (f1 < from || f0 > to) continue
    const [start, end] = [Math.max(f0, from), Math.min(f1, to)]
    for (const { first, last, visible } of stretches(track, start, end))
      parts.push({ from: first, to: last, kind: visible ? ruleBetween(track, f0, f1) : 'gap' })
  }
  return { keys: all.filter((frame) => frame >= from && frame <= to), parts }
}

/** Splits the frames from `start` to `end` where the visibility of a track may change. */
function stretches(track: Track, start: number, end: number) {
  const inner = readRanges(track.document['visibilityRanges']).flatMap((range) => [range.start, range.end + 1])
  const cuts = [start, ...inner.filter((frame) => frame > start && frame < end).sort((a, b) => a - b), end]
  return cuts.slice(1).map((last, i) => {
    const first = cuts[i]!
    const middle = Math.floor((first + last) / 2)
    return { first, last, visible: boxOf(track, middle)?.visible ?? false }
  })
}
