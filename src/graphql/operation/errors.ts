import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { asAppError } from '../../refusals.js'
import { AppError, ClientGone } from '../../lib/errors.js'
import { ValidationFaults } from '../documents/measure.js'
import { isGraphCode } from '../schema/error-types.js'
import { faultOfForm } from '../upload.js'

/**
 * Returns the function that gives every error of an answer a code of the vocabulary shared with REST (G-02). It logs an
 * internal error with its cause, which the answer does not contain.
 */
export function formatError(log: Logger) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const original = faultOfForm(thrown instanceof GraphQLError ? thrown.originalError : thrown)
    if (original === undefined || original === null || original instanceof GraphQLError) return ofTheRequest(formatted)
    const error = asAppError(original)
    if (error.cause !== undefined && !(original instanceof ClientGone))
      log.error({ err: error.cause ?? error, path: formatted.path }, error.message)
    const { locations, path } = formatted
    return { ...formattedAppError(error), ...(locations && { locations }), ...(path && { path }) }
  }
}

/** Returns an AppError as an error of an answer; its code, details and the members of ErrorMembers are extensions. */
export function formattedAppError({ message, code, extra, details = extra?.details }: AppError): GraphQLFormattedError {
  const { status: _status, error: _error, message: _text, validationErrors: _found, ...members } = extra ?? {}
  return { message, extensions: { code, ...members, ...(details && { details }) } }
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
    return thrown.faults.map((fault) => ofTheDocument(fault, 'VALIDATION_ERROR', withSuggestions))
  return thrown instanceof GraphQLError ? [ofTheDocument(thrown, 'PARSE_ERROR', withSuggestions)] : undefined
}

function ofTheDocument(fault: GraphQLError, code: string, withSuggestions: boolean): GraphQLFormattedError {
  const message = withSuggestions ? fault.message : fault.message.replace(/ Did you mean .*$/s, '')
  return { message, ...(fault.locations && { locations: fault.locations }), extensions: { code } }
}
