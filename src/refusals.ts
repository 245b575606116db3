import { kinds, namesOf } from './kinds.js'
import {
  constraintOf,
  endedForAnother,
  fullDisk,
  isDatabaseAway,
  isMalformedUuid,
  isStackOverflow,
} from './lib/constraints.js'
import { isStatementTimeout, limits, sqlStateOf, tooLong } from './lib/constraints.js'
import { AppError, notFound } from './lib/errors.js'

const refusals: Readonly<Record<string, () => AppError>> = Object.assign(
  { fits_line: () => new AppError('VALIDATION_ERROR', tooLong.row) },
  ...kinds.map((kind) => kind.refusals),
)

/**
 * Returns the noun of the kind to which a foreign key refers, by the name that PostgreSQL gives it
 * (`claims_summary_id_fkey` is that of the column `summary_id`); undefined for other constraints.
 */
export function nounReferred(constraint: string): string | undefined {
  const [, column] = /^\w+?_((?:\w+_)?(?:id|by))_fkey$/.exec(constraint) ?? []
  if (column === undefined) return undefined
  if (column.endsWith('by')) return 'User'
  return kinds.find((kind) => namesOf(kind).some((name) => new RegExp(`(^|_)${name}_id$`).test(column)))?.noun
}

/** Returns the client's error for the violation of a constraint; undefined for constraints without a description. */
function refusalOf(constraint: string): AppError | undefined {
  const described = refusals[constraint]
  if (described) return described()
  const noun = nounReferred(constraint)
  return noun === undefined ? undefined : notFound(noun)
}

/**
 * Converts any thrown value to an AppError: an AppError stays as it is, violations of constraints become the errors
 * that the kinds describe, and the rest becomes INTERNAL_ERROR with its cause.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const refusal = refusalOf(constraintOf(error) ?? '')
  if (refusal) return refusal
  const beyond = limits[sqlStateOf(error) ?? ''] ?? (isStackOverflow(error) ? limits['54001'] : undefined)
  if (endedForAnother(error)) {
    const extra = { retryAfter: 1 }
    return new AppError('SERVER_BUSY', 'Others are changing the same things; try again', { extra, cause: error })
  }
  if (isStatementTimeout(error)) {
    const extra = { retryAfter: 10 }
    return new AppError('SERVER_BUSY', 'The database took too long to answer; try again', { extra, cause: error })
  }
  if (isDatabaseAway(error)) {
    const extra = { retryAfter: 2 }
    return new AppError('DATABASE_UNAVAILABLE', 'The database does not answer; try again', { extra, cause: error })
  }
  const full = fullDisk(error)
  if (full) return new AppError('STORAGE_FULL', `The disk of the ${full} is full; nothing was stored`, { cause: error })
  if (isMalformedUuid(error)) return new AppError('VALIDATION_ERROR', 'An id must be a UUID')
  if (beyond) return new AppError('VALIDATION_ERROR', beyond)
  return new AppError('INTERNAL_ERROR', 'An unexpected error occurred', { cause: error })
}
