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

/** A Redis with a user of the access list as docs/operations.md asks for it. */
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

/** One of the sentinels that watch a primary and make a replica the new one. */
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

/** The configuration of a server whose queue store these variables name. */
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
 * Enqueues and works, kills what `kill` kills, and goes on: limits are counted throughout, the queue comes back within
 * 40 s, and what was accepted after that is done. Prints how long no job could be enqueued.
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

/** What a Redis answers to a command, such as `role`. */
export async function askRedis({ port }: Part, ...command: string[]): Promise<string> {
  const env = { ...process.env, REDISCLI_AUTH: password }
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...command], { env })
  return stdout
}
