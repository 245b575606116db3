import { Redis } from 'ioredis'
import type pg from 'pg'
import type { Logger } from 'pino'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Config } from '../config.js'
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

interface Needs {
  config: Pick<Config, 'redis' | 'rateLimits'>
  pool: pg.Pool
  log: Logger
}

/**
 * Limits that hold over all processes together: counted in Redis where there is one, else in PostgreSQL for the claims
 * buckets (L-02) and in memory for the wide limits of a client address, which only fend off floods.
 */
export function openRateLimits({ config, pool, log }: Needs): RateLimits {
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
