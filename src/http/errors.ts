import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { STATUS_CODES } from 'node:http'
import { asAppError } from '../refusals.js'
import { AppError, type ErrorCode } from '../lib/errors.js'
import { isOfLeaving } from './client-gone.js'
import { sendJson, sendText } from './send.js'

/**
 * The HTTP status of every error code (G-02). A route that documents another status sets `status` in the error's
 * `extra`.
 */
export const statusOf: Record<ErrorCode, number> = {
  VALIDATION_ERROR: 400,
  PARSE_ERROR: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  COST_LIMIT: 413,
  RATE_LIMITED: 429,
  ACCOUNT_LOCKED: 429,
  SERVER_BUSY: 503,
  DATABASE_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  INTERNAL_ERROR: 500,
  MODEL_SERVICE_ERROR: 500,
  MODEL_SERVICE_UNREACHABLE: 502,
  MODEL_SERVICE_BAD_RESPONSE: 502,
  MODEL_SERVICE_OUTPUT_MISSING: 502,
  MODEL_SERVICE_TIMEOUT: 504,
}

export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  [key: string]: unknown
}

/** Returns the documented JSON body of an error (G-01, G-03, G-18, E-04). */
function errorBody(error: AppError): ErrorBody {
  const { code, details, extra = {} } = error
  const { status: _status, taken: _taken, ...rest } = extra
  if (code === 'INTERNAL_ERROR' && error.cause !== undefined) {
    return { error: 'Internal server error', message: 'An unexpected error occurred', code }
  }
  if (details) return { error: 'Validation error', message: error.message, code, details, ...rest }
  if (code === 'RATE_LIMITED' || code === 'ACCOUNT_LOCKED') {
    const lock = code === 'ACCOUNT_LOCKED' && { details: { retryAfterSeconds: extra.retryAfter } }
    return { error: 'Rate limit exceeded', message: error.message, code, ...rest, ...lock }
  }
  return { error: error.message, message: error.message, code, ...rest }
}

/** Returns the HTTP status of an error: the one documented for its route, else that of its code. */
export function httpStatus(error: AppError): number {
  const status = error.extra?.status
  return typeof status === 'number' ? status : statusOf[error.code]
}

/**
 * Converts any thrown value into an AppError and sends it as the answer. Errors with a status of 500 or more are logged
 * with their cause.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asAppError(fromFastify(thrown))
  // 499, as in the logs of other servers: a client that disconnects is not a fault of the server.
  const gone = isOfLeaving(thrown, request.raw, reply.raw)
  const status = gone ? 499 : httpStatus(error)
  if (status >= 500) request.log.error({ err: error.cause ?? error }, error.message)
  const retryAfter = error.extra?.retryAfter
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  return sendErrorBody(request, reply, errorBody(error), status)
}

const problem = 'application/problem+json'

/**
 * Sends the body of an error; as problem details (RFC 9457) if the client accepts `application/problem+json` by name.
 * The documented members stay, as extensions, except those that have a name of the RFC.
 */
export function sendErrorBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ErrorBody,
  status: number,
): FastifyReply {
  const accepted = new Negotiator({ headers: { accept: request.headers.accept } }).mediaTypes()
  if (!accepted.includes(problem)) return sendJson(reply, JSON.stringify(body), status)
  const { error, message, ...members } = body
  const title = error === message ? STATUS_CODES[status] : error
  const details = { type: 'about:blank', title, status, detail: message, ...members }
  return sendText(reply.status(status).header('content-type', problem), JSON.stringify(details))
}

/** Translates Fastify's own errors into the documented ones (G-07, G-13, E-05). */
export function fromFastify(thrown: unknown): unknown {
  const code = thrown !== null && typeof thrown === 'object' && 'code' in thrown ? thrown.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', 'Payload too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('VALIDATION_ERROR', 'Content-Type must be application/json')
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new AppError('VALIDATION_ERROR', 'A request with the method QUERY must have a Content-Type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('VALIDATION_ERROR', 'Content-Length does not match the body')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('PARSE_ERROR', 'Invalid JSON body')
    case 'FST_ERR_BAD_URL':
      return new AppError('VALIDATION_ERROR', 'The path is not a valid URL')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('NOT_FOUND', 'No id is as long as a part of this path')
    default:
      return thrown
  }
}
