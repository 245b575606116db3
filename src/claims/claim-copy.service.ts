import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { mayAdd } from '../access/place-rules.js'
import { visible } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { columnsOf, copiedOf } from '../database/rows/record-write.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences, type ReferenceMap } from '../documents/references.js'
import { newId } from '../lib/uuid.js'
import {
  insertCopies,
  insertRelationCopies,
  selectBranchToCopy,
  selectClaimsToCopy,
  selectInnerRelations,
  type ClaimCopies,
  type CopiedClaim,
} from './claim-copy.sql.js'
import { claimRecord, claimRelationRecord } from './claim.shape.js'
import { holdSummary } from './claim.sql.js'

/**
 * Plans copies of claims: each gets a new id, and parents and references inside rich text are mapped. A parent that is
 * not among the claims is dropped.
 */
function copiesOf(ctx: Context, claims: readonly CopiedClaim[], references: ReferenceMap): ClaimCopies {
  const ids = new Map(claims.map((claim) => [claim.id, newId()]))
  const map = { ...references, claim: ids }
  const rewritten = claims.flatMap(({ id, documents }) => {
    if (!documents) return []
    return [{ id, ...columnsOf(claimRecord, rewriteEach(documents, map), (field) => field.references) }]
  })
  return { ids, rewritten, references, createdBy: requireActor(ctx).userId, at: ctx.now() }
}

const rewriteEach = (documents: Record<string, unknown>, map: ReferenceMap): Record<string, unknown> =>
  Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, rewriteReferences(document, map)]))

function madeNow(ctx: Context) {
  return { createdBy: requireActor(ctx).userId, createdAt: ctx.now(), updatedAt: ctx.now() }
}

/**
 * Plans the copies of a summary's claims. Their ids are determined before the copies are written, so that other texts
 * can refer to them.
 */
export async function claimCopiesOf(ctx: Context, summaryId: string, references: ReferenceMap): Promise<ClaimCopies> {
  return copiesOf(ctx, await selectClaimsToCopy(ctx.db, summaryId), references)
}

/** Copies the planned claims of a summary, and the relations among them, into another summary (SH-13). */
export async function copyClaims(
  ctx: Context,
  fromSummaryId: string,
  toSummaryId: string,
  copies: ClaimCopies,
): Promise<void> {
  if (copies.ids.size === 0) return
  await transaction(ctx, async (tx) => {
    await insertCopies(tx.db, toSummaryId, copies)
    const relations = (await selectInnerRelations(tx.db, fromSummaryId)).flatMap((row) => {
      const [sourceClaimId, targetClaimId] = [copies.ids.get(row.sourceClaimId), copies.ids.get(row.targetClaimId)]
      // A claim that was added after the claims were read is not among the copies.
      if (!sourceClaimId || !targetClaimId) return []
      const copied = copiedOf(claimRelationRecord, row, (document) => document)
      const forkedFrom = JSON.stringify({ id: row.id, version: null })
      return [{ ...copied, ...madeNow(tx), forkedFrom, id: newId(), sourceClaimId, targetClaimId }]
    })
    await insertRelationCopies(tx.db, relations)
  })
}

/**
 * Copies a claim with everything below it as a root of `summaryId`, by default its own summary (SH-14). Returns the id
 * of the new root. With `onlyReadable` the copy has only what the actor may read; otherwise callers have checked that.
 * Throws NOT_FOUND when the claim is gone or the actor may not (or may no longer) add claims to that summary.
 */
export async function copyBranch(
  ctx: Context,
  claimId: string,
  summaryId?: string,
  references: ReferenceMap = {},
  { onlyReadable = false } = {},
): Promise<string> {
  return transaction(ctx, async (tx) => {
    const readable = onlyReadable ? visible(await abilitiesOf(tx), 'claim', 'c') : undefined
    const claims = await selectBranchToCopy(tx.db, claimId, readable)
    const root = claims.find((claim) => claim.id === claimId)
    if (!root) throw notFound('Claim')
    const target = summaryId ?? root.summaryId
    if (!(await holdSummary(tx.db, target, mayAdd(await abilitiesOf(tx))))) throw notFound('Summary')
    const copies = copiesOf(tx, claims, references)
    const made = await insertCopies(tx.db, target, copies)
    if (made === 0) throw notFound('Claim')
    return copies.ids.get(claimId) ?? ''
  })
}
