import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { routeOf } from '@parallax/shared/request-spans.js'
import { whenRequestsEnd } from '@parallax/shared/request-ends.js'
import type { Services } from '../context.js'
import { lateChild } from '../lib/log.js'
import { sayWhereJobsAre } from './accepted.js'
import { refuseForeignHosts } from './allowed-hosts.js'
import { authenticateRequests, type Sessions } from './auth.js'
import { closeRequests } from './closed.js'
import { compressAnswers } from './compression.js'
import { breakOffWithSession } from './ended-sessions.js'
import { sendError } from './errors.js'
import { readConditions } from './etag.js'
import { refuseForeignOrigins } from './foreign-origin.js'
import type { Answers } from './answers.js'
import { sayWhereCreated } from './created.js'
import { placeHeavyReads } from './heavy-reads.js'
import { acceptIdempotencyKeys } from './idempotency.js'
import { serveDescription } from './openapi.js'
import { sayWhatIsAllowed } from './options.js'
import { applyPreferences } from './preference.js'
import { limitClaims, limitRequests, limitStrangers } from './rate-limit.js'
import { placeRequests } from './request-places.js'
import { hangUpOnSlowReaders } from './slow-readers.js'
import { hangUpOnSlowSenders } from './slow-senders.js'
import { limitStrangersBodies } from './strangers-bodies.js'
import { measureRequests } from './telemetry.js'
import { closeAfterUnread } from './unread.js'
import { acceptJson, refuseOtherEncodings, validateRequests } from './validation.js'

const megabyte = 1024 * 1024
/** One string, because the CORS plugin would join a list for every answer. */
const exposedHeaders = [
  'Content-Disposition',
  'Retry-After',
  'Content-Range',
  'ETag',
  'Location',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'X-Export-Size',
  'Idempotency-Replayed',
  'X-Export-Annotations',
  'X-Export-Sequences',
  'X-Export-Keyframes',
  'X-Export-Interpolated-Frames',
  'X-Export-Warning',
  'X-Export-Skipped',
  'X-Export-Left-Out',
  'X-Export-Position',
].join(', ')

/** Mounts the routes of an area on the server. */
export type MountRoutes = (server: FastifyInstance, services: Services) => void | Promise<void>

/**
 * Builds the HTTP server before any area has mounted its routes, with the common parts of all routes: parsing,
 * authentication, limits, error bodies and headers. `describes` makes the OpenAPI document from the routes.
 */
export async function buildServer(
  services: Services,
  sessions: Sessions,
  answers: Answers,
  describes = false,
): Promise<FastifyInstance> {
  const { config } = services
  const server = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? hops(config.trustProxy) : config.trustProxy,
    bodyLimit: 25 * megabyte,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    childLoggerFactory: (log, bindings, options) => lateChild(log as Services['log'], bindings, options),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(request, reply as unknown as FastifyReply, error),
    ...(config.basePath && { rewriteUrl: withoutBase(config.basePath) }),
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
  }) as unknown as FastifyInstance
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  hangUpOnSlowSenders(server, services)
  hangUpOnSlowReaders(server, services)
  acceptJson(server)
  refuseOtherEncodings(server)
  validateRequests(server)
  measureRequests(server)
  await server.register(cookie)
  await server.register(cors, {
    origin: config.allowedOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    optionsSuccessStatus: 204,
    strictPreflight: false,
  })
  sayWhatIsAllowed(server)
  acceptIdempotencyKeys(server, services)
  closeAfterUnread(server)
  readConditions(server)
  sayWhereJobsAre(server, config)
  sayWhereCreated(server, config)
  applyPreferences(server)
  await compressAnswers(server)
  addHeaders(server)
  logRequests(server, services.log)
  limitRequests(server, services)
  refuseForeignHosts(server, services)
  refuseForeignOrigins(server, services)
  authenticateRequests(server, services, sessions)
  placeRequests(server, services)
  limitStrangersBodies(server)
  limitStrangers(server, services)
  limitClaims(server)
  closeRequests(server, answers)
  placeHeavyReads(server)
  breakOffWithSession(server, sessions)
  await serveDescription(server, config, answers, describes)
  return server
}

/** Returns a function that removes the base path, which a proxy may have passed on, from the address of a request. */
function withoutBase(basePath: string) {
  return ({ url = '/' }: IncomingMessage): string => {
    const rest = url.startsWith(basePath) ? url.slice(basePath.length) : undefined
    if (rest === undefined || !/^($|[/?])/.test(rest)) return url
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

/** Returns a function that trusts the nearest `count` addresses as proxies. */
function hops(count: number) {
  return (_address: string, distance: number) => distance < count
}

/**
 * Returns the request id of the caller if it is short and plain, else a new one: 16 characters, because every entry of
 * the log of changes has it, and a UUID as text takes 20 bytes more.
 */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.-]{1,128}$/.test(header) ? header : newRequestId()
}

let [ids, used] = ['', 0]

/**
 * Returns 12 random bytes as text. They are taken from the system 512 at a time, because each time takes 2 µs, 4 % of a
 * small request.
 */
function newRequestId(): string {
  if (used === ids.length) [ids, used] = [randomBytes(512 * 12).toString('base64url'), 0]
  used += 16
  return ids.slice(used - 16, used)
}

/**
 * Adds the request id and the security headers to every answer. Other sites may embed only streams and thumbnails
 * (CF-02).
 */
function addHeaders(server: FastifyInstance): void {
  const media = new Set<string>()
  server.addHook('onRoute', ({ url }) => {
    if (/\/(stream|thumbnail)$/.test(url)) media.add(url)
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    reply.header('referrer-policy', 'same-origin')
    const isMedia = media.has(request.routeOptions.url ?? '')
    reply.header('cross-origin-resource-policy', isMedia ? 'cross-origin' : 'same-origin')
    done()
  })
  // Answers are private to a user. An answer with an ETag may be cached, but must be revalidated.
  server.addHook('onSend', (_request, reply, payload, done) => {
    const isJson = /^application\/([\w-]+\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''))
    if (isJson && !reply.hasHeader('cache-control'))
      reply.header('cache-control', reply.hasHeader('etag') ? 'private, no-cache' : 'no-store')
    done(null, payload)
  })
}

/** Logs one line for each request, also if its client left before the answer (status 499) (T-08). */
function logRequests(server: FastifyInstance, log: Services['log']): void {
  whenRequestsEnd(server, ({ request, status, duration }) => {
    if (status < 500 && !log.isLevelEnabled('info')) return
    const line = {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status,
      duration: Math.round(duration * 10) / 10,
    }
    if (status >= 500) request.log.error(line, 'request')
    else request.log.info(line, 'request')
  })
}
