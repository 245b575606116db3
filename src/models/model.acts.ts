import type { TSchema } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import type { Context } from '../context.js'
import { objectOf } from '../graphql/classes.js'
import { asSent } from '../http/answers.js'
import { parse } from '../lib/validate.js'
import * as models from './model.service.js'
import {
  configAnswer,
  modelSelection,
  modelValidation,
  selectAnswer,
  selectArguments,
  selectQuery,
  selectSchema,
  settingsAnswer,
  statusBody,
  validateAnswer,
} from './model.shape.js'
import { withTwins } from './twins.js'

const auth = 'public'
const refuses = [503]
const ModelSelection = objectOf(modelSelection)
const ModelValidation = objectOf(modelValidation)

/**
 * Returns the schema of an answer of the model service as it is passed on: it may have other fields, and each name has
 * a camelCase twin (M-01).
 */
const ofService = (schema: TSchema): TSchema => asSent({ ...schema, additionalProperties: true } as TSchema)

const select = (ctx: Context, task?: string, model?: string) =>
  models.selectModel(ctx, parse(selectSchema, { task_type: task, model_name: model }))

export const modelActs: Acts = {
  tag: 'Models',
  acts: [
    act({
      says: 'Returns the models of each task and which is chosen.',
      rest: 'GET /api/models/config',
      id: 'getModelConfig',
      auth,
      run: (ctx) => models.getConfig(ctx),
      answer: ofService(configAnswer),
      refuses,
      send: (_to, answer) => withTwins(answer),
    }),
    act({
      says: 'Returns which models are loaded and what they need.',
      rest: 'GET /api/models/status',
      id: 'getModelStatus',
      auth,
      run: (ctx) => models.getStatus(ctx),
      answer: ofService(statusBody),
      refuses,
      send: (_to, { loadedModels, ...status }) => ({ ...(withTwins(status) as object), loadedModels }),
    }),
    act({
      says: 'Selects the model that performs a task, for all users.',
      rest: 'POST /api/models/select',
      auth,
      query: selectQuery,
      run: (ctx, { query: { task_type, taskType = task_type, model_name, modelName = model_name } }) =>
        select(ctx, taskType, modelName),
      answer: ofService(selectAnswer),
      refuses: [404, 503],
      send: (_to, answer) => withTwins(answer),
      mutation: {
        name: 'selectModel',
        input: 'Which model is to perform a task from now on.',
        own: selectArguments,
        run: (ctx, { taskType, modelName }) => select(ctx, taskType, modelName),
        payload: () => ModelSelection,
        node: (_ctx, made) => ({
          taskType: made.task_type,
          selectedModel: made.selected_model,
          modelId: made.model_id,
          message: made.message,
        }),
      },
    }),
    act({
      says: 'Checks whether the selected models of all tasks fit into memory together; changes nothing.',
      rest: 'POST /api/models/validate',
      auth,
      run: (ctx) => models.validateModels(ctx),
      answer: ofService(validateAnswer),
      refuses,
      send: (_to, answer) => withTwins(answer),
      mutation: {
        name: 'validateModels',
        payload: () => ModelValidation,
        node: (_ctx, found) => ({
          valid: found.valid,
          totalVramGb: found.total_vram_gb,
          totalRequiredGb: found.total_required_gb,
          threshold: found.threshold,
          maxAllowedGb: found.max_allowed_gb,
          modelRequirements: Object.entries(found.model_requirements).map(([task, one]) => ({
            task,
            modelName: one.model_name,
            vramGb: one.vram_gb,
          })),
          warnings: found.warnings,
        }),
      },
    }),
    act({
      says: 'Returns the default settings of the models.',
      rest: 'GET /api/models/defaults',
      id: 'getModelDefaults',
      auth,
      run: (ctx) => models.getDefaults(ctx),
      answer: ofService(settingsAnswer),
      refuses,
      send: (_to, answer) => withTwins(answer),
    }),
    act({
      says: 'Returns the frameworks that run the models.',
      rest: 'GET /api/models/frameworks',
      id: 'getModelFrameworks',
      auth,
      run: (ctx) => models.getFrameworks(ctx),
      answer: ofService(settingsAnswer),
      refuses,
      send: (_to, answer) => withTwins(answer),
    }),
  ],
}
