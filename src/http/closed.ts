import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { closed, documented, type Shape } from '../lib/closed.js'
import { nameless, type Answers } from './answers.js'

/** Many clients add it to get past caches. */
const cacheBuster = Type.Optional(Type.String({ description: 'Not read. Clients may send it to get past caches.' }))

/** The body of a route that reads none. */
const nothing = Type.Object({}, { additionalProperties: false })

/**
 * Returns the schema of a route as it is documented: without an empty body, and without what is accepted but never
 * read.
 */
export function documentedPart({ querystring, body, ...schema }: FastifySchema): FastifySchema {
  const { _, ...properties } = (querystring as TSchema | undefined)?.['properties'] ?? {}
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 && { querystring: { ...(querystring as object), properties } }),
    ...(body !== undefined && body !== nothing && { body: documented(body) }),
  }
}

/**
 * Closes the parameters and bodies of all routes under /api that are mounted afterwards: what a route does not read is
 * refused by its name, because a misspelt filter would otherwise export everything. What stays open says so in its
 * schema. A body that makes or changes a thing may also hold what its route answers, so that a client can send back
 * what it was given; such members are described as read-only.
 */
export function closeRequests(server: FastifyInstance, given: Answers): void {
  const answers = new Map(Object.entries(given).map(([route, answer]) => [nameless(route), answer]))
  server.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const schema: FastifySchema = { ...route.schema }
    const query = (schema.querystring ?? Type.Object({})) as TSchema
    schema.querystring = closedQuery(query)
    const [method = 'GET'] = [route.method].flat()
    const answersOf = (of: string) => answers.get(nameless(`${of} ${route.url}`))
    // Files and forms are read by their routes.
    const ownMedia = answersOf(method)?.body
    if (!['GET', 'HEAD'].includes(method) && !ownMedia) {
      const made = answersOf(method)?.[201]
      const shown = method === 'POST' ? (made ? [made] : []) : [answersOf(method)?.[200], answersOf('GET')?.[200]]
      schema.body = schema.body ? closed(schema.body as TSchema, shown as Shape[]) : nothing
    }
    route.schema = schema
  })
}

/** Returns the schema of query parameters that refuses others. */
function closedQuery(schema: TSchema): TSchema {
  const properties = { _: cacheBuster, ...(schema['properties'] as object) }
  return { ...schema, properties, additionalProperties: false }
}
