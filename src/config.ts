import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Reader, type Environment } from './config-reader.js'

export type Config = ReturnType<typeof readConfig>

/** Every fault of the environment at once; main prints them and exits with 1. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  - ${faults.join('\n  - ')}`,
    )
  }
}

/**
 * Names become meaning; nothing else reads the environment. An absent feature is null. `warn` hears of values that were
 * ignored (CF-07). Throws ConfigError with all faults.
 */
export function readConfig(env: Environment, warn: (text: string) => void = () => undefined) {
  const read = new Reader(env, warn)
  const serviceMode = readMode(read)
  const sessionSecret = read.required('SESSION_SECRET')
  if (sessionSecret && sessionSecret.length < 32) read.fault('SESSION_SECRET must have at least 32 characters')
  const encryptionKey = read.required('API_KEY_ENCRYPTION_KEY')
  const previousKey = read.text('API_KEY_ENCRYPTION_KEY_PREVIOUS')
  if (encryptionKey && !/^[0-9a-f]{64}$/i.test(encryptionKey))
    read.fault('API_KEY_ENCRYPTION_KEY must be 64 hexadecimal characters')
  if (previousKey && !/^[0-9a-f]{64}$/i.test(previousKey))
    read.fault('API_KEY_ENCRYPTION_KEY_PREVIOUS must be 64 hexadecimal characters')
  const adminPassword = serviceMode === 'multi-user' ? read.required('ADMIN_PASSWORD') : read.text('ADMIN_PASSWORD')
  if (adminPassword && Buffer.byteLength(adminPassword) > 72) read.fault('ADMIN_PASSWORD must not exceed 72 bytes')
  const allowedOrigins = read
    .text('ALLOWED_ORIGINS', 'http://localhost:5173')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (allowedOrigins.includes('*'))
    read.fault('ALLOWED_ORIGINS must name origins; * is refused because cookies are sent')
  const externalLinks = read.boolean('ALLOW_EXTERNAL_LINKS', true)
  const kbMode = read.oneOf('KB_MODE', ['online', 'offline'], 'online')
  const storage = readStorage(read, sessionSecret)
  const redisHost = read.text('REDIS_HOST')
  const milliseconds = (name: string, fallback: number) => read.positive(`MODEL_SERVICE_TIMEOUT_${name}_MS`, fallback)

  const config = {
    environment: read.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development'),
    host: read.text('HOST', '127.0.0.1'),
    port: read.port('PORT', 3001),
    logLevel: read.level('LOG_LEVEL'),
    allowedOrigins,
    trustProxy: readProxies(read.text('TRUST_PROXY')),
    serviceMode,
    defaultUsername: read.text('DEFAULT_USER_USERNAME', 'default-user'),
    allowRegistration: read.boolean('ALLOW_REGISTRATION', false),
    session: {
      secret: sessionSecret,
      previousSecret: read.text('SESSION_SECRET_PREVIOUS') || null,
      timeoutDays: read.positive('SESSION_TIMEOUT_DAYS', 7),
    },
    adminPassword: adminPassword || null,
    encryption: { key: encryptionKey, previousKey: previousKey || null },
    database: {
      url: read.required('DATABASE_URL'),
      poolSize: read.positive('DATABASE_POOL_SIZE', 10),
      statementTimeoutMs: read.positive('REQUEST_TIMEOUT_MS', 30_000),
    },
    redis: redisHost
      ? { host: redisHost, port: read.port('REDIS_PORT', 6379), password: read.text('REDIS_PASSWORD') || undefined }
      : null,
    modelService: {
      url: read.url('MODEL_SERVICE_URL', 'http://model-service:8000'),
      videoRoot: read.text('MODEL_SERVICE_VIDEO_ROOT', storage.root),
      timeoutsMs: {
        detection: milliseconds('DETECTION', 60_000),
        thumbnails: milliseconds('THUMBNAILS', 30_000),
        ontologyAugment: milliseconds('ONTOLOGY_AUGMENT', 60_000),
        summarize: milliseconds('SUMMARIZE', 300_000),
        extractClaims: milliseconds('EXTRACT_CLAIMS', 300_000),
        synthesize: milliseconds('SYNTHESIZE', 300_000),
        transcribe: milliseconds('TRANSCRIBE', 300_000),
      },
    },
    telemetry: {
      endpoint: read.isSet('OTEL_EXPORTER_OTLP_ENDPOINT')
        ? read.text('OTEL_EXPORTER_OTLP_ENDPOINT') || null
        : 'http://otel-collector:4318',
      /** Where traces go; metrics always go to the endpoint. */
      traces: read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'console', 'none'], 'otlp'),
      serviceName: read.text('OTEL_SERVICE_NAME', 'annotation-backend'),
      metricsPort: read.isSet('METRICS_PORT') ? read.port('METRICS_PORT', 0) : null,
    },
    files: storage,
    kb: {
      mode: kbMode,
      url: read.text('KB_URL', 'https://www.wikidata.org/w/api.php'),
      idMappingPath: kbMode === 'offline' ? read.text('KB_ID_MAPPING_PATH') || null : null,
      allowExternalLinks: kbMode === 'online' || read.boolean('ALLOW_EXTERNAL_KB_LINKS', externalLinks),
    },
    allowVideoSourceLinks: read.boolean('ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS', externalLinks),
    rateLimits: {
      disabled: read.boolean('RATE_LIMIT_DISABLED', false),
      max: read.positive('RATE_LIMIT_MAX', 1000),
      windowMs: read.positive('RATE_LIMIT_WINDOW_MS', 60_000),
      loginMax: read.positive('RATE_LIMIT_LOGIN_MAX', 100),
    },
    graphql: readGraphQL(read),
    exportConcurrency: read.positive('EXPORT_CONCURRENCY', 4),
    jobRetentionDays: read.positive('JOB_RETENTION_DAYS', 30),
    jobLeaseSeconds: read.positive('JOB_LEASE_SECONDS', 30),
    jobsPerMinute: {
      summarization: read.isSet('JOBS_PER_MINUTE_SUMMARIZATION')
        ? read.positive('JOBS_PER_MINUTE_SUMMARIZATION', 10)
        : null,
      claims: read.isSet('JOBS_PER_MINUTE_CLAIMS') ? read.positive('JOBS_PER_MINUTE_CLAIMS', 5) : null,
    },
    uploadPath: resolve(read.text('UPLOAD_PATH', tmpdir())),
  }
  if (read.faults.length) throw new ConfigError(read.faults)
  return config
}

