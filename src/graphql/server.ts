import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Services } from '../context.js'
import { clearSessionCookie, originOf, presentedCookie, setSessionCookie } from '../http/auth.js'
import { countObjects } from './actual-cost.js'
import type { GraphQLContext, Operation } from './context.js'
import { openDeadline } from './deadline.js'
import { openDocuments } from './document.js'
import { formatError } from './errors.js'
import { executor } from './execute.js'
import { mountGraphiql, sendPage, wantsPage } from './graphiql.js'
import { checkDocuments } from './check-documents.js'
import { acceptOperations, answerErrors } from './http.js'
import { operationRequest } from './operation-request.js'
import { openPersistedDocuments } from './persisted-documents.js'
import type { PrintedField } from './printed-fields.js'
import { acceptUploads } from './upload.js'

const path = '/graphql'
/** An upload lasts as long as its sender needs. */
const uploadDeadlineMs = 15 * 60_000

/** Mounts the GraphQL door at /graphql, and GraphiQL for browsers. */
export async function mountGraphQL(
  server: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
  printed: readonly PrintedField[],
): Promise<void> {
  const { limits, compiled } = services.config.graphql
  const run = executor(schema, compiled, printed)
  const persisted = openPersistedDocuments(services)
  const apollo = new ApolloServer<GraphQLContext>({
    gateway: {
      onSchemaLoadOrUpdate(hear) {
        hear({ apiSchema: schema, coreSupergraphSdl: '' })
        return () => undefined
      },
      load: async () => ({
        executor: async ({ context, request }) =>
          execute(context as GraphQLContext, request.operationName, request.variables ?? {}),
      }),
      stop: async () => undefined,
    },
    csrfPrevention: true,
    // Its own handlers would send the signal again and cut the draining of the process short.
    stopOnTerminationSignals: false,
    introspection: true,
    documentStore: null,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stringifyResult: (value) => JSON.stringify(value),
    formatError: formatError(services.log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      fastifyApolloDrainPlugin(server),
      checkDocuments(schema, openDocuments(schema, limits), services.config),
    ],
  })

  async function execute(
    context: GraphQLContext,
    operationName: string | undefined,
    variables: Record<string, unknown>,
  ) {
    const { operation } = context
    if (!operation.prepared) throw new Error('the document was not prepared')
    const deadline = openDeadline(
      services.db,
      operation.upload ? uploadDeadlineMs : services.config.database.statementTimeoutMs,
    )
    context.db = deadline.db
    // Calls of the model service have ceilings of their own (MS-17), in this door as in the other.
    const { ask, ping } = services.modelService
    context.modelService = {
      ping,
      ask: (name, request, options) => deadline.outside(() => ask(name, request, options)),
    }
    const result = await deadline.within(run({ prepared: operation.prepared, operationName, variables, context }))
    operation.refused = result.data === undefined
    return withCost(result, operation, limits.cost)
  }

  await apollo.start()
  await server.register(async (scope) => {
    acceptOperations(scope)
    acceptUploads(scope)
    scope.setErrorHandler((error, request, reply) => answerErrors(request, reply, error))
    mountGraphiql(scope)
    scope.route({
      url: path,
      method: ['GET', 'POST'],
      config: { auth: 'optional' },
      handler: async (request, reply) => {
        if (wantsPage(request)) return sendPage(reply)
        const operation: Operation = {
          refused: false,
          upload: request.headers['content-type']?.startsWith('multipart/form-data') ?? false,
        }
        const context = async () => ({ ...request.ctx, operation, cookie: cookieOf(services, request, reply) })
        const httpGraphQLRequest = await operationRequest(request, persisted)
        const { status = 200, headers, body } = await apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context })
        for (const [name, value] of headers) reply.header(name, value)
        // Older clients read the body only where the status is 200; GraphQL over HTTP asks for it with
        // application/json.
        const legacy = operation.refused && headers.get('content-type')?.startsWith('application/json')
        reply.status(legacy ? 200 : status)
        const answer = body.kind === 'complete' ? body.string : ''
        return reply.send(operation.printed ? operation.printed.fill(answer) : answer)
      },
    })
  })
}

function withCost(result: ExecutionResult, { cost: requested, printed }: Operation, maximum: number): ExecutionResult {
  if (!result.data || requested === undefined) return result
  const actual = countObjects(result.data) + (printed?.objects() ?? 0)
  return { ...result, extensions: { cost: { requested, actual, maximum } } }
}

function cookieOf(services: Services, request: FastifyRequest, reply: FastifyReply): GraphQLContext['cookie'] {
  return {
    ...originOf(request),
    presented: presentedCookie(request),
    set: (session) => setSessionCookie(services, reply, session),
    clear: () => clearSessionCookie(services, reply),
  }
}
