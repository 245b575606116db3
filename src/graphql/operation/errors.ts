import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { asAppError } from '../../refusals.js'
import { AppError, ClientGone } from '../../lib/errors.js'
import { ValidationFaults } from '../documents/measure.js'
import { faultOfForm } from '../upload.js'

/**
 * G-02: gives every error of an answer a code of the vocabulary shared with REST. A fault of the server is logged with
 * its cause, and the answer does not tell the cause.
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

/** An AppError as an error of an answer: its message, with code, details and the rest of `extra` as extensions. */
export function formattedAppError(error: AppError): GraphQLFormattedError {
  const { status: _status, ...extra } = error.extra ?? {}
  return {
    message: error.message,
    extensions: { code: error.code, ...(error.details && { details: error.details }), ...extra },
  }
}

const codes: Record<string, string> = {
  BAD_USER_INPUT: 'VALIDATION_ERROR',
  BAD_REQUEST: 'VALIDATION_ERROR',
  GRAPHQL_VALIDATION_FAILED: 'VALIDATION_ERROR',
  OPERATION_RESOLUTION_FAILURE: 'VALIDATION_ERROR',
  GRAPHQL_PARSE_FAILED: 'PARSE_ERROR',
  INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
}

/** Errors of the document itself: syntax, unknown fields, wrong variables. */
function ofTheRequest(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = String(formatted.extensions?.['code'] ?? 'INTERNAL_SERVER_ERROR')
  const { stacktrace: _stack, ...extensions } = (formatted.extensions ?? {}) as Record<string, unknown>
  return { ...formatted, extensions: { ...extensions, code: codes[code] ?? code } }
}

/**
 * The errors of an answer for what preparing a document threw; undefined for an internal error. Without
 * `withSuggestions` messages lose their "Did you mean".
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
