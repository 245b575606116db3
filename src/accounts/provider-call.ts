import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'
import { keyForCall, noteKeyUse, providersWithKeys } from './api-key.service.js'

/** The tasks that a provider may do, as the model service names them. */
export type ProviderTask =
  | 'video_summarization'
  | 'ontology_augmentation'
  | 'claim_extraction'
  | 'claim_synthesis'
  | 'audio_transcription'
  | 'speaker_diarization'

/** In the order in which the model service tries them where none is selected. */
const inOrder = ['anthropic', 'openai', 'google']

/**
 * Calls the model service with at most one provider key of the actor in its headers, and in nothing else (AK-08): that
 * of the provider whose option is wanted or selected for the task, else of the first that has an option and a key. The
 * use counts once a provider has answered (AK-07), not where a baseline did the work or the call failed.
 */
export async function callWithKey<T>(
  ctx: Context,
  task: ProviderTask,
  call: (headers: Record<string, string>) => Promise<T>,
  wanted?: string,
): Promise<T> {
  const { userId } = requireActor(ctx)
  const { own, shared } = await providersWithKeys(ctx, userId)
  // The caller's own keys before those of the pool, whatever the provider (AK-07).
  const held = [...asTried(own), ...asTried(shared)]
  const key = held.length ? await keyForCall(ctx, userId, await providersOf(ctx, task, held, wanted)) : null
  const answer = await call(key ? { [`x-provider-api-key-${key.provider}`]: key.secret } : {})
  if (key && isOfProvider(answer)) await noteKeyUse(ctx, key.id)
  return answer
}

/** Those that the model service knows in the order in which it tries them, then any others. */
function asTried(names: readonly string[]): string[] {
  const known = inOrder.filter((name) => names.includes(name))
  return [...known, ...names.filter((name) => !inOrder.includes(name))]
}

/** Those of the providers that the task may need, the likeliest first; all where the model service cannot say. */
async function providersOf(ctx: Context, task: string, held: readonly string[], wanted?: string): Promise<string[]> {
  const config = await ctx.modelService.ask('config', {}).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const known = held.filter((name) => inOrder.includes(name))
  if (!config) return known
  const { selected, options = {} } = config.models[task] ?? {}
  const named = Object.entries(options).find(([name, { model_id: id }]) => name === wanted || id === wanted)?.[1]
  if (wanted !== undefined) return named?.framework ? [named.framework] : []
  const frameworks = Object.values(options).map((one) => one.framework)
  const chosen = selected ? options[selected]?.framework : undefined
  return [...new Set([chosen, ...known.filter((name) => frameworks.includes(name))])].filter(
    (name): name is string => typeof name === 'string' && held.includes(name),
  )
}

/** False where every model that the answer names is the model service's own: a baseline, or what hears speech. */
function isOfProvider(answer: unknown): boolean {
  const { model_used, visual_model_used, audio_model_used } = answer as Record<string, unknown>
  const models = [model_used, visual_model_used, audio_model_used].filter((one) => typeof one === 'string')
  return !models.length || models.some((one) => !/^(?:baseline|silero)/.test(one))
}
