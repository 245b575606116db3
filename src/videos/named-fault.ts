import { AppError } from '../lib/errors.js'

/**
 * Returns a fault of the model service in the form of routes that forward to it: the member `error` has the fault's
 * code and `message` describes it (E-02). Other errors are returned unchanged.
 */
export function namedFault(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith('MODEL_SERVICE_')) return error
  return new AppError(error.code, error.message, { extra: { ...error.extra, error: error.code }, cause: error.cause })
}
