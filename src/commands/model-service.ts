import { pino } from 'pino'
import { ConfigError } from '../lib/config-reader.js'
import { readModelServiceConfig, type ModelServiceConfig } from '../model-service/config.js'
import { startModelService } from '../model-service/server.js'
import { untilStopped } from './process.js'
import { startTelemetry } from './telemetry.js'

/** The command `model-service`: runs the baseline model service until it is told to stop. Returns the exit code. */
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
  const service = await startModelService(config)
  await stopped
  await service.close()
  await telemetry.close()
  return 0
}
