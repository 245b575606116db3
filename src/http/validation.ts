import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { AppError, validation } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { compileBody, compileQuery, fieldErrors, parseJson } from '../lib/validate.js'

/**
 * Accepts JSON bodies only: an empty one is {} (G-07), a malformed one is 400, and so is anything but an object. Other
 * content types are refused (E-05), because any web page may post `text/plain` without a CORS preflight.
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
 * Checks path ids, then query and body, by the same compiled schemas that the services and GraphQL use. Wrong values
 * are VALIDATION_ERROR with one detail per field (G-03, G-05).
 */
export function validateRequests(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const compile = httpPart === 'body' ? compileBody : compileQuery
    return (value) => {
      // Schemas are compiled when first needed: compiling all at once would delay the start by a third of a second.
      const check = compile(schema as TSchema)
      // A missing body stands for an empty one; ajv then names the missing fields.
      const given = value ?? {}
      if (httpPart === 'querystring') {
        readLists(given as Record<string, unknown>)
        readBooleans(schema as TSchema, given as Record<string, unknown>)
      }
      // Queries are checked twice, because ajv does not check a number that it has just converted from text, and 1e999
      // becomes Infinity.
      if (check(given) && (httpPart !== 'querystring' || check(given))) return { value: given }
      return { error: validation(fieldErrors(check.errors ?? [])) }
    }
  })
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** Reads `name[]`, as many clients write lists, as `name`. */
function readLists(query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!name.endsWith('[]')) continue
    const plain = name.slice(0, -2)
    query[plain] = [query[plain] ?? [], value].flat()
    delete query[name]
  }
}

/** Turns 1 and 0 into booleans: those of a query are true, false, 1 or 0 (G-06), and ajv knows only the first two. */
function readBooleans(schema: TSchema, query: Record<string, unknown>): void {
  const properties = (schema['properties'] ?? {}) as Record<string, { type?: string }>
  for (const [name, { type }] of Object.entries(properties)) {
    if (type !== 'boolean') continue
    if (query[name] === '1') query[name] = true
    if (query[name] === '0') query[name] = false
  }
}
