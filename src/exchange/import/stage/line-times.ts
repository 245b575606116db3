import { namesOf } from '../../../database/record.js'
import { utcOf } from '../../../lib/moment.js'
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

/** A time that the database can hold, in the form that goes out again; anything else is null (I-39). */
export function timeOf(value: unknown): string | null {
  return typeof value === 'string' ? utcOf(value) : null
}
