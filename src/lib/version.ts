import { AppError } from './errors.js'

/** 412 with the current version (design: optional If-Match on what people edit). */
export function staleVersion(currentVersion: number): AppError {
  return new AppError('PRECONDITION_FAILED', `The resource is at version ${currentVersion}`, {
    extra: { currentVersion },
  })
}
