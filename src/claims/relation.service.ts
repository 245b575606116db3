import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { requireActor } from '../access/actor.js'
import { deletableRelation } from '../access/place-rules.js'
import { permitted, visible } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { columnsOf } from '../database/rows/record-write.js'
import { noteDeleted } from '../lib/deleted.js'
import { conflict, notFound, validation } from '../lib/errors.js'
import { groupBy } from '../lib/group-by.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { claimRelationRecord } from './claim.shape.js'
import type { relationSchema } from './claim.shape.js'
import {
  claimIs,
  deleteRelation as deleteRow,
  insertRelation,
  lockClaims,
  selectRelations,
  type RelationRow,
} from './relation.sql.js'

export interface Relations {
  outgoing: RelationRow[]
  incoming: RelationRow[]
}

/** Reads the relations of each claim for which the actor may read the claims at both ends. */
export async function relationsOfClaims(ctx: Context, claimIds: readonly string[]): Promise<Relations[]> {
  const rows = await selectRelations(ctx.db, claimIds, among(visible(await abilitiesOf(ctx), 'claim', 'c')))
  const outgoing = groupBy(rows, (row) => row.sourceClaimId)
  const incoming = groupBy(rows, (row) => row.targetClaimId)
  return claimIds.map(normalUuid).map((id) => ({ outgoing: outgoing.get(id) ?? [], incoming: incoming.get(id) ?? [] }))
}

/**
 * Returns the relations of one claim. Throws NOT_FOUND when the actor may not read the claim, or when it is not in
 * `inSummary`.
 */
export async function listRelations(ctx: Context, claimId: string, inSummary?: string): Promise<Relations> {
  const readable = visible(await abilitiesOf(ctx), 'claim', 'c')
  if (!(await claimIs(ctx.db, claimId, readable, inSummary))) throw notFound('Claim')
  const [relations] = await relationsOfClaims(ctx, [claimId])
  return relations ?? { outgoing: [], incoming: [] }
}

/**
 * Relates two claims. The actor must be allowed to change the source and to read the target (CR-04); throws NOT_FOUND
 * otherwise, VALIDATION_ERROR if both are the same claim, and CONFLICT if the source is already related to the target,
 * or the target to the source by the same type (RF-34).
 */
export async function createRelation(
  ctx: Context,
  sourceClaimId: string,
  input: Static<typeof relationSchema>,
  inSummary?: string,
): Promise<RelationRow> {
  const { userId } = requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  const { targetClaimId } = input
  const source = permitted(abilities, 'update', 'claim', 'c')
  if (!(await claimIs(ctx.db, sourceClaimId, source, inSummary))) throw notFound('Claim')
  if (!(await claimIs(ctx.db, targetClaimId, visible(abilities, 'claim', 'c')))) throw notFound('Claim')
  if (normalUuid(sourceClaimId) === normalUuid(targetClaimId))
    throw validation([{ field: 'targetClaimId', message: 'must be another claim' }])
  const now = ctx.now()
  const row = {
    ...columnsOf(claimRelationRecord, input),
    relationTypeId: input.relationTypeId,
    id: newId(),
    sourceClaimId,
    targetClaimId,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  return transaction(ctx, async (tx) => {
    await lockClaims(tx.db, [sourceClaimId, targetClaimId])
    const relation = await insertRelation(tx.db, row)
    if (!relation) throw conflict('Relation already exists between these claims', 'targetClaimId')
    return relation
  })
}

/** Deletes a relation. Throws NOT_FOUND unless the actor made it or may change the source claim. */
export async function deleteRelation(ctx: Context, relationId: string, inSummary?: string): Promise<void> {
  const allowed = deletableRelation(await abilitiesOf(ctx), 'r', 'c')
  if (!(await deleteRow(ctx.db, relationId, allowed, inSummary))) throw notFound('Claim relation')
  noteDeleted(ctx, 'ClaimRelation', [normalUuid(relationId)])
}
