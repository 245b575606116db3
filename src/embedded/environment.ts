import { join, resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** The settings that an embedded start decides by itself. */
export interface EmbeddedParts {
  databaseUrl: string
  modelServicePort: number
  secrets: Record<string, string>
}

/** The folders of an embedded start as absolute paths under the variables that name them (CF-13). */
export function embeddedFolders(dataDir: string, env: Environment): Record<string, string> {
  const storage = resolve(env.STORAGE_PATH?.trim() || join(dataDir, 'videos'))
  const thumbnails = resolve(env.THUMBNAIL_PATH?.trim() || join(dataDir, 'thumbnails'))
  return {
    STORAGE_PATH: storage,
    THUMBNAIL_PATH: thumbnails,
    EXPORT_PATH: resolve(env.EXPORT_PATH?.trim() || join(dataDir, 'exports')),
    THUMBNAIL_OUTPUT_ROOT: resolve(env.THUMBNAIL_OUTPUT_ROOT?.trim() || join(dataDir, 'model-thumbnails')),
    MODEL_SERVICE_VIDEO_ROOT: env.MODEL_SERVICE_VIDEO_ROOT?.trim() || storage,
  }
}

/**
 * The environment of the supervised processes: variables that are set stay as they are, and unset ones are filled in
 * with the embedded parts (CF-13).
 */
export function embeddedEnvironment(dataDir: string, env: Environment, parts: EmbeddedParts): NodeJS.ProcessEnv {
  const isSet = (name: string) => Boolean(env[name]?.trim())
  return {
    ...env,
    ...embeddedFolders(dataDir, env),
    ...parts.secrets,
    PARALLAX_DATA_DIR: dataDir,
    DATABASE_URL: isSet('DATABASE_URL') ? env.DATABASE_URL : parts.databaseUrl,
    // All processes on a database of this machine are of one version.
    ...(!isSet('DATABASE_URL') && !isSet('SEQUENCES_IN_PARTS') && { SEQUENCES_IN_PARTS: 'true' }),
    OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    ...(isSet('MODEL_SERVICE_URL')
      ? {}
      : {
          MODEL_SERVICE_URL: `http://127.0.0.1:${parts.modelServicePort}`,
          MODEL_SERVICE_HOST: '127.0.0.1',
          MODEL_SERVICE_PORT: String(parts.modelServicePort),
        }),
  }
}
