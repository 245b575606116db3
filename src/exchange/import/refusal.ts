import { AppError } from '../../lib/errors.js'

/** Returns the error for options that an import does not take, or that do not fit its file. */
export const refusal = (message: string): AppError =>
  new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })
