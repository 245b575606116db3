import { Type, type Static } from '@sinclair/typebox'
import { asJson, onlyRest, says, typed } from '../lib/described.js'
import { nameText, noteText, nullable, optional, shortText } from '../lib/schema.js'
import { document, listOf, mapOf } from './bounds.shape.js'

// The answers of the model service about its models, and the corresponding GraphQL objects. Answers may have members
// that are not named here.

const text = Type.String()
const number = (sentence: string) => says(sentence, Type.Number())
const numberOrNull = (sentence: string) => nullable(number(sentence))
const textOrNull = (sentence: string) => nullable(says(sentence, text))

const aboutGpu = says('Whether the model service has a GPU (CUDA).', Type.Boolean())
const totalVram = number('Total GPU memory, in GB.')
const nameOfTask = 'Name of the task, such as `object_detection`'
const nameOfModel = says('Name by which it is selected.', text)
const idOfModel = says('ID of the model.', shortText)

const selected = optional(says('Name of the selected model; null when the model service does not say.', shortText))
export const configAnswer = Type.Object({
  models: says(
    'The tasks that the model service can perform, by their names.',
    mapOf(
      Type.Object({
        selected,
        options: says(
          'The models that can be selected for the task, by their names.',
          mapOf(
            Type.Object({
              model_id: idOfModel,
              framework: optional(says('Framework that runs the model; null when unknown.', shortText)),
            }),
          ),
        ),
      }),
    ),
  ),
  inference: says('Settings for running models, as JSON of the model service.', document),
  cuda_available: aboutGpu,
  total_vram_gb: totalVram,
})

const modelOption = typed(
  'ModelOption',
  'A model that can be selected for a task.',
  Type.Object({
    name: nameOfModel,
    modelId: idOfModel,
    details: asJson(says('Everything that the model service says about it, as JSON.', Type.Unknown())),
  }),
)
const modelTask = typed(
  'ModelTask',
  'A task of the model service, such as detecting objects.',
  Type.Object({
    task: says(`${nameOfTask}.`, text),
    selected,
    options: says('Models that can be selected for the task.', Type.Array(modelOption)),
  }),
)
export const modelConfig = typed(
  'ModelConfig',
  'Tasks, models and settings of the model service.',
  Type.Object({
    tasks: says('Tasks that the model service can perform.', Type.Array(modelTask)),
    inference: asJson(configAnswer.properties.inference),
    cudaAvailable: aboutGpu,
    totalVramGb: totalVram,
  }),
)

/** `loaded_models` is an object keyed by task or, from other model services, a list (M-03). */
export const statusAnswer = Type.Object({
  loaded_models: Type.Union([listOf(document, 1000), mapOf(document)]),
  total_vram_allocated_gb: number('GPU memory in use, in GB.'),
  total_vram_available_gb: number('GPU memory that is free, in GB.'),
  cuda_available: aboutGpu,
  device: optional(says('Device that runs the models, such as `cpu`; null when unknown.', shortText)),
})

const loadedModel = typed(
  'LoadedModel',
  'A model that the model service has in memory; null fields are unknown.',
  Type.Object({
    modelId: textOrNull('ID of the model.'),
    taskType: textOrNull('Name of the task that it performs.'),
    modelName: nullable(nameOfModel),
    framework: onlyRest(textOrNull('Framework that runs it.')),
    quantization: onlyRest(textOrNull('How its weights are quantized, such as `4bit`.')),
    health: says('`loaded`, `loading`, `failed` or `unloaded`; `loaded` when unknown.', text),
    vramAllocatedGb: onlyRest(numberOrNull('Memory that is set apart for it, in GB.')),
    vramUsedGb: numberOrNull('Memory that it uses, in GB.'),
    warmUpComplete: onlyRest(nullable(says('Whether it has been warmed up.', Type.Boolean()))),
    lastUsed: onlyRest(textOrNull('When it was last used.')),
    loadTimeMs: numberOrNull('How long loading it took, in milliseconds.'),
    performanceMetrics: onlyRest(says('Measurements of the model service, as JSON.', Type.Unsafe<unknown>({}))),
    errorMessage: onlyRest(textOrNull('Why loading it failed.')),
  }),
)
/** The known properties of a model in memory (M-03). */
export type LoadedModel = Static<typeof loadedModel>

