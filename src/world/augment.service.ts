import type { Static } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import { callWithKey } from '../accounts/provider-call.js'
import type { Context } from '../context.js'
import { AppError, validation } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import { getPersona } from '../personas/persona.service.js'
import { namedFault } from '../videos/named-fault.js'
import type { augmentSchema } from './ontology-data.shape.js'

/** A type that the model suggests; `confidence` is 0 to 1. */
export interface TypeSuggestion {
  name: string
  description: string
  parent: string | null
  confidence: number
  examples: string[]
}

export interface Augmentation {
  id: string
  personaId: string
  targetCategory: string
  suggestions: TypeSuggestion[]
  reasoning: string
}

interface AugmentRequest {
  persona_id: string
  domain: string
  existing_types: string[]
  target_category: string
  max_suggestions: number
}

/**
 * Asks the model service to suggest types for a persona; stores nothing (O-10 to O-12). Throws VALIDATION_ERROR without
 * prompt and domain and for input that the service refuses, NOT_FOUND when the actor may not read the persona, and the
 * faults of the service.
 */
export async function augmentOntology(ctx: Context, input: Static<typeof augmentSchema>): Promise<Augmentation> {
  requireActor(ctx)
  const { targetCategory = 'entity', maxSuggestions = 10 } = input
  const personaId = normalUuid(input.personaId)
  const domain = input.domain?.trim() ? input.domain : input.prompt
  if (!domain?.trim()) throw validation([{ field: 'prompt', message: 'is required unless domain is given' }])
  await getPersona(ctx, personaId)
  const existing = input.existingTypes ?? (await namesOfTypes(ctx, personaId, targetCategory))
  const body = {
    persona_id: personaId,
    domain,
    existing_types: existing,
    target_category: targetCategory,
    max_suggestions: maxSuggestions,
  }
  const answer = await ask(ctx, body)
  const suggestions = answer.suggestions.map(({ name, description, parent = null, confidence, examples = [] }) => ({
    name,
    description,
    parent,
    confidence,
    examples,
  }))
  return { id: answer.id, personaId, targetCategory, suggestions, reasoning: answer.reasoning ?? '' }
}

async function namesOfTypes(ctx: Context, personaId: string, category: string): Promise<string[]> {
  const [types = []] = await typesOfPersonas(ctx, [personaId])
  return types.filter((type) => type.kind === category).map((type) => type.name)
}

async function ask(ctx: Context, body: AugmentRequest) {
  try {
    const options = { signal: ctx.clientGone(), waits: ctx.budget.person }
    return await callWithKey(ctx, 'ontology_augmentation', (headers) =>
      ctx.modelService.ask('augmentOntology', body, { ...options, headers }),
    )
  } catch (error) {
    const upstream = error instanceof AppError ? Number(error.extra?.upstreamStatus) : NaN
    if (error instanceof AppError && upstream >= 400 && upstream < 500)
      throw new AppError('VALIDATION_ERROR', error.message)
    throw namedFault(error)
  }
}
