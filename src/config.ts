import { isIP } from 'node:net'
import { Reader, type Environment } from '@parallax/shared/config-reader.js'
import { hostName } from '@parallax/shared/host-name.js'
import { place, valuesOf, type Values } from '@parallax/shared/config-rows.js'
import { rows } from './config-variables.js'

export { ConfigError } from '@parallax/shared/config-reader.js'

/** The typed configuration; each value is described in config-variables.ts. */
export type Config = ReturnType<typeof readConfig>

/**
 * Converts the environment variables of `rows` to the typed configuration, from which all services take their settings.
 * A feature that is switched off is null. Calls `warn` for each value that is ignored (CF-07). Throws one ConfigError
 * with all faults.
 */
export function readConfig(env: Environment, warn: (text: string) => void = () => undefined) {
  const read = new Reader(env, warn)
  const values = valuesOf(rows, read)
  checkSecrets(read, values)
  const serviceMode = modeOf(read, values)
  if (serviceMode === 'multi-user' && !values.ADMIN_PASSWORD) read.required('ADMIN_PASSWORD')
  if (values.HISTORY_DAYS > 0 && read.isSet('TRASH_DAYS') && values.TRASH_DAYS > values.HISTORY_DAYS)
    read.fault(`TRASH_DAYS must not exceed HISTORY_DAYS (${values.HISTORY_DAYS}); it is ${values.TRASH_DAYS}`)
  const basePath = basePathOf(read, values.BASE_PATH)
  const config = place(rows, values, {
    basePath,
    allowedHosts: hostsOf(read, values.ALLOWED_HOSTS, serviceMode),
    allowedOrigins: originsOf(read, values.ALLOWED_ORIGINS),
    trustProxy: proxiesOf(read, values.TRUST_PROXY),
    serviceMode,
    access: { openVideos: values.VIDEO_DEFAULT_ACCESS === 'open' || serviceMode === 'single-user' },
    adminPassword: values.ADMIN_PASSWORD || null,
    redis: redisOf(read, values),
    modelService: { videoRoot: values.MODEL_SERVICE_VIDEO_ROOT || values.STORAGE_PATH },
    files: {
      baseUrl: values.VIDEO_BASE_URL.replace(/\/$/, '') || `${basePath}/api/videos`,
      objects: objectsOf(read, values),
      cdn: cdnOf(read, values),
    },
    kb: {
      idMappingPath: values.KB_MODE === 'offline' ? values.KB_ID_MAPPING_PATH : null,
      allowExternalLinks: values.KB_MODE === 'online' || values.ALLOW_EXTERNAL_KB_LINKS(values.ALLOW_EXTERNAL_LINKS),
    },
    allowVideoSourceLinks: values.ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS(values.ALLOW_EXTERNAL_LINKS),
  })
  read.check()
  return config
}

type Given = Values<typeof rows>

/** The address on which a server listens. */
interface Address {
  host: string
  port: number
}

/**
 * The connection to Redis, the queue store: by its address, through sentinels, or as a cluster of which some nodes are
 * known.
 */
export interface RedisAddress {
  host?: string
  port?: number
  username?: string
  password?: string | undefined
  tls?: object
  sentinels?: Address[]
  name?: string
  sentinelPassword?: string
  enableTLSForSentinelMode?: boolean
  cluster?: Address[]
}

/** Returns the address of the queue store; null if no variable names one, because the queue is then in PostgreSQL. */
function redisOf(read: Reader, values: Given): RedisAddress | null {
  const { REDIS_HOST, REDIS_SENTINELS, REDIS_CLUSTER_NODES } = values
  const { REDIS_USERNAME, REDIS_TLS, REDIS_SENTINEL_PASSWORD } = values
  const stores = Object.entries({ REDIS_HOST, REDIS_SENTINELS, REDIS_CLUSTER_NODES }).flatMap(([name, value]) =>
    value ? [name] : [],
  )
  if (stores.length === 0) return null
  if (stores.length > 1) read.fault(`${stores.join(' and ')} cannot both be set`)
  if (REDIS_HOST && !isHost(REDIS_HOST))
    read.fault(
      'REDIS_HOST must be a host name or address alone; port, user, password and TLS have variables of their own; ' +
        shown(REDIS_HOST),
    )
  const shared = {
    password: values.REDIS_PASSWORD ?? undefined,
    ...(REDIS_USERNAME && { username: REDIS_USERNAME }),
    ...(REDIS_TLS && { tls: {} }),
  }
  if (REDIS_CLUSTER_NODES)
    return { cluster: addressesIn(read, 'REDIS_CLUSTER_NODES', REDIS_CLUSTER_NODES, 6379), ...shared }
  if (!REDIS_SENTINELS) return { host: REDIS_HOST ?? '', port: values.REDIS_PORT, ...shared }
  return {
    sentinels: addressesIn(read, 'REDIS_SENTINELS', REDIS_SENTINELS, 26_379),
    name: values.REDIS_SENTINEL_NAME,
    ...shared,
    ...(REDIS_SENTINEL_PASSWORD && { sentinelPassword: REDIS_SENTINEL_PASSWORD }),
    ...(REDIS_TLS && { enableTLSForSentinelMode: true }),
  }
}

