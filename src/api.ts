import type { FastifyInstance } from 'fastify'
import { authenticateToken } from './accounts/api-token.service.js'
import { authenticate, defaultActor } from './accounts/session.service.js'
import type { App } from './app.js'
import { answers, plans, resolvers, routes } from './areas.js'
import { buildGraphSchema } from './graphql/schema/schema.js'
import { mountGraphQL } from './graphql/transport/server.js'
import { buildServer } from './http/server.js'

/**
 * Builds the HTTP server of an app: the REST routes of every area and GraphQL. It does not listen yet. With
 * `describes`, `server.swagger()` makes the OpenAPI document from the routes; otherwise it returns the committed
 * openapi.json.
 */
export async function createApi(app: App, { describes = false } = {}): Promise<FastifyInstance> {
  const sessions = { authenticate, authenticateToken, defaultActor }
  const server = await buildServer(app.services, sessions, answers, describes)
  for (const mount of routes) await mount(server, app.services)
  await mountGraphQL(server, app.services, await buildGraphSchema(resolvers, plans))
  return server
}
