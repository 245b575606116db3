import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isOfLeaving } from '../../http/client-gone.js'
import { fromFastify, httpStatus } from '../../http/errors.js'
import { presentedToken } from '../../http/bearer.js'
import { isForm } from '../../http/form.js'
import { readJson } from '../../http/validation.js'
import { asAppError } from '../../refusals.js'
import { AppError, validation } from '../../lib/errors.js'
import { placeInOperation } from '../documents/places.js'
import { formattedAppError } from '../operation/errors.js'

const json = 'application/json'
const graphqlJson = 'application/graphql-response+json'
/** The media types of answers, with the charset parameter that clients may add. */
const answered = [json, graphqlJson].map((type) => `${type}; charset=utf-8`)

/**
 * Parses JSON bodies without a schema: Apollo checks what they contain. A body of another media type is discarded and
 * counts as absent. Throws VALIDATION_ERROR for a batch, and for a form without a preflight header.
 */
export function acceptOperations(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [json, graphqlJson],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const value = await readJson(request, bytes).catch((error: unknown) => {
        throw inOperation(error, bytes)
      })
      if (Array.isArray(value))
        throw new AppError('VALIDATION_ERROR', 'Batches of operations are not accepted; send one at a time')
      return value
    },
  )
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
  // CSRF protection: any page can post a form without a preflight, and Apollo checks for one only after it has read the
  // upload.
  scope.addHook('preValidation', async (request) => {
    const { headers } = request
    if (!isForm(request) || headers['apollo-require-preflight'] || headers['x-apollo-operation-name']) return
    // A page of another site can make a browser send cookies, but not a token.
    if (presentedToken(request) !== undefined) return
    const message =
      'A form needs the header apollo-require-preflight, which guards against Cross-Site Request Forgery (CSRF)'
    throw new AppError('VALIDATION_ERROR', message)
  })
}

/**
 * Throws VALIDATION_ERROR with status 406 if the header Accept refuses both media types of GraphQL. Apollo checks it
 * only after the operation has run, even if it is a mutation.
 */
export function requireAccepted({ headers: { accept } }: FastifyRequest): void {
  if (accept === undefined || new Negotiator({ headers: { accept } }).mediaType(answered)) return
  const message = `The header Accept must allow ${json} or ${graphqlJson}`
  throw new AppError('VALIDATION_ERROR', message, { extra: { status: 406 } })
}

/** Returns an error about values in the variables with their paths in the operation; any other error as it is. */
function inOperation(error: unknown, bytes: Buffer): unknown {
  const isOfVariables = error instanceof AppError && error.details?.some(({ field }) => field.startsWith(ofVariables))
  if (!isOfVariables) return error
  const { query } = JSON.parse(bytes.toString('utf8')) as { query?: unknown }
  const placed = (field: string) =>
    field.startsWith(ofVariables) ? placeInOperation(query, field.slice(ofVariables.length)) : field
  return validation(error.details!.map(({ field, message }) => ({ field: placed(field), message })))
}

const ofVariables = 'variables.'

/** Answers an error that occurred before the operation was known (body, media type) in the form of GraphQL. */
export function answerErrors(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asAppError(fromFastify(thrown))
  // A client that has disconnected is not a fault of the server: the status is 499, and no client reads the answer.
  const gone = isOfLeaving(thrown, request.raw, reply.raw)
  if (error.code === 'INTERNAL_ERROR' && !gone) request.log.error({ err: error.cause ?? error }, error.message)
  const retryAfter = error.extra?.retryAfter
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  const accept = request.headers.accept ?? ''
  const type = accept.includes(graphqlJson) ? graphqlJson : json
  const body = JSON.stringify({ errors: [formattedAppError(error)] })
  return reply
    .status(gone ? 499 : httpStatus(error))
    .type(`${type}; charset=utf-8`)
    .send(body)
}
