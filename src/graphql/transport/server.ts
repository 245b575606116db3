import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Services } from '../../context.js'
import { clearSessionCookie, originOf, presentedCookie, setSessionCookie } from '../../http/auth.js'
import { isForm } from '../../http/form.js'
import { leaveAfter } from '../../http/heavy-reads.js'
import { hashesOf } from '../../http/idempotency.js'
import { digestOf } from '../../http/etag.js'
import { sendText } from '../../http/send.js'
import type { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import type { GraphQLContext, Operation } from '../context.js'
import { formatError } from '../operation/errors.js'
import { abandonOperation, settleOperation } from '../operation/idempotency.js'
import { mountGraphiql, sendPage, wantsPage } from './graphiql.js'
import { acceptOperations, answerErrors, requireAccepted } from './http.js'
import { documentOf, operationRequest } from './operation-request.js'
import { openPersistedDocuments } from '../documents/persisted-documents.js'
import { pipeline } from '../operation/pipeline.js'
import { acceptUploads } from './upload-form.js'

const path = '/graphql'

/**
 * The status of an answer with data and errors, by the specification GraphQL over HTTP. It applies to the media type of
 * GraphQL alone, because clients that ask for JSON may accept no other status than 200.
 */
const partialSuccess = 294

/** Mounts the GraphQL endpoint at /graphql, and GraphiQL for browsers that open it. */
export async function mountGraphQL(server: FastifyInstance, services: Services, schema: GraphQLSchema): Promise<void> {
  const persisted = openPersistedDocuments(services)
  const { plugin, ...steps } = pipeline(services, schema)
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    ...steps,
    csrfPrevention: true,
    // Apollo's own signal handlers would send the signal again and cut the draining of the process short.
    stopOnTerminationSignals: false,
    introspection: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    formatError: formatError(services.log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      fastifyApolloDrainPlugin(server),
      plugin,
    ],
  })

  await apollo.start()
  await server.register(async (scope) => {
    acceptOperations(scope)
    acceptUploads(scope)
    scope.setErrorHandler((error, request, reply) => answerErrors(request, reply, error))
    mountGraphiql(scope)
    scope.route({
      url: path,
      method: ['GET', 'POST', 'QUERY'],
      config: { auth: 'optional', limitStrangers: true, defaultUserLater: true, scopesByOperation: true },
      handler: async (request, reply) => {
        if (wantsPage(request)) return sendPage(reply)
        requireAccepted(request)
        const upload = isForm(request)
        const document = await documentOf(request, persisted)
        const header = request.method === 'POST' && !upload ? request.headers['idempotency-key'] : undefined
        const operation: Operation = {
          refused: false,
          upload,
          explain: request.headers['explain-operation'] === 'true',
          ...(header !== undefined && { key: { header, requestHashes: () => hashesOf(request, services) } }),
        }
        const context = async () => ({ ...request.ctx, operation, cookie: cookieOf(services, request, reply) })
        try {
          const httpGraphQLRequest = operationRequest(request, document)
          const {
            status = 200,
            headers,
            body,
          } = await apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context })
          for (const [name, value] of headers) if (name !== 'content-length') reply.header(name, value)
          // Older clients read the body only if the status is 200. The GraphQL over HTTP specification requires this
          // status for answers in application/json.
          const isJson = headers.get('content-type')?.startsWith('application/json')
          const isPartial = operation.isPartial && status === 200 && !isJson
          reply.status(isPartial ? partialSuccess : isJson && operation.refused ? 200 : status)
          const answer = answerOf(body.kind === 'complete' ? body.string : '', operation.data)
          if (document.isPersisted && request.method === 'GET' && status === 200 && !operation.isPartial)
            reply.header('etag', `"${await digestOf(answer)}"`).header('vary', 'Accept, Cookie, Authorization')
          return sendText(reply, await settleOperation(services, operation, reply, answer))
        } catch (error) {
          await abandonOperation(operation)
          throw error
        } finally {
          if (operation.place) leaveAfter(reply.raw, operation.place)
        }
      },
    })
  })
}

/** Joins the answer: errors and extensions are appended behind the bytes of the data, which never become a string. */
function answerOf(around: string, data: ByteWriter | undefined): string | Chunks {
  if (!data) return around
  data.text(around === '{}' ? '}' : `,${around.slice(1)}`)
  return data.written()
}

function cookieOf(services: Services, request: FastifyRequest, reply: FastifyReply): GraphQLContext['cookie'] {
  return {
    ...originOf(request),
    presented: presentedCookie(request),
    set: (session) => setSessionCookie(services, reply, session),
    clear: () => clearSessionCookie(services, reply),
  }
}
