import { Reader, type Environment } from './config-reader.js'
import { place, valuesOf, type Values } from './config-rows.js'
import { rows } from './config-variables.js'

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
  const values = valuesOf(rows, read)
  checkSecrets(read, values)
  const serviceMode = modeOf(read, values)
  if (serviceMode === 'multi-user' && !values.ADMIN_PASSWORD) read.required('ADMIN_PASSWORD')
  const config = place(rows, values, {
    allowedOrigins: originsOf(read, values.ALLOWED_ORIGINS),
    trustProxy: proxiesOf(values.TRUST_PROXY),
    serviceMode,
    adminPassword: values.ADMIN_PASSWORD || null,
    redis: values.REDIS_HOST
      ? { host: values.REDIS_HOST, port: values.REDIS_PORT, password: values.REDIS_PASSWORD ?? undefined }
      : null,
    modelService: { videoRoot: values.MODEL_SERVICE_VIDEO_ROOT || values.STORAGE_PATH },
    files: { objects: objectsOf(read, values), cdn: cdnOf(read, values) },
    kb: {
      idMappingPath: values.KB_MODE === 'offline' ? values.KB_ID_MAPPING_PATH : null,
      allowExternalLinks: values.KB_MODE === 'online' || values.ALLOW_EXTERNAL_KB_LINKS(values.ALLOW_EXTERNAL_LINKS),
    },
    allowVideoSourceLinks: values.ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS(values.ALLOW_EXTERNAL_LINKS),
  })
  if (read.faults.length) throw new ConfigError(read.faults)
  return config
}

type Given = Values<typeof rows>

function checkSecrets(read: Reader, values: Given): void {
  const { SESSION_SECRET, ADMIN_PASSWORD } = values
  if (SESSION_SECRET && SESSION_SECRET.length < 32) read.fault('SESSION_SECRET must have at least 32 characters')
  for (const name of ['API_KEY_ENCRYPTION_KEY', 'API_KEY_ENCRYPTION_KEY_PREVIOUS'] as const) {
    const key = values[name]
    if (key && !/^[0-9a-f]{64}$/i.test(key)) read.fault(`${name} must be 64 hexadecimal characters`)
  }
  if (Buffer.byteLength(ADMIN_PASSWORD) > 72) read.fault('ADMIN_PASSWORD must not exceed 72 bytes')
}

/** AM-01: SERVICE_MODE when it is set, else SINGLE_USER_MODE, else multi-user. */
function modeOf(read: Reader, values: Given): 'single-user' | 'multi-user' {
  if (read.isSet('SERVICE_MODE')) return values.SERVICE_MODE
  return values.SINGLE_USER_MODE ? 'single-user' : 'multi-user'
}

function originsOf(read: Reader, text: string): string[] {
  const origins = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (origins.includes('*')) read.fault('ALLOWED_ORIGINS must name origins; * is refused because cookies are sent')
  return origins
}

function proxiesOf(text: string): number | string[] | 'loopback' {
  if (!text) return 'loopback'
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())
}

/** Null unless videos or thumbnails are kept in an object store. */
function objectsOf(read: Reader, values: Given) {
  if (values.VIDEO_STORAGE_TYPE === 'local' && values.THUMBNAIL_STORAGE_TYPE !== 'objstore') return null
  return {
    bucket: read.required('OBJSTORE_BUCKET'),
    region: read.required('OBJSTORE_REGION'),
    accessKeyId: read.required('OBJSTORE_ACCESS_KEY_ID'),
    secretAccessKey: read.required('OBJSTORE_SECRET_ACCESS_KEY'),
    endpoint: values.OBJSTORE_ENDPOINT,
    publicBucket: values.OBJSTORE_PUBLIC_BUCKET,
  }
}

function cdnOf(read: Reader, values: Given) {
  if (!values.CDN_ENABLED) return null
  return {
    baseUrl: read.required('CDN_BASE_URL').replace(/\/$/, ''),
    signed: values.CDN_SIGNED_URLS,
    signingKey: values.CDN_SIGNING_KEY || values.SESSION_SECRET,
  }
}
