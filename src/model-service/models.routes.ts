import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from './context.js'

/** Health, and which model does which task. */
export function modelRoutes(context: ServiceContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/health', async () => ({
      status: 'healthy', timestamp: new Date().toISOString(), service: 'parallax-model-service', loaded_models: [...context.registry.loaded.keys()],
    }))
  }
}
