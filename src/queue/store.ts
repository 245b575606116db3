import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisBackend, PostgresConnection, PostgresQueueBackend, runMigrations } from 'bullmq'
import type { BackendFactory, ConnectionOptions } from 'bullmq'
import type pg from 'pg'
import type { RedisAddress } from '../config.js'
import { openCluster, serverOptions } from './redis.js'

export interface QueueConfig {
  /** null: the queue lives in the database. */
  redis: RedisAddress | null
  databaseUrl: string
}

/** What every BullMQ object of a process gets: where the jobs are and how to reach them. */
export interface QueueStore {
  connection: ConnectionOptions
  /** What every key begins with. */
  prefix: string
  backend: BackendFactory
  /** After the objects: ends the client that they share, where they share one. */
  close(): void
}

const schema = 'bullmq'
const connectTimeoutMs = 2000
const retryMs = 1000
const lookAgainSeconds = 3

/** The connection of producers (fail at once while the store is away) or of workers (wait until it is back). */
export function queueStore(config: QueueConfig, role: 'producer' | 'worker'): QueueStore {
  const { redis, databaseUrl } = config
  const own = { prefix: 'parallax', backend: createRedisBackend, close: () => undefined }
  if (redis === null) return { ...own, connection: {}, backend: postgresBackend(databaseUrl) }
  const patience = {
    connectTimeout: connectTimeoutMs,
    ...(role === 'worker'
      ? { maxRetriesPerRequest: null }
      : { enableOfflineQueue: false, commandTimeout: connectTimeoutMs }),
  }
  const cluster = openCluster(redis, patience)
  if (!cluster) return { ...own, connection: serverOptions(redis, patience) }
  // A script of BullMQ changes several keys at once, which a cluster does only where all are on one node: those whose
  // part in braces is equal. The entries hold ids alone, so one node carries them all.
  return { ...own, connection: cluster, prefix: '{parallax}', close: () => cluster.disconnect() }
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
    hearListenerToItsEnd(connection)
    let ready: Promise<void> | undefined
    connection.waitUntilReady = () => (ready ??= migrateWhenReachable(connection))
    const clientName = withBlockingConnection ? name : undefined
    const backend = new PostgresQueueBackend(connection, name, { ...options, connection: {} }, true, clientName)
    // By default a worker that lost its connection waits up to an hour for a notice that may have been sent meanwhile.
    return Object.defineProperty(backend, 'maximumBlockTimeout', { value: lookAgainSeconds })
  }
}

/**
 * BullMQ takes all handlers off the connection it listens on before it ends it. A database that ends it at the same
 * moment would then bring the process down with an error that nobody hears.
 */
function hearListenerToItsEnd(connection: PostgresConnection): void {
  const listener = connection.getListenClient.bind(connection)
  const heard = new WeakSet<object>()
  connection.getListenClient = async () => {
    const given = await listener()
    // The pool is BullMQ's own, so what listens is a client of its own as well.
    const client = given as unknown as pg.Client
    if (heard.has(client)) return given
    heard.add(client)
    const end = client.end.bind(client)
    client.end = () => {
      client.on('error', (error: Error) => {
        if (connection.listenerCount('error') > 0) connection.emit('error', error)
      })
      return end()
    }
    return given
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
