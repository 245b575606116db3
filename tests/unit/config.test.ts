import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { modelServiceVariables } from '@parallax/model-service/config-variables.js'
import { readModelServiceConfig } from '@parallax/model-service/config.js'
import { rows } from '../../src/config-variables.js'
import { ConfigError, readConfig } from '../../src/config.js'

const needed = {
  DATABASE_URL: 'postgres://localhost/parallax',
  SESSION_SECRET: 's'.repeat(32),
  API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'admin-password-1',
}
const objects = {
  VIDEO_STORAGE_TYPE: 'objstore',
  OBJSTORE_BUCKET: 'b',
  OBJSTORE_REGION: 'r',
  OBJSTORE_ACCESS_KEY_ID: 'a',
  OBJSTORE_SECRET_ACCESS_KEY: 's',
}
const cdn = { CDN_ENABLED: 'true', CDN_BASE_URL: 'https://cdn.example' }

/** Returns the value at a dotted path. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | null)?.[key], value)
}

/**
 * Cases: a variable, a value other than its default, the path in the configuration, the value there; other variables.
 */
const cases: [string, string, string, unknown, Record<string, string>?][] = [
  ['DATABASE_URL', 'postgres://db/x', 'database.url', 'postgres://db/x'],
  ['DATABASE_DIRECT_URL', 'postgres://db/past', 'database.directUrl', 'postgres://db/past'],
  [
    'DATABASE_REPLICA_URLS',
    'postgres://a/x, postgres://b/x',
    'database.replicaUrls',
    ['postgres://a/x', 'postgres://b/x'],
  ],
  ['REPLICA_MAX_LAG_MS', '20', 'database.replicaMaxLagMs', 20],
  ['PREPARED_STATEMENTS', 'off', 'database.prepared', false],
  ['REDIS_HOST', 'redis', 'redis', { host: 'redis', port: 6379, password: undefined }],
  ['REDIS_PORT', '7000', 'redis.port', 7000, { REDIS_HOST: 'redis' }],
  ['REDIS_PASSWORD', 'pw', 'redis.password', 'pw', { REDIS_HOST: 'redis' }],
  ['REDIS_USERNAME', 'parallax', 'redis.username', 'parallax', { REDIS_HOST: 'redis' }],
  ['REDIS_TLS', 'true', 'redis.tls', {}, { REDIS_HOST: 'redis' }],
  [
    'REDIS_SENTINELS',
    'a, b:7000',
    'redis.sentinels',
    [
      { host: 'a', port: 26379 },
      { host: 'b', port: 7000 },
    ],
  ],
  [
    'REDIS_CLUSTER_NODES',
    'a,b:7000',
    'redis.cluster',
    [
      { host: 'a', port: 6379 },
      { host: 'b', port: 7000 },
    ],
  ],
  ['REDIS_SENTINEL_NAME', 'parallax', 'redis.name', 'parallax', { REDIS_SENTINELS: 'a' }],
  ['REDIS_SENTINEL_PASSWORD', 'pw', 'redis.sentinelPassword', 'pw', { REDIS_SENTINELS: 'a' }],
  ['NODE_ENV', 'production', 'environment', 'production'],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['PORT', '8080', 'port', 8080],
  ['LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
  [
    'ALLOWED_ORIGINS',
    'https://a.example, https://b.example',
    'allowedOrigins',
    ['https://a.example', 'https://b.example'],
  ],
  ['ALLOWED_HOSTS', 'Desk.example, 10.0.0.9', 'allowedHosts', ['desk.example', '10.0.0.9']],
  ['TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', 'trustProxy', ['10.0.0.0/8', '127.0.0.1']],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['SERVICE_MODE', 'single-user', 'serviceMode', 'single-user'],
  ['SINGLE_USER_MODE', 'true', 'serviceMode', 'single-user'],
  ['DEFAULT_USER_USERNAME', 'me', 'defaultUsername', 'me'],
  ['ALLOW_REGISTRATION', 'true', 'allowRegistration', true],
  ['SESSION_SECRET', 't'.repeat(40), 'session.secret', 't'.repeat(40)],
  ['SESSION_SECRET_PREVIOUS', 'old', 'session.previousSecret', 'old'],
  ['SESSION_TIMEOUT_DAYS', '3', 'session.timeoutDays', 3],
  ['ALLOW_COMMON_PASSWORDS', 'true', 'allowCommonPasswords', true],
  ['ADMIN_PASSWORD', 'another-password', 'adminPassword', 'another-password'],
  ['API_KEY_ENCRYPTION_KEY', 'cd'.repeat(32), 'encryption.key', 'cd'.repeat(32)],
  ['API_KEY_ENCRYPTION_KEY_PREVIOUS', 'ef'.repeat(32), 'encryption.previousKey', 'ef'.repeat(32)],
  ['DATABASE_POOL_SIZE', '3', 'database.poolSize', 3],
  ['BODY_IDLE_TIMEOUT_MS', '5000', 'bodies.idleMs', 5000],
  ['BODY_TIMEOUT_MS', '9000', 'bodies.totalMs', 9000],
  ['REQUEST_TIMEOUT_MS', '500', 'database.statementTimeoutMs', 500],
  ['MODEL_SERVICE_URL', 'http://gpu:9000/', 'modelService.url', 'http://gpu:9000'],
  ['MODEL_SERVICE_VIDEO_ROOT', '/media', 'modelService.videoRoot', '/media'],
  ...(
    ['DETECTION', 'THUMBNAILS', 'ONTOLOGY_AUGMENT', 'SUMMARIZE', 'EXTRACT_CLAIMS', 'SYNTHESIZE', 'TRANSCRIBE'] as const
  ).map((name): [string, string, string, unknown] => {
    const key = name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
    return [`MODEL_SERVICE_TIMEOUT_${name}_MS`, '1234', `modelService.timeoutsMs.${key}`, 1234]
  }),
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'telemetry.endpoint', 'http://collector:4318'],
  ['OTEL_TRACES_EXPORTER', 'console', 'telemetry.traces', 'console'],
  ['OTEL_SERVICE_NAME', 'mine', 'telemetry.serviceName', 'mine'],
  ['METRICS_PORT', '9464', 'telemetry.metricsPort', 9464],
  ['VIDEO_DEFAULT_ACCESS', 'closed', 'access.openVideos', false],
  ['VIDEO_STORAGE_TYPE', 'hybrid', 'files.type', 'hybrid', objects],
  ['STORAGE_PATH', '/mnt/videos', 'files.root', '/mnt/videos'],
  ['VIDEO_BASE_URL', 'https://v.example/api/videos/', 'files.baseUrl', 'https://v.example/api/videos'],
  ['BASE_PATH', '/parallax/', 'basePath', '/parallax'],
  ['BASE_PATH', '/tools/parallax', 'files.baseUrl', '/tools/parallax/api/videos'],
  ['OBJSTORE_BUCKET', 'films', 'files.objects.bucket', 'films', objects],
  ['OBJSTORE_REGION', 'eu-1', 'files.objects.region', 'eu-1', objects],
  ['OBJSTORE_ACCESS_KEY_ID', 'id', 'files.objects.accessKeyId', 'id', objects],
  ['OBJSTORE_SECRET_ACCESS_KEY', 'key', 'files.objects.secretAccessKey', 'key', objects],
  ['OBJSTORE_ENDPOINT', 'http://minio:9000', 'files.objects.endpoint', 'http://minio:9000', objects],
  ['OBJSTORE_PUBLIC_BUCKET', 'true', 'files.objects.publicBucket', true, objects],
  ['CDN_ENABLED', 'yes', 'files.cdn.baseUrl', 'https://cdn.example', cdn],
  ['CDN_BASE_URL', 'https://other.example/', 'files.cdn.baseUrl', 'https://other.example', cdn],
  ['CDN_SIGNED_URLS', 'false', 'files.cdn.signed', false, cdn],
  ['CDN_SIGNING_KEY', 'edge-key', 'files.cdn.signingKey', 'edge-key', cdn],
  ['THUMBNAIL_STORAGE_TYPE', 'objstore', 'files.thumbnails.type', 'objstore', objects],
  ['THUMBNAIL_PATH', '/mnt/pictures', 'files.thumbnails.root', '/mnt/pictures'],
  ['THUMBNAIL_OBJSTORE_PREFIX', 'small/', 'files.thumbnails.prefix', 'small/'],
  ['KB_MODE', 'offline', 'kb.mode', 'offline'],
  ['KB_URL', 'https://kb.example/api', 'kb.url', 'https://kb.example/api'],
  ['KB_ID_MAPPING_PATH', '/etc/map.json', 'kb.idMappingPath', '/etc/map.json', { KB_MODE: 'offline' }],
  ['ALLOW_EXTERNAL_LINKS', 'false', 'allowVideoSourceLinks', false],
  ['ALLOW_EXTERNAL_KB_LINKS', 'false', 'kb.allowExternalLinks', false, { KB_MODE: 'offline' }],
  ['ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS', 'no', 'allowVideoSourceLinks', false],
  ['RATE_LIMIT_MAX', '5', 'rateLimits.max', 5],
  ['RATE_LIMIT_WINDOW_MS', '1000', 'rateLimits.windowMs', 1000],
  ['RATE_LIMIT_LOGIN_MAX', '6', 'rateLimits.loginMax', 6],
  ['RATE_LIMIT_LOGIN_FAILURES', '8', 'rateLimits.loginFailures', 8],
  ['RATE_LIMIT_DISABLED', '1', 'rateLimits.disabled', true],
  ['GRAPHQL_MAX_LENGTH', '11', 'graphql.limits.length', 11],
  ['GRAPHQL_MAX_TOKENS', '12', 'graphql.limits.tokens', 12],
  ['GRAPHQL_MAX_DEPTH', '13', 'graphql.limits.depth', 13],
  ['GRAPHQL_MAX_FIELDS', '14', 'graphql.limits.fields', 14],
  ['GRAPHQL_MAX_ALIASES', '16', 'graphql.limits.aliases', 16],
  ['GRAPHQL_MAX_ROOT_FIELDS', '17', 'graphql.limits.rootFields', 17],
  ['GRAPHQL_MAX_DIRECTIVES', '18', 'graphql.limits.directives', 18],
  ['GRAPHQL_MAX_COST', '19', 'graphql.limits.cost', 19],
  ['PERSISTED_DOCUMENTS', 'enforce', 'graphql.persistedDocuments', 'enforce'],
  ['EXPORT_CONCURRENCY', '2', 'places.export.inAll', 2],
  ['EXPORT_CONCURRENCY_PER_USER', '1', 'places.export.perUser', 1],
  ['IMPORT_CONCURRENCY', '5', 'places.import.inAll', 5],
  ['IMPORT_CONCURRENCY_PER_USER', '3', 'places.import.perUser', 3],
  ['UPLOAD_CONCURRENCY', '6', 'places.upload.inAll', 6],
  ['UPLOAD_CONCURRENCY_PER_USER', '4', 'places.upload.perUser', 4],
  ['MODEL_CALL_CONCURRENCY', '7', 'places.modelCall.inAll', 7],
  ['MODEL_CALL_CONCURRENCY_PER_USER', '5', 'places.modelCall.perUser', 5],
  ['HEAVY_OPERATION_CONCURRENCY', '8', 'places.heavyOperation.inAll', 8],
  ['HEAVY_OPERATION_CONCURRENCY_PER_USER', '6', 'places.heavyOperation.perUser', 6],
  ['WAITING_MAX', '9', 'places.waiting.inAll', 9],
  ['WAITING_MAX_PER_USER', '7', 'places.waiting.perUser', 7],
  ['WAITING_TIMEOUT_MS', '10', 'places.waitMs', 10],
  ['CLIENT_IDLE_TIMEOUT_MS', '11', 'bodies.readIdleMs', 11],
  ['GRAPHQL_HEAVY_COST', '12', 'graphql.heavyCost', 12],
  ['JOBS_OPEN_PER_USER', '3', 'openJobsPerUser', 3],
  ['JOB_RETENTION_DAYS', '4', 'jobRetentionDays', 4],
  ['LOGIN_ATTEMPT_RETENTION_DAYS', '5', 'loginAttemptRetentionDays', 5],
  ['IMPORT_HISTORY_RETENTION_DAYS', '6', 'importHistoryRetentionDays', 6],
  ['JOB_LEASE_SECONDS', '9', 'jobLeaseSeconds', 9],
  ['JOBS_PER_MINUTE_SUMMARIZATION', '21', 'jobsPerMinute.summarization', 21],
  ['JOBS_PER_MINUTE_CLAIMS', '22', 'jobsPerMinute.claims', 22],
  ['UPLOAD_PATH', '/mnt/uploads', 'uploadPath', '/mnt/uploads'],
]

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('configuration', () => {
  it.each(cases)('%s = %s is honoured', (name, value, path, expected, rest = {}) => {
    const without = readConfig({ ...needed, ...rest, [name]: rest[name] ?? (needed as Record<string, string>)[name] })
    const config = readConfig({ ...needed, ...rest, [name]: value })
    expect(at(config, path)).toEqual(expected)
    if (rest[name] === undefined) expect(at(without, path)).not.toEqual(expected)
  })

  it('puts each variable whose row has a path there, without another line of code', () => {
    const others = [
      '1234',
      'true',
      'false',
      'off',
      'none',
      'http://other:9000',
      'postgres://other/x',
      '/other',
      'other',
    ]
    for (const [name, { path }] of Object.entries(rows)) {
      if (!path) continue
      const base: Record<string, string> = { ...needed, ...objects }
      const usual = at(readConfig({ ...base, [name]: base[name] }), path)
      const value = others
        .concat('7', 'b'.repeat(64), 'production', 'debug', 'hybrid', 'objstore', 'offline', 'report', 'claims')
        .map((text) => {
          try {
            return at(readConfig({ ...base, [name]: text }), path)
          } catch {
            return usual
          }
        })
        .find((one) => one !== usual)
      expect(value, `${name} changes ${path}`).toBeDefined()
    }
  })

  it('knows no variable without a path that no case here sets, but the two of the embedded mode', () => {
    const set = new Set(cases.map(([name]) => name))
    const special = Object.entries(rows).flatMap(([name, { path }]) => (path === '' ? [name] : []))
    expect(special.filter((name) => !set.has(name))).toEqual(['PARALLAX_DATA_DIR', 'PARALLAX_POSTGRES_BIN'])
    expect([...set].filter((name) => !(name in rows))).toEqual([])
  })

  it('reads a variable once, so that a fault or a warning is told once (CF-07)', () => {
    const warnings: string[] = []
    readConfig({ ...needed, REQUEST_TIMEOUT_MS: 'many' }, (one) => warnings.push(one))
    expect(warnings).toHaveLength(1)
    expect(faultsOf({ ...needed, PORT: 'x', ALLOW_EXTERNAL_LINKS: 'perhaps' })).toHaveLength(2)
  })

  it('takes one way to the queue store, and addresses that name a host', () => {
    expect(faultsOf({ ...needed, REDIS_HOST: 'a', REDIS_CLUSTER_NODES: 'b' })).toEqual([
      'REDIS_HOST and REDIS_CLUSTER_NODES cannot both be set',
    ])
    expect(faultsOf({ ...needed, REDIS_CLUSTER_NODES: 'b,,c:70000' })).toEqual([
      'REDIS_CLUSTER_NODES must be addresses such as 10.0.0.1:6379; it has ""',
      'REDIS_CLUSTER_NODES must be addresses such as 10.0.0.1:6379; it has "c:70000"',
    ])
  })

  it('has no list of host names in multi-user mode, an empty one in single-user mode, and names what is none', () => {
    expect(readConfig(needed).allowedHosts).toBeNull()
    expect(readConfig({ ...needed, SERVICE_MODE: 'single-user' }).allowedHosts).toEqual([])
    expect(() => readConfig({ ...needed, ALLOWED_HOSTS: 'desk.example,https://x' })).toThrow('it has "https://x"')
  })

  it('has the documented defaults', () => {
    expect(readConfig(needed)).toMatchObject({
      environment: 'development',
      port: 3001,
      logLevel: 'info',
      allowedOrigins: ['http://localhost:5173', 'http://localhost:3000'],
      serviceMode: 'multi-user',
      access: { openVideos: true },
      allowRegistration: false,
      redis: null,
      session: { timeoutDays: 7 },
      trustProxy: 'loopback',
      files: {
        type: 'local',
        root: '/videos',
        baseUrl: '/api/videos',
        cdn: null,
        thumbnails: { type: 'local', root: '/videos/thumbnails', prefix: 'thumbnails/' },
      },
      modelService: {
        url: 'http://model-service:8000',
        videoRoot: '/videos',
        timeoutsMs: {
          detection: 60_000,
          thumbnails: 30_000,
          ontologyAugment: 60_000,
          summarize: 300_000,
          extractClaims: 300_000,
          synthesize: 300_000,
          transcribe: 300_000,
        },
      },
      telemetry: { endpoint: 'http://otel-collector:4318', serviceName: 'annotation-backend', metricsPort: null },
      kb: { mode: 'online', idMappingPath: null, allowExternalLinks: true },
      allowVideoSourceLinks: true,
    })
  })

  it('tells all faults at once (CF-01, CF-05, CF-08)', () => {
    expect(faultsOf({})).toEqual(
      expect.arrayContaining([
        'DATABASE_URL is required',
        'SESSION_SECRET is required',
        'API_KEY_ENCRYPTION_KEY is required',
        'ADMIN_PASSWORD is required',
      ]),
    )
    expect(faultsOf({ ...needed, ALLOWED_ORIGINS: '*' })).toEqual([expect.stringContaining('ALLOWED_ORIGINS')])
    expect(
      faultsOf({
        ...needed,
        SESSION_SECRET: 'short',
        API_KEY_ENCRYPTION_KEY: 'xyz',
        PORT: '70000',
        KB_MODE: 'x',
        MODEL_SERVICE_URL: 'ftp://x',
      }),
    ).toHaveLength(5)
    expect(faultsOf({ ...needed, VIDEO_STORAGE_TYPE: 'objstore' }).map((text) => text.split(' ')[0])).toEqual([
      'OBJSTORE_BUCKET',
      'OBJSTORE_REGION',
      'OBJSTORE_ACCESS_KEY_ID',
      'OBJSTORE_SECRET_ACCESS_KEY',
    ])
    expect(faultsOf({ ...needed, THUMBNAIL_STORAGE_TYPE: 'objstore' })).toHaveLength(4)
    expect(faultsOf({ ...needed, CDN_ENABLED: 'true' })).toEqual(['CDN_BASE_URL is required'])
    const { ADMIN_PASSWORD: _without, ...single } = needed
    expect(faultsOf({ ...single, SERVICE_MODE: 'single-user' })).toEqual([])
  })

  it('reads truth in any spelling (CF-06)', () => {
    const registration = (text: string) => readConfig({ ...needed, ALLOW_REGISTRATION: text }).allowRegistration
    expect(['true', 'TRUE', '1', 'Yes'].map(registration)).toEqual([true, true, true, true])
    expect(['false', '0', 'NO', ''].map(registration)).toEqual([false, false, false, false])
  })

  it.each(['0', '-5', '1.5', 'soon', '99999999999999999999'])(
    'ignores the timeout %s with a warning (CF-07)',
    (value) => {
      const warnings: string[] = []
      const { modelService } = readConfig({ ...needed, MODEL_SERVICE_TIMEOUT_DETECTION_MS: value }, (one) =>
        warnings.push(one),
      )
      expect([modelService.timeoutsMs.detection, warnings.length]).toEqual([60_000, 1])
    },
  )

  it('treats NODE_ENV test as no production (CF-04)', () => {
    expect(readConfig({ ...needed, NODE_ENV: 'test' }).environment).toBe('test')
  })

  it('lets the model service see the videos where they are unless told otherwise (CF-13)', () => {
    expect(readConfig({ ...needed, STORAGE_PATH: '/mnt/v' }).modelService.videoRoot).toBe('/mnt/v')
    expect(readModelServiceConfig({ STORAGE_PATH: '/mnt/v' }).videoRoot).toBe('/mnt/v')
  })

  it('switches telemetry off where the endpoint is set and empty', () => {
    expect(readConfig({ ...needed, OTEL_EXPORTER_OTLP_ENDPOINT: '' }).telemetry.endpoint).toBeNull()
  })
})

