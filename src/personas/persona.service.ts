import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { requireActor } from '../access/actor.js'
import { inNone, requireCan, requirePlace } from '../access/require.js'
import { namedPersona } from '../access/carried.js'
import { owned, permitted, visible, visiblePersona } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { columnsOf } from '../database/rows/record-write.js'
import { notFound } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import { newestFirst, type Listed } from '../lib/page.js'
import { newId } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { insertOntology } from './ontology.sql.js'
import { personaRecord } from './persona.shape.js'
import type { createPersonaSchema, updatePersonaSchema } from './persona.shape.js'
import {
  deletePersona as deleteRow,
  insertPersona,
  selectPersona,
  lockPersonaName,
  selectPersonaNamed,
  selectPersonas,
  selectPersonasByIds,
  updatePersona as updateRow,
  type PersonaFilter,
  type PersonaRow,
} from './persona.sql.js'

/**
 * Returns the personas that are the actor's own, system-generated or readable through a project, newest first. Personas
 * that are only shared with the actor are not listed; they can be read by id (SH-09).
 */
export async function listPersonas(ctx: Context, filter: PersonaFilter): Promise<Listed<PersonaRow>> {
  const access = among(visiblePersona(ctx.actor ? await abilitiesOf(ctx) : null, 'p', { shares: false }))
  return {
    name: 'personas',
    filter: personaFilter({ ...filter }),
    ...newestFirst,
    select: (page) => selectPersonas(ctx.db, access, filter, page),
  }
}

/** Returns the filter of a list from GraphQL arguments; arguments that are null or empty do not filter. */
export function personaFilter({ includeHidden, projectId, search }: Record<string, unknown>): PersonaFilter {
  const present = Object.entries({ projectId, search }).filter(([, value]) => value)
  return { includeHidden: includeHidden === true, ...(Object.fromEntries(present) as PersonaFilter) }
}

/** Returns a persona. Throws NOT_FOUND for an unknown persona and for one that the caller may not read (G-14). */
export async function getPersona(ctx: Context, id: string): Promise<PersonaRow> {
  const persona = await selectPersona(ctx.db, id, visiblePersona(ctx.actor ? await abilitiesOf(ctx) : null, 'p'))
  if (!persona) throw notFound('Persona')
  return persona
}

/**
 * Reads personas by id, one entry per id in the order of the ids; undefined for a persona that the caller may not read.
 */
export async function personasByIds(ctx: Context, ids: readonly string[]): Promise<(PersonaRow | undefined)[]> {
  const access = visiblePersona(ctx.actor ? await abilitiesOf(ctx) : null, 'p')
  return inOrderOf(ids, await selectPersonasByIds(ctx.db, ids, access))
}

/** Does the same, and also returns personas that only readable texts name, with nothing but name and role. */
export async function namedPersonasByIds(ctx: Context, ids: readonly string[]): Promise<(PersonaRow | undefined)[]> {
  const readable = await personasByIds(ctx, ids)
  const left = ids.filter((_id, at) => !readable[at])
  if (!left.length || !ctx.actor) return readable
  const named = await selectPersonasByIds(ctx.db, left, namedPersona(await abilitiesOf(ctx), 'p'))
  const shown = named.map((row) => ({ ...row, informationNeed: '', details: null, projectId: null, forkedFrom: null }))
  const inOrder = inOrderOf(ids, shown)
  return readable.map((row, at) => row ?? inOrder[at])
}

export type CreatePersonaInput = Static<typeof createPersonaSchema>

/**
 * Creates a persona with an empty ontology. Throws NOT_FOUND for a project in which the actor may not create personas
 * (PR-17).
 */
export async function createPersona(ctx: Context, input: CreatePersonaInput): Promise<PersonaRow> {
  const { userId, isAdmin } = requireActor(ctx)
  const { name, role, informationNeed, projectId } = input
  await requirePlace(ctx, 'persona', projectId ?? null, inNone)
  const now = ctx.now()
  return transaction(ctx, async (tx) => {
    const persona = await insertPersona(tx.db, {
      ...columnsOf(personaRecord, input),
      id: newId(),
      userId,
      name,
      role,
      informationNeed,
      // Silently false unless an administrator sends it (AM-14).
      isSystemGenerated: isAdmin && (input.isSystemGenerated ?? false),
      createdAt: now,
      updatedAt: now,
    })
    await insertOntology(tx.db, { id: newId(), personaId: persona.id, createdAt: now, updatedAt: now })
    return persona
  })
}

/** Returns the id of the caller's oldest persona of this name outside projects, and creates it if it does not exist. */
export async function ensurePersonaNamed(ctx: Context, input: CreatePersonaInput): Promise<string> {
  const own = owned(await abilitiesOf(ctx), 'persona', 'p')
  return transaction(ctx, async (tx) => {
    await lockPersonaName(tx.db, requireActor(tx).userId, input.name)
    const held = await selectPersonaNamed(tx.db, own, input.name)
    return held?.id ?? (await createPersona(tx, input)).id
  })
}

export type PersonaChanges = Static<typeof updatePersonaSchema>

/**
 * Overwrites the fields in the input and returns the persona. `projectId` moves it into a project where the actor may
 * create personas; null moves it out of its project. Throws NOT_FOUND, and PRECONDITION_FAILED when the persona is no
 * longer at `ifVersion`.
 */
export async function updatePersona(
  ctx: Context,
  id: string,
  input: PersonaChanges,
  ifVersion?: number,
): Promise<PersonaRow> {
  const { isAdmin } = requireActor(ctx)
  const fields = isAdmin ? input : { ...input, isSystemGenerated: undefined }
  const changes = columnsOf(personaRecord, fields, (field) => field.updated)
  const access = permitted(await abilitiesOf(ctx), 'update', 'persona', 'p')
  await requirePlace(ctx, 'persona', input.projectId, async () => (await selectPersona(ctx.db, id, access))?.projectId)
  if (Object.keys(changes).length === 0) {
    const unchanged = await selectPersona(ctx.db, id, access)
    if (!unchanged) throw notFound('Persona')
    if (ifVersion !== undefined && unchanged.version !== ifVersion) throw staleVersion(unchanged.version)
    return unchanged
  }
  const updated = await updateRow(ctx.db, id, { ...changes, updatedAt: ctx.now() }, access, ifVersion)
  if (updated) return updated
  const current = await selectPersona(ctx.db, id, access)
  if (current && ifVersion !== undefined) throw staleVersion(current.version)
  throw notFound('Persona')
}

/**
 * Deletes a persona with its ontology, its summaries and their claims, all in one transaction. The annotations area
 * passes in `removeAnnotations`, which deletes the owner's annotations; other members' annotations stay without a
 * persona (RF-03). Worlds are left as they are. Throws NOT_FOUND when the actor may not delete the persona,
 * and PRECONDITION_FAILED when it is no longer at `ifVersion`.
 */
export async function deletePersona(
  ctx: Context,
  id: string,
  removeAnnotations: (tx: Context, personaId: string, ownerId: string) => Promise<void>,
  ifVersion?: number,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await requireCan(tx, 'delete', 'persona', [id])
    const persona = await selectPersona(tx.db, id, visible(await abilitiesOf(tx), 'persona', 'p'))
    if (!persona) throw notFound('Persona')
    if (ifVersion !== undefined && persona.version !== ifVersion) throw staleVersion(persona.version)
    await removeAnnotations(tx, id, persona.userId)
    if (!(await deleteRow(tx.db, id, ifVersion))) throw staleVersion(persona.version + 1)
  })
}
