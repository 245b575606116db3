import { namesOf } from '../../../database/rows/record.js'
import { utcOf } from '../../../lib/moment.js'
import { summaryRecord } from '../../../summaries/summary.shape.js'
import { isObjectKind, type LineKind } from '../../line.shape.js'

/** The times of a summary other than createdAt and updatedAt, which are staged as columns. */
const summaryTimes = namesOf(
  summaryRecord,
  ({ kind, exchanged }, name) => kind === 'time' && exchanged && name !== 'createdAt' && name !== 'updatedAt',
)

const rowTimes = ['createdAt', 'updatedAt']

/** Returns the summary with each of these times in stored form, or null if it is invalid. */
export function withValidTimes(data: Record<string, unknown>): Record<string, unknown> {
  const valid = { ...data }
  for (const name of summaryTimes) if (name in valid) valid[name] = timeOf(valid[name])
  return valid
}

/**
 * Returns a warning for each field that should contain a timestamp but does not. createdAt and updatedAt fall back to
 * the time of the import; other fields are dropped (I-39). World objects keep theirs as sent, so they get none.
 */
export function timeFaults(kind: LineKind, data: Record<string, unknown>): string[] {
  if (isObjectKind(kind)) return []
  const faulty = (name: string) => data[name] !== undefined && data[name] !== null && timeOf(data[name]) === null
  const warning = (name: string, what: string) => `${name} is no ISO 8601 time with a date; ${what}`
  return [
    ...rowTimes.filter(faulty).map((name) => warning(name, 'the time of the import is used')),
    ...[...(kind === 'summary' ? summaryTimes : []), 'reviewedAt']
      .filter(faulty)
      .map((name) => warning(name, 'it is left out')),
  ]
}

/**
 * Returns a time that the database can store, in the form in which it will be exported again; null for anything else
 * (I-39).
 */
export function timeOf(value: unknown): string | null {
  return typeof value === 'string' ? utcOf(value) : null
}
