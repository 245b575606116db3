import { AppError } from '../lib/errors.js'

/**
 * E-02: on routes that forward to the model service, the member `error` carries the fault's code and `message`
 * describes it. Returns such a fault in this form; other errors are returned unchanged.
 */
export function namedFault(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith('MODEL_SERVICE_')) return error
  return new AppError(error.code, error.message, { extra: { ...error.extra, error: error.code }, cause: error.cause })
}
