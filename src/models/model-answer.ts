import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../lib/errors.js'
import { compileBody, fieldErrors } from '../lib/validate.js'

/** The answer as its documented shape; MODEL_SERVICE_BAD_RESPONSE naming the first field that is not. */
export function checkAnswer<S extends TSchema>(schema: S, answer: unknown): Static<S> {
  const check = compileBody(schema)
  if (check(answer)) return answer
  const [fault] = fieldErrors(check.errors ?? [])
  throw new AppError(
    'MODEL_SERVICE_BAD_RESPONSE',
    `The model service gave an answer of another shape: ${fault?.field ?? ''} ${fault?.message ?? ''}`.trim(),
  )
}