const modelCases: [string, string, string, unknown][] = [
  ['MODEL_SERVICE_HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['MODEL_SERVICE_PORT', '8001', 'port', 8001],
  ['MODEL_SERVICE_VIDEO_ROOT', '/media', 'videoRoot', '/media'],
  ['MODEL_SERVICE_VIDEO_ORIGINS', 'https://a.example/x,http://b', 'cache.origins', ['https://a.example', 'http://b']],
  ['MODEL_SERVICE_CACHE_FOLDER', '/mnt/copies', 'cache.folder', '/mnt/copies'],
  ['MODEL_SERVICE_CACHE_MB', '9', 'cache.megabytes', 9],
  ['THUMBNAIL_OUTPUT_ROOT', '/mnt/made', 'thumbnailRoot', '/mnt/made'],
  ['MODEL_CONFIG_PATH', '/etc/models.yaml', 'modelConfigPath', '/etc/models.yaml'],
  ['MODEL_SERVICE_ADMIN_TOKEN', 'token', 'adminToken', 'token'],
  ['MODEL_SERVICE_FFMPEG_TIMEOUT_MS', '900', 'ffmpegTimeoutMs', 900],
  ['MODEL_SERVICE_MAX_PIXELS', '7', 'maxPixels', 7],
  ['LOG_LEVEL', 'warn', 'logLevel', 'warn'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel:4318', 'telemetry.endpoint', 'http://otel:4318'],
  ['OTEL_TRACES_EXPORTER', 'console', 'telemetry.traces', 'console'],
  ['OTEL_SERVICE_NAME', 'models', 'telemetry.serviceName', 'models'],
  ['ANTHROPIC_API_KEY', 'k', 'providerKeys.anthropic', 'k'],
  ['OPENAI_API_KEY', 'k', 'providerKeys.openai', 'k'],
  ['GOOGLE_API_KEY', 'k', 'providerKeys.google', 'k'],
  ['ANTHROPIC_BASE_URL', 'http://a', 'providerEndpoints.anthropic', 'http://a'],
  ['OPENAI_BASE_URL', 'http://o', 'providerEndpoints.openai', 'http://o'],
  ['GOOGLE_BASE_URL', 'http://g', 'providerEndpoints.google', 'http://g'],
  ['DEVICE', 'gpu', 'device', 'gpu'],
  ['PRELOAD_MODELS', 'true', 'preload', true],
]

describe('a variable that is there and empty', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries({ ...needed, SINGLE_USER_MODE: 'true' }).filter(([one]) => one !== name))
  function read(env: Record<string, string>): unknown {
    try {
      return readConfig(env)
    } catch (error) {
      return (error as ConfigError).faults
    }
  }
  // Left out: an empty collector endpoint is not the same as unset, it switches telemetry off.
  it.each(Object.keys(rows).filter((name) => name !== 'OTEL_EXPORTER_OTLP_ENDPOINT'))('is not set: %s', (name) => {
    expect(JSON.stringify(read({ ...without(name), [name]: '' }))).toBe(JSON.stringify(read(without(name))))
  })
})

