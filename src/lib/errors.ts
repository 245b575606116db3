/** Machine codes shared by REST `code` and GraphQL `extensions.code` (G-02). */
export const errorCodes = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
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

/**
 * Every refusal of the server; `extra` holds further keys of the answer's body. Doors map `code` to a status or
 * extension.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details?: FieldError[]
  readonly extra?: Record<string, unknown>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: FieldError[]; extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    if (more.details) this.details = more.details
    if (more.extra) this.extra = more.extra
  }
}

/** Why work ends that nobody waits for any more: no fault, and nobody reads the answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone')
  }
}

/** Whether the parser of GraphQL's forms says that the connection ended before the file did. */
export function leftMidFile(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 499
}

/** `notFound('Persona')` reads "Persona not found" (G-15). */
export function notFound(thing: string): AppError {
  return new AppError('NOT_FOUND', `${thing} not found`)
}

/** What is read; null where it is not found. */
export async function orNull<Read>(read: Promise<Read>): Promise<Read | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The message is `<field>: <reason>` of the first entry (G-03). */
export function validation(details: FieldError[]): AppError {
  const first = details[0]
  const message =
    first === undefined ? 'Validation error' : first.field === '' ? first.message : `${first.field}: ${first.message}`
  return new AppError('VALIDATION_ERROR', message, { details })
}

/** Default text of G-16. */
export function forbidden(text = 'Insufficient permissions'): AppError {
  return new AppError('FORBIDDEN', text)
}

export function conflict(text: string): AppError {
  return new AppError('CONFLICT', text)
}

/** Default text of G-16; an unusable token says `Session expired`. */
export function unauthenticated(text = 'Authentication required'): AppError {
  return new AppError('UNAUTHENTICATED', text)
}
