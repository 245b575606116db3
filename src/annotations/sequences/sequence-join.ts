import { isObject } from '../../lib/json-walk.js'
import { compileSequence, spanOf, type StoredBox } from './interpolate.js'
import { boxAt } from './sequence.js'
import { highestFrame } from './sequence-check.js'
import { readRanges } from './visibility.js'

/** The document of a sequence; members that are not named here are kept unchanged. */
export type SequenceDocument = { boxes: StoredBox[] } & Record<string, unknown>

type Stretch = { startFrame: number; endFrame: number } & Record<string, unknown>

/**
 * Returns the part of a sequence on the frames `from` to `to`, both included; null if it has no box there. If the
 * sequence continues beyond an end, its box at that end becomes a keyframe. A curve that is cut starts again at the
 * cut.
 */
export function partOfSequence(document: SequenceDocument, from: number, to: number): SequenceDocument | null {
  const span = spanOf(compileSequence(document))
  if (!span || span.first > to || span.last < from) return null
  const [first, last] = [Math.max(from, span.first), Math.min(to, span.last)]
  const inside = document.boxes.filter(({ frameNumber }) => frameNumber >= first && frameNumber <= last)
  const ends = [...new Set([first, last])].flatMap((frame) => {
    const isThere = inside.some(({ frameNumber, isKeyframe }) => frameNumber === frame && isKeyframe !== false)
    const box = isThere ? null : boxAt(document, frame)
    if (!box) return []
    const { visible: _visible, ...rest } = box
    return [{ ...rest, isKeyframe: true }]
  })
  const made = new Set(ends.map(({ frameNumber }) => frameNumber))
  const boxes = [...inside.filter(({ frameNumber }) => !made.has(frameNumber)), ...ends].sort(byFrame)
  return withLists(document, boxes, {
    segments: clipped(segmentsOf(document), first, last, 0),
    ranges: clipped(rangesOf(document), first, last, 1),
  })
}

/**
 * Returns two sequences joined, of which `one` ends before `other` begins; with `isGap`, nothing is shown between them.
 */
function behind(one: SequenceDocument, other: SequenceDocument, isGap: boolean): SequenceDocument {
  const [end, start] = [lastOf(one), firstOf(other)]
  const gap = isGap && start > end + 1 ? [{ startFrame: end + 1, endFrame: start - 1, visible: false }] : []
  const ranges = [...rangesOf(one), ...gap, ...rangesOf(other)]
  const segments = [...segmentsOf(one), ...inModeOf(one, other)]
  return withLists(one, [...one.boxes, ...other.boxes], { segments, ranges })
}

/** Returns the sequence with its frames in the span of `piece` replaced by `piece`; other frames stay as they are. */
export function sequenceWith(document: SequenceDocument, piece: SequenceDocument): SequenceDocument {
  const before = partOfSequence(document, 0, firstOf(piece) - 1)
  const after = partOfSequence(document, lastOf(piece) + 1, highestFrame)
  const begun = before ? behind(before, piece, false) : withLists(document, piece.boxes, listsIn(document, piece))
  return after ? behind(begun, after, false) : begun
}

/**
 * Returns two sequences as one. Where both have boxes, those of the sequence that begins first stay; between the two,
 * nothing is shown.
 */
export function joinedSequences(one: SequenceDocument, other: SequenceDocument): SequenceDocument {
  const [first, second] = firstOf(one) <= firstOf(other) ? [one, other] : [other, one]
  const rest = partOfSequence(second, lastOf(first) + 1, highestFrame)
  return rest ? behind(first, rest, true) : first
}

const byFrame = (a: StoredBox, b: StoredBox) => a.frameNumber - b.frameNumber
const firstOf = (document: SequenceDocument) => spanOf(compileSequence(document))?.first ?? 0
const lastOf = (document: SequenceDocument) => spanOf(compileSequence(document))?.last ?? -1

const listsIn = (document: SequenceDocument, piece: SequenceDocument) => ({
  segments: inModeOf(document, piece),
  ranges: rangesOf(piece),
})

/**
 * Returns the segments of `piece` for `document`. If the modes of the two differ, the mode of `piece` is converted to
 * segments too.
 */
function inModeOf(document: SequenceDocument, piece: SequenceDocument): Stretch[] {
  const mode = modeOf(piece)
  const own = segmentsOf(piece).sort((a, b) => a.startFrame - b.startFrame)
  if (JSON.stringify(mode) === JSON.stringify(modeOf(document))) return own
  const last = lastOf(piece)
  const segments: Stretch[] = []
  let from = firstOf(piece)
  for (const one of own) {
    if (one.startFrame > from) segments.push({ startFrame: from, endFrame: one.startFrame, ...mode })
    segments.push(one)
    from = Math.max(from, one.endFrame)
  }
  return from < last ? [...segments, { startFrame: from, endFrame: last, ...mode }] : segments
}

function modeOf({ interpolationMode: mode, controlPoints, function: formula }: SequenceDocument) {
  const type = typeof mode === 'string' ? mode : 'linear'
  return {
    type,
    ...(controlPoints !== undefined && { controlPoints }),
    ...(formula !== undefined && { function: formula }),
  }
}

function segmentsOf({ interpolationSegments: list }: SequenceDocument): Stretch[] {
  return Array.isArray(list) ? list.filter(isStretch) : []
}

/** Returns the ranges of a sequence; if it has none, ranges that are equivalent to the flags of its keyframes. */
function rangesOf(document: SequenceDocument): Stretch[] {
  const { visibilityRanges } = document
  if (readRanges(visibilityRanges).length) return (visibilityRanges as unknown[]).filter(isStretch)
  const { starts, ends } = compileSequence(document).gaps
  return starts.map((startFrame, at) => {
    return { startFrame, endFrame: Math.min(ends[at] ?? highestFrame, highestFrame), visible: false }
  })
}

function isStretch(value: unknown): value is Stretch {
  return isObject(value) && typeof value.startFrame === 'number' && typeof value.endFrame === 'number'
}

/**
 * Returns the stretches clipped to the frames `from` to `to`. A range may be one frame long, a segment needs two
 * frames.
 */
function clipped(list: readonly Stretch[], from: number, to: number, isRange: 0 | 1): Stretch[] {
  return list.flatMap((one) => {
    const [startFrame, endFrame] = [Math.max(one.startFrame, from), Math.min(one.endFrame, to)]
    return endFrame - startFrame + isRange > 0 ? [{ ...one, startFrame, endFrame }] : []
  })
}

interface Lists {
  segments: Stretch[]
  ranges: Stretch[]
}

/**
 * Returns the document with other boxes and lists, without its counters, which are computed again when it is stored.
 */
function withLists(document: SequenceDocument, boxes: StoredBox[], { segments, ranges }: Lists): SequenceDocument {
  const { interpolationSegments: _s, visibilityRanges: _r, ...rest } = document
  for (const counter of ['totalFrames', 'keyframeCount', 'interpolatedFrameCount']) delete rest[counter]
  return {
    ...(rest as Record<string, unknown>),
    boxes,
    ...(segments.length && { interpolationSegments: segments }),
    ...(ranges.length && { visibilityRanges: ranges }),
  }
}
