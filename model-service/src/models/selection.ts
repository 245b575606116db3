import { Problem } from '../problem.js'
import { canRun } from './engines.js'
import { vramOf } from './model-config.js'
import { allocatedMemory, allowedMemory, selection, taskNamed, unload, withModel } from './registry.js'
import type { ModelRegistry } from './registry.js'

/** Returns the models of each task and the selected ones (GET /api/models/config). */
export function describeConfig({ config, cudaAvailable }: ModelRegistry) {
  return {
    models: config.models,
    inference: config.inference,
    cuda_available: cudaAvailable,
    total_vram_gb: config.total_vram_gb,
  }
}

/** Returns the loaded models (GET /api/models/status); load times in seconds. */
export function describeStatus(registry: ModelRegistry) {
  const loaded = [...registry.loaded].map(([task, model]) => {
    const facts = model.engine?.facts()
    const described = {
      model_id: model.option.model_id,
      model_name: model.name,
      framework: model.option.framework ?? null,
      memory_usage_gb: model.memory || Math.round((facts?.bytes ?? 0) / 1e6) / 1000,
      memory_bytes: facts?.bytes ?? 0,
      load_time: facts ? Math.round(facts.milliseconds) / 1000 : model.loadTime,
      // Only models with weights need a warm-up: baseline models are code of this service, and a provider's model runs
      // at the provider.
      warm_up_complete: !model.engine || facts !== undefined,
      last_used: model.lastUsed.toISOString(),
    }
    return [task, described]
  })
  const allocated = allocatedMemory(registry)
  return {
    loaded_models: Object.fromEntries(loaded),
    total_vram_allocated_gb: allocated,
    total_vram_available_gb: registry.config.total_vram_gb - allocated,
    cuda_available: registry.cudaAvailable,
    device: registry.device,
  }
}

/**
 * Selects a model and loads it. Throws 400 for an unknown task, 404 for an unknown model, and 500 if the model cannot
 * be loaded; the previous selection then stays.
 */
export async function selectModel(registry: ModelRegistry, taskName: string, modelName: string) {
  const task = taskNamed(registry, taskName)
  const entry = task === undefined ? undefined : registry.config.models[task]
  if (!task || !entry) throw new Problem(400, `Invalid task type: ${taskName}`)
  const option = Object.hasOwn(entry.options, modelName) ? entry.options[modelName] : undefined
  if (!option) throw new Problem(404, `Model ${modelName} not found for task ${taskName}`)
  const before = entry.selected
  entry.selected = modelName
  try {
    await warmUp(registry, task)
  } catch (error) {
    entry.selected = before
    throw error instanceof Problem
      ? new Problem(500, `Model ${modelName} could not be loaded: ${error.message}`)
      : error
  }
  registry.chosen.add(task)
  return {
    status: 'success',
    task_type: taskName,
    selected_model: modelName,
    model_id: option.model_id,
    message: `Selected ${modelName} for ${taskName}`,
  }
}

/** Returns whether the graphics memory suffices for all selected models together (POST /api/models/validate). */
export function validateSelection(registry: ModelRegistry) {
  const { total_vram_gb: total, inference } = registry.config
  const selected = Object.keys(registry.config.models).flatMap((task) => {
    const model = selection(registry, task)
    return model ? [[task, { model_name: model.name, vram_gb: vramOf(model.option) }] as const] : []
  })
  const required = selected.reduce((sum, [, { vram_gb: vram }]) => sum + vram, 0)
  const allowed = allowedMemory(registry)
  const tooLarge = selected.filter(([, { vram_gb: vram }]) => vram > inference.max_memory_per_model)
  return {
    valid: required <= allowed,
    total_vram_gb: total,
    total_required_gb: required,
    threshold: inference.offload_threshold,
    max_allowed_gb: allowed,
    model_requirements: Object.fromEntries(selected),
    warnings: [
      ...(required > allowed ? [`Required ${required} GB exceeds allowed ${allowed} GB`] : []),
      ...tooLarge.map(([task, model]) => {
        return `${model.model_name} (${task}) needs ${model.vram_gb} GB, more than ${inference.max_memory_per_model} GB a model`
      }),
    ],
  }
}

/** How long loading waits for memory that running calls hold, in milliseconds. */
const longestLoadMs = 60_000

/**
 * Loads the selected model of a task together with its weights. Throws 503 if the model cannot run here, or no memory
 * becomes free within a minute.
 */
export async function warmUp(registry: ModelRegistry, taskName: string): Promise<void> {
  const late = AbortSignal.timeout(longestLoadMs)
  await withModel(registry, taskName, late, async ({ engine }) => engine?.warmUp()).catch((error: unknown) => {
    throw late.aborted && !(error instanceof Problem) ? new Problem(503, 'The memory is in use') : error
  })
}

/** Loads the selected model of a task. Throws 400 for an unknown task and for a model that cannot be loaded (MS-11). */
export async function loadTask(registry: ModelRegistry, taskName: string) {
  if (!taskNamed(registry, taskName)) throw new Problem(400, `Unknown task type: ${taskName}`)
  try {
    await warmUp(registry, taskName)
  } catch (error) {
    throw error instanceof Problem ? new Problem(400, error.message) : error
  }
  return { status: 'success', task_type: taskName, message: 'Model loaded successfully' }
}

/** Unloads the model of a task, if one is loaded. Throws 400 for an unknown task. */
export function unloadTask(registry: ModelRegistry, taskName: string) {
  const task = taskNamed(registry, taskName)
  if (!task) throw new Problem(400, `Unknown task type: ${taskName}`)
  unload(registry, task)
  return { status: 'success', task_type: taskName, message: 'Model unloaded successfully' }
}

/**
 * Returns whether the selected model of a task can run here. Throws 404 for an unknown task and for one without a
 * selected model (MS-12).
 */
export function taskReadiness(registry: ModelRegistry, taskName: string) {
  const task = taskNamed(registry, taskName)
  const model = task === undefined ? undefined : selection(registry, task)
  if (!task || !model) throw new Problem(404, `Unknown task type: ${taskName}`)
  // Nothing is ever downloaded: baseline models are code of this service, weights come with installed packages, and a
  // provider's model runs at the provider.
  const { model_id: modelId, framework } = model.option
  return { task_type: taskName, model_id: modelId, cached: canRun(model.option), framework: framework ?? null }
}
