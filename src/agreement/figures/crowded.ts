import { ascending } from './ascending.js'
import { BoxPair, segmentOn } from './box-pair.js'
import { longer } from '../../lib/longer.js'
import type { Tracks } from './tracks.js'
import type { PairTable } from './pair-table.js'
import { Runs } from './runs.js'

// Most tracks meet one track of the other persona at a time, which meets no other. What such a pair adds to the figures
// does not depend on other pairs. Only the other frames are visited with all pairs together.

/** The frames on which a track may overlap two or more tracks: ascending intervals for each track. */
interface Busy {
  /** The intervals of track t are those from `starts[t]` up to, but not including, `starts[t + 1]`. */
  starts: Int32Array
  first: Runs['first']
  last: Runs['last']
}

/**
 * Divides runs, which are in the order of their first frames, into parts on which both tracks can overlap only each
 * other, and others.
 */
export function splitRuns(runs: Runs, table: PairTable, step: number): { alone: Runs; crowded: Runs } {
  const sides = [busyOf(runs, table.first, table.size, step), busyOf(runs, table.second, table.size, step)] as const
  const [alone, crowded] = [new Runs(), new Runs()]
  for (let run = 0; run < runs.size; run++) {
    const [pair, last] = [runs.pair[run]!, runs.last[run]!]
    const tracks = [table.first[pair]!, table.second[pair]!] as const
    let frame = runs.first[run]!
    while (frame <= last) {
      // The next frame on which one of the tracks is busy, and until when it is.
      let [since, until] = [Infinity, -1]
      for (const side of [0, 1] as const) {
        const { first, last: ends } = sides[side]
        const at = nextInterval(sides[side], tracks[side], frame)
        if (at < 0) continue
        if (first[at]! <= frame) until = Math.max(until, ends[at]!)
        since = Math.min(since, first[at]!)
      }
      const end = Math.min(last, until >= 0 ? until : since - step)
      if (until >= 0) crowded.add(pair, frame, end)
      else alone.add(pair, frame, end)
      frame = end + step
    }
  }
  return { alone, crowded }
}

/** Returns the first interval of a track that ends at or after the frame; -1 for a track that has no such interval. */
function nextInterval({ starts, last }: Busy, track: number, frame: number): number {
  const end = starts[track + 1]!
  let [low, high] = [starts[track]!, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (last[middle]! < frame) low = middle + 1
    else high = middle
  }
  return low < end ? low : -1
}

function busyOf(runs: Runs, trackOf: Int32Array, pairs: number, step: number): Busy {
  const tracks = trackOf.subarray(0, pairs).reduce((most, track) => Math.max(most, track + 1), 0)
  const ends = new Int32Array(tracks + 1)
  for (let run = 0; run < runs.size; run++) ends[trackOf[runs.pair[run]!]! + 1]! += 1
  for (let track = 0; track < tracks; track++) ends[track + 1]! += ends[track]!
  // Runs by track; afterwards, entry t of `ends` is the end of the runs of track t.
  const order = new Int32Array(runs.size)
  for (let run = 0; run < runs.size; run++) order[ends[trackOf[runs.pair[run]!]!]!++] = run
  const busy = new Runs()
  const starts = new Int32Array(tracks + 1)
  let at = 0
  for (let track = 0; track < tracks; track++) {
    starts[track] = busy.size
    let seen = -Infinity
    for (; at < ends[track]!; at++) {
      const [first, last] = [runs.first[order[at]!]!, runs.last[order[at]!]!]
      const until = Math.min(last, seen)
      if (first <= until) {
        const before = busy.size - 1
        if (before >= starts[track]! && first <= busy.last[before]! + step)
          busy.last[before] = Math.max(busy.last[before]!, until)
        else busy.add(track, first, until)
      }
      seen = Math.max(seen, last)
    }
  }
  starts[tracks] = busy.size
  return { starts, first: busy.first, last: busy.last }
}

/** The pairs of boxes that overlap on a frame: their pair of tracks, common area and IoU. */
class Overlaps {
  size = 0
  pair = new Int32Array(64)
  area = new Float64Array(64)
  iou = new Float64Array(64)

