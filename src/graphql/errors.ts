import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { asAppError } from '../lib/constraints.js'
import { AppError } from '../lib/errors.js'

/** G-02: one vocabulary for both doors; a fault of ours is logged and says nothing of its cause. */
export function formatError(log: Logger) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const original = thrown instanceof GraphQLError ? thrown.originalError : thrown
    if (original === undefined || original === null || (original instanceof GraphQLError && !(original instanceof AppError))) {
      return ofTheRequest(formatted)
    }
    const error = asAppError(original)
    if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause ?? error, path: formatted.path }, error.message)
    const { status: _status, ...extra } = error.extra ?? {}
    const { locations, path } = formatted
    return {
      message: error.message,
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { code: error.code, ...(error.details && { details: error.details }), ...extra },
    }
  }
}

/** Faults of the document itself: syntax, unknown fields, wrong variables. */
function ofTheRequest(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.['code']
  const known = code === 'INTERNAL_SERVER_ERROR' || code === undefined ? 'INTERNAL_ERROR' : String(code)
  const ours = known === 'BAD_USER_INPUT' || known === 'GRAPHQL_VALIDATION_FAILED' ? 'VALIDATION_ERROR' : known === 'GRAPHQL_PARSE_FAILED' ? 'PARSE_ERROR' : known
  const { stacktrace: _stack, ...extensions } = (formatted.extensions ?? {}) as Record<string, unknown>
  return { ...formatted, extensions: { ...extensions, code: ours } }
}
