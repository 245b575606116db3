import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { closed, documented, type Shape } from '../lib/closed.js'
import { nameless, type Answers } from './answers.js'

/** The parameter `_`, which many clients add to bypass caches. */
const cacheBuster = Type.Optional(Type.String({ description: 'Not read. Clients may send it to get past caches.' }))

/** The body of a route that reads no body. */
const nothing = Type.Object({}, { additionalProperties: false })

/** Returns the schema of a route for the documentation, without an empty body and without the parameter `_`. */
export function documentedPart({ querystring, body, ...schema }: FastifySchema): FastifySchema {
  const { _, ...properties } = (querystring as TSchema | undefined)?.['properties'] ?? {}
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 && { querystring: { ...(querystring as object), properties } }),
    ...(body !== undefined && body !== nothing && { body: documented(body) }),
  }
}

/**
 * Closes the parameters and bodies of all routes under /api that are mounted afterwards: a parameter or member that a
 * route does not read is refused by name, because a misspelt filter would otherwise export everything. Open parts are
 * marked in their schemas. A body that creates or changes a resource may also contain the members of the answer, so
 * that a client can send back what it received; such members are described as read-only.
 */
export function closeRequests(server: FastifyInstance, answersByRoute: Answers): void {
  const answers = new Map(Object.entries(answersByRoute).map(([route, answer]) => [nameless(route), answer]))
  server.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const schema: FastifySchema = { ...route.schema }
    const query = (schema.querystring ?? Type.Object({})) as TSchema
    schema.querystring = closedQuery(query)
    const [method = 'GET'] = [route.method].flat()
    const answersOf = (of: string) => answers.get(nameless(`${of} ${route.url}`))
    // Routes read files and forms themselves.
    const ownMedia = answersOf(method)?.body
    if (!['GET', 'HEAD'].includes(method) && !ownMedia) {
      const made = answersOf(method)?.[201]
      const shown = method === 'POST' ? (made ? [made] : []) : [answersOf(method)?.[200], answersOf('GET')?.[200]]
      schema.body = schema.body ? closed(schema.body as TSchema, shown as Shape[]) : nothing
    }
    route.schema = schema
  })
}

/** Returns the schema of query parameters, closed to other parameters. */
function closedQuery(schema: TSchema): TSchema {
  const properties = { _: cacheBuster, ...(schema['properties'] as object) }
  return { ...schema, properties, additionalProperties: false }
}
