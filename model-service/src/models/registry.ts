import { totalmem } from 'node:os'
import { programPath } from '../media/binaries.js'
import { Problem } from '../problem.js'
import { openEngine, type Engine } from './engines.js'
import { vramOf } from './model-config.js'
import type { ModelConfig, ModelOption } from './model-config.js'

interface LoadedModel {
  name: string
  option: ModelOption
  /** The graphics memory held, in GB; 0 when the model runs on the CPU. */
  memory: number
  /** In seconds. */
  loadTime: number
  /** The value of the registry's use counter at the last use; the least recently used model has the lowest. */
  usedAt: number
  lastUsed: Date
  /** Present if the model has weights. */
  engine?: Engine
  /** The number of calls that currently use the model. */
  users: number
}

/** A model that is kept loaded while a call uses it. */
export interface HeldModel {
  model: string
  /** Undefined if the model has no weights. */
  engine: Engine | undefined
}

/** The selected and loaded models; lives as long as the service. */
export interface ModelRegistry {
  config: ModelConfig
  cudaAvailable: boolean
  device: string
  loaded: Map<string, LoadedModel>
  uses: number
  /** Tasks whose model was selected by a request since the service started. */
  chosen: Set<string>
  /**
   * Models whose weights are in memory or may be loaded at any moment, including unloaded ones whose calls have not
   * ended.
   */
  resident: Set<LoadedModel>
  /** Callbacks of waiting calls; called whenever weights have been freed or a call has ended. */
  wakers: Set<() => void>
}

const aliases: Record<string, string> = { object_tracking: 'video_tracking', video_tracking: 'object_tracking' }
const mediaTasks = ['video_summarization', 'object_detection', 'object_tracking', 'video_tracking']

/**
 * Returns the name of this task in the configuration, which may be an alias (XR-19); undefined if the configuration has
 * neither name.
 */
export function taskNamed(registry: ModelRegistry, name: string): string | undefined {
  return [name, aliases[name]].find((task) => task !== undefined && Object.hasOwn(registry.config.models, task))
}

/**
 * Loads the selected model of a task unless it is loaded, marks it as just used and returns its model id. Throws 503 if
 * none is selected or it cannot run here.
 */
export function useModel(registry: ModelRegistry, taskName: string): string {
  const task = taskNamed(registry, taskName)
  const selected = task === undefined ? undefined : selection(registry, task)
  if (!task || !selected) throw new Problem(503, `No model is selected for ${taskName}`)
  return modelOf(registry, task, selected.name, selected.option)
}

/**
 * Loads the given model of a task unless it is loaded, marks it as just used and returns its model id. Throws 503 if it
 * cannot run here.
 */
export function modelOf(registry: ModelRegistry, task: string, name: string, option: ModelOption): string {
  const held = registry.loaded.get(task)
  const model = held?.name === name ? held : load(registry, task, name, option)
  model.usedAt = registry.uses += 1
  model.lastUsed = new Date()
  return model.option.model_id
}

/**
 * Runs `act` with the selected model of a task, which stays loaded until `act` has ended. Weights are loaded only while
 * all weights together stay below the memory limit: the least recently used idle ones are unloaded first, and while all
 * are in use the call waits. Throws 503 if the model cannot run here, or its weights alone exceed the limit.
 */
export async function withModel<T>(
  registry: ModelRegistry,
  taskName: string,
  signal: AbortSignal,
  act: (held: HeldModel) => Promise<T>,
): Promise<T> {
  const model = await hold(registry, taskName, signal)
  try {
    return await act({ model: model.option.model_id, engine: model.engine })
  } finally {
    model.users -= 1
    if (model.users === 0 && ![...registry.loaded.values()].includes(model)) free(registry, model)
    wake(registry)
  }
}

async function hold(registry: ModelRegistry, taskName: string, signal: AbortSignal): Promise<LoadedModel> {
  for (;;) {
    signal.throwIfAborted()
    useModel(registry, taskName)
    const model = registry.loaded.get(taskNamed(registry, taskName) ?? '')!
    if (!model.engine || registry.resident.has(model) || hasRoom(registry, model.name, model.engine.mostBytes)) {
      if (model.engine) registry.resident.add(model)
      model.users += 1
      return model
    }
    const [idle] = [...registry.resident].filter(({ users }) => users === 0).sort((a, b) => a.usedAt - b.usedAt)
    const [task] = [...registry.loaded].find(([, loaded]) => loaded === idle) ?? []
    if (task !== undefined) unload(registry, task)
    await nextChange(registry, signal)
  }
}

