import { Cluster, type ClusterOptions, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../config.js'

const retryMs = 1000
const retryStrategy = (times: number) => Math.min(times * 100, retryMs)

/** How long a client waits for an unavailable store; the other settings of a connection follow from its address. */
export type Patience = Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'enableOfflineQueue' | 'commandTimeout' | 'connectTimeout'
>

/**
 * Returns the options of a client of one server: the server at the address, or the master according to the sentinels.
 */
export function serverOptions(address: RedisAddress, patience: Patience) {
  return {
    ...address,
    ...patience,
    retryStrategy,
    // A master that the sentinels demoted to a replica refuses writes with READONLY: the client then reconnects and
    // asks the sentinels for the new master.
    ...(address.sentinels && {
      reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
      sentinelRetryStrategy: () => retryMs,
    }),
  }
}

/**
 * Returns a client of a Redis Cluster; undefined if the address is not that of a cluster. It retries unreachable nodes
 * after at most a second, and refreshes its map of the keys of each node every five seconds.
 */
export function openCluster({ cluster, ...access }: RedisAddress, patience: Patience): Cluster | undefined {
  if (!cluster) return undefined
  const { enableOfflineQueue = true, ...ofServers } = patience
  const options: ClusterOptions = {
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: 5000,
    // Host names are not resolved here, because the TLS certificates name hosts.
    ...(access.tls && { dnsLookup: (host: string, answer: (error: null, host: string) => void) => answer(null, host) }),
    redisOptions: { ...access, ...ofServers },
  }
  return new Cluster(cluster, options)
}
