// Date.parse is not used on input of clients: it reads 30 February as 1 or 2 March, and a time without an offset in the
// local time zone of the machine.

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i
/** The date and the time of the basic format, which has no separators: 20240501T100000Z. */
const basicDate = /^(\d{4})(\d\d)(\d\d)(?=T|$)/i
const basicTime = /T(\d\d)(\d\d)(\d\d)?(?=[.,Z+-]|$)/i
const dayMs = 86_400_000
/** The form in which times are sent to clients, on a day that every month has: such a text needs no conversion. */
const printed = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const firstYear = '0001'

/**
 * Parses an ISO 8601 text, in the extended or the basic format, and returns it in UTC with milliseconds. Any offset is
 * accepted; a time without one is UTC, a date alone is midnight, and 24:00 is the end of its day (G-09). Returns null
 * for a time that the calendar does not have, or outside the years 0001 to 9999 of UTC.
 */
export function utcOf(text: string): string | null {
  if (printed.test(text) && text >= firstYear) return text
  const match = form.exec(extended(text))
  if (!match) return null
  const [, day = '', time = '00:00', second = '00', fraction = '', sign, hours = '00', minutes = '00'] = match
  // PostgreSQL does not accept offsets of sixteen hours or more.
  if (day < firstYear || hours > '15' || minutes > '59') return null
  const ends = time === '24:00'
  if (ends && !/^0*$/.test(second + fraction)) return null
  const minute = ends ? '00:00' : time
  const there = `${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const at = new Date(there)
  if (Number.isNaN(at.getTime()) || at.toISOString() !== there) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const utc = new Date(at.getTime() - offset + (ends ? dayMs : 0)).toISOString()
  // Years outside 0000 to 9999 are printed with a sign, which sorts before any digit.
  return utc >= firstYear ? utc : null
}

/** Converts a text from the basic to the extended format; returns any other text unchanged. */
function extended(text: string): string {
  if (!basicDate.test(text)) return text
  const withDate = text.replace(basicDate, '$1-$2-$3')
  return withDate.replace(basicTime, (_all, hour, minute, second) => `T${hour}:${minute}${second ? `:${second}` : ''}`)
}

/** Returns whether `utcOf` accepts the text. */
export function isIsoTimestamp(text: string): boolean {
  return utcOf(text) !== null
}

/** Returns a validated text as a Date for calculations; an invalid Date for any other text. */
export function dateOf(text: string): Date {
  return new Date(utcOf(text) ?? NaN)
}
