import { inTurns, type Clock } from '../../../lib/fairness/turns.js'
import type { CvatBox } from './cvat-box.js'
import type { CvatTrack } from './read-cvat.js'

/** A box as it is stored, with those members of CVAT's that are not as usual. */
interface LineBox {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  isKeyframe: boolean
  visible?: false
  occluded?: true
  zOrder?: number
  attributes?: Record<string, string>
}

/** The sequence of a track of CVAT. */
export interface TrackSequence {
  interpolationMode: 'linear'
  boxes: LineBox[]
  groupId?: number
}

/**
 * The sequence of a track. Keyframes stay keyframes; a box outside is a keyframe that is not visible. Of the other
 * boxes, which CVAT lists although it computes them, those that lie on the straight line between two keyframes are left
 * out, and others are kept as boxes that are no keyframes. The last box is a keyframe, because nothing is shown after
 * the last keyframe; where a track only ends with a box outside, the box before it is the last.
 */
export async function sequenceOf({ boxes, groupId }: CvatTrack, clock: Clock): Promise<TrackSequence> {
  const ended = withoutEnd(await inOrder(boxes, clock))
  const last = ended.at(-1)
  const isKeyframe = (box: CvatBox, i: number) => box.isKeyframe || i === 0 || box === last || opens(box, ended[i - 1])
  const count = ended.length
  /** For each box the next keyframe behind it. */
  const nexts = new Int32Array(count)
  let next = -1
  await inTurns(clock, count, (n) => {
    const i = count - 1 - n
    nexts[i] = next
    if (isKeyframe(ended[i]!, i)) next = i
  })
  const kept: LineBox[] = []
  let before: CvatBox | undefined
  await inTurns(clock, count, (i) => {
    const box = ended[i]!
    if (isKeyframe(box, i)) {
      before = box
      kept.push(lineBox(box, true))
      return
    }
    // While the object is outside, boxes that are no keyframes say nothing.
    if (box.isOutside) return
    const after = ended[nexts[i]!]
    if (!before || !after || !isBetween(box, before, after)) kept.push(lineBox(box, false))
  })
  return { interpolationMode: 'linear', boxes: kept, ...(groupId && Number.isSafeInteger(groupId) ? { groupId } : {}) }
}

/** The JSON of a sequence in pieces. */
export async function sequenceJson(
  { interpolationMode, boxes, groupId }: TrackSequence,
  clock: Clock,
): Promise<string[]> {
  const pieces = [`{"interpolationMode":"${interpolationMode}","boxes":[`]
  const write = (n: number) => {
    const text = JSON.stringify(boxes.slice(n * writtenAtOnce, (n + 1) * writtenAtOnce))
    pieces.push(`${n === 0 ? '' : ','}${text.slice(1, -1)}`)
  }
  await inTurns(clock, Math.ceil(boxes.length / writtenAtOnce), write, 1)
  pieces.push(groupId === undefined ? ']}' : `],"groupId":${groupId}}`)
  return pieces
}

/** So many boxes are written in one go. */
const writtenAtOnce = 16

/** So many boxes are sorted in one go. */
const sortedAtOnce = 2000

/** The boxes by their frames. */
async function inOrder(boxes: readonly CvatBox[], clock: Clock): Promise<CvatBox[]> {
  const byFrame = (a: CvatBox, b: CvatBox) => a.frame - b.frame
  const parts: CvatBox[][] = []
  await inTurns(
    clock,
    Math.ceil(boxes.length / sortedAtOnce),
    (i) => void parts.push(boxes.slice(i * sortedAtOnce, (i + 1) * sortedAtOnce).sort(byFrame)),
    1,
  )
  // Parts in order are runs that the sort finds by itself and only merges.
  return parts.length === 1 ? parts[0]! : parts.flat().sort(byFrame)
}

/** Whether the object leaves or enters the picture with this box. */
const opens = (box: CvatBox, before: CvatBox | undefined) => box.isOutside !== (before?.isOutside ?? false)

/** Leaves out boxes outside at the end, where the frame before them has a box; of others the first is kept. */
function withoutEnd(boxes: readonly CvatBox[]): readonly CvatBox[] {
  let end = boxes.length
  while (end > 0 && boxes[end - 1]?.isOutside) end -= 1
  if (end === 0) return boxes
  const [last, first] = [boxes[end - 1], boxes[end]]
  return !first || !last || first.frame === last.frame + 1 ? boxes.slice(0, end) : boxes.slice(0, end + 1)
}

/** CVAT rounds corners to two decimals, those of keyframes too. */
const tolerance = 0.0201

/** Whether a box is the computed one of its frame: on the line between two keyframes, and marked as the first. */
function isBetween(box: CvatBox, from: CvatBox, to: CvatBox): boolean {
  const t = (box.frame - from.frame) / (to.frame - from.frame)
  const lies = (of: (one: CvatBox) => number) => Math.abs(of(from) + (of(to) - of(from)) * t - of(box)) <= tolerance
  return (
    !from.isOutside &&
    lies((one) => one.left) &&
    lies((one) => one.top) &&
    lies((one) => one.right) &&
    lies((one) => one.bottom) &&
    box.isOccluded === from.isOccluded &&
    box.depth === from.depth &&
    // The lengths first: many boxes may be compared with a keyframe of very many attributes.
    box.attributes.length === from.attributes.length &&
    box.attributes.every(([name, value], i) => name === from.attributes[i]?.[0] && value === from.attributes[i]?.[1])
  )
}

/** Rounded to a millionth, because a width is the difference of two corners. */
const size = (value: number) => (Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value)

function lineBox(box: CvatBox, isKeyframe: boolean): LineBox {
  const { frame, left, top, right, bottom, isOutside, isOccluded, depth, attributes } = box
  return {
    ...{ frameNumber: frame, x: left, y: top, width: size(right - left), height: size(bottom - top), isKeyframe },
    ...(isOutside && { visible: false }),
    ...(isOccluded && { occluded: true }),
    ...(depth && { zOrder: depth }),
    ...(attributes.length && { attributes: Object.fromEntries(attributes) }),
  }
}
