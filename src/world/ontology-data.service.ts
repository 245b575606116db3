import type { Static } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import type { Piece } from '../lib/bytes.js'
import { asAppError } from '../refusals.js'
import { AppError, validation } from '../lib/errors.js'
import { arrayText } from '../lib/json-text.js'
import { ontologyTextsOfPersonas } from '../personas/ontology.service.js'
import { savePersonas, type SavedOntology } from '../personas/persona-set.service.js'
import type { ontologyDataSchema } from './ontology-data.shape.js'
import { selectOwnPersonaTexts } from './ontology-data.sql.js'
import { checkWorld, getWorldText, updateWorld } from './world.service.js'

type OntologyData = Static<typeof ontologyDataSchema>
type SentOntology = OntologyData['personaOntologies'][number]

/**
 * Returns JSON text with the actor's personas, newest first, their ontologies in the same order, and the personal world
 * (O-01); with `personaId` only that persona.
 */
export async function getOntologyData(ctx: Context, personaId?: string): Promise<Piece[]> {
  const personas = await selectOwnPersonaTexts(ctx.db, requireActor(ctx).userId, personaId)
  const ontologies = personas.length
    ? await ontologyTextsOfPersonas(
        ctx,
        personas.map((row) => row.id),
      )
    : []
  const texts = ontologies.flatMap((one) => one?.text ?? [])
  return [
    Buffer.from(`{"personas":${arrayText(personas.map((row) => row.text))}`),
    ',"personaOntologies":[',
    ...texts.flatMap((text, at) => (at ? [',', text] : [text])),
    '],"world":',
    (await getWorldText(ctx)).text,
    '}',
  ]
}

/**
 * Renames the arrays of an ontology from the stored names to those of the routes; if both are present, the latter take
 * precedence (RF-04). Throws VALIDATION_ERROR for an array that is present under neither name (O-07).
 */
function underRouteNames(sent: SentOntology, at: number): SavedOntology {
  const { entityTypes, roleTypes, eventTypes, ...named } = sent
  const { entities = entityTypes, roles = roleTypes, events = eventTypes, ...rest } = named
  if (entities && roles && events) return { ...rest, entities, roles, events }
  const missing = Object.entries({ entities, roles, events }).filter(([, array]) => !array)
  throw validation(missing.map(([name]) => ({ field: `personaOntologies.${at}.${name}`, message: 'is required' })))
}

/**
 * Saves everything or nothing (O-03 to O-09). A fault of the server becomes INTERNAL_ERROR with a fixed text. With
 * `keepsRelations`, the stored relations of ontologies stay.
 */
export async function saveOntologyData(
  ctx: Context,
  input: OntologyData,
  { keepsRelations = false } = {},
): Promise<void> {
  if (input.world) checkWorld(input.world, 'world.')
  const ontologies = input.personaOntologies.map((sent, at) => ({
    ...underRouteNames(sent, at),
    ...(keepsRelations && { relations: null }),
  }))
  try {
    await transaction(ctx, async (tx) => {
      await savePersonas(tx, input.personas, ontologies)
      if (input.world) await updateWorld(tx, input.world)
    })
  } catch (error) {
    const refusal = asAppError(error)
    if (refusal.code !== 'INTERNAL_ERROR') throw refusal
    ctx.log.error({ err: error }, 'the ontology data could not be saved')
    throw new AppError('INTERNAL_ERROR', 'Failed to save ontology data')
  }
}
