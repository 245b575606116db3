/** The units of times that have passed, with the seconds from which each is used. */
const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Returns how long ago a moment was, in the largest unit of which at least one has passed; "now" below a minute. */
export function agoOf(when: string, locale: string, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const seconds = Math.max(0, (now - new Date(when).getTime()) / 1000)
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? ['second', Infinity]
  return words.format(-Math.floor(seconds / length), unit)
}
