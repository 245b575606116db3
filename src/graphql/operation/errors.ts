import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { asAppError } from '../../refusals.js'
import { AppError, ClientGone, validation, type FieldError } from '../../lib/errors.js'
import { ValidationFaults } from '../documents/measure.js'
import { faultOfDocument } from './variable-faults.js'
import type { SentPath } from './sent-paths.js'
import { isGraphCode } from '../schema/error-types.js'
import { faultOfForm } from '../upload.js'

/**
 * Returns the function that gives every error of an answer a code of the vocabulary shared with REST (G-02). It logs an
 * internal error with its cause, which the answer does not contain.
 */
export function formatError(log: Logger) {
  return (formatted: GraphQLFormattedError, thrown: unknown, sentPath?: SentPath): GraphQLFormattedError => {
    const original = faultOfForm(thrown instanceof GraphQLError ? thrown.originalError : thrown)
    if (original === undefined || original === null || original instanceof GraphQLError) return ofTheRequest(formatted)
    const error = asAppError(original)
    if (error.cause !== undefined && !(original instanceof ClientGone))
      log.error({ err: error.cause ?? error, path: formatted.path }, error.message)
    const { locations, path } = formatted
    return { ...formattedAppError(error, sentPath), ...(locations && { locations }), ...(path && { path }) }
  }
}

/**
 * Returns an AppError as an error of an answer; its code, details and the members of ErrorMembers are extensions.
 * `sentPath` translates the paths of details into those of the operation.
 */
export function formattedAppError(error: AppError, sentPath: SentPath = (path) => path): GraphQLFormattedError {
  const { message, code, extra } = error
  const { status: _s, error: _e, message: _m, validationErrors: _v, details: own, taken, ...members } = extra ?? {}
  const named = error.details ?? own ?? (taken === undefined ? undefined : [{ field: taken, message }])
  const details = named?.map((one) => ({ ...one, field: sentPath(one.field) }))
  // A message that begins with the path of the first field gets that of the operation, too.
  const text = named && details && message === validation(named).message ? validation(details).message : message
  return { message: text, extensions: { code, ...members, ...(details && { details }) } }
}

const codes: Record<string, string> = {
  BAD_USER_INPUT: 'VALIDATION_ERROR',
  BAD_REQUEST: 'VALIDATION_ERROR',
  GRAPHQL_VALIDATION_FAILED: 'VALIDATION_ERROR',
  OPERATION_RESOLUTION_FAILURE: 'VALIDATION_ERROR',
  GRAPHQL_PARSE_FAILED: 'PARSE_ERROR',
  INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
}

/** Returns an error of the request, such as a syntax error, an unknown field or a wrong variable, with our code. */
function ofTheRequest(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = String(formatted.extensions?.['code'] ?? 'INTERNAL_SERVER_ERROR')
  const { stacktrace: _stack, ...extensions } = (formatted.extensions ?? {}) as Record<string, unknown>
  const shared = codes[code] ?? code
  return { ...formatted, extensions: { ...extensions, code: isGraphCode(shared) ? shared : 'INTERNAL_ERROR' } }
}

/**
 * Returns the errors of an answer for an error that preparing a document threw; undefined for an internal error.
 * Without `withSuggestions`, messages lose their "Did you mean".
 */
export function documentErrors(thrown: unknown, withSuggestions: boolean): GraphQLFormattedError[] | undefined {
  if (thrown instanceof AppError) return [formattedAppError(thrown)]
  if (thrown instanceof ValidationFaults)
    return thrown.faults.map((fault) => {
      const details = thrown.document && faultOfDocument(thrown.document, fault)
      return ofTheDocument(fault, 'VALIDATION_ERROR', withSuggestions, details && [details])
    })
  return thrown instanceof GraphQLError ? [ofTheDocument(thrown, 'PARSE_ERROR', withSuggestions)] : undefined
}

function ofTheDocument(
  fault: GraphQLError,
  code: string,
  withSuggestions: boolean,
  details?: FieldError[],
): GraphQLFormattedError {
  const message = withSuggestions ? fault.message : fault.message.replace(/ Did you mean .*$/s, '')
  return {
    message,
    ...(fault.locations && { locations: fault.locations }),
    extensions: { code, ...(details && { details }) },
  }
}
