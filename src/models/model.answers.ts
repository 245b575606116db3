import { Type, type TSchema } from '@sinclair/typebox'
import { asSent, type Answers } from '../http/answers.js'
import { nullable } from '../lib/schema.js'
import { configAnswer, selectAnswer, settingsAnswer, statusAnswer, validateAnswer } from './model.schema.js'

const text = Type.String()
const number = nullable(Type.Number())

/**
 * The schema of an answer of the model service as it is passed on: other fields may come with it, and each name has a
 * camelCase twin (M-01).
 */
const ofService = (schema: TSchema): TSchema => asSent({ ...schema, additionalProperties: true } as TSchema)

/** An item of the list of models in memory, with what is known of it (M-03). */
const loaded = Type.Object({
  modelId: nullable(text),
  taskType: nullable(text),
  modelName: nullable(text),
  framework: nullable(text),
  quantization: nullable(text),
  health: text,
  vramAllocatedGb: number,
  vramUsedGb: number,
  warmUpComplete: nullable(Type.Boolean()),
  lastUsed: nullable(text),
  loadTimeMs: number,
  performanceMetrics: Type.Unsafe<unknown>({}),
  errorMessage: nullable(text),
})
const task = Type.Object(
  { model_id: nullable(text), memory_usage_gb: number, load_time: number },
  { additionalProperties: true },
)
const status = Type.Object({
  ...statusAnswer.properties,
  loaded_models: Type.Record(text, task),
  loadedModels: Type.Array(loaded),
})

export const modelAnswers: Answers = {
  'GET /api/models/config': {
    id: 'getModelConfig',
    says: 'Returns the models of each task and which is chosen.',
    refuses: [503],
    200: ofService(configAnswer),
  },
  'GET /api/models/status': {
    id: 'getModelStatus',
    says: 'Returns which models are loaded and what they need.',
    refuses: [503],
    200: ofService(status),
  },
  'POST /api/models/select': {
    id: 'selectModel',
    says: 'Chooses the model of a task.',
    refuses: [404, 503],
    200: ofService(selectAnswer),
  },
  'POST /api/models/validate': {
    id: 'validateModels',
    says: 'Checks whether the chosen models fit into memory.',
    refuses: [503],
    200: ofService(validateAnswer),
  },
  'GET /api/models/defaults': {
    id: 'getModelDefaults',
    says: 'Returns the default settings of the models.',
    refuses: [503],
    200: ofService(settingsAnswer),
  },
  'GET /api/models/frameworks': {
    id: 'getModelFrameworks',
    says: 'Returns the frameworks that run the models.',
    refuses: [503],
    200: ofService(settingsAnswer),
  },
}
