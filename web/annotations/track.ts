import { boxAt, type Box, type StoredBox } from '../../src/annotations/sequences/sequence.js'
import { listsAfter, type Edit } from './stretches.js'

/**
 * The part of a track that a window contains: its boxes there, the keyframes next to it, and the rules between them.
 */
export interface Track {
  id: string
  version: number
  document: { boxes: StoredBox[] } & Record<string, unknown>
  /** The first frame of the known boxes, and `last` the last one; 0 and -1 without boxes. */
  first: number
  last: number
}

/** A track in the server's response for a window. */
export interface SequenceAnswer extends Record<string, unknown> {
  id: string
  version: number
  /** Six numbers for each box: frame, x, y, width, height, and flags (1 a keyframe, plus 2 hidden, plus 4 occluded). */
  boxes: number[]
}

/** An edit of one track that is shown before the server has stored it. */
export interface Change extends Edit {
  id: string
}

/** Returns the track after an edit, as the server computes it: members that a keyframe omits keep their values. */
export function changed(track: Track, edit: Edit): Track {
  const { document } = track
  const toSet = new Map(edit.upsert.map((box) => [box.frameNumber, box]))
  const before = new Map(document.boxes.map((box) => [box.frameNumber, box]))
  const kept = document.boxes.filter(({ frameNumber }) => !toSet.has(frameNumber) && !edit.gone.includes(frameNumber))
  const set = edit.upsert.map(({ extra, ...box }) => {
    return { ...before.get(box.frameNumber), ...extra, ...box, isKeyframe: true }
  })
  const boxes = [...kept, ...set].sort((a, b) => a.frameNumber - b.frameNumber)
  return withSpan({ ...track, document: { ...document, ...listsAfter(document, edit), boxes } })
}

/** Decodes a track of the server's response; its boxes are sorted by frame. */
export function trackOf({ id, version, boxes: numbers, ...rules }: SequenceAnswer): Track {
  const boxes: StoredBox[] = []
  for (let at = 0; at < numbers.length; at += 6) {
    const [frameNumber = 0, x = 0, y = 0, width = 0, height = 0, standing = 1] = numbers.slice(at, at + 6)
    const [isKeyframe, isHidden, isOccluded] = [1, 2, 4].map((flag) => (standing & flag) !== 0)
    const occluded = isOccluded ? { occluded: true } : {}
    boxes.push({ frameNumber, x, y, width, height, isKeyframe, visible: !isHidden, ...occluded })
  }
  boxes.sort((a, b) => a.frameNumber - b.frameNumber)
  return withSpan({ id, version, document: { ...rules, boxes }, first: 0, last: 0 })
}

/** Returns the track with `first` and `last` computed from its boxes, which must be sorted by frame. */
export function withSpan(track: Track): Track {
  const { boxes } = track.document
  return { ...track, first: boxes[0]?.frameNumber ?? 0, last: boxes.at(-1)?.frameNumber ?? -1 }
}

/** Returns the interpolated box of a track on a frame, in a gap with `visible: false`; null outside of its frames. */
export function boxOf(track: Track, frame: number): Box | null {
  return frame < track.first || frame > track.last ? null : boxAt(track.document, frame)
}

/** Returns the box of a track on a frame; in a gap or outside of its frames, the nearest keyframe's box as a ghost. */
export function boxOrNearest(track: Track, frame: number): { box: StoredBox; isGhost: boolean } | undefined {
  const box = boxOf(track, frame)
  if (box?.visible) return { box, isGhost: false }
  const keys = track.document.boxes.filter((one) => one.isKeyframe !== false)
  const away = (one: StoredBox) => Math.abs(one.frameNumber - frame)
  const [nearest] = keys.sort((a, b) => away(a) - away(b))
  return nearest && { box: nearest, isGhost: true }
}

/** Returns the keyframe that is stored for a frame. */
export function keyframeAt(track: Track, frame: number): StoredBox | undefined {
  return track.document.boxes.find((box) => box.frameNumber === frame && box.isKeyframe !== false)
}

/**
 * Returns what the last keyframe before a frame says of it that a new keyframe there would end: whether the track is
 * occluded.
 */
export function heldBefore(track: Track, frame: number): { extra?: { occluded: true } } {
  const last = track.document.boxes.findLast((box) => box.frameNumber < frame && box.isKeyframe !== false)
  return last?.['occluded'] === true ? { extra: { occluded: true } } : {}
}

/** Returns the frame numbers of the known keyframes, ascending. */
export function keyframesOf(track: Track): number[] {
  return track.document.boxes.filter((box) => box.isKeyframe !== false).map(({ frameNumber }) => frameNumber)
}
