import { linearMotion } from './easing.js'
import { lowerBound } from './first-cover.js'
import { compileSequence, computeBox, type Box, type Sequence, type StoredBox } from './interpolate.js'
import { boxesOf } from './sequence.js'
import { gapEnd } from './visibility.js'

/** A box for tools that place boxes linearly between keyframes and show none after an invisible keyframe. */
export interface TrackBox {
  box: StoredBox | Box
  /** The stored keyframe for this frame: the box itself, or the last keyframe before it; null before the first. */
  keyframe: StoredBox | null
  /** Whether the object is visible. An invisible box marks the beginning of a gap, or is a keyframe in a gap. */
  isSeen: boolean
  /** Whether such a tool needs the box to place all others correctly; it computes the other ones itself. */
  isNeeded: boolean
}

/**
 * Yields the boxes of a sequence in frame order: those on all frames where the object is visible, all keyframes, and
 * the first frame of each gap.
 */
export function* trackBoxes(frames: unknown): Generator<TrackBox, void, undefined> {
  const sequence = compileSequence(frames)
  const { keyFrameNumbers, keyframes, gaps } = sequence
  let pair = -1
  let isStraight = false
  let last: TrackBox | null = null
  for (const box of boxesOf(sequence)) {
    const { frameNumber: frame } = box
    if (last?.isSeen && frame > last.box.frameNumber + 1) {
      last = openGap(sequence, pair, last)
      yield last
    }
    const isKeyframe = keyFrameNumbers[pair + 1] === frame
    if (isKeyframe) {
      pair += 1
      isStraight = movesStraight(sequence, pair)
    }
    const isSeen = gapEnd(gaps, frame) === null
    const isNeeded: boolean = isKeyframe || !isStraight || !last?.isSeen
    last = { box, keyframe: keyframes[pair] ?? null, isSeen, isNeeded }
    yield last
  }
}

/** Returns the box on the first invisible frame after `last`. */
function openGap(sequence: Sequence, pair: number, { box, keyframe }: TrackBox): TrackBox {
  const frameNumber = box.frameNumber + 1
  const here = computeBox(sequence, pair, frameNumber, false) ?? { ...box, frameNumber }
  return { box: here, keyframe, isSeen: false, isNeeded: true }
}

/** Returns whether all boxes between a keyframe and the next lie on the straight line between the two. */
function movesStraight({ keyFrameNumbers, otherFrameNumbers, motions }: Sequence, pair: number): boolean {
  const [from, to] = [keyFrameNumbers[pair], keyFrameNumbers[pair + 1]]
  if (from === undefined || to === undefined || motions[pair]?.ease !== linearMotion.ease) return false
  return !((otherFrameNumbers[lowerBound(otherFrameNumbers, from)] ?? Infinity) < to)
}

/** The first and last frame of a span, both inclusive. */
export type Span = [from: number, to: number]

/** Returns the spans of frames on which the object is visible, without computing a box. */
export const seenSpans = (frames: unknown): Span[] => spansSeen(compileSequence(frames))

/** Returns the same of a compiled sequence. */
export function spansSeen({ keyFrameNumbers, others, gaps }: Sequence): Span[] {
  const [first, last] = [keyFrameNumbers[0] ?? Infinity, keyFrameNumbers.at(-1) ?? -Infinity]
  const spans: Span[] = []
  const add = (from: number, to: number) => {
    const before = spans.at(-1)
    if (before && before[1] === from - 1) before[1] = to
    else if (from <= to) spans.push([from, to])
  }
  /** Adds the frames of a span between keyframes that are not in a gap. */
  const addShown = (from: number, to: number) => {
    for (let frame = from; frame <= to;) {
      const hiddenUntil = gapEnd(gaps, frame)
      const end = hiddenUntil ?? Math.min(to, (gaps.starts[lowerBound(gaps.starts, frame)] ?? Infinity) - 1)
      if (hiddenUntil === null) add(frame, end)
      frame = end + 1
    }
  }
  let next = first
  for (const { frameNumber: frame, visible } of others) {
    const isInside = frame > first && frame < last
    // After the last keyframe there are only stored boxes.
    if (frame > last && next <= last) {
      addShown(next, last)
      next = Infinity
    }
    if (isInside && visible === false) {
      addShown(next, frame - 1)
      next = frame + 1
    } else if (!isInside && visible !== false && gapEnd(gaps, frame) === null) add(frame, frame)
  }
  if (next <= last) addShown(next, last)
  return spans
}
