import { inTurns, type Clock } from '../../../lib/fairness/turns.js'
import type { ToolBox, ToolTrack } from './tool-track.js'

/** A box as it is stored, with those members of other tools that differ from the defaults. */
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
  confidence?: number
  attributes?: Record<string, string>
}

/** The sequence of a track of another tool. */
export interface TrackSequence {
  interpolationMode: 'linear'
  boxes: LineBox[]
  groupId?: number
}

/**
 * Returns the sequence of a track. Keyframes stay keyframes; a box outside is a keyframe that is not visible. CVAT also
 * lists the boxes that it computes: those on the straight line between two keyframes are dropped. The others are kept
 * as boxes that are not keyframes or, if the file lists no box on some frames between, as keyframes, because those
 * frames would be computed from other keyframes. The last box is a keyframe, because nothing is shown after the last
 * keyframe; if a track only ends with a box outside, the box before it is the last.
 */
export async function sequenceOf({ boxes, groupId, step }: ToolTrack, clock: Clock): Promise<TrackSequence> {
  const listed = onePerFrame(await inOrder(boxes, clock))
  const ended = withoutEnd(listed, Math.max(step, await listedStep(listed, clock)))
  const count = ended.length
  const isKeyframe = (i: number) => {
    const [box, before, after] = [ended[i]!, ended[i - 1], ended[i + 1]]
    return (
      box.isKeyframe ||
      i === 0 ||
      !after ||
      opens(box, before) ||
      (!box.isOutside && after.isOutside && isApart(box, after))
    )
  }
  /** For each box the next keyframe after it. */
  const nexts = new Int32Array(count)
  let next = -1
  await inTurns(clock, count, (n) => {
    const i = count - 1 - n
    nexts[i] = next
    if (isKeyframe(i)) next = i
  })
  // For the stretch before a keyframe: whether some box lies elsewhere, and whether some frames have no box.
  const [elsewhere, apart] = [new Uint8Array(count), new Uint8Array(count)]
  let before: ToolBox | undefined
  await inTurns(clock, count, (i) => {
    const box = ended[i]!
    const at = isKeyframe(i) ? i : nexts[i]!
    if (i > 0 && isApart(ended[i - 1]!, box)) apart[at] = 1
    if (at === i) before = box
    else if (!box.isOutside && before && !isBetween(box, before, ended[at]!)) elsewhere[at] = elsewhere[i] = 1
  })
  const kept: LineBox[] = []
  await inTurns(clock, count, (i) => {
    const box = ended[i]!
    if (isKeyframe(i)) kept.push(lineBox(box, true))
    // While the object is outside, boxes that are not keyframes carry no information.
    else if (box.isOutside) return
    else if (elsewhere[nexts[i]!] && apart[nexts[i]!]) kept.push(lineBox(box, true))
    else if (elsewhere[i]) kept.push(lineBox(box, false))
  })
  return { interpolationMode: 'linear', boxes: kept, ...(groupId && Number.isSafeInteger(groupId) ? { groupId } : {}) }
}

const isApart = (before: ToolBox, box: ToolBox) => box.frame - before.frame > 1

/**
 * Returns the distance between the frames that the file lists: CVAT lists a box on every frame of the task, so that
 * boxes that are not keyframes are as close as its frames. 1 if the track has only keyframes.
 */
async function listedStep(boxes: readonly ToolBox[], clock: Clock): Promise<number> {
  let step = Infinity
  await inTurns(clock, boxes.length, (i) => {
    const [before, box] = [boxes[i - 1], boxes[i]!]
    if (before && !(before.isKeyframe && box.isKeyframe)) step = Math.min(step, box.frame - before.frame)
  })
  return Number.isFinite(step) ? step : 1
}

/** Returns the JSON of a sequence in pieces. */
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

/** The number of boxes that are written at a time. */
const writtenAtOnce = 16

/** The number of boxes that are sorted at a time. */
const sortedAtOnce = 2000

