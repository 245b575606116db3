import { compileSequence } from '../../src/annotations/sequences/interpolate.js'
import { highestFrame } from '../../src/annotations/sequences/sequence-check.js'
import { readRanges } from '../../src/annotations/sequences/visibility.js'
import type { Keyframe } from './keyframe.js'

/** A segment (how the box moves) or a visibility range, with any other members that are stored with it. */
export type Stretch = { startFrame: number; endFrame: number } & Record<string, unknown>

/** The new content of a list between two frames; the rest of the list does not change. */
export interface Splice {
  from: number
  to: number
  pieces: readonly Stretch[]
}

/** A change of a track: keyframes to set and to remove, and new contents of its lists between two frames. */
export interface Edit {
  upsert: readonly Keyframe[]
  /** Frames whose keyframes are removed. */
  gone: readonly number[]
  segments?: Splice
  ranges?: Splice
}

/** The members of a sequence: its two lists, and its boxes if their flags define where it is visible. */
export type Lists = Readonly<Record<string, unknown>>

/** The lists to store; null removes a list, and a list that is absent does not change. */
export type NewLists = { interpolationSegments?: Stretch[] | null; visibilityRanges?: Stretch[] | null }

/**
 * The frames from the end of a stretch to the start of the next: segments share a keyframe, ranges end on the frame
 * before.
 */
const apart = { segments: 0, ranges: 1 } as const
type Kind = keyof typeof apart

/**
 * Returns the parts of a list that lie between two frames, clipped to them. Entries without a valid range of frames are
 * skipped, as on the server.
 */
export function partsBetween(kind: Kind, list: readonly Stretch[], from: number, to: number): Stretch[] {
  return list.flatMap((one) => {
    if (!reaches(kind, one, from, to)) return []
    return [{ ...one, startFrame: Math.max(one.startFrame, from), endFrame: Math.min(one.endFrame, to) }]
  })
}

/**
 * Returns the list with `pieces` in place of its content between two frames. Stretches that overlap these frames are
 * clipped, and equal neighbours at either end are merged.
 */
function spliced(kind: Kind, list: readonly Stretch[], { from, to, pieces }: Splice): Stretch[] {
  const after = to + apart[kind]
  const outside = list.flatMap((one) => {
    if (!reaches(kind, one, from, to)) return [one]
    const left = one.startFrame < from ? [{ ...one, endFrame: Math.min(one.endFrame, from - apart[kind]) }] : []
    const right = one.endFrame > to ? [{ ...one, startFrame: Math.max(one.startFrame, after) }] : []
    return [...left, ...right]
  })
  const all = [...outside, ...pieces].sort((a, b) => a.startFrame - b.startFrame)
  return all.reduce<Stretch[]>((done, one) => {
    const last = done.at(-1)
    const touches = last && (one.startFrame === from || one.startFrame === after) && last.endFrame >= one.startFrame - 1
    if (touches && last.endFrame <= one.startFrame && saysTheSame(last, one))
      done[done.length - 1] = { ...last, endFrame: one.endFrame }
    else done.push(one)
    return done
  }, [])
}

function reaches(kind: Kind, one: Stretch | null, from: number, to: number): boolean {
  if (!one) return false
  const { startFrame, endFrame } = one
  return startFrame <= endFrame && endFrame > from - apart[kind] && startFrame < to + apart[kind]
}

function saysTheSame({ startFrame: _a, endFrame: _b, ...one }: Stretch, other: Stretch): boolean {
  const { startFrame: _c, endFrame: _d, ...rest } = other
  const text = (members: object) => JSON.stringify(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(rest)
}

/** Returns the interpolation segments of a sequence; an empty list if it has none. */
export function segmentsOf(document: Lists): Stretch[] {
  const list = document['interpolationSegments']
  return Array.isArray(list) ? (list as Stretch[]) : []
}

/** Returns whether ranges define where a sequence is visible; otherwise the flags of its keyframes do. */
export function hasRanges(document: Lists): boolean {
  return readRanges(document['visibilityRanges']).length > 0
}

/** Returns the visibility ranges of a sequence, or else ranges that are equivalent to the flags of its keyframes. */
export function rangesOf(document: Lists): Stretch[] {
  if (hasRanges(document)) return document['visibilityRanges'] as Stretch[]
  const { starts, ends } = compileSequence({ boxes: document['boxes'] }).gaps
  return starts.map((startFrame, i) => ({
    startFrame,
    // A gap without a keyframe after it extends to the highest possible frame.
    endFrame: Math.min(ends[i] ?? highestFrame, highestFrame),
    visible: false,
  }))
}

/** Returns the lists after an edit. If an edit of keyframes does not change the segments, they are omitted. */
export function listsAfter(document: Lists, { upsert, gone, segments, ranges }: Edit): NewLists {
  const lists: NewLists = {}
  if (segments) {
    const before = segmentsOf(document)
    const after = spliced('segments', before, segments)
    const isSame = JSON.stringify(after) === JSON.stringify(before)
    if (!isSame || upsert.length + gone.length === 0) lists.interpolationSegments = after.length ? after : null
  }
  if (ranges) {
    const after = spliced('ranges', rangesOf(document), ranges)
    lists.visibilityRanges = after.length ? after : null
  }
  return lists
}
