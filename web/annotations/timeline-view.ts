import { useMemo, useSyncExternalStore } from 'react'
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

/** Returns about ten frames at most for the marks of a ruler, at round distances. */
export function marksOf({ from, span }: View): number[] {
  const least = span / 10
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  const distance = Math.max(
    1,
    [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least)!,
  )
  const first = Math.ceil(from / distance) * distance
  return Array.from(
    { length: Math.floor((from + span - 1 - first) / distance) + 1 },
    (_one, at) => first + at * distance,
  )
}
