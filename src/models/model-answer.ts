import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../lib/errors.js'
import { compileBody, fieldErrors } from '../lib/validate.js'

/**
 * Returns the answer if it has the documented shape; otherwise throws MODEL_SERVICE_BAD_RESPONSE, naming the first
 * field that is invalid or too large.
 */
export function checkAnswer<S extends TSchema>(schema: S, answer: unknown): Static<S> {
  const check = compileBody(schema)
  try {
    if (check(answer)) return answer
  } catch (cause) {
    // Trees of claims are validated recursively.
    if (!(cause instanceof RangeError)) throw cause
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service gave an answer that is nested too deeply', {
      cause,
    })
  }
  const [fault] = fieldErrors(check.errors ?? [])
  throw new AppError(
    'MODEL_SERVICE_BAD_RESPONSE',
    `The model service gave an answer of another shape: ${fault?.field ?? ''} ${fault?.message ?? ''}`.trim(),
  )
}
