import { createHash, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { isEndpoint } from '../endpoint.js'
import type { ServiceContext } from '../context.js'
import type { ReconfigureRequest } from '../models.schema.js'
import { Problem } from '../problem.js'
import { isProvider, providerNames } from '../providers/provider.js'

/** Throws 503 if no token is configured, 401 if the sent token differs; compares in constant time. */
export function requireAdminToken(configured: string | null, sent: string | string[] | undefined): void {
  if (configured === null) throw new Problem(503, 'Reconfiguration is off: MODEL_SERVICE_ADMIN_TOKEN is not set')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (typeof sent !== 'string' || !timingSafeEqual(digest(sent), digest(configured)))
    throw new Problem(401, 'Invalid admin token')
}

/**
 * Changes settings until the next restart (MS-13). Throws 400, with nothing changed, for a folder that cannot be used,
 * a default batch size above the largest, a CUDA device while the service runs on the CPU, and an unknown provider or
 * invalid endpoint.
 */
export async function reconfigure(
  context: ServiceContext,
  request: ReconfigureRequest,
): Promise<{ applied: boolean; summary: string }> {
  if (request.key === 'storagePaths') return changeFolders(context, request.value)
  if (request.key === 'runtime') return changeRuntime(context, request.value)
  return changeProviders(context, request.value)
}

type ValueOf<Key extends ReconfigureRequest['key']> = Extract<ReconfigureRequest, { key: Key }>['value']

async function changeFolders({ folders }: ServiceContext, value: ValueOf<'storagePaths'>) {
  const wanted = { videos: value.videoDataRoot, audio: value.audioOutputRoot, thumbnails: value.thumbnailOutputRoot }
  for (const [name, path] of Object.entries(wanted)) {
    if (path === undefined) continue
    if (!isAbsolute(path) || path.includes('\0')) throw new Problem(400, `${path} is not an absolute path`)
    // The thumbnail folder is created when first needed.
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    )
    if (!isFolder && name !== 'thumbnails') throw new Problem(400, `${path} is not a folder`)
  }
  return applied(assignDefined(folders, wanted))
}

function changeRuntime({ registry, config }: ServiceContext, value: ValueOf<'runtime'>) {
  const { inference } = registry.config
  const largest = value.maxBatchSize ?? inference.max_batch_size
  if ((value.defaultBatchSize ?? inference.default_batch_size) > largest) {
    throw new Problem(400, `defaultBatchSize exceeds maxBatchSize ${largest}`)
  }
  if (value.cudaDevice !== undefined && config.device !== 'gpu')
    throw new Problem(400, 'cudaDevice: this service runs on the CPU')
  return applied([
    ...assignDefined(inference, {
      warmup_on_startup: value.warmupOnStartup,
      default_batch_size: value.defaultBatchSize,
      max_batch_size: value.maxBatchSize,
      offload_threshold: value.offloadThreshold,
    }),
    ...assignDefined(registry, { device: value.cudaDevice }),
  ])
}

function changeProviders({ providers }: ServiceContext, { providers: wanted }: ValueOf<'externalApis'>) {
  for (const { provider, endpoint } of wanted) {
    if (!isProvider(provider)) throw new Problem(400, `${provider} is not a provider: ${providerNames.join(', ')} are`)
    if (endpoint !== undefined && !isEndpoint(endpoint)) {
      throw new Problem(400, `The endpoint of ${provider} is not an http or https URL without user name and password`)
    }
  }
  return applied(
    wanted.flatMap(({ provider, endpoint, timeoutSeconds, maxRetries }) => {
      if (!isProvider(provider)) return []
      return assignDefined(providers[provider], { endpoint, timeoutSeconds, maxRetries }).map(
        (name) => `${provider}.${name}`,
      )
    }),
  )
}

/** Assigns the values that are defined; returns the names of those properties. */
function assignDefined<T extends object>(target: T, values: { [Key in keyof T]?: T[Key] | undefined }): string[] {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  Object.assign(target, Object.fromEntries(defined))
  return defined.map(([name]) => name)
}

function applied(names: string[]): { applied: boolean; summary: string } {
  return { applied: names.length > 0, summary: names.length > 0 ? `Changed ${names.join(', ')}` : 'Nothing to change' }
}
