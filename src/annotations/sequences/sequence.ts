import { isObject } from '../../lib/json-walk.js'
import { motionWord } from './easing.js'
import { lowerBound } from './first-cover.js'
import { compileSequence, computeBox, spanOf, type Box, type Sequence, type StoredBox } from './interpolate.js'
import { highestFrame } from './sequence-check.js'
import { interpolatedIn, tallyOf, type Tally } from './tally.js'
import { gapEnd, gapsOfRanges } from './visibility.js'

export type { Box, StoredBox } from './interpolate.js'

/** The counters of IP-15 and the other columns that are derived from a sequence. `boxCount` counts every stored box. */
export type SequenceMeasure = {
  keyframeCount: number
  boxCount: number
  /**
   * The number of boxes in an export with interpolation besides the keyframes: computed and stored ones, without those
   * in gaps.
   */
  interpolatedCount: number
  firstFrame: number | null
  lastFrame: number | null
  trackId: string | null
  hasBoxes: boolean
  /**
   * Whether the document contains its mode and boxes, so that an export can pass on the stored text unchanged (XR-07,
   *
   */
  isComplete: boolean
}

/**
 * Compiled sequences, cached as long as their documents live, because one operation may read many frames of a sequence.
 */
const ready = new WeakMap<object, Sequence>()

function readySequence(frames: unknown): Sequence {
  if (!isObject(frames)) return compileSequence(frames)
  let sequence = ready.get(frames)
  if (!sequence) ready.set(frames, (sequence = compileSequence(frames)))
  return sequence
}

/**
 * Returns the measures of a sequence without computing a single box, so that the cost depends only on its stored boxes,
 * even over millions of frames.
 */
export function measureSequence(frames: unknown): SequenceMeasure {
  const document = isObject(frames) ? frames : {}
  const boxes: unknown[] = Array.isArray(document.boxes) ? document.boxes : []
  return measured(document, tallyOf(boxes, gapsOfRanges(document.visibilityRanges)))
}

/** Returns the measures of a sequence from the tally of its boxes; reads only the other members of the document. */
export function measured(document: Record<string, unknown>, tally: Tally): SequenceMeasure {
  const { trackId } = document
  return {
    keyframeCount: tally.keyframes,
    boxCount: tally.boxes,
    interpolatedCount: Math.min(interpolatedIn(tally, gapsOfRanges(document.visibilityRanges)), highestFrame),
    firstFrame: tally.first,
    lastFrame: tally.last,
    trackId: typeof trackId === 'string' ? trackId : typeof trackId === 'number' ? String(trackId) : null,
    hasBoxes: Array.isArray(document.boxes),
    isComplete: document.interpolationMode != null && document.boxes !== undefined,
  }
}

/** Returns the computed values of the counters that a document may contain. */
function countersOf({ keyframeCount, interpolatedCount: between, firstFrame, lastFrame }: SequenceMeasure) {
  const totalFrames = firstFrame === null || lastFrame === null ? 0 : lastFrame - firstFrame + 1
  return { totalFrames, keyframeCount, interpolatedFrameCount: between }
}

/**
 * Corrects the counters in a document: `totalFrames` (last minus first frame plus one), `keyframeCount` and
 * `interpolatedFrameCount`, and words for its motion that differ from known ones only in capitals or hyphens. Returns
 * the document, which is the same object if nothing was wrong, and texts about wrong counters and words.
 */
export function corrected<T>(frames: T, measure: SequenceMeasure): { frames: T; wrong: string[]; words: string[] } {
  if (!isObject(frames)) return { frames, wrong: [], words: [] }
  const document = frames as Record<string, unknown>
  const counters = Object.entries(countersOf(measure)).filter(
    ([name, count]) => document[name] !== undefined && document[name] !== null && document[name] !== count,
  )
  const { changed, words } = correctedWords(document)
  if (!counters.length && !words.length) return { frames, wrong: [], words }
  const wrong = counters.map(([name, count]) => correction(name, count, document[name]))
  return { frames: { ...frames, ...changed, ...Object.fromEntries(counters) }, wrong, words }
}

