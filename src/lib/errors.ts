/** Machine-readable codes, shared by REST `code` and GraphQL `extensions.code` (G-02). */
export const errorCodes = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'COST_LIMIT',
  'RATE_LIMITED',
  'ACCOUNT_LOCKED',
  'SERVER_BUSY',
  'DATABASE_UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL_ERROR',
  'MODEL_SERVICE_ERROR',
  'MODEL_SERVICE_UNREACHABLE',
  'MODEL_SERVICE_BAD_RESPONSE',
  'MODEL_SERVICE_OUTPUT_MISSING',
  'MODEL_SERVICE_TIMEOUT',
  'PARSE_ERROR',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** One invalid input: `field` is a dotted path such as `conditions.0.operator`, '' for the whole body (G-03). */
export type FieldError = { field: string; message: string }

/** The members that an error may have besides `code` and `details`, as `extensions` in GraphQL. */
export interface ErrorMembers {
  currentVersion?: number
  limit?: string
  maximum?: number
  requested?: number
  hint?: string
  cost?: { requested: number; maximum: number }
  timeoutMs?: number
  retryAfter?: number
  editedFields?: readonly string[]
  ids?: readonly string[]
  line?: number
  exports?: object[]
  expiredAt?: string
  upstreamStatus?: number
  carriedOut?: boolean
  answeredWith?: number
}

/** Also the HTTP status in place of that of the code, and members that only bodies of REST have. */
export interface ErrorExtra extends ErrorMembers {
  status?: number
  error?: string
  message?: string
  validationErrors?: unknown
  /** With CONFLICT: the member whose value is taken; `details` in GraphQL. */
  taken?: string
  /** Set in place of `details` of the error, whose message REST then keeps as `error`. */
  details?: FieldError[]
}

/**
 * An error that is reported to the client; `extra` holds further keys of the response body. REST and GraphQL map `code`
 * to a status or extension.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details?: FieldError[]
  readonly extra?: ErrorExtra

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: FieldError[]; extra?: ErrorExtra | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    if (more.details) this.details = more.details
    if (more.extra) this.extra = more.extra
  }
}

/**
 * The reason for abandoning work whose client has disconnected. It is not a fault, and no client is left to read an
 * answer.
 */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone')
  }
}

/** Returns whether the parser of GraphQL's multipart forms reports that the connection ended before the file did. */
export function leftMidFile(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 499
}

/** Returns a NOT_FOUND error; the message of `notFound('Persona')` is "Persona not found" (G-15). */
export function notFound(thing: string): AppError {
  return new AppError('NOT_FOUND', `${thing} not found`)
}

/** Returns the result of the promise, or null if it rejects with NOT_FOUND. */
export async function orNull<Read>(read: Promise<Read>): Promise<Read | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Returns a VALIDATION_ERROR with these details; its message is `<field>: <reason>` of the first detail (G-03). */
export function validation(details: FieldError[]): AppError {
  const first = details[0]
  const message =
    first === undefined ? 'Validation error' : first.field === '' ? first.message : `${first.field}: ${first.message}`
  return new AppError('VALIDATION_ERROR', message, { details })
}

/** Returns a FORBIDDEN error, by default with the fixed text for a missing role (G-16). */
export function forbidden(text = 'Insufficient permissions'): AppError {
  return new AppError('FORBIDDEN', text)
}

/** Returns a CONFLICT error; `taken` is the member of the input whose value another object has already. */
export function conflict(text: string, taken?: string): AppError {
  return new AppError('CONFLICT', text, taken === undefined ? {} : { extra: { taken } })
}

/**
 * Returns an UNAUTHENTICATED error, by default with the fixed text for a missing sign-in (G-16). The text for an
 * unusable token is `Session expired`.
 */
export function unauthenticated(text = 'Authentication required'): AppError {
  return new AppError('UNAUTHENTICATED', text)
}
