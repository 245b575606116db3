import { AppError } from './errors.js'

/**
 * Returns the error for a stale If-Match: status 412 with the current version. If-Match is optional on resources that
 * clients edit.
 */
export function staleVersion(currentVersion: number): AppError {
  return new AppError('PRECONDITION_FAILED', `The resource is at version ${currentVersion}`, {
    extra: { currentVersion },
  })
}

/** The number of attempts of a write whose statement wrote nothing although no reason for a refusal is found. */
export const mostAttempts = 3
