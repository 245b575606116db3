import { statusOf } from './errors.js'

// The parts of the OpenAPI document that all routes share: errors, and headers of requests and responses.

export const errorSchema = {
  $id: 'Error',
  type: 'object',
  description: 'Body of every error response. Some routes add further properties.',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string', description: 'What is wrong, in short; often the same as `message`.' },
    message: { type: 'string', description: 'What is wrong, for people to read.' },
    code: {
      type: 'string',
      enum: Object.keys(statusOf),
      description: 'The kind of the error, for programs; the same as in GraphQL.',
    },
    details: {
      description:
        'With VALIDATION_ERROR: one entry for each refused field. With ACCOUNT_LOCKED: an object with ' +
        '`retryAfterSeconds`.',
      anyOf: [
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              field: { type: 'string', description: 'Where the refused value is, such as `annotations.3.label`.' },
              message: { type: 'string', description: 'What is wrong with it, for people to read.' },
            },
          },
        },
        { type: 'object', additionalProperties: true },
      ],
    },
    retryAfter: {
      type: 'integer',
      description: 'Seconds to wait before the request is repeated. Absent where waiting does not help.',
    },
  },
  additionalProperties: true,
}

const { error: _error, message: _message, ...extensions } = errorSchema.properties

export const problemSchema = {
  $id: 'Problem',
  type: 'object',
  description: 'Body of every error for clients that accept `application/problem+json` (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', description: 'Always `about:blank`: `code` says which error it is.' },
    title: { type: 'string', description: 'What is wrong, in short.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong, for people to read.' },
    ...extensions,
  },
  additionalProperties: true,
}

export const refusals: Record<number, string> = {
  400: 'A value is not valid',
  401: 'Nobody is signed in',
  403: 'The caller may not do this',
  404: 'There is no such thing, or none that the caller may see',
  409: 'It is there already, or the Idempotency-Key belongs to another request or one that is still running',
  412: 'If-Match names another version than the present one, or If-Unmodified-Since a time before it',
  413: 'The body is too large',
  416: 'The range lies outside of the file',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'An unexpected error',
  502: 'Another service that the server needs gave no answer or a faulty one',
  503: 'Another service that the server needs is not available',
  504: 'Another service that the server needs did not answer in time',
  507: 'No space is left for the file',
}

export const idempotencyKey = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Makes the request safe to repeat, with 1 to 255 visible ASCII characters chosen by the client. For 24 ' +
      'hours, a repeated request with the same key has no second effect and gets the first response. Responses ' +
      'with status 401, 408, 429 or 5xx are not kept: the request then runs again.',
  },
}

export const versionCondition = {
  'If-Match': {
    type: 'string',
    description:
      'The ETag under which the resource was read. If it has changed since, the request is refused with 412 and ' +
      'nothing is written. Absent or `*`: whatever version there is.',
  },
}

export const tagCondition = {
  'If-None-Match': {
    type: 'string',
    description: 'An ETag that the client has: if the resource still has it, the answer is 304 without a body.',
  },
}

export const anyRefusal = {
  description:
    'Any other error. To a client that accepts `application/problem+json`, every error is sent as problem details.',
  content: {
    'application/json': { schema: { $ref: 'Error#' } },
    'application/problem+json': { schema: { $ref: 'Problem#' } },
  },
}

export const tag = {
  ETag: { type: 'string', description: 'The version of the resource, for If-Match and If-None-Match.' },
}

export const place = { Location: { type: 'string', description: 'The path at which a GET reads what was created.' } }

export const notModified = { type: 'null', description: 'If-None-Match names the present ETag.' }

export const minimal = {
  type: 'null',
  description: 'With `Prefer: return=minimal`: written, without a body.',
  headers: tag,
}
