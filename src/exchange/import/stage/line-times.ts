import { namesOf } from '../../../database/record.js'
import { isIsoTimestamp } from '../../../lib/validate.js'
import { summaryRecord } from '../../../summaries/summary.record.js'

/** Times of a summary beside those of its row, which are staged. */
const summaryTimes = namesOf(
  summaryRecord,
  ({ kind, exchanged }, name) => kind === 'time' && exchanged && name !== 'createdAt' && name !== 'updatedAt',
)

/** A summary whose times the database can hold. */
export function withValidTimes(data: Record<string, unknown>): Record<string, unknown> {
  const valid = { ...data }
  for (const name of summaryTimes) if (name in valid) valid[name] = timeOf(valid[name])
  return valid
}

/** What an export prints; on a day that every month has, so that the text is the time. */
const printed = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** A time that the database can hold, in the form that goes out again; anything else is null. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (printed.test(value) && value >= '0001') return value
  if (!isIsoTimestamp(value)) return null
  // Without an offset a time is UTC, wherever the server stands.
  const iso = new Date(/T\d\d:\d\d[\d:.]*$/i.test(value) ? `${value}Z` : value).toISOString()
  return iso >= '0001' && /^\d{4}-/.test(iso) ? iso : null
}
