import { Reader, type Environment } from '@parallax/shared/config-reader.js'
import { place, valuesOf } from '@parallax/shared/config-rows.js'
import { rows } from './config-variables.js'

/**
 * The configuration as read: `port` 0 picks a free port; with `adminToken` null POST /api/admin/reconfigure is
 * disabled.
 */
export type ModelServiceConfig = ReturnType<typeof readModelServiceConfig>

/**
 * Reads the environment variables of the model service. Empty values count as unset; `warn` is called for values that
 * are ignored. Throws one ConfigError that lists all faults.
 */
export function readModelServiceConfig(env: Environment, warn: (text: string) => void = () => undefined) {
  const read = new Reader(env, warn)
  const config = place(rows, valuesOf(rows, read), {})
  read.check()
  return config
}
