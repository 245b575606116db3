import { isObject } from '../../lib/json-walk.js'
import { linearMotion, segmentMotion, sequenceMotion, type Motion } from './easing.js'
import { firstCover, lowerBound } from './first-cover.js'
import { gapsOf, type Gaps } from './visibility.js'

/** A box as it is returned for one frame; positions and sizes in pixels. */
export type Box = {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  isKeyframe: boolean
  visible: boolean
  confidence?: number
}

/** A stored box with a usable frame number and position; all other members are as the client sent them. */
export type StoredBox = { frameNumber: number; x: number; y: number; width: number; height: number } & Record<
  string,
  unknown
>

/**
 * A bounding-box sequence compiled for look-ups by frame. The boxes ascend by frame and there is at most one per frame;
 * a keyframe takes precedence over another box on its frame.
 */
export type Sequence = {
  keyframes: StoredBox[]
  keyFrameNumbers: Float64Array
  /** Stored boxes that are not keyframes (tracker output). */
  others: StoredBox[]
  otherFrameNumbers: Float64Array
  /** Entry i is the motion between the keyframes i and i + 1. */
  motions: Motion[]
  gaps: Gaps
}

/** Compiles the stored document of a sequence. Omits boxes without a usable frame number or position; never throws. */
export function compileSequence(frames: unknown): Sequence {
  const document = isObject(frames) ? frames : {}
  const boxes = Array.isArray(document.boxes) ? document.boxes.filter(isUsable) : []
  const keyframes = onePerFrame(
    boxes.filter((box) => box.isKeyframe !== false),
    null,
  )
  const keyFrameNumbers = numbersOf(keyframes)
  const tracked = boxes.filter((box) => box.isKeyframe === false)
  const others = tracked.length ? onePerFrame(tracked, new Set(keyFrameNumbers)) : tracked
  return {
    keyframes,
    keyFrameNumbers,
    others,
    otherFrameNumbers: numbersOf(others),
    motions: motionsOf(document, keyFrameNumbers),
    gaps: gapsOf(document.visibilityRanges, keyframes),
  }
}

/** Returns the first and last frame with a usable stored box; null if no box is usable. */
export function spanOf({ keyFrameNumbers, otherFrameNumbers }: Sequence): { first: number; last: number } | null {
  const first = Math.min(keyFrameNumbers[0] ?? Infinity, otherFrameNumbers[0] ?? Infinity)
  const last = Math.max(keyFrameNumbers.at(-1) ?? -Infinity, otherFrameNumbers.at(-1) ?? -Infinity)
  return first <= last ? { first, last } : null
}

function isUsable(value: unknown): value is StoredBox {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.frameNumber) &&
    Number.isFinite(value.x) &&
    Number.isFinite(value.y) &&
    Number.isFinite(value.width) &&
    Number.isFinite(value.height)
  )
}

function numbersOf(boxes: readonly StoredBox[]): Float64Array {
  return new Float64Array(boxes.map((box) => box.frameNumber))
}

/**
 * Returns the boxes sorted by frame. If several boxes are on one frame, the first stored box stays; boxes on the frames
 * in `taken` are dropped.
 */
function onePerFrame(boxes: StoredBox[], taken: ReadonlySet<number> | null): StoredBox[] {
  const ascending = boxes.every((box, i) => i === 0 || (boxes[i - 1]?.frameNumber ?? 0) < box.frameNumber)
  if (ascending && !taken) return boxes
  const sorted = ascending ? boxes : [...boxes].sort((a, b) => a.frameNumber - b.frameNumber)
  return sorted.filter(
    (box, i) => (i === 0 || sorted[i - 1]?.frameNumber !== box.frameNumber) && !taken?.has(box.frameNumber),
  )
}

/** The members of a sequence or of one of its segments from which a motion is made. */
export interface MotionSource {
  /** Whether the members are those of the sequence, whose bezier needs no control points (IP-07). */
  isWhole: boolean
  type: unknown
  controlPoints: unknown
  function: unknown
}

