import { Cluster, type ClusterOptions, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../config.js'

const retryMs = 1000
const retryStrategy = (times: number) => Math.min(times * 100, retryMs)

/** How long a client waits for a store that is away; the rest of a connection's settings follow from its address. */
export type Patience = Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'enableOfflineQueue' | 'commandTimeout' | 'connectTimeout'
>

/** The settings of a client of one server: of the one named, or of the one that sentinels name. */
export function serverOptions(address: RedisAddress, patience: Patience) {
  return {
    ...address,
    ...patience,
    retryStrategy,
    // A server that sentinels made a replica refuses writes: whoever hears that asks them for the new one.
    ...(address.sentinels && {
      reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
      sentinelRetryStrategy: () => retryMs,
    }),
  }
}

/**
 * A client of a cluster, undefined where the address is not one of a cluster. Nodes that are away are asked again after
 * at most a second, and which node has which keys every five.
 */
export function openCluster({ cluster, ...access }: RedisAddress, patience: Patience): Cluster | undefined {
  if (!cluster) return undefined
  const { enableOfflineQueue = true, ...ofServers } = patience
  const options: ClusterOptions = {
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: 5000,
    // Certificates name hosts, so a name stays one.
    ...(access.tls && { dnsLookup: (host: string, answer: (error: null, host: string) => void) => answer(null, host) }),
    redisOptions: { ...access, ...ofServers },
  }
  return new Cluster(cluster, options)
}
