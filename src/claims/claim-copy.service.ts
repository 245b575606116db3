import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { copiedOf } from '../database/record-write.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences } from '../lib/references.js'
import { newId } from '../lib/uuid.js'
import {
  insertCopies,
  insertRelationCopies,
  selectBranchRows,
  selectClaimRows,
  selectInnerRelations,
  summaryExists,
} from './claim-copy.sql.js'
import { claimRecord, claimRelationRecord } from './claim.record.js'
import type { ClaimRow } from './claim.sql.js'

/** New rows with new ids; parents and references inside rich text follow. A parent outside the rows is dropped. */
function copiesOf(ctx: Context, rows: readonly ClaimRow[], personaIds: ReadonlyMap<string, string>) {
  const ids = new Map(rows.map((row) => [row.id, newId()]))
  const rewrite = (document: unknown) => rewriteReferences(document, { claim: ids, persona: personaIds })
  const copies = rows.map((row) => ({
    ...copiedOf(claimRecord, row, rewrite),
    ...madeNow(ctx),
    id: ids.get(row.id),
    parentClaimId: (row.parentClaimId && ids.get(row.parentClaimId)) || null,
  }))
  return { ids, copies }
}

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
    const { ids, copies } = copiesOf(tx, await selectClaimRows(tx.db, fromSummaryId), personaIds)
    if (copies.length === 0) return
    await insertCopies(tx.db, toSummaryId, copies)
    const relations = (await selectInnerRelations(tx.db, fromSummaryId)).map((row) => ({
      ...copiedOf(claimRelationRecord, row, (document) => document),
      ...madeNow(tx),
      id: newId(),
      sourceClaimId: ids.get(row.sourceClaimId),
      targetClaimId: ids.get(row.targetClaimId),
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
    const rows = await selectBranchRows(tx.db, claimId)
    const root = rows.find((row) => row.id === claimId)
    if (!root) throw notFound('Claim')
    const target = summaryId ?? root.summaryId
    if (!(await summaryExists(tx.db, target))) throw notFound('Summary')
    const { ids, copies } = copiesOf(tx, rows, new Map())
    await insertCopies(tx.db, target, copies)
    return ids.get(claimId) ?? ''
  })
}
