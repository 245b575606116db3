import { frameworks, modelDefaults } from '@parallax/shared/model-defaults.js'
import type { Context } from '../context.js'
import { AppError, validation } from '../lib/errors.js'
import type { JsonObject } from '../lib/json-walk.js'
import { loadedModels } from './loaded-models.js'
import type { ModelAnswer, ModelRouteName } from './model-route.js'
import type { LoadedModel, Selection } from './model.shape.js'

/**
 * Returns the error of these routes: 503 if the model service cannot be reached or does not answer in time, and 500 for
 * its other faults (M-07).
 */
function modelRouteFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code === 'RATE_LIMITED') return error
  const { code, message, extra, cause } = error
  if (code === 'MODEL_SERVICE_UNREACHABLE' || code === 'MODEL_SERVICE_TIMEOUT') {
    return new AppError(code, 'Model service is unavailable', { extra: { ...extra, status: 503 }, cause })
  }
  return new AppError(code === 'MODEL_SERVICE_BAD_RESPONSE' ? code : 'MODEL_SERVICE_ERROR', message, {
    extra: { ...extra, status: 500 },
    cause,
  })
}

/**
 * Returns the tasks of the model service, their models, and the selected models. Everything in this file is open to
 * anonymous callers (AM-09) and never cached (M-10).
 */
export async function getConfig(ctx: Context): Promise<ModelAnswer<'config'>> {
  return ask(ctx, 'config')
}

export type ModelStatus = Omit<ModelAnswer<'status'>, 'loaded_models'> & {
  loaded_models: Record<string, JsonObject>
  loadedModels: LoadedModel[]
  timestamp: string
}

/** Returns the models in memory, as an object keyed by task and as a list, with the used and free memory in GB. */
export async function getStatus(ctx: Context): Promise<ModelStatus> {
  const answer = await ask(ctx, 'status')
  const { byTask, list } = loadedModels(answer.loaded_models)
  return { timestamp: ctx.now().toISOString(), ...answer, loaded_models: byTask, loadedModels: list }
}

/**
 * Returns whether the selected models fit into memory; fills in a warning or name that the model service omits (M-04).
 */
export async function validateModels(ctx: Context) {
  const answer = await ask(ctx, 'validate')
  const { valid, total_required_gb: required, max_allowed_gb: allowed } = answer
  const unnamed = Object.values(answer.model_requirements).some((one) => one.model_name == null)
  const config = unnamed ? (await ask(ctx, 'config')).models : {}
  const requirements = Object.entries(answer.model_requirements).map(
    ([task, one]) => [task, { ...one, model_name: one.model_name ?? config[task]?.selected ?? null }] as const,
  )
  const built = valid ? [] : [`Required ${required} GB exceeds allowed ${allowed} GB`]
  return { ...answer, model_requirements: Object.fromEntries(requirements), warnings: answer.warnings ?? built }
}

/** Returns the default settings by kind of model; built-in ones if the model service has none. */
export async function getDefaults(ctx: Context): Promise<JsonObject> {
  return orBuiltIn(ctx, 'defaults', modelDefaults)
}

/** Returns the frameworks by kind of model; built-in ones if the model service has none. */
export async function getFrameworks(ctx: Context): Promise<JsonObject> {
  return orBuiltIn(ctx, 'frameworks', frameworks)
}

const documentedTasks = ['video_summarization', 'object_detection', 'object_tracking']
const aliases: Record<string, string> = { object_tracking: 'video_tracking', video_tracking: 'object_tracking' }

/**
 * Selects the model of a task (M-05). Throws VALIDATION_ERROR for a task that is neither documented nor known to the
 * model service, and passes on the NOT_FOUND of the model service for a model that the task lacks.
 */
export async function selectModel(ctx: Context, { task_type, model_name }: Selection): Promise<ModelAnswer<'select'>> {
  const { models } = await ask(ctx, 'config')
  const alias = aliases[task_type] ?? ''
  const task = Object.hasOwn(models, task_type) || !Object.hasOwn(models, alias) ? task_type : alias
  if (!Object.hasOwn(models, task) && !documentedTasks.includes(task)) {
    const tasks = [...new Set([...documentedTasks, ...Object.keys(models)])]
    throw validation([{ field: 'task_type', message: `must be one of ${tasks.join(', ')}` }])
  }
  const options = { query: { task_type: task, model_name }, ...waiting(ctx) }
  return ctx.modelService.ask('select', {}, options).catch((error: unknown) => {
    const isRefusal = error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_ERROR')
    throw isRefusal ? error : modelRouteFault(error)
  })
}

const waiting = (ctx: Context) => ({ waits: ctx.budget.person })

function ask<N extends ModelRouteName & ('config' | 'status' | 'validate' | 'defaults' | 'frameworks')>(
  ctx: Context,
  route: N,
): Promise<ModelAnswer<N>> {
  return ctx.modelService.ask(route, {}, waiting(ctx)).catch((error: unknown) => {
    throw modelRouteFault(error)
  })
}

async function orBuiltIn(ctx: Context, route: 'defaults' | 'frameworks', builtIn: JsonObject): Promise<JsonObject> {
  try {
    return await ctx.modelService.ask(route, {}, waiting(ctx))
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return builtIn
    throw modelRouteFault(error)
  }
}
