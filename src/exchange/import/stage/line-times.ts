import { namesOf } from '../../../database/record.js'
import { utcOf } from '../../../lib/moment.js'
import { summaryRecord } from '../../../summaries/summary.record.js'

/** The times of a summary besides createdAt and updatedAt, which are staged as columns. */
const summaryTimes = namesOf(
  summaryRecord,
  ({ kind, exchanged }, name) => kind === 'time' && exchanged && name !== 'createdAt' && name !== 'updatedAt',
)

/** Returns the summary with each of these times in stored form, or null where it is invalid. */
export function withValidTimes(data: Record<string, unknown>): Record<string, unknown> {
  const valid = { ...data }
  for (const name of summaryTimes) if (name in valid) valid[name] = timeOf(valid[name])
  return valid
}

/**
 * Returns a time that the database can hold, in the form in which it will be exported again; null for anything else
 * (I-39).
 */
export function timeOf(value: unknown): string | null {
  return typeof value === 'string' ? utcOf(value) : null
}
