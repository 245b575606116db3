import type { FastifyInstance } from 'fastify'
import { frameworks, modelDefaults } from '@parallax/shared/model-defaults.js'
import type { ServiceContext } from './context.js'
import { reconfigure, requireAdminToken } from './models/reconfigure.js'
import {
  describeConfig,
  describeStatus,
  loadTask,
  selectModel,
  taskReadiness,
  unloadTask,
  validateSelection,
} from './models/selection.js'
import { reconfigureRequest, selectQuery, taskParams } from './models.schema.js'
import type { ReconfigureRequest, SelectQuery, TaskParams } from './models.schema.js'

/** Mounts the routes for health, for the model of each task, and for reconfiguration. */
export function modelRoutes(context: ServiceContext) {
  const { registry, config } = context
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/health', async () => ({
      status: 'healthy',
      timestamp: new Date().toISOString(),
      service: 'parallax-model-service',
      loaded_models: [...registry.loaded.keys()],
    }))

    app.get('/api/models/config', async () => describeConfig(registry))
    app.get('/api/models/status', async () => describeStatus(registry))
    app.get('/api/models/defaults', async () => modelDefaults)
    app.get('/api/models/frameworks', async () => frameworks)
    app.post('/api/models/validate', async () => validateSelection(registry))

    app.post<{ Querystring: SelectQuery }>(
      '/api/models/select',
      { schema: { querystring: selectQuery } },
      async ({ query }) => {
        return 'task_type' in query
          ? selectModel(registry, query.task_type, query.model_name)
          : selectModel(registry, query.taskType, query.modelName)
      },
    )

    const byTask = { schema: { params: taskParams } }
    app.post<{ Params: TaskParams }>('/api/models/load/:task_type', byTask, async ({ params }) =>
      loadTask(registry, params.task_type),
    )
    app.post<{ Params: TaskParams }>('/api/models/unload/:task_type', byTask, async ({ params }) =>
      unloadTask(registry, params.task_type),
    )
    app.get<{ Params: TaskParams }>('/api/models/task-ready/:task_type', byTask, async ({ params }) => {
      return taskReadiness(registry, params.task_type)
    })

    app.post<{ Body: ReconfigureRequest }>(
      '/api/admin/reconfigure',
      {
        schema: { body: reconfigureRequest },
        // Checked before the body is parsed, so that callers without the token learn nothing about the form of the
        // body.
        onRequest: async (request) => requireAdminToken(config.adminToken, request.headers['x-admin-token']),
      },
      async ({ body }) => reconfigure(context, body),
    )
  }
}