function correctedWords({ interpolationMode: mode, interpolationSegments: segments }: Record<string, unknown>) {
  const words: string[] = []
  const word = (name: string, value: unknown) => {
    const motion = motionWord(value)
    if (motion !== value) words.push(correction(name, motion, value))
    return motion
  }
  const changed: Record<string, unknown> = {}
  const motion = word('interpolationMode', mode)
  if (words.length) changed['interpolationMode'] = motion
  const before = words.length
  const list = Array.isArray(segments) ? (segments as unknown[]) : []
  const types = list.map((one, i) => word(`interpolationSegments.${i}.type`, isObject(one) ? one['type'] : undefined))
  if (words.length > before)
    changed['interpolationSegments'] = list.map((one, i) => (isObject(one) ? { ...one, type: types[i] } : one))
  return { changed, words }
}

const correction = (name: string, right: unknown, value: unknown) =>
  `${name} is ${String(right)}, not ${JSON.stringify(value)}`

/**
 * Returns the box on a frame, stored or computed, with `visible: false` in a gap; null before the first and after the
 * last keyframe unless a box is stored there (IP-11).
 */
export function boxAt(frames: unknown, frame: number): Box | null {
  return boxOn(readySequence(frames), frame)
}

/** Returns the boxes on `from`, `from + step`, ... up to `to` inclusive; frames without a box are omitted. */
export function boxesBetween(frames: unknown, from: number, to: number, step = 1): Box[] {
  const sequence = readySequence(frames)
  const span = spanOf(sequence)
  if (!span || !(step >= 1)) return []
  const boxes: Box[] = []
  const skipped = Math.max(0, Math.ceil((span.first - from) / step))
  for (let frame = from + skipped * step; frame <= Math.min(to, span.last); frame += step) {
    const box = boxOn(sequence, frame)
    if (box) boxes.push(box)
  }
  return boxes
}

function boxOn(sequence: Sequence, frame: number): Box | null {
  const shown = gapEnd(sequence.gaps, frame) === null
  const at = lowerBound(sequence.keyFrameNumbers, frame)
  const keyframe = sequence.keyframes[at]
  if (keyframe?.frameNumber === frame) return answered(keyframe, true, shown)
  const other = sequence.others[lowerBound(sequence.otherFrameNumbers, frame)]
  if (other?.frameNumber === frame) return answered(other, false, shown && other.visible !== false)
  return Number.isInteger(frame) ? computeBox(sequence, at - 1, frame, shown) : null
}

function answered(
  { frameNumber, x, y, width, height, confidence }: StoredBox,
  isKeyframe: boolean,
  visible: boolean,
): Box {
  const box: Box = { frameNumber, x, y, width, height, isKeyframe, visible }
  if (typeof confidence === 'number') box.confidence = confidence
  return box
}

/**
 * Yields the keyframes and everything between them in frame order. Stored boxes are yielded as stored and take
 * precedence over computed ones (IP-10); keyframes are always yielded, with their own `visible`; other boxes in a gap
 * only with `includeInvisible`, as `visible: false` (IP-13).
 */
export function interpolatedBoxes(
  frames: unknown,
  options: { includeInvisible?: boolean } = {},
): Generator<StoredBox | Box, void, undefined> {
  return boxesOf(compileSequence(frames), options)
}

/** Yields the boxes of a compiled sequence as interpolatedBoxes does. */
export function* boxesOf(
  sequence: Sequence,
  { includeInvisible = false } = {},
): Generator<StoredBox | Box, void, undefined> {
  const { keyframes, others, gaps } = sequence
  const ends = [...keyframes.map((box) => box.frameNumber), Infinity]
  let other = 0
  let frame = -Infinity
  for (let pair = -1; pair < keyframes.length; pair += 1) {
    const keyframe = keyframes[pair]
    if (keyframe) yield keyframe
    const end = ends[pair + 1] ?? Infinity
    const computes = pair >= 0 && pair < keyframes.length - 1
    frame = keyframe ? keyframe.frameNumber + 1 : -Infinity
    while (frame < end) {
      const stored = others[other]
      const storedFrame = stored?.frameNumber ?? Infinity
      if (!computes) frame = storedFrame
      if (frame >= end) break
      const hiddenUntil = gapEnd(gaps, frame)
      if (stored && storedFrame === frame) {
        other += 1
        if (hiddenUntil === null && stored.visible !== false) yield stored
        else if (includeInvisible) yield { ...stored, visible: false }
      } else if (hiddenUntil === null || includeInvisible) {
        const box = computeBox(sequence, pair, frame, hiddenUntil === null)
        if (box) yield box
      } else {
        frame = Math.min(hiddenUntil, storedFrame - 1)
      }
      frame += 1
    }
  }
}
