import { fileURLToPath } from 'node:url'
import {
  absolute,
  boolean,
  documented,
  elsewhere,
  oneOf,
  optional,
  port,
  positive,
  row,
  secret,
  text,
} from '@parallax/shared/config-rows.js'
import type { Reader } from '@parallax/shared/config-reader.js'
import { telemetryRows } from '@parallax/shared/telemetry-rows.js'
import { isEndpoint } from './endpoint.js'

const bundledModelConfig = fileURLToPath(new URL('./active-models.yaml', import.meta.url))

const keyRow = <const P extends string>(path: P) =>
  secret(optional(path, 'used where a request brings no key of this provider'))

const endpointRow = <const P extends string>(path: P, byDefault: string, meaning: string) =>
  row(path, byDefault, meaning, (reader, name) => {
    const value = reader.text(name, byDefault)
    if (!isEndpoint(value)) reader.fault(`${name} must be an http or https URL without user name and password`)
    return value
  })

/**
 * Returns the origin of the object store for whose files the API signs URLs, from the variables of the store that this
 * service reads too; '' if they do not name a usable one.
 */
function bucketOrigin(reader: Reader): string {
  const endpoint = reader.urlOrNull('OBJSTORE_ENDPOINT')
  if (endpoint !== null) return isEndpoint(endpoint) ? endpoint : ''
  const [bucket, region] = ['OBJSTORE_BUCKET', 'OBJSTORE_REGION'].map((name) => reader.text(name, ''))
  return bucket && region ? `https://${bucket}.s3.${region}.amazonaws.com` : ''
}

function originsOf(text: string, fault: (text: string) => void): string[] {
  const entries = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const wrong = entries.find((one) => !isEndpoint(one))
  if (wrong !== undefined) fault(`must hold http or https URLs; it has ${JSON.stringify(wrong)}`)
  return wrong === undefined ? entries.map((one) => new URL(one).origin) : []
}

/** The configuration of `parallax model-service`: one row per environment variable. */
export const rows = {
  MODEL_SERVICE_HOST: text('host', '127.0.0.1', 'address it listens on; it has no authentication of its own'),
  MODEL_SERVICE_PORT: port('port', 8000, 'port it listens on; 0 picks a free one'),
  MODEL_SERVICE_VIDEO_ROOT: row(
    'videoRoot',
    'STORAGE_PATH, else /videos',
    'folder of the videos; nothing outside it is read',
    (reader, name) => reader.absolute(name, reader.text('STORAGE_PATH', '/videos')),
  ),
  MODEL_SERVICE_VIDEO_ORIGINS: row(
    'cache.origins',
    'OBJSTORE_ENDPOINT, else that of OBJSTORE_BUCKET at AWS',
    'object stores whose videos it copies, as `https://host` separated by commas; without any it reads paths alone',
    (reader, name) => originsOf(reader.text(name) || bucketOrigin(reader), (fault) => reader.fault(`${name} ${fault}`)),
  ),
  MODEL_SERVICE_CACHE_FOLDER: absolute(
    'cache.folder',
    '/tmp/parallax-model-videos',
    'folder of those copies; each service needs one of its own',
  ),
  MODEL_SERVICE_CACHE_MB: positive(
    'cache.megabytes',
    4096,
    'largest total of those copies in megabytes, and so the largest video in an object store; the least ' +
      'recently used are removed first',
  ),
  THUMBNAIL_OUTPUT_ROOT: absolute(
    'thumbnailRoot',
    '/tmp/thumbnails',
    'folder of the thumbnails that it makes; the API must see it under the same path',
  ),
  MODEL_CONFIG_PATH: row(
    'modelConfigPath',
    'the file that comes with it',
    'YAML of tasks, models and inference settings',
    (reader, name) => reader.text(name, bundledModelConfig),
  ),
  MODEL_SERVICE_ADMIN_TOKEN: secret(
    optional('adminToken', 'token for POST /api/admin/reconfigure, which is disabled without it'),
  ),
  MODEL_SERVICE_FFMPEG_TIMEOUT_MS: positive('ffmpegTimeoutMs', 280_000, 'longest run of one ffmpeg process'),
  MODEL_SERVICE_MAX_PIXELS: positive(
    'maxPixels',
    40_000_000,
    'pixels of the largest picture of a video that is decoded; 8K has 33 million',
  ),
  LOG_LEVEL: row('logLevel', 'info', 'as above', (reader, name): string => reader.level(name)),
  ...telemetryRows('model-service'),
  ANTHROPIC_API_KEY: keyRow('providerKeys.anthropic'),
  OPENAI_API_KEY: keyRow('providerKeys.openai'),
  GOOGLE_API_KEY: keyRow('providerKeys.google'),
  ANTHROPIC_BASE_URL: endpointRow(
    'providerEndpoints.anthropic',
    'https://api.anthropic.com',
    'where the provider is called',
  ),
  OPENAI_BASE_URL: endpointRow(
    'providerEndpoints.openai',
    'https://api.openai.com/v1',
    'where the provider, or a server that speaks its interface, is called',
  ),
  GOOGLE_BASE_URL: endpointRow(
    'providerEndpoints.google',
    'https://generativelanguage.googleapis.com',
    'where the provider is called',
  ),
  DEVICE: oneOf(
    'device',
    ['cpu', 'gpu'],
    'cpu',
    '`cpu` or `gpu`. The baseline needs no GPU: `gpu` says that the graphics memory of the model configuration is ' +
      'there, and status and validation count with it',
  ),
  PRELOAD_MODELS: boolean(
    'preload',
    false,
    'true loads the selected model of every task at the start instead of at its first use, as `warmup_on_startup` does',
  ),
  MODEL_BUILD_MODE: row(
    '',
    '`minimal` with cpu, `full` with gpu',
    '`minimal` or `full`. The baseline has no parts to leave out: both are the same service',
    (reader, name) => reader.oneOf(name, ['minimal', 'full'], 'minimal'),
  ),
  MODEL_HUB_TOKEN: secret(
    elsewhere(
      'unset',
      'for model services that download gated models; the baseline downloads none, speakers are told apart ' +
        'by a provider',
    ),
  ),
} as const

export const modelServiceVariables = documented(rows)
