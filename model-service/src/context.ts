import type { ModelServiceConfig } from './config.js'
import { openObjectCache, type ObjectCache } from './media/object-cache.js'
import type { RunLimits } from './media/run.js'
import { readModelConfig } from './models/model-config.js'
import type { ModelRegistry } from './models/registry.js'
import { initialSettings } from './providers/provider.js'
import type { ProviderSettingsByName } from './providers/provider.js'

/** The state that all routes share. The folders may change while the service runs (MS-13). */
export interface ServiceContext {
  config: ModelServiceConfig
  folders: { videos: string; audio: string | null; thumbnails: string }
  /** Copies of videos from an object store. */
  objects: ObjectCache
  registry: ModelRegistry
  providers: ProviderSettingsByName
  /** Returns the limits for the ffmpeg and ffprobe processes of one request. */
  limits(signal: AbortSignal): RunLimits
}

/** Builds the context and reads the model configuration file; throws if that is absent or invalid. */
export function createContext(config: ModelServiceConfig): ServiceContext {
  const models = readModelConfig(config.modelConfigPath)
  const cudaAvailable = config.device === 'gpu' && models.total_vram_gb > 0
  return {
    config,
    folders: { videos: config.videoRoot, audio: null, thumbnails: config.thumbnailRoot },
    objects: openObjectCache({
      folder: config.cache.folder,
      maxBytes: config.cache.megabytes * 1_000_000,
      origins: config.cache.origins,
    }),
    registry: {
      config: models,
      cudaAvailable,
      device: cudaAvailable ? 'cuda:0' : 'cpu',
      loaded: new Map(),
      uses: 0,
      chosen: new Set(),
      resident: new Set(),
      wakers: new Set(),
    },
    providers: initialSettings(config.providerEndpoints),
    limits: (signal) => ({ signal, timeoutMs: config.ffmpegTimeoutMs, maxPixels: config.maxPixels }),
  }
}
