import { validation } from '../../lib/errors.js'
import { isObject } from '../../lib/json-walk.js'
import { lowerBound } from './first-cover.js'
import { compileSequence, type StoredBox } from './interpolate.js'

/** Frames of a video, both ends included. */
export interface Window {
  from: number
  to: number
}

/** Throws VALIDATION_ERROR for a window that ends before it begins; `field` is the name of its end in the error. */
export function refuseReversed(window: Window | undefined, field = 'to'): void {
  if (window && window.to < window.from) throw validation([{ field, message: 'must not lie before from' }])
}

/**
 * Flags of a box, added up: `keyframe` for a keyframe, `hidden` for a box whose own `visible` hides it, `occluded` for
 * one that is marked as occluded.
 */
const standing = { keyframe: 1, hidden: 2, occluded: 4 } as const

/** The members of a document that define how boxes between keyframes are computed and where nothing is shown. */
const rules = ['interpolationMode', 'interpolationSegments', 'controlPoints', 'function', 'visibilityRanges'] as const

/**
 * Returns the part of a sequence that is needed to draw any frame of a window: the boxes inside it and the keyframes
 * around them as one flat array, six numbers per box (frame, x, y, width, height, flags), and the stored members that
 * define how boxes move and where they are visible. Boxes computed from it equal those of the whole sequence, even
 * after a keyframe of the window has been removed.
 */
export function cutToWindow(frames: unknown, { from, to }: Window) {
  const { keyframes, keyFrameNumbers, others, otherFrameNumbers } = compileSequence(frames)
  const first = Math.max(0, lowerBound(keyFrameNumbers, from) - 1)
  const last = lowerBound(keyFrameNumbers, to + 1)
  const between = others.slice(lowerBound(otherFrameNumbers, from), lowerBound(otherFrameNumbers, to + 1))
  const boxes: number[] = []
  for (const box of keyframes.slice(first, last + 1)) add(boxes, box, standing.keyframe)
  for (const box of between) add(boxes, box, 0)
  const document = isObject(frames) ? frames : {}
  const kept = rules.flatMap((name) => (document[name] === undefined ? [] : [[name, document[name]] as const]))
  return { boxes, ...Object.fromEntries(kept) }
}

function add(boxes: number[], { frameNumber, x, y, width, height, ...box }: StoredBox, kind: number): void {
  const flags = (box['visible'] === false ? standing.hidden : 0) + (box['occluded'] === true ? standing.occluded : 0)
  boxes.push(frameNumber, x, y, width, height, kind + flags)
}
