import {
  compileSequence,
  motionSources,
  type MotionSource,
  type Sequence,
  type StoredBox,
} from '../../annotations/sequences/interpolate.js'
import { lowerBound } from '../../annotations/sequences/first-cover.js'
import { boxAt } from '../../annotations/sequences/sequence.js'
import { spansSeen } from '../../annotations/sequences/track-boxes.js'
import { BoxReader, columns } from './box-reader.js'
import { firstAtOrAfter, lastAtOrBefore, type ComparedFrames } from './frames.js'
import { Stretches } from './stretches.js'
import type { Segments } from './tracks.js'

// The boxes of a track are kept as segments: stretches of compared frames between two keyframes, from which the box of
// each frame is computed when it is needed. So a track takes as much memory as its keyframes, not as its frames.

/** The number of boxes at which reading was given up. */
export interface TooManyBoxes {
  tooMany: number
}

/** The boxes of one track while they are collected. */
interface Collected {
  first: number[]
  last: number[]
  since: number[]
  until: number[]
  boxes: number[]
  motion: number[]
}

/**
 * Returns the segments of sequences of boxes. Boxes that are not visible, and boxes without area, are left out. Returns
 * the number of boxes instead if there are more than `most`, before any box is computed.
 */
export function segmentsOf(
  sequences: readonly unknown[],
  frames: ComparedFrames,
  most: number,
): Segments | TooManyBoxes {
  const made: Collected = { first: [], last: [], since: [], until: [], boxes: [], motion: [] }
  const motions = new Map<string, number>()
  const sources: MotionSource[] = []
  const motionId = (source: MotionSource) => {
    const key = JSON.stringify(source)
    const id = motions.get(key) ?? sources.length
    if (id === sources.length) sources.push(source)
    motions.set(key, id)
    return id
  }
  const tracks = [0]
  let boxes = 0
  for (const document of sequences) {
    const sequence = compileSequence(document)
    const { sources: own, of } = motionSources(document, sequence.keyFrameNumbers)
    const ids = own.map(motionId)
    for (const [from, to] of spansSeen(sequence)) {
      const [first, last] = [firstAtOrAfter(frames, from), lastAtOrBefore(frames, to)]
      if (first > last) continue
      boxes += (last - first) / frames.step + 1
      if (boxes > most) return { tooMany: boxes }
      addSpan(made, sequence, frames, [first, last], (pair) => ids[of[pair]!]!)
    }
    tracks.push(made.first.length)
  }
  const segments = withArea(made, tracks, sources, frames.step)
  segments.latest = sequences.reduce<number>((latest, document, track) => {
    if (!segments.counts[track]) return latest
    const last = segments.last[segments.tracks[track + 1]! - 1]!
    return Math.max(latest, frames.step === 1 ? last : latestFrame(document, last, frames))
  }, -1)
  return segments
}

/** Returns the last frame on which a sequence is visible with an area, compared or not; `compared` is such a frame. */
function latestFrame(document: unknown, compared: number, { to }: ComparedFrames): number {
  for (const [first, last] of spansSeen(compileSequence(document)).reverse())
    for (let frame = Math.min(last, to); frame >= Math.max(first, compared + 1); frame--) {
      const box = boxAt(document, frame)
      if (box && box.width > 0 && box.height > 0) return frame
    }
  return compared
}

