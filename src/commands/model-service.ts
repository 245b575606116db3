import { ConfigError } from '../lib/config-reader.js'
import { readModelServiceConfig, type ModelServiceConfig } from '../model-service/config.js'
import { startModelService } from '../model-service/server.js'
import { untilStopped } from './process.js'

export async function modelService(): Promise<number> {
  let config: ModelServiceConfig
  try {
    config = readModelServiceConfig(process.env, (text) => void process.stderr.write(`${text}\n`))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  const service = await startModelService(config)
  await untilStopped()
  await service.close()
  return 0
}
