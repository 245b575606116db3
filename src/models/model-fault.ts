import { isErrno } from '@parallax/shared/errno.js'
import { AppError } from '../lib/errors.js'
import { parseStorable } from '../lib/storable.js'

const unavailable = 'Model service is unavailable'

/** The call was not sent: the model service has not received it, so it can be repeated safely. */
export class NotAsked extends AppError {
  constructor(cause?: unknown) {
    super('MODEL_SERVICE_UNREACHABLE', unavailable, { cause })
  }
}

/** Error codes of connections that were never established. */
const beforeTheCall = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/**
 * Returns the error for a failed connection: MODEL_SERVICE_TIMEOUT, NotAsked if the connection was never established,
 * else MODEL_SERVICE_UNREACHABLE; a fault of the answer is returned as it is.
 */
export function connectionFault(cause: unknown, timedOut: boolean): AppError {
  if (cause instanceof AppError) return cause
  if (timedOut) return new AppError('MODEL_SERVICE_TIMEOUT', 'The model service did not answer in time', { cause })
  if (isErrno(cause, ...beforeTheCall)) return new NotAsked(cause)
  return new AppError('MODEL_SERVICE_UNREACHABLE', unavailable, { cause })
}

/**
 * Returns the error for an answer outside 2xx: VALIDATION_ERROR for 400 and 422, NOT_FOUND for 404, else
 * MODEL_SERVICE_ERROR. Its `extra.upstreamStatus` is the status of the model service, and its message the `detail` of
 * the answer.
 */
export function modelServiceRefusal(status: number, text: string): AppError {
  const detail = detailOf(text) ?? `The model service answered ${status}`
  const extra = { upstreamStatus: status }
  if (status === 400 || status === 422) return new AppError('VALIDATION_ERROR', detail, { extra })
  if (status === 404) return new AppError('NOT_FOUND', detail, { extra })
  return new AppError('MODEL_SERVICE_ERROR', detail, { extra })
}

function detailOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const detail = body !== null && typeof body === 'object' && 'detail' in body ? body.detail : undefined
    return typeof detail === 'string' && detail !== '' ? detail.slice(0, 2000) : undefined
  } catch {
    // Not JSON: the message contains only the status.
    return undefined
  }
}

/**
 * Parses an answer as a JSON object or array; throws MODEL_SERVICE_BAD_RESPONSE for anything else. Characters that the
 * database cannot store are cleaned instead of refused: a model occasionally splits a character, and its work has been
 * paid for.
 */
export function parseAnswer(text: string): unknown {
  let value: unknown
  try {
    value = parseStorable(text)
  } catch (cause) {
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service gave an answer that is not JSON', { cause })
  }
  if (value !== null && typeof value === 'object') return value
  throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service gave an answer that is not an object')
}
