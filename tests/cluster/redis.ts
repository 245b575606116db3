import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect } from 'vitest'
import { readConfig } from '../../src/config.js'
import { openRateLimits } from '../../src/http/rate-limit-store.js'
import { openQueue, openWorkers } from '../../src/queue/queue.js'
import { startPart, type Part } from './part.js'

export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
export const password = 'a-password-of-the-store'
const user = `user parallax on >${password} ~* &* +@all -@dangerous +info +client +cluster`

/** Starts a Redis server with an ACL user as docs/operations.md recommends it. */
export function startRedis(...settings: string[]): Promise<Part> {
  return startPart('redis-server', {
    args: (folder) => [`${folder}/redis.conf`],
    files: (folder, port) => ({
      'redis.conf': [
        `bind 127.0.0.1\nport ${port}\ndir ${folder}\nsave ""\nrequirepass ${password}\nmasterauth ${password}`,
        `maxmemory-policy noeviction\nrepl-diskless-sync-delay 0\n${user}`,
        ...settings,
      ].join('\n'),
    }),
  })
}

/** Starts a Redis Sentinel that watches the primary; two of them together promote a replica. */
export function startSentinel(primary: Part): Promise<Part> {
  return startPart('redis-server', {
    args: (folder) => [`${folder}/sentinel.conf`, '--sentinel'],
    files: (folder, port) => ({
      'sentinel.conf': [
        `bind 127.0.0.1\nport ${port}\ndir ${folder}`,
        `sentinel monitor parallax 127.0.0.1 ${primary.port} 2`,
        `sentinel auth-pass parallax ${password}`,
        'sentinel down-after-milliseconds parallax 1000',
        'sentinel failover-timeout parallax 5000',
      ].join('\n'),
    }),
  })
}

/** The configuration of an API whose queue store is named by these environment variables. */
export function configOf(variables: Record<string, string>) {
  return readConfig({
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    SESSION_SECRET: 's'.repeat(32),
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'admin-password-1',
    REDIS_USERNAME: 'parallax',
    REDIS_PASSWORD: password,
    ...variables,
  })
}

/**
 * Enqueues and processes jobs, calls `kill`, and goes on. Expects that rate limits are counted throughout, that the
 * queue accepts jobs again within 40 s, and that all jobs accepted after that are done. Prints how long no job could be
 * enqueued.
 */
export async function expectToGoOn(config: ReturnType<typeof configOf>, kill: () => void): Promise<void> {
  const log = pino({ level: 'silent' })
  const stores = { redis: config.redis, databaseUrl: '' }
  const queue = openQueue(stores, ['work'], log)
  const done = new Set<string>()
  const handle = async (id: string) => void done.add(id)
  const workers = openWorkers(stores, { work: { concurrency: 5, perMinute: null, handle } }, log)
  const limits = openRateLimits({ config, pool: null as never, log })
  const limit = { name: 'claims-test', points: 100_000, seconds: 60 }
  let last = 0
  const enqueue = async (n: number) => queue.enqueue('work', `job-${n}`).then(() => (last = n))
  for (let n = 1; n <= 20; n += 1) await enqueue(n)
  await expect.poll(() => done.size, { timeout: 10_000 }).toBe(20)
  const before = (await limits.consume(limit, 'somebody'))?.consumedPoints ?? 0
  expect((await limits.consume(limit, 'somebody'))?.consumedPoints).toBe(before + 1)

  kill()
  const killed = performance.now()
  let refused = 0
  let n = 20
  while (last === 20 && performance.now() - killed < 40_000) {
    n += 1
    await limits.consume(limit, 'somebody')
    await enqueue(n).catch(() => (refused += 1))
    await sleep(100)
  }
  const seconds = (performance.now() - killed) / 1000
  for (let more = 1; more <= 20; more += 1) await enqueue((n += 1))
  await expect.poll(() => done.has(`job-${last}`), { timeout: 20_000 }).toBe(true)
  console.log({ refused, secondsWithoutQueue: Number(seconds.toFixed(1)) })
  expect(last).toBe(n)
  await limits.close()
  await workers.close()
  await queue.close()
}

/** Sends a Redis a command, such as `role`, and returns its reply. */
export async function askRedis({ port }: Part, ...command: string[]): Promise<string> {
  const env = { ...process.env, REDISCLI_AUTH: password }
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...command], { env })
  return stdout
}
