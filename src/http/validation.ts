import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { AppError, validation } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { compileBody, compileQuery, fieldErrors, parseJson } from '../lib/validate.js'

/**
 * JSON bodies: an empty one is {} (G-07), a malformed one 400, anything but an object 400. Other content types are
 * refused (E-05): `text/plain` is what any page may post without asking.
 */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) => {
    if (text.trim() === '') return {}
    const value = parseJson(text, 'Invalid JSON body')
    if (!isObject(value)) throw new AppError('VALIDATION_ERROR', 'The body must be a JSON object')
    return value
  })
}

/**
 * Path ids, then query and body, are checked by the same compiled schemas that the services and GraphQL use. Wrong
 * values are VALIDATION_ERROR with one detail a field (G-03, G-05).
 */
export function validateRequests(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const compile = httpPart === 'body' ? compileBody : compileQuery
    return (value) => {
      // Compiled when first needed: all at once would delay the start by a third of a second.
      const check = compile(schema as TSchema)
      // A missing body stands for an empty one; ajv then names the missing fields.
      const given = value ?? {}
      if (httpPart === 'querystring') readBooleans(schema as TSchema, given as Record<string, unknown>)
      // Twice: ajv looks no further at a number that it made of a text, and 1e999 makes one without end.
      if (check(given) && (httpPart !== 'querystring' || check(given))) return { value: given }
      return { error: validation(fieldErrors(check.errors ?? [])) }
    }
  })
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** Query booleans are true, false, 1 or 0 (G-06); ajv knows only the first two. */
function readBooleans(schema: TSchema, query: Record<string, unknown>): void {
  const properties = (schema['properties'] ?? {}) as Record<string, { type?: string }>
  for (const [name, { type }] of Object.entries(properties)) {
    if (type !== 'boolean') continue
    if (query[name] === '1') query[name] = true
    if (query[name] === '0') query[name] = false
  }
}
