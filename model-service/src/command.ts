import { pino } from 'pino'
import { ConfigError } from '@parallax/shared/config-reader.js'
import { partVariable } from '@parallax/shared/part.js'
import { untilStopped } from '@parallax/shared/until-stopped.js'
import { startTelemetry } from '@parallax/shared/telemetry.js'
import { readModelServiceConfig, type ModelServiceConfig } from './config.js'
import { startModelService } from './server.js'

/** Runs the command `model-service`: the baseline model service, until it is told to stop. Returns the exit code. */
export async function modelService(): Promise<number> {
  let config: ModelServiceConfig
  try {
    config = readModelServiceConfig(process.env, (text) => void process.stderr.write(`${text}\n`))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  const log = pino({ level: config.logLevel, name: 'model-service' })
  const telemetry = await startTelemetry(config, 'model-service', log)
  const stopped = untilStopped()
  const isHanded = process.env[partVariable] !== undefined && process.send !== undefined
  const service = await startModelService(config, isHanded)
  await stopped
  await service.close()
  await telemetry.close()
  return 0
}
