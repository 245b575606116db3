import type { Period } from './time-line.js'

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

/** A mark of the axis: its place, 0 to 1 from the left, and its moment. */
export interface AxisMark {
  at: number
  date: Date
  unit: Unit
  /** Whether it is the first mark of its day or year, which is then written beside it. */
  isNew: boolean
}

/** In milliseconds; those of a day and longer are the least. */
const lengths: Record<Unit, number> = {
  ...{ second: 1000, minute: 60_000, hour: 3_600_000 },
  ...{ day: 86_400_000, month: 28 * 86_400_000, year: 365 * 86_400_000 },
}

/** The distances between marks; years follow in steps of 1, 2 and 5. Weeks begin anew with each month. */
const steps: readonly (readonly [Unit, number])[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => ['second', n] as const),
  ...[1, 2, 5, 10, 15, 30].map((n) => ['minute', n] as const),
  ...[1, 2, 3, 6, 12].map((n) => ['hour', n] as const),
  ...[1, 2, 7, 14].map((n) => ['day', n] as const),
  ...[1, 3, 6].map((n) => ['month', n] as const),
  ...[1, 10, 100, 1000, 10_000, 100_000].flatMap((n) => [1, 2, 5].map((one) => ['year', one * n] as const)),
]

/** Returns the marks of a period at round moments of the local time zone, at most `most` and a few. */
export function axisOf({ from, span }: Period, most: number): AxisMark[] {
  const [unit, n] = steps.find(([one, count]) => lengths[one] * count >= span / most) ?? steps.at(-1)!
  const dates = (unit in exact ? timesOfDay : calendarDays)(from, from + span, unit, n)
  let before: string | undefined
  return dates.map((date) => {
    const group = unit in exact ? date.toDateString() : String(date.getFullYear())
    const isNew = unit !== 'year' && group !== before
    before = group
    return { at: (date.getTime() - from) / span, date, unit, isNew }
  })
}

/** The units that always have the same length. */
const exact = { second: true, minute: true, hour: true }

/** Returns the moments at which the local clock shows multiples of a length. */
function timesOfDay(from: number, to: number, unit: Unit, n: number): Date[] {
  const step = lengths[unit] * n
  const rounded = (ms: number) => {
    const offset = new Date(ms).getTimezoneOffset() * 60_000
    return Math.floor((ms - offset) / step) * step + offset
  }
  const found = new Set<number>()
  for (let ms = from; ms < to + step; ms += step) found.add(rounded(ms))
  return [...found].filter((ms) => ms >= from && ms <= to).map((ms) => new Date(ms))
}

/** Returns the beginnings of days, months or years. */
function calendarDays(from: number, to: number, unit: Unit, n: number): Date[] {
  const first = new Date(from)
  const [year, month] = [first.getFullYear(), first.getMonth()]
  const begin = unit === 'year' ? Math.floor(year / n) * n : year
  const found: Date[] = []
  for (let i = 0; ; i++) {
    const start = unit === 'year' ? dayIn(begin + i * n, 0, 1) : dayIn(year, unit === 'day' ? month + i : i * n, 1)
    if (!(start.getTime() <= to)) return found.filter((date) => date.getTime() >= from && date.getTime() <= to)
    if (unit === 'day') found.push(...daysOf(start, n))
    else found.push(start)
  }
}

/** Returns every n-th day of a month; a rest of a few days at its end has none. */
function daysOf(month: Date, n: number): Date[] {
  const [year, of] = [month.getFullYear(), month.getMonth()]
  const last = dayIn(year, of + 1, 0).getDate()
  const count = n === 1 ? last : Math.floor(last / n)
  return Array.from({ length: count }, (_one, i) => dayIn(year, of, 1 + i * n))
}

/** Returns the beginning of a day; years before 100 are themselves, not those of the last century. */
function dayIn(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1)
  date.setFullYear(year, month, day)
  return date
}
