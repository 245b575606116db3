import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Services } from '../context.js'
import { clearSessionCookie, originOf, presentedCookie, setSessionCookie } from '../http/auth.js'
import type { GraphQLContext } from './context.js'
import { formatError } from './errors.js'

/** Mounts the GraphQL door at /graphql. */
export async function mountGraphQL(server: FastifyInstance, services: Services, schema: GraphQLSchema): Promise<void> {
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    csrfPrevention: true,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    formatError: formatError(services.log),
    plugins: [ApolloServerPluginCacheControlDisabled(), fastifyApolloDrainPlugin(server)],
  })
  await apollo.start()
  server.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    config: { auth: 'optional' },
    handler: fastifyApolloHandler(apollo, {
      context: async (request, reply) => ({
        ...request.ctx,
        cookie: {
          ...originOf(request),
          presented: presentedCookie(request),
          set: (session) => setSessionCookie(services, reply, session),
          clear: () => clearSessionCookie(services, reply),
        },
      }),
    }),
  })
}