/** Returns the boxes sorted by frame. */
async function inOrder(boxes: readonly ToolBox[], clock: Clock): Promise<ToolBox[]> {
  const byFrame = (a: ToolBox, b: ToolBox) => a.frame - b.frame
  const parts: ToolBox[][] = []
  await inTurns(
    clock,
    Math.ceil(boxes.length / sortedAtOnce),
    (i) => void parts.push(boxes.slice(i * sortedAtOnce, (i + 1) * sortedAtOnce).sort(byFrame)),
    1,
  )
  // The sorted parts are runs that the sort detects and only merges.
  return parts.length === 1 ? parts[0]! : parts.flat().sort(byFrame)
}

/** Returns whether the object leaves or enters the picture with this box. */
const opens = (box: ToolBox, before: ToolBox | undefined) => box.isOutside !== (before?.isOutside ?? false)

/** Drops boxes outside at the end if the listed frame before them has a box; otherwise keeps the first of them. */
function withoutEnd(boxes: readonly ToolBox[], step: number): readonly ToolBox[] {
  let end = boxes.length
  while (end > 0 && boxes[end - 1]?.isOutside) end -= 1
  if (end === 0) return boxes
  const [last, first] = [boxes[end - 1], boxes[end]]
  return !first || !last || first.frame - last.frame <= step ? boxes.slice(0, end) : boxes.slice(0, end + 1)
}

/**
 * Unites the boxes of one frame: equal boxes count once. A visible box takes precedence over a box outside, and a
 * keyframe over a computed box. Boxes that contradict each other are kept, so that the track is refused.
 */
function onePerFrame(boxes: readonly ToolBox[]): readonly ToolBox[] {
  if (boxes.every((box, i) => box.frame !== boxes[i - 1]?.frame)) return boxes
  const kept: ToolBox[] = []
  for (const box of boxes) {
    const before = kept.at(-1)
    const one = before?.frame === box.frame ? united(before, box) : undefined
    if (one) kept[kept.length - 1] = one
    else kept.push(box)
  }
  return kept
}

function united(a: ToolBox, b: ToolBox): ToolBox | undefined {
  const isKeyframe = a.isKeyframe || b.isKeyframe
  if (a.isOutside !== b.isOutside) return { ...(a.isOutside ? b : a), isKeyframe }
  if (a.isKeyframe !== b.isKeyframe) return a.isKeyframe ? a : b
  const isSame = a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom
  return isSame ? { ...b, attributes: b.attributes.length ? b.attributes : a.attributes } : undefined
}

/** CVAT rounds corners to two decimals, even those of keyframes. */
const tolerance = 0.0201

/**
 * Returns whether a box is the computed box of its frame: on the line between two keyframes, and marked like the first.
 */
function isBetween(box: ToolBox, from: ToolBox, to: ToolBox): boolean {
  const t = (box.frame - from.frame) / (to.frame - from.frame)
  const lies = (of: (one: ToolBox) => number) => Math.abs(of(from) + (of(to) - of(from)) * t - of(box)) <= tolerance
  return (
    !from.isOutside &&
    lies((one) => one.left) &&
    lies((one) => one.top) &&
    lies((one) => one.right) &&
    lies((one) => one.bottom) &&
    box.isOccluded === from.isOccluded &&
    box.depth === from.depth &&
    // The lengths first, because many boxes may be compared with a keyframe that has very many attributes.
    box.attributes.length === from.attributes.length &&
    box.attributes.every(([name, value], i) => name === from.attributes[i]?.[0] && value === from.attributes[i]?.[1])
  )
}

/** Rounds to a millionth, because a width is the difference of two corners. */
const size = (value: number) => (Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value)

function lineBox(box: ToolBox, isKeyframe: boolean): LineBox {
  const { frame, left, top, right, bottom, isOutside, isOccluded, depth, attributes, confidence } = box
  return {
    ...{ frameNumber: frame, x: left, y: top, width: size(right - left), height: size(bottom - top), isKeyframe },
    ...(isOutside && { visible: false }),
    ...(isOccluded && { occluded: true }),
    ...(depth && { zOrder: depth }),
    ...(confidence !== undefined && { confidence }),
    ...(attributes.length && { attributes: Object.fromEntries(attributes) }),
  }
}
