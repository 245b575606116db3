import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisBackend, PostgresConnection, PostgresQueueBackend, runMigrations } from 'bullmq'
import type { BackendFactory, ConnectionOptions } from 'bullmq'
import type pg from 'pg'
import type { RedisAddress } from '../config.js'
import { openCluster, serverOptions } from './redis.js'

export interface QueueConfig {
  /** Null if the queue is in the database. */
  redis: RedisAddress | null
  databaseUrl: string
}

/** The options of every BullMQ queue or worker of a process: the location of the jobs and the connection to it. */
export interface QueueStore {
  connection: ConnectionOptions
  /** The prefix of every key. */
  prefix: string
  backend: BackendFactory
  /** Closes the connections that the BullMQ objects share, if any; called after the objects are closed. */
  close(): Promise<void>
}

const schema = 'bullmq'
const connectTimeoutMs = 2000
const retryMs = 1000
const lookAgainSeconds = 3
/** The name of the connection on which the workers of a process listen. */
const workerName = 'parallax-worker'

/**
 * Returns the store for producers, which fail at once while it is unavailable, or for workers, which wait until it is
 * back.
 */
export function queueStore(config: QueueConfig, role: 'producer' | 'worker'): QueueStore {
  const { redis, databaseUrl } = config
  const own = { prefix: 'parallax', backend: createRedisBackend, close: async () => undefined }
  if (redis === null) return { ...own, connection: {}, ...postgresStore(databaseUrl) }
  const patience = {
    connectTimeout: connectTimeoutMs,
    ...(role === 'worker'
      ? { maxRetriesPerRequest: null }
      : { enableOfflineQueue: false, commandTimeout: connectTimeoutMs }),
  }
  const cluster = openCluster(redis, patience)
  if (!cluster) return { ...own, connection: serverOptions(redis, patience) }
  // A script of BullMQ changes several keys at once, which a cluster allows only if all of them are on one node. The
  // braces make the prefix a hash tag, which puts all keys on one node; that node can bear the load, because the
  // entries contain only ids.
  return { ...own, connection: cluster, prefix: '{parallax}', close: async () => cluster.disconnect() }
}

/**
 * Returns the connections of all queues or workers of a process. BullMQ itself would open as many for each of them, and
 * every connection is a process of PostgreSQL that takes some megabytes.
 */
function postgresStore(connectionString: string): Pick<QueueStore, 'backend' | 'close'> {
  const connection = new PostgresConnection({
    connectionString,
    schema,
    max: 3,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  connection.setMaxListeners(0)
  // BullMQ itself only notices connections that are lost while idle; this also reports those lost while in use.
  ;(connection.pool as pg.Pool).on('connect', (client) =>
    client.on('error', (error) => connection.emit('error', error)),
  )
  hearListenerToItsEnd(connection)
  // BullMQ would remember a failed first connection forever. With this, as with the Redis client, a process may start
  // before its store.
  let ready: Promise<void> | undefined
  connection.waitUntilReady = () => (ready ??= migrateWhenReachable(connection))
  return {
    backend: (name, options, { withBlockingConnection = false } = {}) =>
      new SharingBackend(
        connection,
        name,
        { ...options, connection: {} },
        true,
        withBlockingConnection ? workerName : '',
      ),
    close: () => connection.close(),
  }
}

/** BullMQ's Postgres backend over connections that stay open when one of the queues that share them is closed. */
class SharingBackend extends PostgresQueueBackend {
  /**
   * Returns the name by which the dashboard detects whether a queue has workers: every worker of this server works on
   * all queues.
   */
  override clientName(): string {
    return workerName
  }

  /**
   * In seconds. By default a worker that lost its connection waits up to an hour for a notification that may have been
   * sent meanwhile.
   */
  override get maximumBlockTimeout(): number {
    return lookAgainSeconds
  }

  override close(): Promise<void> {
    return this.disconnectBlocking()
  }

  override disconnect(): Promise<void> {
    return this.disconnectBlocking()
  }
}

/**
 * Keeps an error handler on the connection on which BullMQ listens until that connection has closed. BullMQ removes all
 * handlers before it ends the connection; if the database ended it at the same moment, the unhandled error would crash
 * the process. The queues that share the connection send their statements in turn.
 */
function hearListenerToItsEnd(connection: PostgresConnection): void {
  const listener = connection.getListenClient.bind(connection)
  const heard = new WeakSet<object>()
  connection.getListenClient = async () => {
    const listenClient = await listener()
    // BullMQ creates the pool itself, so it listens on a separate client and not on one of the pool.
    const client = listenClient as unknown as pg.Client
    if (heard.has(client)) return listenClient
    heard.add(client)
    client.setMaxListeners(0)
    inTurn(client)
    const end = client.end.bind(client)
    client.end = () => {
      client.on('error', (error: Error) => {
        if (connection.listenerCount('error') > 0) connection.emit('error', error)
      })
      return end()
    }
    return listenClient
  }
}

/** Makes each statement of the client wait for the one before it, because the driver warns of several at once. */
function inTurn(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let before: Promise<unknown> = Promise.resolve()
  const queued = (...args: unknown[]) => {
    const sent = before.then(() => query(...args))
    before = sent.catch(() => undefined)
    return sent
  }
  client.query = queued as typeof client.query
}

/**
 * Creates BullMQ's tables, trying once a second until the database can be reached or the connection is being closed.
 */
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