/** Adds the segments of a visible span, whose ends are compared frames. */
function addSpan(
  made: Collected,
  { keyframes, keyFrameNumbers, others, otherFrameNumbers }: Sequence,
  frames: ComparedFrames,
  [first, last]: readonly [number, number],
  motionAt: (pair: number) => number,
): void {
  let key = lowerBound(keyFrameNumbers, first + 1) - 1
  let other = lowerBound(otherFrameNumbers, first)
  let frame = first
  const add = (to: number, from: StoredBox, until: StoredBox, motion: number) => {
    made.first.push(frame)
    made.last.push(to)
    made.since.push(from.frameNumber)
    made.until.push(until.frameNumber)
    made.boxes.push(from.x, from.y, from.width, from.height, until.x, until.y, until.width, until.height)
    made.motion.push(motion)
  }
  const nextOther = (after: number) =>
    otherFrameNumbers[otherFrameNumbers[other] === after ? other + 1 : other] ?? Infinity
  while (frame <= last) {
    while ((keyFrameNumbers[key + 1] ?? Infinity) <= frame) key += 1
    while ((otherFrameNumbers[other] ?? Infinity) < frame) other += 1
    const [from, until] = [keyframes[key], keyframes[key + 1]]
    const stored = from?.frameNumber === frame ? from : otherFrameNumbers[other] === frame ? others[other] : undefined
    // Boxes that are stored take precedence over computed ones on their frame.
    const end = Math.min(last, lastAtOrBefore(frames, Math.min(until?.frameNumber ?? Infinity, nextOther(frame)) - 1))
    if (stored && (stored !== from || !until || end <= frame)) {
      add(frame, stored, stored, -1)
      frame += frames.step
    } else if (from && until) {
      add(end, from, until, motionAt(key))
      frame = end + frames.step
    } else frame += frames.step
  }
}

/** Leaves out the frames on which a box has no area, and measures the tracks. */
function withArea(
  made: Collected,
  tracks: readonly number[],
  motions: readonly MotionSource[],
  step: number,
): Segments {
  const all = arraysOf(made, tracks, motions)
  const reader = new BoxReader(all)
  const kept: Collected = { first: [], last: [], since: [], until: [], boxes: [], motion: [] }
  const still: number[] = []
  const stretches = new Stretches(step)
  const starts = [0]
  const [counts, areas]: [number[], number[]] = [[], []]
  const keep = (segment: number, first: number, last: number) => {
    kept.first.push(first)
    kept.last.push(last)
    kept.since.push(all.since[segment]!)
    kept.until.push(all.until[segment]!)
    for (let at = 0; at < columns; at++) kept.boxes.push(all.boxes[columns * segment + at]!)
    kept.motion.push(all.motion[segment]!)
    still.push(Number(reader.isStill(segment)))
  }
  for (let track = 0; track + 1 < tracks.length; track++) {
    let [count, area] = [0, 0]
    for (let segment = tracks[track]!; segment < tracks[track + 1]!; segment++) {
      const [first, last] = [all.first[segment]!, all.last[segment]!]
      if (reader.isStill(segment)) {
        const own = reader.areaAt(segment, first)
        if (!(own > 0)) continue
        keep(segment, first, last)
        stretches.add(first, last, reader)
        const frames = (last - first) / step + 1
        count += frames
        area += frames * own
        continue
      }
      let since = first
      for (let frame = first; frame <= last; frame += step) {
        const own = reader.areaAt(segment, frame)
        if (own > 0) {
          stretches.add(frame, frame, reader)
          count += 1
          area += own
        } else {
          if (since < frame) keep(segment, since, frame - step)
          since = frame + step
        }
      }
      if (since <= last) keep(segment, since, last)
    }
    stretches.endTrack()
    starts.push(kept.first.length)
    counts.push(count)
    areas.push(area)
  }
  return {
    ...arraysOf(kept, starts, motions),
    ...stretches.arrays(),
    still: Uint8Array.from(still),
    counts: Float64Array.from(counts),
    areas: Float64Array.from(areas),
  }
}

function arraysOf(made: Collected, tracks: readonly number[], motions: readonly MotionSource[]): Segments {
  return {
    tracks: Int32Array.from(tracks),
    first: Int32Array.from(made.first),
    last: Int32Array.from(made.last),
    since: Float64Array.from(made.since),
    until: Float64Array.from(made.until),
    boxes: Float64Array.from(made.boxes),
    motion: Int32Array.from(made.motion),
    motions,
    still: new Uint8Array(0),
    stretches: new Int32Array(0),
    stretchFirst: new Int32Array(0),
    stretchLast: new Int32Array(0),
    bounds: new Float64Array(0),
    counts: new Float64Array(0),
    areas: new Float64Array(0),
    latest: -1,
  }
}