describe('milliseconds', () => {
  it('are at most what PostgreSQL and the timers of Node take', () => {
    for (const name of ['REQUEST_TIMEOUT_MS', 'WAITING_TIMEOUT_MS']) {
      const config = readConfig({ ...needed, [name]: '9999999999' })
      expect(name === 'REQUEST_TIMEOUT_MS' ? config.database.statementTimeoutMs : config.places.waitMs).toBe(
        2 ** 31 - 1,
      )
    }
  })
})

describe('configuration of the model service', () => {
  it.each(modelCases)('%s = %s is honoured', (name, value, path, expected) => {
    expect(at(readModelServiceConfig({ [name]: value }), path)).toEqual(expected)
    expect(at(readModelServiceConfig({}), path)).not.toEqual(expected)
  })

  it('knows no variable that no case here sets, but two of the contract that mean nothing to a baseline', () => {
    expect(
      modelServiceVariables.map(({ name }) => name).filter((name) => !modelCases.some(([one]) => one === name)),
    ).toEqual(['MODEL_BUILD_MODE', 'MODEL_HUB_TOKEN'])
    expect(() => readModelServiceConfig({ MODEL_BUILD_MODE: 'huge' })).toThrow('MODEL_BUILD_MODE')
    expect(readModelServiceConfig({ MODEL_BUILD_MODE: 'full', MODEL_HUB_TOKEN: 'hf' })).toEqual(
      readModelServiceConfig({}),
    )
  })
})

