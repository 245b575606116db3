import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { requireCan } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import type { AppError } from '../lib/errors.js'
import { notFound, validation } from '../lib/errors.js'
import { groupBy, indexBy } from '../lib/group-by.js'
import { load } from '../lib/load.js'
import type { TypeKind } from './type-kinds.js'
import { staleVersion } from '../lib/version.js'
import { ontologyType } from './ontology-rows.js'
import {
  lockOntology,
  replaceTypes,
  selectOntologies,
  selectOntologyTexts,
  selectTypesOfPersonas,
  upsertType,
  type SavedItem,
} from './ontology.sql.js'
import type { ontologySchema, savedTypeSchema } from './persona.shape.js'
import { getPersona } from './persona.service.js'
import { refuseChoicesOf, refuseWrongChoices } from './attribute-choices.js'
import { selectTypesNamed } from './type-names.sql.js'

export interface OntologyText {
  version: number
  /** The ontology as the REST routes answer it, as JSON text in UTF-8. */
  text: Buffer
}

/**
 * Returns the ontology of a persona as the REST routes answer it, as JSON text. Throws NOT_FOUND when the actor may not
 * read the persona.
 */
export async function getOntologyText(ctx: Context, personaId: string): Promise<OntologyText> {
  await getPersona(ctx, personaId)
  const [ontology] = await selectOntologyTexts(ctx, [personaId])
  if (!ontology) throw notFound('Ontology')
  return ontology
}

/**
 * Returns the ontologies of personas as JSON text, one entry per persona; undefined for a persona without an ontology.
 * Does not check access, because callers have already read the personas.
 */
export async function ontologyTextsOfPersonas(
  ctx: Context,
  personaIds: readonly string[],
): Promise<(OntologyText | undefined)[]> {
  const rows = indexBy(await selectOntologyTexts(ctx, personaIds), (row) => row.personaId)
  return personaIds.map((id) => rows.get(id))
}

/** Returns the ontology row of a persona. Throws NOT_FOUND when the actor may not read the persona. */
export async function getOntology(ctx: Context, personaId: string) {
  await getPersona(ctx, personaId)
  const [ontology] = await selectOntologies(ctx.db, [personaId])
  if (!ontology) throw notFound('Ontology')
  return ontology
}

/**
 * Returns the ontology rows of personas, one entry per persona; undefined for a persona without an ontology. Does not
 * check access, because callers have already read the personas.
 */
export async function ontologiesOfPersonas(ctx: Context, personaIds: readonly string[]) {
  const rows = indexBy(await selectOntologies(ctx.db, personaIds), (row) => row.personaId)
  return personaIds.map((id) => rows.get(id))
}

/**
 * Returns the types of each persona, of all kinds, in stored order. Does not check access, because callers have already
 * read the personas.
 */
export async function typesOfPersonas(ctx: Context, personaIds: readonly string[]) {
  const groups = groupBy(await selectTypesOfPersonas(ctx.db, personaIds), (row) => row.personaId)
  return personaIds.map((id) => groups.get(id) ?? [])
}

/** Returns the types of a persona as GraphQL objects in stored order, of one kind or of all. */
export async function typesOfKind(ctx: Context, personaId: string, kind?: string | null) {
  const rows = await load(ctx, typesOfPersonas, personaId)
  return rows.filter((row) => !kind || row.kind === kind).map(ontologyType)
}

/**
 * Returns the types that references name, keyed by `<persona>/<kind>/<type id>`, for those personas that the actor may
 * read. If two types have the same key, the first in the stored order is used. Without `bodies`, the documents of the
 * types are null.
 */
export async function typesByNames(
  ctx: Context,
  names: readonly { personaId: string; typeId: string }[],
  bodies = true,
): Promise<Map<string, Awaited<ReturnType<typeof selectTypesNamed>>[number]>> {
  const abilities = ctx.actor ? await abilitiesOf(ctx) : null
  const [personaIds, typeIds] = [names.map((name) => name.personaId), names.map((name) => name.typeId)]
  const wanted = { abilities, personaIds: [...new Set(personaIds)], typeIds: [...new Set(typeIds)], bodies }
  const types = new Map<string, Awaited<ReturnType<typeof selectTypesNamed>>[number]>()
  for (const type of names.length ? await selectTypesNamed(ctx, wanted) : []) {
    const name = `${type.personaId}/${type.kind}/${type.typeId}`
    if (!types.has(name)) types.set(name, type)
  }
  return types
}

