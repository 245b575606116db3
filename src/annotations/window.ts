import { validation } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { lowerBound } from './first-cover.js'
import { compileSequence, type StoredBox } from './interpolate.js'

/** Frames of a video, both ends included. */
export interface Window {
  from: number
  to: number
}

/** VALIDATION_ERROR for a window that ends before it begins; `field` names its end. */
export function refuseReversed(window: Window | undefined, field = 'to'): void {
  if (window && window.to < window.from) throw validation([{ field, message: 'must not lie before from' }])
}

/** How a box stands: set by hand, and hidden by its own flag; added up. */
const standing = { keyframe: 1, hidden: 2 } as const

/** The members of a document that say how boxes between keyframes are computed and where nothing is shown. */
const rules = ['interpolationMode', 'interpolationSegments', 'controlPoints', 'function', 'visibilityRanges'] as const

/**
 * What of a sequence is needed to draw any frame of a window: its boxes there and the keyframes around them as one row
 * of numbers, six a box (frame, x, y, width, height, standing), and its rules as they are stored. Boxes computed of
 * these are those of the whole sequence.
 */
export function cutToWindow(frames: unknown, { from, to }: Window) {
  const { keyframes, keyFrameNumbers, others, otherFrameNumbers } = compileSequence(frames)
  const after = lowerBound(keyFrameNumbers, from)
  const first = keyFrameNumbers[after] === from ? after : Math.max(0, after - 1)
  const last = lowerBound(keyFrameNumbers, to)
  const between = others.slice(lowerBound(otherFrameNumbers, from), lowerBound(otherFrameNumbers, to + 1))
  const boxes: number[] = []
  for (const box of keyframes.slice(first, last + 1)) add(boxes, box, standing.keyframe)
  for (const box of between) add(boxes, box, 0)
  const document = isObject(frames) ? frames : {}
  const kept = rules.flatMap((name) => (document[name] === undefined ? [] : [[name, document[name]] as const]))
  return { boxes, ...Object.fromEntries(kept) }
}

function add(boxes: number[], { frameNumber, x, y, width, height, visible }: StoredBox, kind: number): void {
  boxes.push(frameNumber, x, y, width, height, kind + (visible === false ? standing.hidden : 0))
}
