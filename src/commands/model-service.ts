import { readModelServiceConfig } from '../model-service/config.js'
import { startModelService } from '../model-service/server.js'
import { untilStopped } from './process.js'

export async function modelService(): Promise<number> {
  const service = await startModelService(readModelServiceConfig(process.env))
  await untilStopped()
  await service.close()
  return 0
}
