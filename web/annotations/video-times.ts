import { frameAt, type FrameClock } from '@parallax/shared/frame-clock.js'
import type { EventsOfVideoQuery, TimesOfVideoQuery } from '../generated/graphql.js'
import { inRows } from '../lib/in-rows.js'
import type { View } from './timeline-view.js'

type Time = TimesOfVideoQuery['times']['nodes'][number]
type Event = EventsOfVideoQuery['events']['nodes'][number]
type Reference = NonNullable<Time['videoReferences']>[number]

/** A time of a world that can be seen in the video, on these frames. */
export interface VideoTime {
  id: string
  name: string
  first: number
  last: number
}

/**
 * Returns where times can be seen in a video, by the frames on which they begin. A time has the name of the events that
 * start at it, or else its own. Places outside of the video are left out.
 */
export function timesInVideo(
  times: readonly Time[],
  events: readonly Event[],
  videoId: string,
  clock: FrameClock,
): VideoTime[] {
  const started = new Map<string, string[]>()
  for (const { id, key, name, startTimeId } of events) {
    const time = `${worldOf(id)} ${startTimeId}`
    started.set(time, [...(started.get(time) ?? []), name ?? key])
  }
  return times
    .flatMap(({ id, key, label, videoReferences }) => {
      const name = started.get(`${worldOf(id)} ${key}`)?.join(', ') ?? (label || key)
      const places = (videoReferences ?? []).filter((one) => one.videoId === videoId)
      return places.flatMap((place, at): VideoTime[] => {
        const frames = framesOf(place, clock)
        return frames ? [{ id: `${id} ${at}`, name, ...frames }] : []
      })
    })
    .sort((a, b) => a.first - b.first || b.last - a.last)
}

const worldOf = (id: string) => id.slice(0, id.indexOf('/'))

/** Returns the frames of a reference, as far as the video has them; undefined if it has none of them. */
function framesOf({ frameNumber, frameRange, milliseconds, millisecondRange }: Reference, clock: FrameClock) {
  const frameOf = (ms: number) => frameAt(clock, ms / 1000)
  const frames =
    frameRange?.length === 2
      ? frameRange
      : typeof frameNumber === 'number'
        ? [frameNumber, frameNumber]
        : millisecondRange?.length === 2
          ? millisecondRange.map(frameOf)
          : typeof milliseconds === 'number'
            ? [frameOf(milliseconds), frameOf(milliseconds)]
            : []
  const [first = NaN, last = NaN] = frames.map((frame) => Math.floor(Number(frame)))
  if (!(first <= last && last >= 0 && first < clock.count)) return undefined
  return { first: Math.max(0, first), last: Math.min(clock.count - 1, last) }
}

/** The least width of the bar of a time, in pixels: the least that WCAG 2.2 asks of what is pressed. */
const leastWidth = 24

/** Where a bar is, in pixels from the left of the frames in view, and in which row. */
export interface PlacedTime extends VideoTime {
  row: number
  left: number
  width: number
}

/**
 * Places the times in view as bars, each in the first row where it covers no other. `width` is that of the frames in
 * view, in pixels. A short time has a bar of the least width, which stays in view at the right edge.
 */
export function barsOf(times: readonly VideoTime[], { from, span }: View, width: number): PlacedTime[] {
  if (width <= 0) return []
  const pixels = (frame: number) => (Math.max(0, Math.min(span, frame - from)) / span) * width
  const bars = times
    .filter(({ first, last }) => last >= from && first < from + span)
    .map((time) => {
      const begin = pixels(time.first)
      const wide = Math.max(leastWidth, pixels(time.last + 1) - begin)
      return { ...time, left: Math.max(0, Math.min(begin, width - wide)), width: wide }
    })
  return inRows(bars)
}
