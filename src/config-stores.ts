import { boolean, optional, port, positive, row, secret, text } from './lib/config-rows.js'

/** Where rows and queues are kept, and what stands before them. */
export const storeRows = {
  DATABASE_URL: secret(
    row(
      'database.url',
      'required',
      'PostgreSQL 14 or newer; under `up` unset means an embedded server',
      (reader, name) => reader.database(name),
    ),
  ),
  DATABASE_DIRECT_URL: secret(
    row(
      'database.directUrl',
      'DATABASE_URL',
      'set where DATABASE_URL leads to a pooler in transaction mode such as PgBouncer: leads past it, for what needs a session of its own',
      (reader, name) => (reader.isSet(name) ? reader.database(name) : reader.text('DATABASE_URL')),
    ),
  ),
  DATABASE_REPLICA_URLS: secret(
    row(
      'database.replicaUrls',
      'unset',
      'streaming replicas that answer reads, one URL a server, separated by commas; unset means the primary answers all',
      (reader, name) => reader.databases(name),
    ),
  ),
  REPLICA_MAX_LAG_MS: positive(
    'database.replicaMaxLagMs',
    50,
    'a read waits at most so long for a replica to have what the primary had when the request came; then the primary answers it',
  ),
  PREPARED_STATEMENTS: boolean(
    'database.prepared',
    true,
    '`off` for a pooler in transaction mode that cannot keep prepared statements: PgBouncer before 1.21, or with `max_prepared_statements = 0`',
  ),
  DATABASE_POOL_SIZE: row(
    'database.poolSize',
    '10',
    'connections of each of the two pools of a worker, and of the API over all its processes (one for rows, one for answers in bytes); two at least, since imports and periodic work hold one and ask for another',
    (reader, name) => Math.max(2, reader.positive(name, 10)),
  ),
  REDIS_HOST: optional(
    '',
    'queue store; without it, REDIS_SENTINELS and REDIS_CLUSTER_NODES the queue lives in PostgreSQL',
  ),
  REDIS_PORT: port('', 6379, 'port of the queue store'),
  REDIS_PASSWORD: secret(optional('', 'password of the queue store')),
  REDIS_USERNAME: optional('', 'user of the access list (ACL) of the queue store; unset means its default user'),
  REDIS_TLS: boolean(
    '',
    false,
    'true: Redis, and the sentinels, are spoken to by TLS; a CA of your own in NODE_EXTRA_CA_CERTS',
  ),
  REDIS_SENTINELS: optional(
    '',
    'instead of REDIS_HOST: addresses of sentinels that know the queue store, such as `10.0.0.1:26379`, separated by commas',
  ),
  REDIS_CLUSTER_NODES: optional(
    '',
    'instead of REDIS_HOST: some nodes of a Redis Cluster, such as `10.0.0.1:6379`, separated by commas',
  ),
  REDIS_SENTINEL_NAME: text('', 'mymaster', 'what the sentinels call it'),
  REDIS_SENTINEL_PASSWORD: secret(optional('', 'password of the sentinels')),
} as const
