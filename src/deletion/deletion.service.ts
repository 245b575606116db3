import { requireActor } from '../access/actor.js'
import { requireCan } from '../access/require.js'
import { deleteAnnotationsById, deleteAnnotationsOfPersona } from '../annotations/annotation.service.js'
import { type Context, transaction } from '../context.js'
import { notFound } from '../lib/errors.js'
import { deletePersona as removePersona, getPersona } from '../personas/persona.service.js'
import type { LeavingType, TypeKind } from './type-documents.js'
import { planTypeDeletion, type TypeDeletionCounts } from './type-plan.js'
import { changeClaims, changeSummaries, changeWorlds, removeType } from './type-write.sql.js'
import { selectPersonaCounts, type PersonaDeletionCounts } from './persona-counts.sql.js'
import { lockOntology, selectType } from './type-plan.sql.js'

export type { TypeDeletionCounts } from './type-plan.js'
export type { TypeKind } from './type-documents.js'

export interface TypeReference {
  personaId: string
  kind: TypeKind
  typeId: string
}

export const typeThings: Record<TypeKind, string> = {
  entity: 'Entity type',
  event: 'Event type',
  role: 'Role type',
  relation: 'Relation type',
}

/** The stored type of a readable persona (P-08). */
export async function getType(ctx: Context, { personaId, kind, typeId }: TypeReference) {
  await getPersona(ctx, personaId)
  const type = await selectType(ctx.db, personaId, kind, typeId)
  if (!type) throw notFound(typeThings[kind])
  return type
}

/** With `lock` no other request changes the ontology until commit, so one of several deletions finds the type. */
async function leavingType(ctx: Context, reference: TypeReference, lock: boolean): Promise<LeavingType> {
  await requireCan(ctx, 'update', 'persona', [reference.personaId])
  if (lock) await lockOntology(ctx.db, reference.personaId)
  const type = await getType(ctx, reference)
  return { ...reference, typeName: type.name }
}

/** What deleteType would do now (P-09). */
export async function previewTypeDeletion(ctx: Context, reference: TypeReference): Promise<TypeDeletionCounts> {
  const { userId } = requireActor(ctx)
  return (await planTypeDeletion(ctx, userId, await leavingType(ctx, reference, false), false)).counts
}

/** Removes the type with everything that P-11 names, in one transaction. */
export async function deleteType(
  ctx: Context,
  reference: TypeReference,
): Promise<{ name: string; cleanedUp: TypeDeletionCounts }> {
  const { userId } = requireActor(ctx)
  return transaction(ctx, async (tx) => {
    const type = await leavingType(tx, reference, true)
    const plan = await planTypeDeletion(tx, userId, type, true)
    const now = tx.now()
    await removeType(tx.db, type, plan.types, plan.relations, now)
    await changeWorlds(tx.db, plan.objects, plan.removedRelations, now)
    await deleteAnnotationsById(tx, plan.annotationIds)
    await changeSummaries(tx.db, plan.summaries, now)
    await changeClaims(tx.db, plan.claims, now)
    return { name: type.typeName, cleanedUp: plan.counts }
  })
}

/** P-05: what goes with the persona, and how many references in the actor's personal world will dangle. */
export async function previewPersonaDeletion(ctx: Context, personaId: string): Promise<PersonaDeletionCounts> {
  const { userId } = requireActor(ctx)
  await requireCan(ctx, 'delete', 'persona', [personaId])
  return selectPersonaCounts(ctx.db, personaId, userId)
}

/** Deletes a persona, its ontology, its owner's annotations, its summaries with claims, and shares of these (RF-03). */
export async function deletePersona(ctx: Context, personaId: string): Promise<void> {
  await removePersona(ctx, personaId, deleteAnnotationsOfPersona)
}
