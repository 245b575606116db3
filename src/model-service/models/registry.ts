import { programPath } from '../media/binaries.js'
import { openObjectDetector, type ObjectDetector } from '../objects/object-detector.js'
import { Problem } from '../problem.js'
import { isProvider } from '../providers/provider.js'
import { vramOf } from './model-config.js'
import type { ModelConfig, ModelOption } from './model-config.js'

interface LoadedModel {
  name: string
  option: ModelOption
  /** GB of graphics memory held; 0 when it runs on the CPU. */
  memory: number
  /** Seconds. */
  loadTime: number
  /** Position in the order of use. */
  usedAt: number
  lastUsed: Date
  /** What runs where the model has weights of its own. */
  detector?: ObjectDetector
}

/** What is selected and loaded; lives as long as the service. */
export interface ModelRegistry {
  config: ModelConfig
  cudaAvailable: boolean
  device: string
  loaded: Map<string, LoadedModel>
  uses: number
  /** Tasks whose model somebody selected while the service runs. */
  chosen: Set<string>
}

/** The framework of models that run in threads of this service, on the processor. */
export const detectorFramework = 'tfjs-wasm'

const aliases: Record<string, string> = { object_tracking: 'video_tracking', video_tracking: 'object_tracking' }
const mediaTasks = ['video_summarization', 'object_detection', 'object_tracking', 'video_tracking']

/** The task under which the configuration knows this name (XR-19); undefined where it does not. */
export function taskNamed(registry: ModelRegistry, name: string): string | undefined {
  return [name, aliases[name]].find((task) => task !== undefined && Object.hasOwn(registry.config.models, task))
}

/**
 * Loads the selected model of a task unless it is, and marks it as just used; gives its model id. Throws where it
 * cannot run here.
 */
export function useModel(registry: ModelRegistry, taskName: string): string {
  const task = taskNamed(registry, taskName)
  const selected = task === undefined ? undefined : selection(registry, task)
  if (!task || !selected) throw new Problem(503, `No model is selected for ${taskName}`)
  return modelOf(registry, task, selected.name, selected.option)
}

/**
 * Loads this model of a task unless it is, and marks it as just used; gives its model id. Throws where it cannot run
 * here.
 */
export function modelOf(registry: ModelRegistry, task: string, name: string, option: ModelOption): string {
  const held = registry.loaded.get(task)
  const model = held?.name === name ? held : load(registry, task, name, option)
  model.usedAt = registry.uses += 1
  model.lastUsed = new Date()
  return model.option.model_id
}

/** The detector of a task whose model has been loaded; undefined where its model has no weights. */
export function detectorOf(registry: ModelRegistry, taskName: string): ObjectDetector | undefined {
  const task = taskNamed(registry, taskName)
  return task === undefined ? undefined : registry.loaded.get(task)?.detector
}

/** Forgets the model of a task and gives back what it holds; work that has begun is broken off. */
export function unload(registry: ModelRegistry, task: string): void {
  const model = registry.loaded.get(task)
  registry.loaded.delete(task)
  void model?.detector?.close()
}

/** The selected option of a task; undefined when none is selected. */
export function selection(registry: ModelRegistry, task: string): { name: string; option: ModelOption } | undefined {
  const entry = registry.config.models[task]
  const name = entry?.selected
  const option = name ? entry.options[name] : undefined
  return name && option ? { name, option } : undefined
}

/** GB of graphics memory in use. */
export function allocatedMemory(registry: ModelRegistry): number {
  return [...registry.loaded.values()].reduce((sum, model) => sum + model.memory, 0)
}

/** GB that may be used: the total times the offload threshold. */
export function allowedMemory(registry: ModelRegistry): number {
  return registry.config.total_vram_gb * registry.config.inference.offload_threshold
}

function load(registry: ModelRegistry, task: string, name: string, option: ModelOption): LoadedModel {
  const startedAt = performance.now()
  const detects = option.framework === detectorFramework
  if (!detects && option.framework !== 'baseline' && !isProvider(option.framework)) {
    throw new Problem(503, `${name} needs ${option.framework ?? 'a framework'}, which this service does not have`)
  }
  if (mediaTasks.includes(task)) {
    programPath('ffmpeg')
    programPath('ffprobe')
  }
  const detector = detects ? openObjectDetector() : undefined
  unload(registry, task)
  const memory = makeRoom(registry, vramOf(option))
  const loadTime = Math.round(performance.now() - startedAt) / 1000
  const model = { name, option, memory, loadTime, usedAt: 0, lastUsed: new Date(), ...(detector && { detector }) }
  registry.loaded.set(task, model)
  return model
}

/**
 * Unloads least recently used models until `wanted` GB fit; gives the memory taken, 0 where it can never fit (the CPU
 * does it then).
 */
function makeRoom(registry: ModelRegistry, wanted: number): number {
  const { total_vram_gb: total, inference } = registry.config
  const allowed = total * inference.offload_threshold
  if (!registry.cudaAvailable || wanted > allowed || wanted > inference.max_memory_per_model) return 0
  while (allocatedMemory(registry) + wanted > allowed) {
    const [oldest] = [...registry.loaded]
      .filter(([, model]) => model.memory > 0)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) return 0
    unload(registry, oldest[0])
  }
  return wanted
}