type OntologyInput = Static<typeof ontologySchema>

/**
 * Replaces the arrays in the input as a whole; the others stay (P-07). Returns the ontology as the REST routes answer
 * it. Throws VALIDATION_ERROR for an id that occurs twice in an array and for wrong choices of an attribute, NOT_FOUND
 * if the actor may not change the persona, and PRECONDITION_FAILED when the ontology is no longer at `ifVersion`.
 */
export async function updateOntologyOf(
  ctx: Context,
  personaId: string,
  input: OntologyInput,
  ifVersion?: number,
): Promise<OntologyText> {
  const arrays: [TypeKind, string, OntologyInput['entities']][] = [
    ['entity', 'entities', input.entities ?? input.entityTypes],
    ['role', 'roles', input.roles ?? input.roleTypes],
    ['event', 'events', input.events ?? input.eventTypes],
    ['relation', 'relationTypes', input.relationTypes],
  ]
  for (const [, field, types = []] of arrays) {
    refuseDuplicates(field, types)
    refuseWrongChoices(types, `${field}.`)
  }
  const types = arrays.flatMap(([kind, , types]) => (types ? [{ kind, json: JSON.stringify(types) }] : []))
  const relations = input.relations && JSON.stringify(input.relations)
  return changeOntology(ctx, personaId, ifVersion, async (tx) => {
    await replaceTypes(tx.db, [{ personaId, types, relations }], tx.now())
    const [saved] = await selectOntologyTexts(tx, [personaId])
    if (!saved) throw notFound('Ontology')
    const count = arrays.reduce((sum, [, , items]) => sum + (items?.length ?? 0), 0)
    await tx.afterCommit(async () => tx.statistics.loaded(['ontology_types'], count))
    return saved
  })
}

export interface TypeReference {
  personaId: string
  kind: TypeKind
  typeId: string
}

/**
 * Saves one type: replaces the type with its id, or adds it after the others of its kind; concurrent changes to other
 * types are kept. Throws VALIDATION_ERROR for a body with a different id or wrong choices of an attribute, and for the
 * rest the same as updateOntologyOf: `ifVersion` is the version of the whole ontology, because its types have none.
 */
export async function saveType(
  ctx: Context,
  reference: TypeReference,
  type: Static<typeof savedTypeSchema>,
  ifVersion?: number,
): Promise<SavedItem & { version: number }> {
  const body = withId(type, reference.typeId)
  refuseChoicesOf(body)
  return changeOntology(ctx, reference.personaId, ifVersion, async (tx, version) => {
    const saved = await upsertType(tx.db, reference, JSON.stringify(body), tx.now())
    if (!saved) throw notFound('Ontology')
    return { ...saved, version: saved.version ?? version }
  })
}

/** Returns the body with the id under which it is saved; throws VALIDATION_ERROR if it has a different id. */
export function withId<T extends { id?: string }>(body: T, id: string): T & { id: string } {
  if (body.id !== undefined && body.id !== id)
    throw validation([{ field: 'id', message: `must be the id on the path, "${id}"` }])
  return { ...body, id }
}

/** Locks an ontology against other writers until the change of its types is committed, and runs the change. */
async function changeOntology<T>(
  ctx: Context,
  personaId: string,
  ifVersion: number | undefined,
  change: (tx: Context, version: number) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (tx) => {
    await requireCan(tx, 'update', 'persona', [personaId])
    const version = await lockOntology(tx.db, personaId, ifVersion)
    if (version === undefined) throw await missingOrStale(tx, personaId, ifVersion)
    return change(tx, version)
  })
}

async function missingOrStale(ctx: Context, personaId: string, ifVersion: number | undefined): Promise<AppError> {
  const [current] = await selectOntologyTexts(ctx, [personaId])
  return current && ifVersion !== undefined ? staleVersion(current.version) : notFound('Ontology')
}

/**
 * Throws VALIDATION_ERROR for an id that occurs twice in an array (P-07, RF-12). `name` is the member with the id, for
 * the error.
 */
export function refuseDuplicates(field: string, items: readonly { id: string }[], name = 'id'): void {
  const seen = new Set<string>()
  items.forEach(({ id }, index) => {
    if (seen.has(id)) throw validation([{ field: `${field}.${index}.${name}`, message: 'occurs twice' }])
    seen.add(id)
  })
}
