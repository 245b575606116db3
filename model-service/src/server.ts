import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from 'fastify'
import { takeConnections, type HandedIn } from '@parallax/shared/connections.js'
import { isSafeHost } from '@parallax/shared/host-name.js'
import { traceRequests } from '@parallax/shared/request-spans.js'
import type { ModelServiceConfig } from './config.js'
import { createContext } from './context.js'
import { closeModels } from './models/registry.js'
import { warmUp } from './models/selection.js'
import { modelRoutes } from './models.routes.js'
import { objectRoutes } from './objects.routes.js'
import { pictureRoutes } from './pictures.routes.js'
import { Problem } from './problem.js'
import { speechRoutes } from './speech.routes.js'
import { summarizeRoutes } from './summarize.routes.js'
import { textRoutes } from './text.routes.js'

const bodyLimit = 25 * 1024 * 1024

/**
 * Starts the service and returns its URL and a function that stops it. With `isHanded` it does not listen: `up` passes
 * connections to it. Throws on an invalid model configuration or a port that is in use. Provider keys in request
 * headers are never logged.
 */
export async function startModelService(
  config: ModelServiceConfig,
  isHanded = false,
): Promise<{ url: string; close(): Promise<void> }> {
  const context = createContext(config)
  const app = Fastify({
    bodyLimit,
    logger: { level: config.logLevel, name: 'model-service' },
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false } },
  })
  traceRequests(app)
  if (isLoopback(config.host)) refuseForeignHosts(app)
  acceptEmptyBodies(app)
  dropNullFields(app)
  answerProblems(app)
  const areas = [pictureRoutes, summarizeRoutes, objectRoutes, speechRoutes, textRoutes, modelRoutes]
  for (const routes of areas) await app.register(routes(context))
  if (config.preload || context.registry.config.inference.warmup_on_startup) warmUpAll(context.registry, app.log)
  const { host, port } = config
  let handed: HandedIn | undefined
  if (isHanded) handed = takeConnections((await app.ready(), app.server))
  const url = isHanded ? `http://${host}:${port}` : await app.listen({ host, port })
  return {
    url,
    close: async () => {
      await Promise.all([handed?.drain(), app.close()])
      await closeModels(context.registry)
    },
  }
}

const isLoopback = (address: string) => address === 'localhost' || address === '::1' || address.startsWith('127.')

/**
 * Refuses requests to host names outside the loopback interface: a web page whose host name resolves to this machine
 * (DNS rebinding) could otherwise use the service through the browser of a user on it.
 */
function refuseForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    if (host === undefined || isSafeHost(host, [])) done()
    else done(new Problem(403, 'The service does not go by this host name'))
  })
}

/** Reads an empty body as `{}`, because clients send POSTs without a body that still declare the content type JSON. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else void parse(request, body as string, done)
  })
}

/** Removes top-level fields that are null from the body, so that their defaults apply. */
function dropNullFields(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return
    request.body = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  })
}

function answerProblems(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    return reply.code(404).send({ detail: `Route ${request.method} ${request.url.split('?')[0]} not found` })
  })
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send({ detail: error.message })
    if (error.validation || error.statusCode === 400) return reply.code(422).send({ detail: error.message })
    if (error.statusCode && error.statusCode < 500) return reply.code(error.statusCode).send({ detail: error.message })
    if (error.name === 'AbortError') return reply.code(499).send({ detail: 'The client has gone' })
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({ detail: 'Internal error of the model service' })
  })
}

function warmUpAll(registry: ReturnType<typeof createContext>['registry'], log: FastifyBaseLogger): void {
  for (const [task, { selected }] of Object.entries(registry.config.models)) {
    if (selected === null) continue
    warmUp(registry, task).catch((error: unknown) =>
      log.warn({ err: error }, `the model of ${task} could not be loaded`),
    )
  }
}