/**
 * Returns whether `bytes` of weights fit in addition to those in memory; throws 503 if they would not fit even alone.
 */
function hasRoom(registry: ModelRegistry, name: string, bytes: number): boolean {
  const allowed = allowedBytes(registry)
  const alone = Math.min(allowed, registry.config.inference.max_memory_per_model * 1e9)
  if (bytes > alone) throw new Problem(503, `${name} needs ${bytes} bytes of memory, and ${alone} are allowed`)
  const held = [...registry.resident].reduce((sum, { engine }) => sum + (engine?.mostBytes ?? 0), 0)
  return held + bytes <= allowed
}

/**
 * Returns the memory that weights may take, in bytes: the configured memory, or else that of the machine, times the
 * threshold.
 */
function allowedBytes({ config: { total_ram_gb: total, inference } }: ModelRegistry): number {
  const all = total === undefined ? totalmem() : total * 1e9
  return Math.floor(all * inference.offload_threshold)
}

function wake({ wakers }: ModelRegistry): void {
  for (const one of wakers) one()
}

function nextChange({ wakers }: ModelRegistry, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      wakers.delete(change)
      signal.removeEventListener('abort', leave)
    }
    const change = () => {
      stop()
      resolve()
    }
    const leave = () => {
      stop()
      reject(signal.reason as Error)
    }
    wakers.add(change)
    signal.addEventListener('abort', leave, { once: true })
  })
}

/** Closes the engine of a model that no call uses, and then wakes the calls that wait for memory. */
function free(registry: ModelRegistry, model: LoadedModel): void {
  const left = () => {
    registry.resident.delete(model)
    wake(registry)
  }
  void (model.engine?.close() ?? Promise.resolve()).then(left, left)
}

/** Unloads the model of a task. Its memory is freed once the calls that use it have ended. */
export function unload(registry: ModelRegistry, task: string): void {
  const model = registry.loaded.get(task)
  registry.loaded.delete(task)
  if (model?.users === 0) free(registry, model)
}

/** Closes all models when the service stops; calls that are still running are aborted. */
export async function closeModels(registry: ModelRegistry): Promise<void> {
  const models = new Set([...registry.loaded.values(), ...registry.resident])
  registry.loaded.clear()
  await Promise.all([...models].map(async ({ engine }) => engine?.close()))
}

/** Returns the selected option of a task; undefined if none is selected. */
export function selection(registry: ModelRegistry, task: string): { name: string; option: ModelOption } | undefined {
  const entry = registry.config.models[task]
  const name = entry?.selected
  const option = name ? entry.options[name] : undefined
  return name && option ? { name, option } : undefined
}

/** Returns the graphics memory in use, in GB. */
export function allocatedMemory(registry: ModelRegistry): number {
  return [...registry.loaded.values()].reduce((sum, model) => sum + model.memory, 0)
}

/** Returns the graphics memory that may be used, in GB: the total times the offload threshold. */
export function allowedMemory(registry: ModelRegistry): number {
  return registry.config.total_vram_gb * registry.config.inference.offload_threshold
}

function load(registry: ModelRegistry, task: string, name: string, option: ModelOption): LoadedModel {
  const startedAt = performance.now()
  if (mediaTasks.includes(task)) {
    programPath('ffmpeg')
    programPath('ffprobe')
  }
  const engine = openEngine(name, option)
  unload(registry, task)
  const memory = makeRoom(registry, vramOf(option))
  const loadTime = Math.round(performance.now() - startedAt) / 1000
  const model = { name, option, memory, loadTime, usedAt: 0, lastUsed: new Date(), users: 0, ...(engine && { engine }) }
  registry.loaded.set(task, model)
  return model
}

/**
 * Unloads the least recently used models until `wanted` GB of graphics memory are free. Returns the GB taken; 0 if they
 * can never fit, and the model then runs on the CPU.
 */
function makeRoom(registry: ModelRegistry, wanted: number): number {
  const allowed = allowedMemory(registry)
  if (!registry.cudaAvailable || wanted > allowed || wanted > registry.config.inference.max_memory_per_model) return 0
  while (allocatedMemory(registry) + wanted > allowed) {
    const [oldest] = [...registry.loaded]
      .filter(([, model]) => model.memory > 0)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) return 0
    unload(registry, oldest[0])
  }
  return wanted
}
