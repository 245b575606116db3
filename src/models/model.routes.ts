import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { parse } from '../lib/validate.js'
import * as models from './model.service.js'
import { selectQuery, selectSchema } from './selection.schema.js'
import { withTwins } from './twins.js'

const options = { schema: { tags: ['Models'] }, config: { auth: 'public' } } as const

export const mountModelRoutes: MountRoutes = (server) => {
  server.get('/api/models/config', options, async (request) => withTwins(await models.getConfig(request.ctx)))
  server.get('/api/models/status', options, async (request) => {
    const { loadedModels, ...status } = await models.getStatus(request.ctx)
    return { ...(withTwins(status) as object), loadedModels }
  })
  server.get('/api/models/defaults', options, async (request) => withTwins(await models.getDefaults(request.ctx)))
  server.get('/api/models/frameworks', options, async (request) => withTwins(await models.getFrameworks(request.ctx)))
  server.post('/api/models/validate', options, async (request) => withTwins(await models.validateModels(request.ctx)))

  server.post<{ Querystring: Static<typeof selectQuery> }>(
    '/api/models/select',
    { ...options, schema: { ...options.schema, querystring: selectQuery } },
    async (request) => {
      const { task_type, taskType = task_type, model_name, modelName = model_name } = request.query
      return withTwins(
        await models.selectModel(request.ctx, parse(selectSchema, { task_type: taskType, model_name: modelName })),
      )
    },
  )
}