describe('the address of a database', () => {
  const password = 'p%40ss%2Fword%23'
  const understood: [url: string, client: Record<string, unknown>][] = [
    [
      `postgres://u:${password}@db:5433/x`,
      { user: 'u', password: 'p@ss/word#', host: 'db', port: 5433, database: 'x' },
    ],
    ['postgresql://db/x', { host: 'db', port: 5432, database: 'x' }],
    ['postgres://[::1]:5433/x', { host: '::1', port: 5433, database: 'x' }],
    ['postgres://u:p@/x?host=/run/postgresql', { user: 'u', password: 'p', host: '/run/postgresql', database: 'x' }],
    ['postgres:///x?host=/run/postgresql&user=u&port=5433', { user: 'u', host: '/run/postgresql', port: 5433 }],
    ['postgres://u@%2Frun%2Fpostgresql/x', { user: 'u', host: '/run/postgresql', database: 'x' }],
    ['postgres://u@/x?host=db', { user: 'u', host: 'db', database: 'x' }],
    ['postgres:///x?host=db&user=me@server&password=p', { user: 'me@server', host: 'db', password: 'p' }],
    ['socket:/run/postgresql?db=x', { host: '/run/postgresql', database: 'x' }],
  ]
  it.each(understood)('may have any form of libpq that node-postgres understands as libpq does: %s', (url, client) => {
    const warnings: string[] = []
    const read = readConfig({ ...needed, DATABASE_URL: url }, (text) => warnings.push(text))
    expect(new pg.Client(read.database.url)).toMatchObject(client)
    expect(warnings).toEqual([])
  })

  const refused: [url: string, says: RegExp][] = [
    ['localhost', /must be a URL such as postgres:/],
    ['mysql://db/x', /must be a URL such as postgres:/],
    ['host=db dbname=x', /must be a URL such as postgres:/],
    ...['hidden#word', 'hidden/word', 'hidden?word', '12#hidden', '12/hidden', '12?hidden'].map(
      (word): [string, RegExp] => [`postgres://u:${word}@db:5432/x`, /must be percent-encoded/],
    ),
    ['postgres://a:5432,b:5432/x', /must name one host/],
    ['postgres://u:hidden@a,b/x', /must name one host/],
    ['postgres:///x?host=a,b', /must name one host/],
    ['postgres://db?dbname=x', /must name the database as its path/],
  ]
  it.each(refused)('is refused with what is wrong, and never shown: %s', (url, says) => {
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
      const faults = faultsOf({ ...needed, [name]: url })
      expect(faults, name).toEqual([expect.stringMatching(says)])
      expect(faults[0]).toContain(name)
      expect(faults[0]).not.toContain('hidden')
    }
  })

  it('tells which of its parameters nobody reads', () => {
    const warnings: string[] = []
    const url = 'postgres://db/x?sslmode=require&channel_binding=require&target_session_attrs=read-write'
    readConfig({ ...needed, DATABASE_URL: url }, (text) => warnings.push(text))
    expect(warnings).toEqual([
      'DATABASE_URL has the parameter channel_binding, which node-postgres does not read; it has no effect',
      'DATABASE_URL has the parameter target_session_attrs, which node-postgres does not read; it has no effect',
    ])
  })

  it('keeps other addresses with a password out of messages as well', () => {
    for (const [name, value] of [
      ['MODEL_SERVICE_URL', 'http://u:hid#den@host:8000/'],
      ['MODEL_SERVICE_URL', 'u:hidden@host'],
      ['REDIS_HOST', 'redis://u:hidden@host:6379'],
      ['REDIS_SENTINELS', 'redis://u:hidden@host:6379'],
      ['REDIS_CLUSTER_NODES', 'a:6379,redis://u:hidden@host:6379'],
    ] as const) {
      const faults = faultsOf({ ...needed, [name]: value })
      expect(faults, value).toHaveLength(1)
      expect(faults[0]).toContain(name)
      expect(faults[0]).not.toMatch(/hidden|hid#den/)
    }
    expect(faultsOf({ ...needed, REDIS_HOST: 'redis://host:6379' })[0]).toContain('host name or address alone')
    const { redis } = readConfig({ ...needed, REDIS_SENTINELS: '[::1]:26380, ::1, a.example' })
    expect(redis?.sentinels).toEqual([
      { host: '::1', port: 26380 },
      { host: '::1', port: 26379 },
      { host: 'a.example', port: 26379 },
    ])
  })
})