const loadedModels = says('Models in memory.', Type.Array(loadedModel))
const { loaded_models: _listed, ...figures } = statusAnswer.properties
/** The status in REST: the models in memory both as an object and as a list. */
export const statusBody = Type.Object({
  loaded_models: says(
    'The models in memory, by the tasks that they perform.',
    Type.Record(
      text,
      Type.Object(
        {
          model_id: textOrNull('ID of the model.'),
          memory_usage_gb: numberOrNull('Memory that it uses, in GB; null when unknown.'),
          load_time: numberOrNull('How long loading it took, in seconds; null when unknown.'),
        },
        { additionalProperties: true },
      ),
    ),
  ),
  ...figures,
  loadedModels,
})
export const modelStatus = typed(
  'ModelServiceStatus',
  'Models that the model service has in memory, and how much memory is used.',
  Type.Object({
    loadedModels,
    totalVramAllocatedGb: figures.total_vram_allocated_gb,
    totalVramAvailableGb: figures.total_vram_available_gb,
    cudaAvailable: aboutGpu,
    device: figures.device,
  }),
)

export const selectAnswer = Type.Object({
  status: says('`success`.', shortText),
  task_type: says('Name of the task.', shortText),
  selected_model: says('Name of the selected model.', shortText),
  model_id: says('ID of the selected model.', shortText),
  message: says('Confirmation for people.', noteText),
})
const made = selectAnswer.properties
export const modelSelection = typed(
  'SelectModelPayload',
  'The model that is now selected for a task.',
  Type.Object({
    taskType: made.task_type,
    selectedModel: made.selected_model,
    modelId: made.model_id,
    message: made.message,
  }),
)

/** The arguments of the selection; the service checks them once the spellings are merged. */
export const selectArguments = {
  taskType: says(`${nameOfTask}; an unknown one is refused.`, text),
  modelName: says("Name of one of the task's options; an unknown one is refused.", text),
}
const inQuery = ({ description = '' }: { description?: string }) => Type.Optional(says(description, shortText))
/** The query parameters in both spellings (M-02). */
export const selectQuery = Type.Object({
  task_type: inQuery(selectArguments.taskType),
  taskType: inQuery({ description: 'The same as `task_type`.' }),
  model_name: inQuery(selectArguments.modelName),
  modelName: inQuery({ description: 'The same as `model_name`.' }),
})
/** The selection of a model for a task, once the spellings are merged. */
export const selectSchema = Type.Object({ task_type: nameText, model_name: nameText })
export type Selection = Static<typeof selectSchema>

const requirement = Type.Object({
  model_name: optional(says('Name of the selected model; null when unknown.', shortText)),
  vram_gb: number('GPU memory that it needs, in GB.'),
})
const aboutWarnings = 'Warnings, such as by how much the models exceed the memory; may be given even if valid.'
export const validateAnswer = Type.Object({
  valid: says('Whether they fit together.', Type.Boolean()),
  total_vram_gb: totalVram,
  total_required_gb: number('GPU memory that the selected models need together, in GB.'),
  threshold: number('Fraction of the GPU memory that may be used, 0 to 1.'),
  max_allowed_gb: number('GPU memory that may be used, in GB: total times threshold.'),
  model_requirements: says('Memory that each task needs, by the names of the tasks.', mapOf(requirement)),
  warnings: optional(says(aboutWarnings, listOf(noteText, 1000))),
})
const answered = validateAnswer.properties
const modelRequirement = typed(
  'ModelRequirement',
  'Memory that the model selected for a task needs.',
  Type.Object({
    task: says('Name of the task.', text),
    modelName: requirement.properties.model_name,
    vramGb: requirement.properties.vram_gb,
  }),
)
export const modelValidation = typed(
  'ValidateModelsPayload',
  'Whether the selected models of all tasks fit into memory together.',
  Type.Object({
    valid: answered.valid,
    totalVramGb: answered.total_vram_gb,
    totalRequiredGb: answered.total_required_gb,
    threshold: answered.threshold,
    maxAllowedGb: answered.max_allowed_gb,
    modelRequirements: says('Memory that each task needs.', Type.Array(modelRequirement)),
    warnings: says(aboutWarnings, Type.Array(text)),
  }),
)

export const settingsAnswer = document
export const healthAnswer = Type.Object({ status: shortText })
