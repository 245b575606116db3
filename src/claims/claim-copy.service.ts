import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
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
import type { ClaimRow } from './claim.sql.js'

const documents = ['gloss', 'textSpans', 'claimerGloss', 'claimRelation', 'audio', 'video', 'metadata'] as const

/** New rows with new ids; parents and references inside rich text follow. A parent outside the rows is dropped. */
function copiesOf(ctx: Context, rows: readonly ClaimRow[], personaIds: ReadonlyMap<string, string>) {
  const { userId } = requireActor(ctx)
  const now = ctx.now()
  const ids = new Map(rows.map((row) => [row.id, newId()]))
  const copies = rows.map((row) => {
    const rewritten = Object.fromEntries(
      documents.map((name) => [
        name,
        row[name] === null ? null : JSON.stringify(rewriteReferences(row[name], { claim: ids, persona: personaIds })),
      ]),
    )
    const {
      text,
      summaryType,
      claimerType,
      claimEventId,
      claimTimeId,
      claimLocationId,
      confidence,
      modelUsed,
      extractionStrategy,
      comment,
    } = row
    return {
      text,
      summaryType,
      claimerType,
      claimEventId,
      claimTimeId,
      claimLocationId,
      confidence,
      modelUsed,
      extractionStrategy,
      comment,
      ...(rewritten as { gloss: string }),
      id: ids.get(row.id) ?? newId(),
      parentClaimId: (row.parentClaimId && ids.get(row.parentClaimId)) || null,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    }
  })
  return { ids, copies }
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
    const { userId } = requireActor(tx)
    const relations = (await selectInnerRelations(tx.db, fromSummaryId)).map((row) => ({
      ...row,
      id: newId(),
      sourceClaimId: ids.get(row.sourceClaimId) ?? '',
      targetClaimId: ids.get(row.targetClaimId) ?? '',
      sourceSpans: row.sourceSpans === null ? null : JSON.stringify(row.sourceSpans),
      targetSpans: row.targetSpans === null ? null : JSON.stringify(row.targetSpans),
      createdBy: userId,
      createdAt: tx.now(),
      updatedAt: tx.now(),
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