/** AM-01: SERVICE_MODE when it is set, else SINGLE_USER_MODE, else multi-user. */
function readMode(read: Reader): 'single-user' | 'multi-user' {
  if (read.isSet('SERVICE_MODE')) return read.oneOf('SERVICE_MODE', ['single-user', 'multi-user'], 'multi-user')
  return read.boolean('SINGLE_USER_MODE', false) ? 'single-user' : 'multi-user'
}

function readProxies(text: string): number | string[] | 'loopback' {
  if (!text) return 'loopback'
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())
}

function readGraphQL(read: Reader) {
  return {
    compiled: read.boolean('GRAPHQL_COMPILED', true),
    persistedDocuments: read.oneOf('PERSISTED_DOCUMENTS', ['off', 'report', 'enforce'], 'off'),
    limits: {
      length: read.positive('GRAPHQL_MAX_LENGTH', 200_000),
      tokens: read.positive('GRAPHQL_MAX_TOKENS', 5000),
      depth: read.positive('GRAPHQL_MAX_DEPTH', 15),
      fields: read.positive('GRAPHQL_MAX_FIELDS', 1000),
      aliases: read.positive('GRAPHQL_MAX_ALIASES', 50),
      rootFields: read.positive('GRAPHQL_MAX_ROOT_FIELDS', 25),
      directives: read.positive('GRAPHQL_MAX_DIRECTIVES', 50),
      cost: read.positive('GRAPHQL_MAX_COST', 50_000),
    },
  }
}

function readStorage(read: Reader, sessionSecret: string) {
  const type = read.oneOf('VIDEO_STORAGE_TYPE', ['local', 'objstore', 'hybrid'], 'local')
  const thumbnailType = read.oneOf('THUMBNAIL_STORAGE_TYPE', ['local', 'objstore'], 'local')
  const wantsObjects = type !== 'local' || thumbnailType === 'objstore'
  const cdn = read.boolean('CDN_ENABLED', false)
  return {
    type,
    root: resolve(read.text('STORAGE_PATH', '/videos')),
    baseUrl: read.text('VIDEO_BASE_URL', '/api/videos').replace(/\/$/, ''),
    objects: wantsObjects
      ? {
          bucket: read.required('OBJSTORE_BUCKET'),
          region: read.required('OBJSTORE_REGION'),
          accessKeyId: read.required('OBJSTORE_ACCESS_KEY_ID'),
          secretAccessKey: read.required('OBJSTORE_SECRET_ACCESS_KEY'),
          endpoint: read.text('OBJSTORE_ENDPOINT') || null,
          publicBucket: read.boolean('OBJSTORE_PUBLIC_BUCKET', false),
        }
      : null,
    cdn: cdn
      ? {
          baseUrl: read.required('CDN_BASE_URL').replace(/\/$/, ''),
          signed: read.boolean('CDN_SIGNED_URLS', true),
          signingKey: read.text('CDN_SIGNING_KEY', sessionSecret),
        }
      : null,
    thumbnails: {
      type: thumbnailType,
      root: resolve(read.text('THUMBNAIL_PATH', '/videos/thumbnails')),
      prefix: read.text('THUMBNAIL_OBJSTORE_PREFIX', 'thumbnails/'),
    },
  }
}
