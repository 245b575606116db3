import { compileSequence } from '../../src/annotations/sequences/interpolate.js'
import { highestFrame } from '../../src/annotations/sequences/sequence-check.js'
import { readRanges } from '../../src/annotations/sequences/visibility.js'
import type { Keyframe } from './keyframe.js'

/** A segment (how the box moves) or a visibility range, with whatever other members are stored with it. */
export type Stretch = { startFrame: number; endFrame: number } & Record<string, unknown>

/** The new content of a list between two frames; outside of them it stays as it is. */
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

/** The members of a sequence: its two lists, and its boxes if their flags say where it is visible. */
export type Lists = Readonly<Record<string, unknown>>

/** The lists to store; null removes a list, and one that is left out stays as it is. */
export type NewLists = { interpolationSegments?: Stretch[] | null; visibilityRanges?: Stretch[] | null }

/** Frames from the end of a stretch to the next: segments share a keyframe, ranges end on the frame before. */
const apart = { segments: 0, ranges: 1 } as const
type Kind = keyof typeof apart

/**
 * The parts of a list that lie between two frames, clipped to them. Entries without a valid range of frames are
 * skipped, as the server skips them.
 */
export function partsBetween(kind: Kind, list: readonly Stretch[], from: number, to: number): Stretch[] {
  return list.flatMap((one) => {
    if (!reaches(kind, one, from, to)) return []
    return [{ ...one, startFrame: Math.max(one.startFrame, from), endFrame: Math.min(one.endFrame, to) }]
  })
}

/**
 * The list with `pieces` in place of what it had between two frames. Stretches that reach into these frames are
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

/** The interpolation segments of a sequence; an empty list if there are none. */
export function segmentsOf(document: Lists): Stretch[] {
  const list = document['interpolationSegments']
  return Array.isArray(list) ? (list as Stretch[]) : []
}

/** Whether ranges say where a sequence is visible; without any, the flags of its keyframes do. */
export function hasRanges(document: Lists): boolean {
  return readRanges(document['visibilityRanges']).length > 0
}

/** The visibility ranges of a sequence, else ranges that are equivalent to the flags of its keyframes. */
export function rangesOf(document: Lists): Stretch[] {
  if (hasRanges(document)) return document['visibilityRanges'] as Stretch[]
  const { starts, ends } = compileSequence({ boxes: document['boxes'] }).gaps
  return starts.map((startFrame, i) => ({
    startFrame,
    // A gap that no keyframe ends reaches to the highest possible frame.
    endFrame: Math.min(ends[i] ?? highestFrame, highestFrame),
    visible: false,
  }))
}

/** The lists after an edit. Segments that a change of keyframes leaves as they are, are left out. */
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
