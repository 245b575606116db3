import { compileSequence, spanOf } from './interpolate.js'
import { gapEnd, hiddenFrames, type Gaps } from './visibility.js'

/** Numbers of boxes that are not keyframes: visible ones, and those hidden by their own `visible`. */
type Others = readonly [shown: number, hidden: number]

/**
 * The counts of consecutive boxes of a sequence. The tally of a whole sequence follows from those of its parts
 * (`joined`), so that a change to one part need not read the others. Boxes in gaps of the ranges are counted only in
 * `boxes` and `keyframes`.
 */
export interface Tally {
  /** Stored boxes, keyframes included. */
  boxes: number
  keyframes: number
  /** The first and last frame with a box, and with a keyframe; null without one. */
  first: number | null
  last: number | null
  firstKeyframe: number | null
  lastKeyframe: number | null
  /** Whether frames after the last keyframe are visible; always true if ranges decide about visibility. */
  isShownAfter: boolean
  /** The number of visible frames from the first keyframe up to, but excluding, the last one. */
  shown: number
  shownKeyframes: number
  /** Boxes before the first keyframe, or all if there are no keyframes. */
  before: Others
  /** Boxes after the last keyframe. */
  after: Others
  /** Boxes between keyframes that hide themselves while the keyframe before them makes the frames visible. */
  hiddenBetween: number
}

export const emptyTally: Tally = {
  boxes: 0,
  keyframes: 0,
  first: null,
  last: null,
  firstKeyframe: null,
  lastKeyframe: null,
  isShownAfter: false,
  shown: 0,
  shownKeyframes: 0,
  before: [0, 0],
  after: [0, 0],
  hiddenBetween: 0,
}

/**
 * Returns the tally of the boxes. `ranges` are the gaps of the sequence's ranges; null if its keyframes decide about
 * visibility.
 */
export function tallyOf(boxes: readonly unknown[], ranges: Gaps | null): Tally {
  const sequence = compileSequence({ boxes })
  const { keyframes, others } = sequence
  const tally = { ...emptyTally, ...spanOf(sequence), boxes: boxes.length, keyframes: keyframes.length }
  const isCounted = (frame: number) => !ranges || gapEnd(ranges, frame) === null
  let at = 0
  const othersBefore = (frame: number): Others => {
    let shown = 0
    let hidden = 0
    for (let box = others[at]; box && box.frameNumber < frame; box = others[++at]) {
      if (!isCounted(box.frameNumber)) continue
      if (box.visible === false) hidden += 1
      else shown += 1
    }
    return [shown, hidden]
  }
  for (const { frameNumber, visible } of keyframes) {
    const between = othersBefore(frameNumber)
    if (tally.firstKeyframe === null) {
      tally.firstKeyframe = frameNumber
      tally.before = between
    } else if (tally.isShownAfter) {
      tally.shown += frameNumber - tally.lastKeyframe!
      tally.hiddenBetween += between[1]
    }
    tally.isShownAfter = ranges !== null || visible !== false
    if (tally.isShownAfter && isCounted(frameNumber)) tally.shownKeyframes += 1
    tally.lastKeyframe = frameNumber
  }
  tally[keyframes.length ? 'after' : 'before'] = othersBefore(Infinity)
  return tally
}

const sum = (a: Others, b: Others): Others => [a[0] + b[0], a[1] + b[1]]

/** Returns the tally of consecutive boxes: all frames of `b` come after those of `a`. */
export function joined(a: Tally, b: Tally): Tally {
  const all = {
    boxes: a.boxes + b.boxes,
    keyframes: a.keyframes + b.keyframes,
    first: a.first ?? b.first,
    last: b.last ?? a.last,
  }
  if (a.lastKeyframe === null) return { ...b, ...all, before: sum(a.before, b.before) }
  if (b.firstKeyframe === null) return { ...a, ...all, after: sum(a.after, b.before) }
  return {
    ...b,
    ...all,
    firstKeyframe: a.firstKeyframe,
    before: a.before,
    shown: a.shown + (a.isShownAfter ? b.firstKeyframe - a.lastKeyframe : 0) + b.shown,
    shownKeyframes: a.shownKeyframes + b.shownKeyframes,
    hiddenBetween: a.hiddenBetween + (a.isShownAfter ? a.after[1] + b.before[1] : 0) + b.hiddenBetween,
  }
}

/**
 * Returns the number of boxes in an export with interpolation besides the keyframes: a box on every frame from the
 * first to the last keyframe that is not in a gap, and stored boxes outside of them.
 */
export function interpolatedIn(tally: Tally, ranges: Gaps | null): number {
  const { firstKeyframe, lastKeyframe, isShownAfter, shown, shownKeyframes, before, after, hiddenBetween } = tally
  if (firstKeyframe === null || lastKeyframe === null) return before[0]
  const frames = shown + (isShownAfter ? 1 : 0) - (ranges ? hiddenFrames(ranges, firstKeyframe, lastKeyframe) : 0)
  return frames - shownKeyframes - hiddenBetween + before[0] + (isShownAfter ? after[0] : 0)
}