/** Returns the motion that the members describe. */
export const motionOf = ({ isWhole, type, controlPoints, function: of }: MotionSource): Motion =>
  isWhole ? sequenceMotion(type, controlPoints, of) : segmentMotion(type, controlPoints, of)

/**
 * Returns the sources of the motions of a sequence, and for each pair of neighbouring keyframes the index of its
 * source. The first segment with startFrame <= f0 and endFrame >= f1 - 1 covers the pair (f0, f1); without such a
 * segment the mode of the whole sequence applies (IP-08).
 */
export function motionSources(
  frames: unknown,
  frameNumbers: Float64Array,
): { sources: MotionSource[]; of: Int32Array } {
  const document = isObject(frames) ? frames : {}
  const pairs = Math.max(0, frameNumbers.length - 1)
  const { interpolationMode: type, controlPoints, function: own } = document
  const whole = { isWhole: true, type, controlPoints, function: own }
  const segments = (Array.isArray(document.interpolationSegments) ? document.interpolationSegments : []).filter(
    isObject,
  )
  if (segments.length === 0) return { sources: [whole], of: new Int32Array(pairs) }
  const cover = firstCover(
    pairs,
    segments.map(({ startFrame, endFrame }) => {
      if (typeof startFrame !== 'number' || typeof endFrame !== 'number') return { from: 0, to: -1 }
      return { from: lowerBound(frameNumbers, startFrame), to: upperBound(frameNumbers, endFrame + 1) - 2 }
    }),
  )
  const ofSegments = segments.map((one) => ({ ...motionMembers(one), isWhole: false }))
  return { sources: [whole, ...ofSegments], of: Int32Array.from(cover, (index) => index + 1) }
}

const motionMembers = ({ type, controlPoints, function: own }: Record<string, unknown>) => ({
  type,
  controlPoints,
  function: own,
})

/** Returns the motion between each pair of neighbouring keyframes. */
function motionsOf(document: Record<string, unknown>, frameNumbers: Float64Array): Motion[] {
  const { sources, of } = motionSources(document, frameNumbers)
  const motions = sources.map(motionOf)
  return Array.from(of, (index) => motions[index] ?? linearMotion)
}

/** Returns the number of the ascending integers that are at most `value`. */
function upperBound(ascending: Float64Array, value: number): number {
  return lowerBound(ascending, Math.floor(value) + 1)
}

/**
 * Returns the box on a frame strictly between the keyframes `pair` and `pair + 1` (IP-01, IP-14); null if the pair does
 * not exist.
 */
export function computeBox(
  { keyframes, motions }: Sequence,
  pair: number,
  frameNumber: number,
  visible: boolean,
): Box | null {
  const from = keyframes[pair]
  const to = keyframes[pair + 1]
  const motion = motions[pair]
  if (!from || !to || !motion) return null
  const t = (frameNumber - from.frameNumber) / (to.frameNumber - from.frameNumber)
  const box = motion.ease ? eased(from, to, motion.ease(t)) : curved(from, to, motion.curves, t)
  const answer: Box = {
    frameNumber,
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    isKeyframe: false,
    visible,
  }
  if (typeof from.confidence === 'number' && typeof to.confidence === 'number') {
    answer.confidence = from.confidence + (to.confidence - from.confidence) * t
  }
  return answer
}

type Rectangle = { x: number; y: number; width: number; height: number }

function eased(from: Rectangle, to: Rectangle, e: number): Rectangle {
  return {
    x: from.x + (to.x - from.x) * e,
    y: from.y + (to.y - from.y) * e,
    width: from.width + (to.width - from.width) * e,
    height: from.height + (to.height - from.height) * e,
  }
}

function curved(
  from: Rectangle,
  to: Rectangle,
  [x, y, width, height]: NonNullable<Motion['curves']>,
  t: number,
): Rectangle {
  return {
    x: x(from.x, to.x, t),
    y: y(from.y, to.y, t),
    width: width(from.width, to.width, t),
    height: height(from.height, to.height, t),
  }
}
