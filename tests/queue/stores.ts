import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThrowawayPostgres } from '../../src/database/launch/embedded-postgres.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import type { QueueConfig } from '../../src/queue/store.js'
import { openProxy } from '../support/proxy.js'

/** A real queue store behind a proxy, so that tests can make it unreachable and reachable again at one address. */
export interface Store {
  config: QueueConfig
  cut(): Promise<void>
  restore(): Promise<void>
  stop(): Promise<void>
}

export async function postgresStore(): Promise<Store> {
  const server = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
  const url = new URL(server.url)
  const proxy = await openProxy(url.hostname, Number(url.port))
  url.port = String(proxy.port)
  return {
    config: { redis: null, databaseUrl: url.href },
    cut: proxy.cut,
    restore: proxy.restore,
    stop: async () => {
      await proxy.cut()
      await server.stop()
    },
  }
}

/** The reason why the Redis half of the suite cannot run here; undefined when it can. */
export function redisMissing(): string | undefined {
  if (process.env.REDIS_HOST) return undefined
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'REDIS_HOST is not set and there is no redis-server on PATH: the queue was tested on Postgres only'
  }
}

export async function redisStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-redis-'))
  const port = await freePort()
  const external = process.env.REDIS_HOST
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const server = external ? undefined : spawn('redis-server', args, { stdio: 'ignore' })
  const proxy = await openProxy(external ?? '127.0.0.1', external ? Number(process.env.REDIS_PORT ?? 6379) : port)
  const redis = { host: '127.0.0.1', port: proxy.port, password: external ? process.env.REDIS_PASSWORD : undefined }
  return {
    config: { redis, databaseUrl: '' },
    cut: proxy.cut,
    restore: proxy.restore,
    stop: async () => {
      await proxy.cut()
      const ended = new Promise((done) => (server === undefined ? done(undefined) : server.once('exit', done)))
      server?.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
