import { frameAt, startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { useMemo, useSyncExternalStore } from 'react'
import { clockTime } from '../videos/clock-time.js'
import type { Player } from '../videos/player.js'
import { windowSize } from './track-store.js'

/** The frames that the timeline shows. */
export interface View {
  from: number
  /** The number of visible frames. */
  span: number
}

/** Returns the numbers of frames that the timeline can show at once, ascending; the last one is the whole video. */
export function spansOf(count: number): number[] {
  const some = [60, 120, 300, windowSize]
  for (let span = windowSize * 3; span < count; span *= 3) some.push(span)
  return count <= windowSize ? some : [...some.filter((span) => span < count), count]
}

/** Returns the visible frames: the part of the video of this length that contains the current frame. */
export function useView(player: Player, span: number): View {
  const from = useSyncExternalStore(player.subscribe, () => {
    const { frame } = player.snapshot()
    if (span > windowSize) return Math.floor(frame / span) * span
    const first = Math.floor(frame / windowSize) * windowSize
    return first + Math.floor((frame - first) / span) * span
  })
  const shown = Math.min(span, Math.max(1, player.last + 1 - from))
  return useMemo(() => ({ from, span: shown }), [from, shown])
}

/** The least width of the bar of a track, in pixels, with which it is seen in an hour of video. */
const leastBar = 6

/** Returns the CSS position of the bar from one frame to another, which is clipped to the view. */
export function barOf({ from, span }: View, first: number, last: number) {
  const share = (frame: number) => Math.max(0, Math.min(1, (frame - from) / span)) * 100
  const [start, end] = [share(first), share(last + 1)]
  return { left: `min(${start}%, 100% - ${leastBar}px)`, width: `max(${end - start}%, ${leastBar}px)` }
}

/** A mark of a ruler: its place, 0 to 1 from the left, and its text. */
export interface Mark {
  at: number
  text: string
}

/** Returns the marks of frames at round distances, `most` at most, each in the middle of its frame. */
export function frameMarksOf({ from, span }: View, most: number): Mark[] {
  const least = span / most
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  const distance = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least)!
  return multiplesOf(distance, from, from + span - 1).map((frame) => ({
    at: (frame - from + 0.5) / span,
    text: String(frame),
  }))
}

/** The distances between marks of times, in seconds; beyond the last one, whole hours. */
const distances = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** Returns the marks of times at round distances, `most` at most, each at the start of the frame that is shown then. */
export function timeMarksOf({ from, span }: View, most: number, clock: FrameClock): Mark[] {
  const [begin, end] = [startOf(clock, from), startOf(clock, from + span - 1)]
  const least = (end - begin) / most
  const distance = distances.find((one) => one >= least) ?? Math.ceil(least / 3600) * 3600
  return multiplesOf(distance, begin, end).map((seconds) => ({
    at: (frameAt(clock, seconds) - from) / span,
    text: clockTime(seconds).slice(0, distance < 1 ? -2 : -4),
  }))
}

/** Returns the multiples of a distance from `begin` to `end`. */
function multiplesOf(distance: number, begin: number, end: number): number[] {
  const first = Math.ceil(begin / distance)
  const count = Math.floor(end / distance) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_one, at) => (first + at) * distance)
}