  add(pair: number, area: number, iou: number): void {
    if (this.size === this.pair.length) {
      this.pair = longer(this.pair)
      this.area = longer(this.area)
      this.iou = longer(this.iou)
    }
    this.pair[this.size] = pair
    this.area[this.size] = area
    this.iou[this.size] = iou
    this.size += 1
  }
}

/** The runs that have begun and not ended, and the segments that show the tracks of each. */
class OpenRuns {
  size = 0
  run = new Int32Array(64)
  segment = new Int32Array(64)
  other = new Int32Array(64)

  add(run: number, segment: number, other: number): void {
    if (this.size === this.run.length) {
      this.run = longer(this.run)
      this.segment = longer(this.segment)
      this.other = longer(this.other)
    }
    this.run[this.size] = run
    this.segment[this.size] = segment
    this.other[this.size] = other
    this.size += 1
  }

  /** Leaves out the runs that end before a frame. */
  close(last: Int32Array, frame: number): void {
    const { size } = this
    this.size = 0
    for (let at = 0; at < size; at++)
      if (last[this.run[at]!]! >= frame) this.add(this.run[at]!, this.segment[at]!, this.other[at]!)
  }
}

type Both = readonly [first: Tracks, second: Tracks]

/**
 * Calls `visit` for the frames of runs, in order, with the pairs that overlap there. Successive frames on which nothing
 * changes are visited once, with their number.
 */
export function eachFrame(
  runs: Runs,
  table: PairTable,
  [{ segments: one }, { segments: other }]: Both,
  step: number,
  visit: (overlaps: Overlaps, frames: number) => void,
): void {
  const order = ascending(runs.first, runs.size)
  const boxes = new BoxPair(one, other)
  const [open, overlaps] = [new OpenRuns(), new Overlaps()]
  let [next, frame] = [0, 0]
  while (next < order.length || open.size) {
    if (!open.size) frame = runs.first[order[next]!]!
    for (; next < order.length && runs.first[order[next]!] === frame; next++) {
      const run = order[next]!
      const pair = runs.pair[run]!
      open.add(run, segmentOn(one, table.first[pair]!, frame), segmentOn(other, table.second[pair]!, frame))
    }
    let until = next < order.length ? runs.first[order[next]!]! - step : Infinity
    for (let at = 0; at < open.size; at++) until = Math.min(until, runs.last[open.run[at]!]!)
    while (frame <= until) {
      let end = until
      overlaps.size = 0
      for (let at = 0; at < open.size; at++) {
        while (one.last[open.segment[at]!]! < frame) open.segment[at]! += 1
        while (other.last[open.other[at]!]! < frame) open.other[at]! += 1
        const isOverlap = boxes.measure(open.segment[at]!, open.other[at]!, frame, end)
        if (isOverlap) overlaps.add(runs.pair[open.run[at]!]!, boxes.area, boxes.iou)
        end = boxes.until
      }
      visit(overlaps, (end - frame) / step + 1)
      frame = end + step
    }
    open.close(runs.last, frame)
  }
}

/** Calls `visit` for the frames of runs, run by run, on which the boxes of a pair overlap. */
export function eachOverlap(
  runs: Runs,
  table: PairTable,
  [{ segments: one }, { segments: other }]: Both,
  step: number,
  visit: (pair: number, area: number, iou: number, frames: number) => void,
): void {
  const boxes = new BoxPair(one, other)
  for (let run = 0; run < runs.size; run++) {
    const [pair, last] = [runs.pair[run]!, runs.last[run]!]
    let frame = runs.first[run]!
    let [a, b] = [segmentOn(one, table.first[pair]!, frame), segmentOn(other, table.second[pair]!, frame)]
    while (frame <= last) {
      while (one.last[a]! < frame) a += 1
      while (other.last[b]! < frame) b += 1
      const isOverlap = boxes.measure(a, b, frame, last)
      if (isOverlap) visit(pair, boxes.area, boxes.iou, (boxes.until - frame) / step + 1)
      frame = boxes.until + step
    }
  }
}
