import { compileSequence } from '../../src/annotations/sequences/interpolate.js'
import { gapEnd } from '../../src/annotations/sequences/visibility.js'
import { plain, rounded, type Keyframe } from './keyframe.js'
import { partsBetween, rangesOf, hasRanges, segmentsOf, type Edit, type Splice, type Stretch } from './stretches.js'
import { boxOf, heldBefore, keyframeAt, keyframesOf, type Track } from './track.js'

/** An edit of a track at a frame, and the edit that reverts it. */
export interface ReversibleEdit {
  frame: number
  run: Edit
  revert: Edit
}

/** The nearest keyframes before and after a frame, or undefined. */
export interface Neighbours {
  before: number | undefined
  after: number | undefined
}

/**
 * Sets a keyframe, rounded to tenths of a pixel. If the frame already has one, its other members are kept; a new one is
 * occluded where the track is.
 */
export function keyframeSet(track: Track, keyframe: Keyframe, around: Neighbours): ReversibleEdit {
  const before = keyframeAt(track, keyframe.frameNumber)
  const after = rounded({ ...(!before && heldBefore(track, keyframe.frameNumber)), ...keyframe })
  const frame = after.frameNumber
  return {
    frame,
    run: { upsert: [after], gone: [] },
    revert: before
      ? { upsert: [plain(before)], gone: [] }
      : { upsert: [], gone: [frame], segments: asItIs(track, around) },
  }
}

/**
 * Copies the box of a frame to each of the `count` frames after it; undefined if the frame has no box or `count` is
 * below 1. The frame itself becomes a keyframe too, so that the box before it does not move.
 */
export function boxCopied(track: Track, frame: number, count: number, around: Neighbours): ReversibleEdit | undefined {
  const shown = boxOf(track, frame)
  if (!shown || count < 1) return undefined
  const { x, y, width, height } = shown
  const box = { x, y, width, height }
  const held = (one: number) => heldBefore(track, one)
  const frames = Array.from({ length: count + 1 }, (_one, at) => frame + at)
  const before = frames.map((one) => keyframeAt(track, one))
  const after = keyframesOf(track).find((key) => key > frame + count)
  return {
    frame,
    run: {
      upsert: frames.map((one, at) => rounded({ ...(!before[at] && held(one)), ...box, frameNumber: one })),
      gone: [],
    },
    revert: {
      upsert: before.flatMap((one) => (one ? [plain(one)] : [])),
      gone: frames.filter((_one, at) => !before[at]),
      segments: asItIs(track, { before: around.before, after }),
    },
  }
}

/**
 * Removes a keyframe; undefined if the frame has none. The interpolation after the previous keyframe then extends to
 * the next one; without a keyframe on one side, segments end where the sequence ends.
 */
export function keyframeRemoved(track: Track, frame: number, around: Neighbours): ReversibleEdit | undefined {
  const stored = keyframeAt(track, frame)
  if (!stored) return undefined
  const { before, after } = around
  const pieces: Stretch[] = []
  if (before !== undefined && after !== undefined) {
    const segment = segmentBetween(track, before, frame)
    if (segment) pieces.push({ ...segment, startFrame: before, endFrame: after })
  }
  const within = asItIs(track, around)
  return {
    frame,
    run: { upsert: [], gone: [frame], segments: { ...within, pieces } },
    revert: { upsert: [plain(stored)], gone: [], segments: within },
  }
}

/** Two adjacent keyframes. */
export interface Pair {
  from: number
  to: number
}

/**
 * Sets the interpolation `kind` between two keyframes; `frame` is the current frame between them. If `kind` is the
 * interpolation of the whole sequence, no segment is stored.
 */
export function movementSet(track: Track, frame: number, { from, to }: Pair, kind: string): ReversibleEdit {
  const pieces =
    kind === ruleOf(track.document['interpolationMode']) ? [] : [{ startFrame: from, endFrame: to, type: kind }]
  return {
    frame,
    run: { upsert: [], gone: [], segments: { from, to, pieces } },
    revert: { upsert: [], gone: [], segments: asItIs(track, { before: from, after: to }) },
  }
}

/** A range of frames to show or to hide; all of them have the opposite visibility before the edit. */
export interface VisibilityChange {
  from: number
  to: number
  visible: boolean
}

/** Shows or hides a track on a range of frames. */
export function shownSet({ document }: Track, { from, to, visible }: VisibilityChange): ReversibleEdit {
  const pieces = [{ startFrame: from, endFrame: to, visible }]
  const before = partsBetween('ranges', rangesOf(document), from, to)
  return {
    frame: from,
    run: { upsert: [], gone: [], ranges: { from, to, pieces } },
    revert: { upsert: [], gone: [], ranges: { from, to, pieces: before } },
  }
}

/**
 * Returns the frames that toggling the visibility at a frame affects: up to the next change of visibility, or else to
 * `end`, the last frame of the video. Ranges describe the whole track, but the flags of keyframes are known only up to
 * the first keyframe after the window.
 */
export function otherWayFrom(track: Track, frame: number, end: number, windowEnd: number): VisibilityChange {
  const { gaps } = compileSequence(track.document)
  const hiddenTo = gapEnd(gaps, frame)
  const changesAt = hiddenTo ?? (gaps.starts.find((start) => start > frame) ?? Infinity) - 1
  const beyond = hasRanges(track.document) ? undefined : keyframesOf(track).find((key) => key > windowEnd)
  const to = Math.min(changesAt, end, (beyond ?? Infinity) - 1)
  return { from: frame, to: Math.max(frame, to), visible: hiddenTo !== null }
}

/** Returns a splice that restores the segments that a track now has between two keyframes. */
function asItIs(track: Track, { before = -Infinity, after = Infinity }: Neighbours): Splice {
  const pieces = partsBetween('segments', segmentsOf(track.document), before, after)
  return { from: before, to: after, pieces }
}

/** Returns the segment that applies between two keyframes. */
function segmentBetween({ document }: Track, from: number, to: number): Stretch | undefined {
  return segmentsOf(document).find(({ startFrame, endFrame }) => startFrame <= from && endFrame >= to - 1)
}

/**
 * Returns the interpolation between two keyframes: of the first segment that covers them, else of the whole sequence.
 */
export function ruleBetween(track: Track, from: number, to: number): string {
  const segment = segmentBetween(track, from, to)
  return ruleOf(segment ? segment['type'] : track.document['interpolationMode'])
}

/** Returns the name of a stored interpolation: `step` means the same as `hold`, and anything but a string is linear. */
export function ruleOf(type: unknown): string {
  if (type === 'step') return 'hold'
  return typeof type === 'string' ? type : 'linear'
}
