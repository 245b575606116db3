import { AppError } from './errors.js'

/** Returns the error for a stale If-Match: PRECONDITION_FAILED (status 412) with the current version. */
export function staleVersion(currentVersion: number): AppError {
  return new AppError('PRECONDITION_FAILED', `The resource is at version ${currentVersion}`, {
    extra: { currentVersion },
  })
}

/** The maximum number of attempts of a write that changed no row although a check then finds no reason to refuse it. */
export const mostAttempts = 3
