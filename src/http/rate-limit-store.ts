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
import type { Line } from '@parallax/shared/line.js'
import { openCluster, serverOptions } from '../queue/redis.js'

/** A limit of `points` requests of one key in a window of `seconds`. */
export interface Limit {
  name: string
  points: number
  seconds: number
}

export interface RateLimits {
  /**
   * Takes one point and returns the remainder; null when rate limits are switched off. Throws RATE_LIMITED with
   * `retryAfter` in seconds when no points are left.
   */
  consume(limit: Limit, key: string): Promise<RateLimiterRes | null>
  close(): Promise<void>
}

interface Needs {
  config: Pick<Config, 'redis' | 'rateLimits'>
  pool: pg.Pool
  log: Logger
  /** The channel to the other processes of the same API, if any. */
  siblings?: Line<Taken, Taken> | undefined
}

/** Points that a process has counted in its memory since its last message to the others, by key. */
export interface Taken {
  limit: Limit
  points: Record<string, number>
}

/**
 * The time in milliseconds for which counts are gathered before they are sent to the other processes, which detect a
 * flood with this delay.
 */
const tellEveryMs = 50

/**
 * Opens rate limits that apply to all processes together. They are counted in Redis if it is configured; otherwise the
 * claims buckets are counted in PostgreSQL (L-02), and the wide limits of a client address, which only stop floods, in
 * memory. The processes of one API exchange their counts: a message to one of them for each request
 * (RateLimiterCluster) would cost more than most requests do.
 */
export function openRateLimits({ config, pool, log, siblings }: Needs): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (limit: Limit): RateLimiterAbstract => {
    const id = `${limit.name}/${limit.points}`
    const limiter = limiters.get(id) ?? make(limit)
    limiters.set(id, limiter)
    return limiter
  }
  const counted = siblings && shareCounts(siblings, limiterOf)
  const patience = { maxRetriesPerRequest: 1, enableOfflineQueue: false }
  const redis =
    config.redis && (openCluster(config.redis, patience) ?? new Redis(serverOptions(config.redis, patience)))
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
      const limiter = limiterOf(limit)
      try {
        const left = await limiter.consume(key)
        if (limiter instanceof RateLimiterMemory) counted?.(limit, key)
        return left
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

/**
 * Sends the counts of this process to the others, and adds the counts that they send. Returns a function that counts a
 * point.
 */
function shareCounts(siblings: Line<Taken, Taken>, limiterOf: (limit: Limit) => RateLimiterAbstract) {
  let gathered = new Map<string, Taken>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    for (const taken of gathered.values()) siblings.send(taken)
    gathered = new Map()
  }
  siblings.onMessage(({ limit, points }) => {
    for (const [key, count] of Object.entries(points)) void limiterOf(limit).penalty(key, count)
  })
  return (limit: Limit, key: string) => {
    const taken = gathered.get(limit.name) ?? { limit, points: {} }
    gathered.set(limit.name, taken)
    taken.points[key] = (taken.points[key] ?? 0) + 1
    timer ??= setTimeout(tell, tellEveryMs).unref()
  }
}
