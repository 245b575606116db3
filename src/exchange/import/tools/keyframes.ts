import { inTurns, type Clock } from '../../../lib/fairness/turns.js'
import { noAttributes, type ToolBox } from './tool-track.js'

/** How far a box may lie from the straight line between two keyframes, in pixels: CVAT rounds to two decimals. */
const tolerance = 0.02

/**
 * Chooses keyframes for a track of a tool that lists the box of every frame on which the object is seen. The boxes are
 * sorted by frame, one each. Where frames are missing, a box outside follows the last one that was seen.
 *
 * Between two keyframes every listed box lies within 0.02 pixels of the straight line, on each side of the box. A
 * keyframe is followed by the furthest box that the boxes between allow, whose slopes bound that of the line (the
 * swinging door algorithm, Bristol 1990), so that the time grows with the number of boxes. The Douglas-Peucker
 * algorithm finds slightly fewer keyframes, in time that grows with the square where no box can be left out.
 */
export async function withKeyframes(boxes: readonly ToolBox[], clock: Clock): Promise<ToolBox[]> {
  const marked: ToolBox[] = []
  const door = new Door()
  await inTurns(clock, boxes.length, (i) => {
    const [box, before] = [boxes[i]!, marked.at(-1)]
    const isGap = before !== undefined && box.frame > before.frame + 1
    if (isGap) {
      before.isKeyframe = true
      marked.push({ ...before, frame: before.frame + 1, isOutside: true, attributes: noAttributes })
    }
    const isNew = before === undefined || isGap || !isAlike(before, box)
    const fits = before !== undefined && !isGap && door.takes(box)
    if (before && !isGap && !fits) {
      before.isKeyframe = true
      door.open(before)
      door.takes(box)
    }
    const own = { ...box, isKeyframe: isNew }
    if (isNew) door.open(own)
    marked.push(own)
  })
  const last = marked.at(-1)
  if (last) last.isKeyframe = true
  return marked
}

/** Returns whether two boxes differ in their places alone. */
const isAlike = (one: ToolBox, other: ToolBox) =>
  one.isOccluded === other.isOccluded &&
  one.depth === other.depth &&
  (one.confidence === undefined) === (other.confidence === undefined) &&
  one.attributes.length === other.attributes.length &&
  one.attributes.every(([name, value], i) => name === other.attributes[i]![0] && value === other.attributes[i]![1])

const sides: readonly ((box: ToolBox) => number)[] = [
  ({ left }) => left,
  ({ top }) => top,
  ({ right }) => right,
  ({ bottom }) => bottom,
  ({ confidence }) => confidence ?? 0,
]

/** The slopes, of each side, with which a line from a keyframe passes all boxes since then. */
class Door {
  private from: ToolBox | undefined
  private readonly least = new Float64Array(sides.length)
  private readonly most = new Float64Array(sides.length)

  open(from: ToolBox): void {
    this.from = from
    this.least.fill(-Infinity)
    this.most.fill(Infinity)
  }

  /** Returns whether the line to a box passes all boxes between; if so, it is one of those that later lines pass. */
  takes(box: ToolBox): boolean {
    const from = this.from!
    const length = box.frame - from.frame
    for (let side = 0; side < sides.length; side++) {
      const slope = (sides[side]!(box) - sides[side]!(from)) / length
      if (slope < this.least[side]! || slope > this.most[side]!) return false
    }
    for (let side = 0; side < sides.length; side++) {
      const slope = (sides[side]!(box) - sides[side]!(from)) / length
      this.least[side] = Math.max(this.least[side]!, slope - tolerance / length)
      this.most[side] = Math.min(this.most[side]!, slope + tolerance / length)
    }
    return true
  }
}
