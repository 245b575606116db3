import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../lib/errors.js'
import { compileBody, fieldErrors } from '../lib/validate.js'

/**
 * Returns the answer if it has the documented shape; throws MODEL_SERVICE_BAD_RESPONSE, which names the first field
 * that is wrong, if not.
 */
export function checkAnswer<S extends TSchema>(schema: S, answer: unknown): Static<S> {
  const check = compileBody(schema)
  if (check(answer)) return answer
  const [fault] = fieldErrors(check.errors ?? [])
  throw new AppError(
    'MODEL_SERVICE_BAD_RESPONSE',
    `The model service gave an answer of another shape: ${fault?.field ?? ''} ${fault?.message ?? ''}`.trim(),
  )
}
