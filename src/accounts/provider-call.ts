import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'
import { keyForCall, noteKeyUse, providersWithKeys } from './api-key.service.js'

/** The tasks that an external provider can do, as the model service names them. */
export type ProviderTask =
  | 'video_summarization'
  | 'ontology_augmentation'
  | 'claim_extraction'
  | 'claim_synthesis'
  | 'audio_transcription'
  | 'speaker_diarization'

/** The providers in the order in which the model service tries them when no model is selected for a task. */
const inOrder = ['anthropic', 'openai', 'google']

/**
 * Calls the model service with at most one API key of an external provider, in a header and nowhere else (AK-08).
 * Without `wanted` (a model option) the key is for the provider of the option that is selected for the task, else for
 * the first provider that has an option and a key; with `wanted`, only for the provider of that option. The use is
 * counted once a provider has answered (AK-07), but not when a baseline model did the work or the call failed. Throws
 * CONFLICT when the key cannot be decrypted.
 */
export async function callWithKey<T>(
  ctx: Context,
  task: ProviderTask,
  call: (headers: Record<string, string>) => Promise<T>,
  wanted?: string,
): Promise<T> {
  const { userId } = requireActor(ctx)
  const { own, shared } = await providersWithKeys(ctx, userId)
  // The caller's own keys come before those of the shared pool, whatever the provider (AK-07).
  const held = [...asTried(own), ...asTried(shared)]
  const key = held.length ? await keyForCall(ctx, userId, await providersOf(ctx, task, held, wanted)) : null
  const answer = await call(key ? { [`x-provider-api-key-${key.provider}`]: key.secret } : {})
  if (key && isOfProvider(answer)) await noteKeyUse(ctx, key.id)
  return answer
}

/** Returns the provider names in the order in which the model service tries them; unknown ones come last. */
function asTried(names: readonly string[]): string[] {
  const tried = inOrder.filter((name) => names.includes(name))
  return [...tried, ...names.filter((name) => !inOrder.includes(name))]
}

/**
 * Returns the providers in `held` whose key the task may need, the most likely first. If the model service does not
 * return its configuration, returns all known ones.
 */
async function providersOf(ctx: Context, task: string, held: readonly string[], wanted?: string): Promise<string[]> {
  const config = await ctx.modelService.ask('config', {}).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const ordered = held.filter((name) => inOrder.includes(name))
  if (!config) return ordered
  const { selected, options = {} } = config.models[task] ?? {}
  const named = Object.entries(options).find(([name, { model_id: id }]) => name === wanted || id === wanted)?.[1]
  if (wanted !== undefined) return named?.framework ? [named.framework] : []
  const frameworks = Object.values(options).map((one) => one.framework)
  const chosen = selected ? options[selected]?.framework : undefined
  return [...new Set([chosen, ...ordered.filter((name) => frameworks.includes(name))])].filter(
    (name): name is string => typeof name === 'string' && held.includes(name),
  )
}

/**
 * Returns false if every model in the answer is built into the model service: a baseline, or its speech detection
 * (silero).
 */
function isOfProvider(answer: unknown): boolean {
  const { model_used, visual_model_used, audio_model_used } = answer as Record<string, unknown>
  const models = [model_used, visual_model_used, audio_model_used].filter((one) => typeof one === 'string')
  return !models.length || models.some((one) => !/^(?:baseline|silero)/.test(one))
}
