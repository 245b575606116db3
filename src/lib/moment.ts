// Date.parse is not asked about texts of others: it takes 30 February for 1 March, and a time without an offset for one
// of the zone of the machine.

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i
/** What goes out, on a day that every month has: the text is the moment. */
const printed = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const firstYear = '0001'

/**
 * The moment that an ISO 8601 text says, in UTC with milliseconds: with any offset, without one in UTC, a date alone as
 * midnight (G-09). Null where the calendar has no such moment, or none in the years 0001 to 9999 of UTC.
 */
export function utcOf(text: string): string | null {
  if (printed.test(text) && text >= firstYear) return text
  const found = form.exec(text)
  if (!found) return null
  const [, day = '', minute = '00:00', second = '00', fraction = '', sign, hours = '00', minutes = '00'] = found
  // PostgreSQL knows no offset of sixteen hours or more.
  if (day < firstYear || hours > '15' || minutes > '59') return null
  const there = `${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const at = new Date(there)
  if (Number.isNaN(at.getTime()) || at.toISOString() !== there) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const utc = new Date(at.getTime() - offset).toISOString()
  // Years of more or fewer digits begin with a sign, which stands before any digit.
  return utc >= firstYear ? utc : null
}

export function isIsoTimestamp(text: string): boolean {
  return utcOf(text) !== null
}

/** The moment of a text that a door has looked at, to be reckoned with. */
export function dateOf(text: string): Date {
  return new Date(utcOf(text) ?? NaN)
}
