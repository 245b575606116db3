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

/**
 * The sequence of a track. Keyframes stay keyframes; a box outside is a keyframe that is not visible. Of the other
 * boxes, which CVAT lists although it computes them, those that lie on the straight line between two keyframes are left
 * out, and others are kept as boxes that are no keyframes. The last box is a keyframe, because nothing is shown after
 * the last keyframe; where a track only ends with a box outside, the box before it is the last.
 */
export function sequenceOf({ boxes, groupId }: CvatTrack): Record<string, unknown> {
  const sorted = [...boxes].sort((a, b) => a.frame - b.frame)
  const ended = withoutEnd(sorted)
  const last = ended.at(-1)
  const keyframes = ended.map((box, i) => box.isKeyframe || i === 0 || box === last || opens(box, ended[i - 1]))
  const kept: LineBox[] = []
  let from = -1
  let to = -1
  ended.forEach((box, i) => {
    if (keyframes[i]) {
      from = i
      to = keyframes.indexOf(true, i + 1)
      kept.push(lineBox(box, true))
      return
    }
    const [before, after] = [ended[from], ended[to]]
    // While the object is outside, boxes that are no keyframes say nothing.
    if (box.isOutside) return
    if (!before || !after || !isBetween(box, before, after)) kept.push(lineBox(box, false))
  })
  return { interpolationMode: 'linear', boxes: kept, ...(groupId && Number.isSafeInteger(groupId) && { groupId }) }
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
    (box.attributes.length + from.attributes.length === 0 ||
      JSON.stringify(box.attributes) === JSON.stringify(from.attributes))
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
