import { inRows } from '../lib/in-rows.js'
import type { Document } from '../lib/documents.js'
import type { Thing, Things } from '../personas/thing.js'

/** A time, or an event that starts or ends at one. */
export interface LineObject {
  list: 'times' | 'events'
  key: string
  name: string
}

/** An object on the line, from one moment to another, in milliseconds since 1970. */
export interface LineItem extends LineObject {
  from: number
  to: number
}

/** A part of the line, in milliseconds. */
export interface Period {
  from: number
  span: number
}

/** Returns the times and events of a world that have moments, the earliest first, and those that have none. */
export function lineOf(lists: Things['lists']): { items: LineItem[]; others: LineObject[] } {
  const times = new Map((lists['times'] ?? []).map(({ key, document }) => [key, momentsOf(document)]))
  const dated = (list: LineObject['list'], of: (thing: Thing) => Moments | undefined) =>
    (lists[list] ?? []).map((thing) => ({ list, key: thing.key, name: thing.name, ...of(thing) }))
  const events = (lists['events'] ?? []).filter(({ document }) => timesOf(document).length > 0)
  const all = [
    ...dated('times', ({ key }) => times.get(key)),
    ...events.map(({ key, name, document }) => ({ list: 'events' as const, key, name, ...ofEvent(document, times) })),
  ]
  const items = all.filter((one): one is LineItem => one.from !== undefined)
  const others = all.filter(({ from }) => from === undefined)
  return { items: items.sort((a, b) => a.from - b.from || b.to - a.to), others }
}

interface Moments {
  from: number
  to: number
}

/** Returns the first and the last moment of a time; a vague one has those that it may have at most. */
function momentsOf({ value, start, end, vaguenessDetail }: Document): Moments | undefined {
  const { bounds } = (vaguenessDetail ?? {}) as { bounds?: Document | null }
  const { earliest, latest, typical } = bounds ?? {}
  const from = firstIn(start, value, earliest, typical, end, latest)
  const to = firstIn(end, value, latest, typical, start, earliest)
  return from === undefined || to === undefined ? undefined : { from: Math.min(from, to), to: Math.max(from, to) }
}

/** Returns the first of some texts that is a moment. */
const firstIn = (...texts: unknown[]) =>
  texts.map((text) => (typeof text === 'string' ? Date.parse(text) : NaN)).find((ms) => !Number.isNaN(ms))

/** Returns the keys of the times at which an event starts and ends, as far as it has them. */
const timesOf = ({ startTimeId, endTimeId }: Document) =>
  [startTimeId, endTimeId].filter((key): key is string => typeof key === 'string')

function ofEvent(event: Document, times: ReadonlyMap<string, Moments | undefined>): Moments | undefined {
  const moments = timesOf(event).flatMap((key) => times.get(key) ?? [])
  if (!moments.length) return undefined
  return { from: Math.min(...moments.map(({ from }) => from)), to: Math.max(...moments.map(({ to }) => to)) }
}

const [second, minute, day] = [1000, 60_000, 86_400_000]

/** Returns the period with all items, and some room at both ends. */
export function wholeOf(items: readonly LineItem[]): Period {
  const first = items.reduce((least, { from }) => Math.min(least, from), Infinity)
  const last = items.reduce((most, { to }) => Math.max(most, to), -Infinity)
  const span = first === last ? day : Math.max(minute, last - first)
  const middle = (first + last) / 2
  return { from: middle - span * 0.55, span: span * 1.1 }
}

/** Returns the period after zooming by a factor at a place, 0 to 1 from the left; it keeps to the whole. */
export function zoomed(period: Period, factor: number, at: number, whole: Period): Period {
  const span = Math.max(10 * second, Math.min(whole.span, period.span * factor))
  return within({ from: period.from + (period.span - span) * at, span }, whole)
}

/** Returns the period after zooming by a factor with a place of it, 0 to 1 from the left, in the middle. */
export function centred(period: Period, factor: number, at: number, whole: Period): Period {
  const { span } = zoomed(period, factor, at, whole)
  return within({ from: period.from + period.span * at - span / 2, span }, whole)
}

/** Returns the period after moving it by a share of its length; it keeps to the whole. */
export const moved = ({ from, span }: Period, share: number, whole: Period): Period =>
  within({ from: from + span * share, span }, whole)

/**
 * Returns the place, 0 to 1 from the left, at which to zoom so that something stays in view: the one nearest to `near`
 * that an item in the period has, or else `near` itself.
 */
export function anchorOf(items: readonly Moments[], { from, span }: Period, near = 0.5): number {
  const wanted = from + near * span
  const moments = items.flatMap((one) =>
    one.to >= from && one.from <= from + span ? [Math.max(one.from, from, Math.min(one.to, from + span, wanted))] : [],
  )
  const distance = (moment: number) => Math.abs(moment - wanted)
  const nearest = moments.reduce((one, other) => (distance(other) < distance(one) ? other : one), Infinity)
  return nearest === Infinity ? near : (nearest - from) / span
}

const within = ({ from, span }: Period, whole: Period): Period => ({
  from: Math.max(whole.from, Math.min(whole.from + whole.span - span, from)),
  span,
})

/** The most rows; what has no room in them is seen by zooming in. */
const mostRows = 12
/** Widths in pixels: of the bar of an instant, of the least that is pressed, and of a name by its letters. */
const [instant, least, letter, edge, longest] = [8, 24, 7, 14, 190]

/** An item as a button of a row, in pixels: the bar within it, and whether its name is before or on the bar. */
export interface PlacedItem extends LineItem {
  row: number
  left: number
  width: number
  bar: { left: number; width: number }
  name: string
  nameIs: 'on' | 'before' | 'after'
}

/** Places the items of a period as buttons that cover no other, with room for their names. */
export function placed(items: readonly LineItem[], { from, span }: Period, width: number): PlacedItem[] {
  if (width <= 0) return []
  const pixels = (ms: number) => (Math.max(0, Math.min(span, ms - from)) / span) * width
  const inPeriod = items.filter((one) => one.to >= from && one.from <= from + span)
  return inRows(
    inPeriod.map((item) => {
      const [first, last] = [pixels(item.from), pixels(item.to)]
      const long = Math.max(instant, last - first)
      // A bar that is wider than its time has it in the middle.
      const begin = Math.max(0, Math.min((first + last - long) / 2, width - long))
      const name = Math.min(longest, item.name.length * letter + edge)
      if (long >= name)
        return { ...item, left: begin, width: long, bar: { left: 0, width: long }, nameIs: 'on' as const }
      const whole = Math.max(least, long + name)
      if (begin + whole <= width)
        return { ...item, left: begin, width: whole, bar: { left: 0, width: long }, nameIs: 'after' as const }
      const left = Math.max(0, begin + long - whole)
      return { ...item, left, width: whole, bar: { left: begin - left, width: long }, nameIs: 'before' as const }
    }),
    mostRows,
  )
}
