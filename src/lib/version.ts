import { AppError } from './errors.js'

/**
 * Returns the error for a stale If-Match: status 412 with the current version. If-Match is optional on what clients
 * edit.
 */
export function staleVersion(currentVersion: number): AppError {
  return new AppError('PRECONDITION_FAILED', `The resource is at version ${currentVersion}`, {
    extra: { currentVersion },
  })
}

/** How often a write is tried whose statement wrote nothing, although nothing is found that would refuse it. */
export const mostAttempts = 3
