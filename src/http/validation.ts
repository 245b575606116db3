import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { AppError, validation } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { turnToRead } from './request-places.js'
import { compileBody, compileQuery, fieldErrors, parseJson } from '../lib/validate.js'

/**
 * Accepts only JSON bodies: an empty one is {} (G-07); a malformed one, or one that is not an object, is answered with
 * 400. Other content types are refused (E-05), because any web page may post `text/plain` without a CORS preflight.
 */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const value = await readJson(request, bytes)
      if (!isObject(value)) throw new AppError('VALIDATION_ERROR', 'The body must be a JSON object')
      return value
    },
  )
}

/** Reads a JSON body in turns with other requests; an empty one is {} (G-07). Throws PARSE_ERROR for any other text. */
export async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  await turnToRead(request, bytes)
  const text = textOfBody(request, bytes)
  if (text.trim() === '') return {}
  await turnToRead(request, bytes)
  const value = parseJson(text, 'Invalid JSON body')
  // Validation of the body comes next.
  await turnToRead(request, bytes)
  return value
}

/**
 * Returns the text of a JSON body, which is UTF-8 (RFC 8259, 8.1). Throws PARSE_ERROR for other bytes and for another
 * charset, because replaced characters are indistinguishable, also in a password.
 */
export function textOfBody({ headers }: Pick<FastifyRequest, 'headers'>, bytes: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(charset))
    throw new AppError('PARSE_ERROR', `The body must be UTF-8, not ${charset.slice(0, 40)}`)
  if (!isUtf8(bytes)) throw new AppError('PARSE_ERROR', 'The body is not valid UTF-8')
  // Some programs write a byte order mark before JSON, which RFC 8259 lets readers ignore.
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/**
 * Refuses queries that are not percent-encoded UTF-8 (RFC 3986, 2.5), such as `?label=caf%E9`, because they would
 * silently match nothing. Throws VALIDATION_ERROR, naming the parameter.
 */
export function refuseOtherEncodings(server: FastifyInstance): void {
  server.addHook('preValidation', ({ raw }, _reply, done) => {
    const { url = '' } = raw
    // A query may contain further question marks.
    const query = url.includes('%') && url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
    const wrong = query.split('&').find((parameter) => !isEncoded(parameter))
    if (wrong === undefined) return done()
    const [field = ''] = wrong.split('=')
    done(validation([{ field, message: 'is not percent-encoded UTF-8' }]))
  })
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Checks path ids, then query and body, by the same compiled schemas as the services and GraphQL. Invalid values are
 * answered with VALIDATION_ERROR with one detail per field (G-03, G-05).
 */
export function validateRequests(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const compile = httpPart === 'body' ? compileBody : compileQuery
    return (value) => {
      // Schemas are compiled when first needed: compiling all at once would delay the start by a third of a second.
      const check = compile(schema as TSchema)
      // A missing body counts as an empty one; ajv then names the missing fields.
      const members = value ?? {}
      if (httpPart === 'querystring') {
        readLists(schema as TSchema, members as Record<string, unknown>)
        readBooleans(schema as TSchema, members as Record<string, unknown>)
      }
      // Queries are checked twice, because ajv does not check a number that it has just converted from text, and 1e999
      // becomes Infinity.
      if (check(members) && (httpPart !== 'querystring' || check(members))) return { value: members }
      return { error: validation(fieldErrors(check.errors ?? [])) }
    }
  })
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** Reads `name[]`, as many clients write lists, as `name`, and `a,b` as the items of a list. */
function readLists(schema: TSchema, query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!name.endsWith('[]')) continue
    const plain = name.slice(0, -2)
    query[plain] = [query[plain] ?? [], value].flat()
    delete query[name]
  }
  for (const [name, { type }] of Object.entries(propertiesOf(schema)))
    if (type === 'array' && query[name] !== undefined)
      query[name] = [query[name]].flat().flatMap((value) => String(value).split(','))
}

const propertiesOf = (schema: TSchema) => (schema['properties'] ?? {}) as Record<string, { type?: string }>

/** Converts 1 and 0 to booleans: those of a query are true, false, 1 or 0 (G-06), and ajv knows only the first two. */
function readBooleans(schema: TSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(propertiesOf(schema))) {
    if (type !== 'boolean') continue
    if (query[name] === '1') query[name] = true
    if (query[name] === '0') query[name] = false
  }
}
