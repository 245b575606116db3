import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ModelServiceConfig {
  host: string
  /** 0 picks a free port. */
  port: number
  videoRoot: string
  thumbnailRoot: string
  /** YAML file of tasks, options and inference settings. */
  modelConfigPath: string
  /** Opens POST /api/admin/reconfigure; null keeps it shut. */
  adminToken: string | null
  device: 'cpu' | 'gpu'
  /** Loads the selected model of every task at the start. */
  preload: boolean
  /** Longest run of one ffmpeg process, in milliseconds. */
  ffmpegTimeoutMs: number
  /** Pixels of the largest picture of a video that is decoded. */
  maxPixels: number
  logLevel: string
  /** Vendor keys used where a request brings none. */
  providerKeys: { anthropic: string | null; openai: string | null; google: string | null }
  /** Base URLs of the vendors' interfaces. */
  providerEndpoints: { anthropic: string; openai: string; google: string }
}

const bundledModelConfig = fileURLToPath(new URL('./active-models.yaml', import.meta.url))
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the model service's variables; throws one Error that lists every fault. Empty values count as unset. */
export function readModelServiceConfig(env: Record<string, string | undefined>): ModelServiceConfig {
  const faults: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const optional = (name: string) => env[name]?.trim() || null
  const oneOf = (name: string, allowed: string[], fallback: string) => {
    const value = text(name, fallback).toLowerCase()
    if (!allowed.includes(value)) faults.push(`${name} must be one of ${allowed.join(', ')}`)
    return value
  }
  const folder = (name: string, fallback: string) => {
    const value = text(name, fallback)
    if (!isAbsolute(value)) faults.push(`${name} must be an absolute path`)
    return value
  }
  const endpoint = (name: string, fallback: string) => {
    const value = text(name, fallback)
    if (!isEndpoint(value)) faults.push(`${name} must be an http or https URL without user name and password`)
    return value
  }
  const portText = text('MODEL_SERVICE_PORT', '8000')
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port > 65_535) faults.push('MODEL_SERVICE_PORT must be a port number')
  const config: ModelServiceConfig = {
    host: text('MODEL_SERVICE_HOST', '127.0.0.1'),
    port,
    videoRoot: folder('MODEL_SERVICE_VIDEO_ROOT', text('STORAGE_PATH', '/videos')),
    thumbnailRoot: folder('THUMBNAIL_OUTPUT_ROOT', '/tmp/thumbnails'),
    modelConfigPath: text('MODEL_CONFIG_PATH', bundledModelConfig),
    adminToken: optional('MODEL_SERVICE_ADMIN_TOKEN'),
    device: oneOf('DEVICE', ['cpu', 'gpu'], 'cpu') as 'cpu' | 'gpu',
    preload: ['true', '1', 'yes'].includes(text('PRELOAD_MODELS', 'false').toLowerCase()),
    ffmpegTimeoutMs: positiveOr(env.MODEL_SERVICE_FFMPEG_TIMEOUT_MS, 280_000),
    maxPixels: positiveOr(env.MODEL_SERVICE_MAX_PIXELS, 40_000_000),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    providerKeys: {
      anthropic: optional('ANTHROPIC_API_KEY'),
      openai: optional('OPENAI_API_KEY'),
      google: optional('GOOGLE_API_KEY'),
    },
    providerEndpoints: {
      anthropic: endpoint('ANTHROPIC_BASE_URL', 'https://api.anthropic.com'),
      openai: endpoint('OPENAI_BASE_URL', 'https://api.openai.com/v1'),
      google: endpoint('GOOGLE_BASE_URL', 'https://generativelanguage.googleapis.com'),
    },
  }
  // A build argument of the contract; this service has no parts that a smaller build could leave out.
  oneOf('MODEL_BUILD_MODE', ['minimal', 'full'], 'minimal')
  if (faults.length > 0) throw new Error(`Model service configuration: ${faults.join('; ')}`)
  return config
}

/** Whether a provider can be called under this URL. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** A timeout that is not a positive integer is ignored, as the documented ones are. */
function positiveOr(value: string | undefined, fallback: number): number {
  return value && /^[1-9]\d*$/.test(value) ? Number(value) : fallback
}
