import { reachOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { requireCan } from '../access/require.js'
import { deleteAnnotationsById, deleteAnnotationsOfPersona } from '../annotations/annotation.service.js'
import { type Context, transaction } from '../context.js'
import { noteAllDeleted, noteDeleted } from '../lib/deleted.js'
import { notFound } from '../lib/errors.js'
import type { TypeKind } from '../personas/type-kinds.js'
import { staleVersion } from '../lib/version.js'
import type { TypeReference } from '../personas/ontology.service.js'
import { deletePersona as removePersona, getPersona } from '../personas/persona.service.js'
import type { DeletedType, PersonaDeletionCounts, TypeDeletionCounts } from './deletion.shape.js'
import type { LeavingType } from './type-documents.js'
import { planTypeDeletion } from './type-plan.js'
import { changeClaims, changeSummaries, changeWorlds, removeType } from './type-write.sql.js'
import { selectPersonaCounts } from './persona-counts.sql.js'
import { lockOntology, selectLeavingCorrespondences, selectType } from './type-plan.sql.js'

export const typeThings: Record<TypeKind, string> = {
  entity: 'Entity type',
  event: 'Event type',
  role: 'Role type',
  relation: 'Relation type',
}

/**
 * Returns a single type as it is stored: its JSON text, name and body (P-08), and the version of its ontology. Throws
 * NOT_FOUND if the actor may not read the persona or the persona has no such type.
 */
export async function getType(ctx: Context, { personaId, kind, typeId }: TypeReference) {
  await getPersona(ctx, personaId)
  const type = await selectType(ctx.db, personaId, kind, typeId)
  if (!type) throw notFound(typeThings[kind])
  return type
}

/**
 * Returns the type about to be deleted. Throws FORBIDDEN or NOT_FOUND unless the actor may change the persona and the
 * type exists. With `lock`, no other request can change the ontology until commit, so that only one of several
 * concurrent deletions finds the type. Throws PRECONDITION_FAILED when the ontology is not at `ifVersion`.
 */
async function leavingType(
  ctx: Context,
  reference: TypeReference,
  { lock, ifVersion }: { lock: boolean; ifVersion?: number | undefined },
): Promise<LeavingType> {
  await requireCan(ctx, 'update', 'persona', [reference.personaId])
  if (lock) await lockOntology(ctx.db, reference.personaId)
  const type = await getType(ctx, reference)
  if (ifVersion !== undefined && type.version !== ifVersion) throw staleVersion(type.version)
  return { ...reference, typeName: type.name }
}

/** Returns the counts that deleteType would return now; changes nothing (P-09). */
export async function previewTypeDeletion(ctx: Context, reference: TypeReference): Promise<TypeDeletionCounts> {
  const who = reachOf(requireActor(ctx))
  return (await planTypeDeletion(ctx, who, await leavingType(ctx, reference, { lock: false }), false)).counts
}

/**
 * Deletes a type and cleans up everything that refers to it (P-11), in one transaction. Returns the type's name and the
 * counts of what was cleaned up.
 */
export async function deleteType(ctx: Context, reference: TypeReference, ifVersion?: number): Promise<DeletedType> {
  const who = reachOf(requireActor(ctx))
  const { type, plan, correspondenceIds } = await transaction(ctx, async (tx) => {
    const type = await leavingType(tx, reference, { lock: true, ifVersion })
    const plan = await planTypeDeletion(tx, who, type, true)
    const now = tx.now()
    const correspondenceIds = ctx.deleted ? await selectLeavingCorrespondences(tx.db, type) : []
    await removeType(tx.db, type, plan.types, plan.relations, now)
    await changeWorlds(tx.db, plan.objects, plan.removedRelations, now)
    await deleteAnnotationsById(tx, plan.annotationIds)
    await changeSummaries(tx.db, plan.summaries, now)
    await changeClaims(tx.db, plan.claims, now)
    return { type, plan, correspondenceIds }
  })
  noteDeleted(ctx, 'OntologyType', [[type.personaId, type.kind, type.typeId].join('/')])
  noteDeleted(ctx, 'TypeCorrespondence', correspondenceIds)
  noteDeleted(ctx, 'Annotation', plan.annotationIds)
  noteDeleted(
    ctx,
    'WorldRelation',
    plan.removedRelations.map(({ worldId, kind, key }) => [worldId, kind, key].join('/')),
  )
  return { name: type.typeName, cleanedUp: plan.counts }
}

/**
 * Counts what would be deleted together with a persona, and how many references in the actor's personal world would
 * dangle (P-05).
 */
export async function previewPersonaDeletion(ctx: Context, personaId: string): Promise<PersonaDeletionCounts> {
  const who = reachOf(requireActor(ctx))
  await requireCan(ctx, 'delete', 'persona', [personaId])
  return (await selectPersonaCounts(ctx.db, personaId, who)).counts
}

/**
 * Deletes a persona, its ontology, its owner's annotations, its summaries with claims, and shares of these (RF-03).
 * Returns the counts of previewPersonaDeletion at the time of the deletion.
 */
export async function deletePersona(
  ctx: Context,
  personaId: string,
  ifVersion?: number,
): Promise<PersonaDeletionCounts> {
  const who = reachOf(requireActor(ctx))
  const { counts, ids } = await transaction(ctx, async (tx) => {
    const counted = await selectPersonaCounts(tx.db, personaId, who, ctx.deleted !== undefined)
    await removePersona(tx, personaId, deleteAnnotationsOfPersona, ifVersion)
    return counted
  })
  noteAllDeleted(ctx, ids)
  return counts
}
