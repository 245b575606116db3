import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'
import { isClass } from '../objects/vocabulary.js'

const amount = Type.Number({ minimum: 0 })

const modelOption = Type.Object({
  model_id: Type.String({ minLength: 1 }),
  framework: Type.Optional(Type.String()),
  vram_gb: Type.Optional(amount),
  vram_mb: Type.Optional(amount),
  speed: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  fps: Type.Optional(amount),
})

const modelConfig = Type.Object({
  total_vram_gb: Type.Number({ minimum: 0, default: 0 }),
  /** GB of memory for weights, before `offload_threshold` is applied; defaults to the memory of the machine. */
  total_ram_gb: Type.Optional(amount),
  models: Type.Record(
    Type.String({ minLength: 1 }),
    Type.Object({
      selected: Type.Union([Type.String(), Type.Null()], { default: null }),
      options: Type.Record(Type.String({ minLength: 1 }), modelOption),
    }),
  ),
  /** Which of the detector's classes each word maps to; takes precedence over WordNet. */
  vocabulary: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String()), { default: {} }),
  inference: Type.Object(
    {
      max_memory_per_model: Type.Number({ minimum: 0, default: 16 }),
      offload_threshold: Type.Number({ minimum: 0, maximum: 1, default: 0.8 }),
      warmup_on_startup: Type.Boolean({ default: false }),
      default_batch_size: Type.Integer({ minimum: 1, default: 1 }),
      max_batch_size: Type.Integer({ minimum: 1, default: 8 }),
    },
    { default: {} },
  ),
})

export type ModelOption = Static<typeof modelOption>
export type ModelConfig = Static<typeof modelConfig>

/**
 * Reads the YAML file of tasks and models. Throws an Error that names the file, with every fault of the form, or else
 * with the first selected model or class that does not exist.
 */
export function readModelConfig(path: string): ModelConfig {
  const content: unknown = Value.Default(modelConfig, parse(readFileSync(path, 'utf8')))
  const faults = [...Value.Errors(modelConfig, content)].map((fault) => `${fault.path}: ${fault.message}`)
  if (!Value.Check(modelConfig, content)) throw new Error(`${path}: ${faults.join('; ')}`)
  for (const [task, { selected, options }] of Object.entries(content.models)) {
    if (selected !== null && !Object.hasOwn(options, selected))
      throw new Error(`${path}: models.${task}.selected names no option`)
  }
  for (const [word, classes] of Object.entries(content.vocabulary)) {
    const unknown = classes.find((one) => !isClass(one))
    if (unknown !== undefined) throw new Error(`${path}: vocabulary.${word}: ${unknown} is no class of the detector`)
  }
  return content
}

/** Returns the graphics memory that a model needs, in GB; 0 if the option does not specify it. */
export function vramOf(option: ModelOption): number {
  return option.vram_gb ?? (option.vram_mb ?? 0) / 1024
}
