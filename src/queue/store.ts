import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisBackend, PostgresConnection, PostgresQueueBackend, runMigrations } from 'bullmq'
import type { BackendFactory, ConnectionOptions } from 'bullmq'
import type pg from 'pg'

export interface QueueConfig {
  /** null: the queue lives in the database. */
  redis: { host: string; port: number; password?: string | undefined } | null
  databaseUrl: string
}

/** What every BullMQ object of a process gets: where the jobs are and how to reach them. */
export interface QueueStore {
  connection: ConnectionOptions
  backend: BackendFactory
}

const schema = 'bullmq'
const connectTimeoutMs = 2000
const retryMs = 1000
const lookAgainSeconds = 3

/** The connection of producers (fail at once while the store is away) or of workers (wait until it is back). */
export function queueStore(config: QueueConfig, role: 'producer' | 'worker'): QueueStore {
  if (config.redis === null) return { connection: {}, backend: postgresBackend(config.databaseUrl) }
  const patience =
    role === 'worker' ? { maxRetriesPerRequest: null } : { enableOfflineQueue: false, commandTimeout: connectTimeoutMs }
  const retryStrategy = (times: number) => Math.min(times * 100, retryMs)
  return {
    connection: { ...config.redis, ...patience, connectTimeout: connectTimeoutMs, retryStrategy },
    backend: createRedisBackend,
  }
}

/**
 * BullMQ's Postgres backend remembers a failed first connection for ever; this one keeps trying, as the Redis client
 * does, so that a process may start before its store.
 */
function postgresBackend(connectionString: string): BackendFactory {
  return (name, options, { withBlockingConnection = false } = {}) => {
    const connection = new PostgresConnection({
      connectionString,
      schema,
      max: 3,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    // BullMQ hears of connections that are lost while they are idle only.
    ;(connection.pool as pg.Pool).on('connect', (client) =>
      client.on('error', (error) => connection.emit('error', error)),
    )
    let ready: Promise<void> | undefined
    connection.waitUntilReady = () => (ready ??= migrateWhenReachable(connection))
    const clientName = withBlockingConnection ? name : undefined
    const backend = new PostgresQueueBackend(connection, name, { ...options, connection: {} }, true, clientName)
    // By default a worker that lost its connection waits up to an hour for a notice that may have been sent meanwhile.
    return Object.defineProperty(backend, 'maximumBlockTimeout', { value: lookAgainSeconds })
  }
}

async function migrateWhenReachable(connection: PostgresConnection): Promise<void> {
  for (; ; await sleep(retryMs, undefined, { ref: false })) {
    try {
      return await migrate(connection)
    } catch (error) {
      if (connection.isClosing !== undefined) throw error
      connection.emit('error', error)
    }
  }
}

async function migrate(connection: PostgresConnection): Promise<void> {
  const client = await connection.pool.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    client.release()
  }
}
