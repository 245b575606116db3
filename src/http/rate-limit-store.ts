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
import type { Line } from '../lib/line.js'
import { openCluster, serverOptions } from '../queue/redis.js'

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
  /** To the other processes of the same API, where there are any. */
  siblings?: Line<Taken, Taken> | undefined
}

/** Points that a process gave out of its memory since it last told the others. */
export interface Taken {
  limit: Limit
  points: Record<string, number>
}

/** How long what is told to the other processes is gathered: so late may they know of a flood. */
const tellEveryMs = 50

/**
 * Limits that hold over all processes together: counted in Redis where there is one, else in PostgreSQL for the claims
 * buckets (L-02) and in memory for the wide limits of a client address, which only fend off floods. Processes of one
 * API tell each other what they counted in memory: asking one of them about each request (RateLimiterCluster) would
 * cost more than most requests do.
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

/** Tells the other processes what was counted, and counts what they tell. Answers what notes a point. */
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
