import type { FastifyInstance, FastifyReply } from 'fastify'
import { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { claimsLimits, takeFromBucket } from '../access/claims-limit.js'
import type { Services } from '../context.js'
import { AppError } from '../lib/errors.js'

export interface Limit {
  name: string
  points: number
  seconds: number
}

export interface RateLimits {
  /**
   * Takes one point; RATE_LIMITED with `retryAfter` seconds when none is left. Returns what is left, null when limits
   * are off.
   */
  consume(limit: Limit, key: string): Promise<RateLimiterRes | null>
  close(): Promise<void>
}

/**
 * Limits that hold over all processes together: counted in Redis where there is one, else in PostgreSQL for the claims
 * buckets (L-02) and in memory for the wide limits of a client address, which only fend off floods.
 */
export function openRateLimits(services: Pick<Services, 'config' | 'pool' | 'log'>): RateLimits {
  const { config, pool, log } = services
  const limiters = new Map<string, RateLimiterAbstract>()
  const redis = config.redis
    ? new Redis({ ...config.redis, maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false })
    : null
  redis?.on('error', (error: Error) => log.debug({ err: error }, 'rate limit store'))
  const make = (limit: Limit): RateLimiterAbstract => {
    const options = { keyPrefix: `limit-${limit.name}`, points: limit.points, duration: limit.seconds }
    const insurance = new RateLimiterMemory(options)
    if (redis) return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: insurance })
    if (!limit.name.startsWith('claims-')) return insurance
    const table = { storeType: 'pool', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false }
    return new RateLimiterPostgres({ ...options, ...table, storeClient: pool, insuranceLimiter: insurance })
  }
  return {
    async consume(limit, key) {
      if (config.rateLimits.disabled) return null
      const id = `${limit.name}/${limit.points}`
      const limiter = limiters.get(id) ?? make(limit)
      limiters.set(id, limiter)
      try {
        return await limiter.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new AppError('RATE_LIMITED', `Too many requests; try again in ${retryAfter} s`, { extra: { retryAfter } })
      }
    },
    async close() {
      redis?.disconnect()
    },
  }
}

/** L-02: draft-ietf-httpapi-ratelimit-headers beside Retry-After. */
export function rateLimitHeaders(reply: FastifyReply, limit: Limit, left: number, resetSeconds: number): void {
  reply.header('ratelimit-policy', `"${limit.name}";q=${limit.points};w=${limit.seconds}`)
  reply.header('ratelimit', `"${limit.name}";r=${Math.max(0, left)};t=${resetSeconds}`)
}

/** G-17: counts requests of a client address before anything else is looked at. */
export function limitRequests(server: FastifyInstance, services: Services): void {
  const { rateLimits } = services.config
  const general: Limit = { name: 'api', points: rateLimits.max, seconds: rateLimits.windowMs / 1000 }
  const logins: Limit = { name: 'login', points: rateLimits.loginMax, seconds: 60 }
  server.addHook('onRequest', async (request) => {
    const { unlimited, limitLogin } = request.routeOptions.config
    if (unlimited || !request.url.startsWith('/api')) return
    await services.rateLimits.consume(general, request.ip)
    if (limitLogin) await services.rateLimits.consume(logins, request.ip)
  })
}

/** Counts an act of the claims buckets for the signed-in user; runs after authentication. */
export function limitClaims(server: FastifyInstance): void {
  server.addHook('preValidation', async (request, reply) => {
    const bucket = request.routeOptions.config.claimsBucket
    const actor = request.ctx.actor
    if (!bucket || !actor) return
    const limit: Limit = { name: `claims-${bucket}`, points: claimsLimits[bucket], seconds: 60 }
    const headers = (left: number, ms: number) => rateLimitHeaders(reply, limit, left, Math.ceil(ms / 1000))
    try {
      const state = await takeFromBucket(request.ctx, bucket)
      if (state) headers(state.remainingPoints, state.msBeforeNext)
    } catch (error) {
      if (error instanceof AppError) headers(0, Number(error.extra?.['retryAfter'] ?? 1) * 1000)
      throw error
    }
  })
}
