import { boolean, optional, port, positive, row, secret, text } from '@parallax/shared/config-rows.js'
import { database, databases } from './config-database.js'

/** The variables of the stores: PostgreSQL with its pooler and replicas, and Redis as the queue store. */
export const storeRows = {
  DATABASE_URL: secret(
    row(
      'database.url',
      'required',
      'PostgreSQL 14 or newer; unset under `npm start`: an embedded server',
      (reader, name) => database(reader, name),
    ),
  ),
  DATABASE_DIRECT_URL: secret(
    row(
      'database.directUrl',
      'DATABASE_URL',
      'a second URL that bypasses the pooler, needed where DATABASE_URL leads to one in transaction mode ' +
        'such as PgBouncer; used for work that needs a session of its own',
      (reader, name) => (reader.isSet(name) ? database(reader, name) : reader.text('DATABASE_URL')),
    ),
  ),
  DATABASE_REPLICA_URLS: secret(
    row(
      'database.replicaUrls',
      'unset',
      'streaming replicas that answer reads, one URL a server, separated by commas; unset means the primary ' +
        'answers all',
      (reader, name) => databases(reader, name),
    ),
  ),
  REPLICA_MAX_LAG_MS: positive(
    'database.replicaMaxLagMs',
    50,
    'milliseconds that a read waits for a replica to catch up with the primary as it was when the request ' +
      'arrived; after that the primary answers',
  ),
  PREPARED_STATEMENTS: boolean(
    'database.prepared',
    true,
    '`off` for a pooler in transaction mode that cannot keep prepared statements: PgBouncer before 1.21, or ' +
      'with `max_prepared_statements = 0`',
  ),
  DATABASE_POOL_SIZE: row(
    'database.poolSize',
    '20',
    'connections of the pool of a worker, and of the API over all its processes (at least 8 each); two at least, ' +
      'since imports and periodic work hold one and ask for another',
    (reader, name) => Math.max(2, reader.positive(name, 20)),
  ),
  REDIS_HOST: optional(
    '',
    'host of the Redis that holds the job queue; if neither this nor REDIS_SENTINELS nor ' +
      'REDIS_CLUSTER_NODES is set, the queue is in PostgreSQL',
  ),
  REDIS_PORT: port('', 6379, 'port of the queue store'),
  REDIS_PASSWORD: secret(optional('', 'password of the queue store')),
  REDIS_USERNAME: optional('', 'user of the access list (ACL) of the queue store; unset means its default user'),
  REDIS_TLS: boolean(
    '',
    false,
    '`true` to connect to Redis and the sentinels by TLS; NODE_EXTRA_CA_CERTS names a CA of your own',
  ),
  REDIS_SENTINELS: optional(
    '',
    'instead of REDIS_HOST: addresses of sentinels that know the queue store, such as `10.0.0.1:26379`, ' +
      'separated by commas',
  ),
  REDIS_CLUSTER_NODES: optional(
    '',
    'instead of REDIS_HOST: some nodes of a Redis Cluster, such as `10.0.0.1:6379`, separated by commas',
  ),
  REDIS_SENTINEL_NAME: text('', 'mymaster', 'name of the master set in the configuration of the sentinels'),
  REDIS_SENTINEL_PASSWORD: secret(optional('', 'password of the sentinels')),
} as const