function addressesIn(read: Reader, name: string, text: string, defaultPort: number): Address[] {
  return text.split(',').map((one) => {
    const [, inBrackets, plain = '', port] = /^(?:\[(.+)\]|(.+?))(?::(\d+))?$/.exec(one.trim()) ?? []
    const host = isIP(one.trim()) === 6 ? one.trim() : (inBrackets ?? plain)
    if (!isHost(host) || Number(port ?? 1) > 65_535)
      read.fault(`${name} must be addresses such as 10.0.0.1:${defaultPort}; ${shown(one.trim())}`)
    return { host, port: host === one.trim() ? defaultPort : Number(port ?? defaultPort) }
  })
}

/** Returns whether this may be the name or address of a host, as opposed to a URL, a path or an address with a port. */
const isHost = (text: string): boolean => isIP(text) > 0 || /^[\w.-]+$/.test(text)

/** Returns a value for a message, without the value itself if it may contain a password. */
const shown = (value: string): string => (value.includes('@') ? 'it has an @' : `it has ${JSON.stringify(value)}`)

function checkSecrets(read: Reader, values: Given): void {
  const { SESSION_SECRET, ADMIN_PASSWORD } = values
  if (SESSION_SECRET && SESSION_SECRET.length < 32) read.fault('SESSION_SECRET must have at least 32 characters')
  for (const name of ['API_KEY_ENCRYPTION_KEY', 'API_KEY_ENCRYPTION_KEY_PREVIOUS'] as const) {
    const key = values[name]
    if (key && !/^[0-9a-f]{64}$/i.test(key)) read.fault(`${name} must be 64 hexadecimal characters`)
  }
  if (Buffer.byteLength(ADMIN_PASSWORD) > 72) read.fault('ADMIN_PASSWORD must not exceed 72 bytes')
}

/** Returns SERVICE_MODE when it is set, else SINGLE_USER_MODE, else multi-user (AM-01). */
function modeOf(read: Reader, values: Given): 'single-user' | 'multi-user' {
  if (read.isSet('SERVICE_MODE')) return values.SERVICE_MODE
  return values.SINGLE_USER_MODE ? 'single-user' : 'multi-user'
}

/** Returns the allowed host names; null for any. */
function hostsOf(read: Reader, text: string, mode: 'single-user' | 'multi-user'): string[] | null {
  if (!text) return mode === 'single-user' ? [] : null
  return text.split(',').flatMap((one) => {
    const name = hostName(one)
    if (name === undefined)
      read.fault(
        `ALLOWED_HOSTS must be host names such as parallax.example, separated by commas; it has ${JSON.stringify(one.trim())}`,
      )
    return name ?? []
  })
}

/** Returns '' for the root, else a path with a slash before each part and none at the end. */
function basePathOf(read: Reader, text: string): string {
  const path = text.replace(/\/+$/, '')
  // The characters that a browser writes unchanged into addresses, cookies and HTML.
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path
  read.fault(
    `BASE_PATH must be a path such as /parallax, of letters, digits and . _ ~ -; it is ${JSON.stringify(text)}`,
  )
  return ''
}

function originsOf(read: Reader, text: string): string[] {
  const origins = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (origins.includes('*')) read.fault('ALLOWED_ORIGINS must name origins; * is refused because cookies are sent')
  const wrong = origins.find((one) => one !== '*' && !/^[a-z][\w+.-]*:\/\/[^/\s]+$/i.test(one))
  if (wrong !== undefined)
    read.fault(`ALLOWED_ORIGINS must be origins such as https://example.org; it has ${JSON.stringify(wrong)}`)
  return origins
}

function proxiesOf(read: Reader, text: string): number | string[] | 'loopback' {
  if (!text) return 'loopback'
  if (/^\d+$/.test(text)) return Number(text)
  const ranges = text.split(',').map((one) => one.trim())
  const wrong = ranges.filter((one) => !isRange(one))
  if (wrong.length)
    read.fault(
      'TRUST_PROXY must be a number of hops or addresses and ranges such as 10.0.0.0/8, separated by commas; ' +
        `it has ${JSON.stringify(wrong[0])}`,
    )
  return ranges
}

function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text)
  if (prefix === undefined) return true
  const isLength = /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
  return more.length === 0 && (isLength || (version === 4 && isIP(prefix) === 4))
}

/** Returns the settings of the object store; null unless videos, thumbnails or exports are stored in it. */
function objectsOf(read: Reader, values: Given) {
  const types = [values.THUMBNAIL_STORAGE_TYPE, values.EXPORT_STORAGE_TYPE]
  if (values.VIDEO_STORAGE_TYPE === 'local' && !types.includes('objstore')) return null
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
    baseUrl: values.CDN_BASE_URL ?? read.required('CDN_BASE_URL'),
    signed: values.CDN_SIGNED_URLS,
    signingKey: values.CDN_SIGNING_KEY || values.SESSION_SECRET,
  }
}
