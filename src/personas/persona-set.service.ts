import { abilitiesOf, type Abilities } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { notFound } from '../lib/errors.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { refuseWrongChoices } from './attribute-choices.js'
import { refuseDuplicates } from './ontology.service.js'
import { replaceTypes, type NewOntology } from './ontology.sql.js'
import {
  insertMissingOntologies,
  lockOntologies,
  selectClosedIds,
  selectEqualOntologies,
  selectEqualPersonas,
  selectOwnedIds,
  upsertPersonas,
  type OntologyToSave,
  type PersonaToSave,
} from './persona-set.sql.js'

/** A persona to save by its id; absent flags keep their stored values. */
export interface SavedPersona {
  id: string
  name: string
  role: string
  informationNeed: string
  details?: string | null
  isSystemGenerated?: boolean
  hidden?: boolean
}

type Definition = { id: string; name: string }

/** An ontology to save; its arrays replace the stored ones. */
export interface SavedOntology {
  id?: string
  personaId: string
  entities: Definition[]
  roles: Definition[]
  events: Definition[]
  relationTypes: Definition[]
  /** None by default; null leaves those that are stored. */
  relations?: unknown[] | null
}

/**
 * Creates or overwrites the actor's personas and their ontologies by id; deletes nothing (O-03). Throws NOT_FOUND, and
 * writes nothing, if an id belongs to another user (O-04), if an ontology belongs to none of the actor's personas
 * (O-05), or if the actor's role in the persona's project does not allow the change (PM-10). Throws VALIDATION_ERROR
 * for an id that occurs twice and for wrong choices of an attribute.
 */
export async function savePersonas(ctx: Context, personas: SavedPersona[], ontologies: SavedOntology[]): Promise<void> {
  const { isAdmin } = requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  const saved = personas.map((one) => ({
    id: normalUuid(one.id),
    name: one.name,
    role: one.role,
    informationNeed: one.informationNeed,
    details: one.details ?? null,
    hidden: one.hidden,
    // Ignored unless an administrator sends it (AM-14).
    isSystemGenerated: isAdmin ? one.isSystemGenerated : undefined,
  }))
  const replaced = ontologies.map((one) => ({
    ...one,
    id: one.id ? normalUuid(one.id) : newId(),
    personaId: normalUuid(one.personaId),
    relations: one.relations === null ? undefined : (one.relations ?? []),
  }))
  refuseDuplicates('personas', saved)
  refuseDuplicates(
    'personaOntologies',
    replaced.map(({ personaId: id }) => ({ id })),
    'personaId',
  )
  replaced.forEach((one, index) => {
    for (const name of ['entities', 'roles', 'events', 'relationTypes'] as const) {
      refuseDuplicates(`personaOntologies.${index}.${name}`, one[name])
      refuseWrongChoices(one[name], `personaOntologies.${index}.${name}.`)
    }
  })
  await transaction(ctx, async (tx) => {
    const { changed, replacing } = await changesOf(tx, abilities, saved, replaced)
    if (changed.length && (await upsertPersonas(tx.db, abilities, changed, tx.now())).length < changed.length)
      throw notFound('Persona')
    const owners = replacing.map((one) => one.personaId)
    if (owners.length && (await selectOwnedIds(tx.db, abilities, owners)).length < owners.length)
      throw notFound('Persona')
    const of = new Map(replacing.map((one) => [one.personaId, one.id]))
    for (const { id } of changed) if (!of.has(id)) of.set(id, newId())
    const missing = [...of].map(([personaId, id]) => ({ id, personaId }))
    if (missing.length) await insertMissingOntologies(tx.db, missing, tx.now())
    if (!replacing.length) return
    await lockOntologies(tx.db, owners)
    await replaceTypes(tx.db, replacing.map(listsOf), tx.now())
  })
}

const listsOf = ({ personaId, relations, ...lists }: OntologyToSave): NewOntology => ({
  personaId,
  relations: relations && JSON.stringify(relations),
  types: [
    { kind: 'entity', json: JSON.stringify(lists.entities) },
    { kind: 'role', json: JSON.stringify(lists.roles) },
    { kind: 'event', json: JSON.stringify(lists.events) },
    { kind: 'relation', json: JSON.stringify(lists.relationTypes) },
  ],
})

/**
 * Returns what has changed: clients send their whole state. Leaves out the personas and ontologies that the actor may
 * not change (PM-10, ST-04) but sends exactly as they are stored, which do not count as a write.
 */
async function changesOf(
  ctx: Context,
  abilities: Abilities,
  personas: PersonaToSave[],
  ontologies: OntologyToSave[],
): Promise<{ changed: PersonaToSave[]; replacing: OntologyToSave[] }> {
  const ids = [...personas.map(({ id }) => id), ...ontologies.map(({ personaId }) => personaId)]
  const closed = new Set(await selectClosedIds(ctx.db, abilities, ids))
  if (closed.size === 0) return { changed: personas, replacing: ontologies }
  const closedPersonas = personas.filter(({ id }) => closed.has(id))
  const closedOntologies = ontologies.filter(({ personaId }) => closed.has(personaId))
  const same = new Set(await selectEqualPersonas(ctx.db, closedPersonas))
  const sameTypes = new Set(await selectEqualOntologies(ctx.db, closedOntologies))
  return {
    changed: personas.filter(({ id }) => !same.has(id)),
    replacing: ontologies.filter(({ personaId }) => !sameTypes.has(personaId)),
  }
}
