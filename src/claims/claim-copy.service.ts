import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { columnsOf, copiedOf } from '../database/record-write.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences, type ReferenceMap } from '../lib/references.js'
import { newId } from '../lib/uuid.js'
import {
  insertCopies,
  insertRelationCopies,
  selectBranchToCopy,
  selectClaimsToCopy,
  selectInnerRelations,
  summaryExists,
  type ClaimCopies,
  type CopiedClaim,
} from './claim-copy.sql.js'
import { claimRecord, claimRelationRecord } from './claim.record.js'

/** New ids; parents and references inside rich text follow. A parent outside the claims is dropped. */
function copiesOf(ctx: Context, claims: readonly CopiedClaim[], personaIds: ReadonlyMap<string, string>): ClaimCopies {
  const ids = new Map(claims.map((claim) => [claim.id, newId()]))
  const map = { claim: ids, persona: personaIds }
  const rewritten = claims.flatMap(({ id, documents }) => {
    if (!documents) return []
    return [{ id, ...columnsOf(claimRecord, rewriteEach(documents, map), (field) => field.references) }]
  })
  return { ids, rewritten, createdBy: requireActor(ctx).userId, at: ctx.now() }
}

const rewriteEach = (documents: Record<string, unknown>, map: ReferenceMap): Record<string, unknown> =>
  Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, rewriteReferences(document, map)]))

function madeNow(ctx: Context) {
  return { createdBy: requireActor(ctx).userId, createdAt: ctx.now(), updatedAt: ctx.now() }
}

/** Every claim of a summary and the relations among them into another summary (SH-13). */
export async function copyClaims(
  ctx: Context,
  fromSummaryId: string,
  toSummaryId: string,
  personaIds: ReadonlyMap<string, string>,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const copies = copiesOf(tx, await selectClaimsToCopy(tx.db, fromSummaryId), personaIds)
    if (copies.ids.size === 0) return
    await insertCopies(tx.db, toSummaryId, copies)
    const relations = (await selectInnerRelations(tx.db, fromSummaryId)).map((row) => ({
      ...copiedOf(claimRelationRecord, row, (document) => document),
      ...madeNow(tx),
      id: newId(),
      sourceClaimId: copies.ids.get(row.sourceClaimId),
      targetClaimId: copies.ids.get(row.targetClaimId),
    }))
    await insertRelationCopies(tx.db, relations)
  })
}

/**
 * A claim with everything below it as a root of `summaryId`, by default of its own summary (SH-14). The id of the new
 * root.
 */
export async function copyBranch(ctx: Context, claimId: string, summaryId?: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    const claims = await selectBranchToCopy(tx.db, claimId)
    const root = claims.find((claim) => claim.id === claimId)
    if (!root) throw notFound('Claim')
    const target = summaryId ?? root.summaryId
    if (!(await summaryExists(tx.db, target))) throw notFound('Summary')
    const copies = copiesOf(tx, claims, new Map())
    const made = await insertCopies(tx.db, target, copies)
    if (made === 0) throw notFound('Claim')
    return copies.ids.get(claimId) ?? ''
  })
}
