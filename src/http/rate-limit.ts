import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { claimsLimits, takeFromBucket, type ClaimsBucket } from '../access/claims-limit.js'
import type { Services } from '../context.js'
import { AppError } from '../lib/errors.js'
import { networkKeyOf } from './client-address.js'
import type { Limit } from './rate-limit-store.js'

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers, besides Retry-After (L-02). */
function rateLimitHeaders(reply: FastifyReply, limit: Limit, left: number, resetSeconds: number): void {
  reply.header('ratelimit-policy', `"${limit.name}";q=${limit.points};w=${limit.seconds}`)
  reply.header('ratelimit', `"${limit.name}";r=${Math.max(0, left)};t=${resetSeconds}`)
}

function generalLimit({ config: { rateLimits } }: Services): Limit {
  return { name: 'api', points: rateLimits.max, seconds: rateLimits.windowMs / 1000 }
}

/** Returns the limit of logins, registrations and wrong tokens of a client network (G-17). */
export function loginLimit({ config: { rateLimits } }: Pick<Services, 'config'>): Limit {
  return { name: 'login', points: rateLimits.loginMax, seconds: 60 }
}

/**
 * Counts the requests to /api of each client network (an IPv4 address, or the /64 of an IPv6 one), before any other
 * check (G-17).
 */
export function limitRequests(server: FastifyInstance, services: Services): void {
  const { rateLimits } = services.config
  if (rateLimits.disabled) return
  const general = generalLimit(services)
  const logins = loginLimit(services)
  server.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions
    const { unlimited, limitLogin } = config
    // Uses the path of the matched route, because one path can be written in many ways (%61pi).
    if (unlimited || !(url ?? request.url).startsWith('/api')) return
    await services.rateLimits.consume(general, networkKeyOf(request))
    if (limitLogin) await services.rateLimits.consume(logins, networkKeyOf(request))
  })
}

/**
 * Counts requests to routes outside /api with the option `limitStrangers`, after authentication, if their client is not
 * signed in, in the same bucket as those to /api (G-17).
 */
export function limitStrangers(server: FastifyInstance, services: Services): void {
  if (services.config.rateLimits.disabled) return
  const general = generalLimit(services)
  const count = async (request: FastifyRequest) => {
    if (!request.ctx.actor) await services.rateLimits.consume(general, networkKeyOf(request))
  }
  server.addHook('onRoute', (route) => {
    if (route.config?.limitStrangers) route.onRequest = [count, ...[route.onRequest ?? []].flat()]
  })
}

/**
 * Counts requests to the routes of a claims bucket for each signed-in user, after authentication, and sets the headers
 * with the remaining points.
 */
export function limitClaims(server: FastifyInstance): void {
  const count = (bucket: ClaimsBucket) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ctx.actor) return
    const limit: Limit = { name: `claims-${bucket}`, points: claimsLimits[bucket], seconds: 60 }
    const headers = (left: number, ms: number) => rateLimitHeaders(reply, limit, left, Math.ceil(ms / 1000))
    try {
      const state = await takeFromBucket(request.ctx, bucket)
      if (state) headers(state.remainingPoints, state.msBeforeNext)
    } catch (error) {
      if (error instanceof AppError) headers(0, Number(error.extra?.retryAfter ?? 1) * 1000)
      throw error
    }
  }
  // Added only to the routes that are counted, so that other requests do not pass through this hook.
  server.addHook('onRoute', (route) => {
    const bucket = route.config?.claimsBucket
    if (bucket) route.preValidation = [count(bucket), ...[route.preValidation ?? []].flat()]
  })
}
