import type { JsonObject } from '../lib/json-walk.js'
import type { LoadedModel } from './model.shape.js'

/**
 * Returns the models in memory, both as the documented object keyed by task and as a list of the known properties of
 * each, for either form of the model service's answer (M-03).
 */
export function loadedModels(models: readonly JsonObject[] | Record<string, JsonObject>): {
  byTask: Record<string, JsonObject>
  list: LoadedModel[]
} {
  const entries: [string | null, JsonObject][] = Array.isArray(models)
    ? (models as JsonObject[]).map((item) => [textOf(item, 'task_type', 'taskType'), item])
    : Object.entries(models)
  return {
    byTask: Object.fromEntries(entries.flatMap(([task, item]) => (task === null ? [] : [[task, documented(item)]]))),
    list: entries.map(([task, item]) => described(task, item)),
  }
}

function documented(item: JsonObject): JsonObject {
  const milliseconds = numberOf(item, 'load_time_ms', 'loadTimeMs')
  return {
    ...item,
    model_id: textOf(item, 'model_id', 'modelId'),
    memory_usage_gb: numberOf(
      item,
      'memory_usage_gb',
      'memoryUsageGb',
      'vram_used_gb',
      'vramUsedGb',
      'vram_allocated_gb',
      'vramAllocatedGb',
    ),
    load_time: numberOf(item, 'load_time', 'loadTime') ?? (milliseconds === null ? null : milliseconds / 1000),
  }
}

function described(task: string | null, item: JsonObject): LoadedModel {
  const memory = numberOf(item, 'memory_usage_gb', 'memoryUsageGb')
  const seconds = numberOf(item, 'load_time', 'loadTime')
  return {
    modelId: textOf(item, 'model_id', 'modelId'),
    taskType: task,
    modelName: textOf(item, 'model_name', 'modelName'),
    framework: textOf(item, 'framework'),
    quantization: textOf(item, 'quantization'),
    health: textOf(item, 'health') ?? 'loaded',
    vramAllocatedGb: numberOf(item, 'vram_allocated_gb', 'vramAllocatedGb') ?? memory,
    vramUsedGb: numberOf(item, 'vram_used_gb', 'vramUsedGb') ?? memory,
    warmUpComplete: booleanOf(item, 'warm_up_complete', 'warmUpComplete'),
    lastUsed: textOf(item, 'last_used', 'lastUsed'),
    loadTimeMs: numberOf(item, 'load_time_ms', 'loadTimeMs') ?? (seconds === null ? null : seconds * 1000),
    performanceMetrics: item['performance_metrics'] ?? item['performanceMetrics'] ?? null,
    errorMessage: textOf(item, 'error_message', 'errorMessage'),
  }
}

function valueOf<T>(item: JsonObject, keys: readonly string[], is: (value: unknown) => value is T): T | null {
  return keys.map((key) => item[key]).find(is) ?? null
}

const textOf = (item: JsonObject, ...keys: string[]) =>
  valueOf(item, keys, (value): value is string => typeof value === 'string')
const numberOf = (item: JsonObject, ...keys: string[]) =>
  valueOf(item, keys, (value): value is number => typeof value === 'number')
const booleanOf = (item: JsonObject, ...keys: string[]) =>
  valueOf(item, keys, (value): value is boolean => typeof value === 'boolean')
