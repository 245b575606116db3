import { AppError } from '../lib/errors.js'

/**
 * E-02: on routes that forward to the model service, `error` names the fault and `message` tells it. Other errors stay.
 */
export function namedFault(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith('MODEL_SERVICE_')) return error
  return new AppError(error.code, error.message, { extra: { ...error.extra, error: error.code }, cause: error.cause })
}
