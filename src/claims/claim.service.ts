import type { Static } from '@sinclair/typebox'
import { refuseArchived, requireVideos } from '../access/require.js'
import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { mayAdd, mayEmpty } from '../access/place-rules.js'
import { changeable, permitted, visible } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { all, is, isAny } from '../database/rows/conditions.js'
import type { WrittenRow } from '../database/rows/record-read.js'
import { columnsOf } from '../database/rows/record-write.js'
import { noteAllDeleted } from '../lib/deleted.js'
import { notFound, validation } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { mostAttempts, staleVersion } from '../lib/version.js'
import { withOwner } from '../documents/gloss-owner.js'
import { ensureSummary, noteClaimsDeleted } from '../summaries/summary.service.js'
import { claimAsItIs, writtenClaim } from './claim-read.service.js'
import { selectClaims, type ClaimRow } from './claim-read.sql.js'
import { claimRecord, type createClaimSchema, type updateClaimSchema } from './claim.shape.js'
import {
  deleteBranch,
  deleteClaimsOfSummary,
  deleteUntouchedClaims,
  insertClaim,
  insertClaims,
  lockSummary,
  lockSummaryOfClaim,
  lockVersion,
  selectStrays,
  summaryPermitted,
  updateClaim as updateRow,
} from './claim.sql.js'

export type CreateClaimInput = Static<typeof createClaimSchema>
export type UpdateClaimInput = Static<typeof updateClaimSchema>

/**
 * Returns a new row for a claim. It counts as written by a person unless the input names a model and strategy (RF-31).
 */
export function newClaimRow(ctx: Context, input: CreateClaimInput) {
  const now = ctx.now()
  return {
    summaryType: 'video',
    gloss: '[]',
    extractionStrategy: 'manual',
    ...columnsOf(claimRecord, input),
    text: input.text,
    id: newId(),
    createdBy: requireActor(ctx).userId,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Adds a claim to a summary and returns it, in one statement whose cost does not depend on the number of claims of the
 * summary. Throws NOT_FOUND when the actor may not add claims to the summary.
 */
export async function createClaim(ctx: Context, summaryId: string, input: CreateClaimInput): Promise<WrittenRow> {
  const made = await insertClaim(ctx, { abilities: await abilitiesOf(ctx), summaryId, row: newClaimRow(ctx, input) })
  if (!made) throw notFound('Summary')
  return writtenClaim(made)
}

/**
 * Adds a claim for a video and persona (C-22). If the pair has no summary, creates one with empty text. Throws
 * NOT_FOUND when the actor may not see the video, and what `ensureSummary` and `createClaim` throw.
 */
export async function createClaimForPair(
  ctx: Context,
  videoId: string,
  personaId: string,
  input: CreateClaimInput,
): Promise<WrittenRow & { summaryId: string }> {
  await requireVideos(ctx, [videoId])
  return transaction(ctx, async (tx) => {
    const summaryId = await ensureSummary(tx, videoId, personaId)
    return { ...(await createClaim(tx, summaryId, input)), summaryId }
  })
}

/**
 * Adds many claims, all or none, and returns their ids in the order of the inputs (C-13). Throws NOT_FOUND when the
 * actor may not add claims to the summary, and VALIDATION_ERROR for parents outside it.
 */
export async function createClaims(
  ctx: Context,
  summaryId: string,
  inputs: readonly CreateClaimInput[],
): Promise<string[]> {
  const rows = inputs.map((input) => newClaimRow(ctx, input))
  return transaction(ctx, async (tx) => {
    const may = mayAdd(await abilitiesOf(tx))
    await refuseStrayParents(tx, summaryId, inputs, may)
    const added = await insertClaims(tx.db, summaryId, rows, may)
    if (!added) throw notFound('Summary')
    await tx.afterCommit(async () => tx.statistics.loaded(['claims'], rows.length))
    return rows.map((row) => row.id)
  })
}

/**
 * Throws VALIDATION_ERROR naming each input whose parent is not in the summary. Does nothing if the actor may not add
 * claims, so that the error reveals nothing to them. `may` is a condition on the alias s (summaries).
 */
async function refuseStrayParents(
  ctx: Context,
  summaryId: string,
  inputs: readonly CreateClaimInput[],
  may: ReturnType<typeof mayAdd>,
): Promise<void> {
  const parents = inputs.map(({ parentClaimId }) => (parentClaimId ? normalUuid(parentClaimId) : null))
  const named = parents.filter((id) => id !== null)
  if (!named.length) return
  const strays = await selectStrays(ctx.db, summaryId, named)
  if (!strays.size || !(await summaryPermitted(ctx.db, summaryId, may))) return
  throw validation(
    parents.flatMap((id, at) =>
      id !== null && strays.has(id) ? [{ field: `claims.${at}.parentClaimId`, message: 'Invalid parent claim' }] : [],
    ),
  )
}

/**
 * Prepares to add claims from a job: until the transaction ends, no other job adds to the summary. With `replace`,
 * deletes the claims that models made and no user has touched, as far as the actor may delete them, and returns their
 * number. Throws NOT_FOUND when the actor may not add claims to the summary.
 */
export async function beginAdding(tx: Context, summaryId: string, replace: boolean): Promise<number> {
  const abilities = await abilitiesOf(tx)
  if (!(await lockSummary(tx.db, summaryId, mayAdd(abilities)))) throw notFound('Summary')
  if (!replace) return 0
  const count = await deleteUntouchedClaims(tx.db, summaryId, permitted(abilities, 'delete', 'claim', 'c'))
  await noteClaimsDeleted(tx, summaryId)
  return count
}

/** Inserts claims from a job. Throws NOT_FOUND when the actor may not add claims to the summary. */
export async function addClaimRows(
  ctx: Context,
  summaryId: string,
  rows: Parameters<typeof insertClaims>[2],
): Promise<void> {
  if (rows.length && !(await insertClaims(ctx.db, summaryId, rows, mayAdd(await abilitiesOf(ctx)))))
    throw notFound('Summary')
}

/** Throws NOT_FOUND unless the actor may add claims to the summary, and CONFLICT if its project is archived. */
export async function requireMayAdd(ctx: Context, summary: { id: string; projectId: string | null }): Promise<void> {
  if (!(await summaryPermitted(ctx.db, summary.id, mayAdd(await abilitiesOf(ctx))))) throw notFound('Summary')
  await refuseArchived(ctx, summary.projectId)
}

/** The summary and version that a claim must have to be changed. */
interface OneClaim {
  inSummary?: string
  ifVersion?: number
}

export type ChangedClaim = WrittenRow & { isParent: boolean }

/**
 * Overwrites the fields in the input, in one statement, and returns the claim and whether it has subclaims. Throws
 * VALIDATION_ERROR for a move below the claim itself or into another summary (C-10), NOT_FOUND if the actor may not
 * change the claim or it is not `inSummary`, and PRECONDITION_FAILED when it is no longer at `ifVersion`.
 */
export async function updateClaim(
  ctx: Context,
  claimId: string,
  input: UpdateClaimInput,
  { inSummary, ifVersion }: OneClaim = {},
): Promise<ChangedClaim> {
  const abilities = await abilitiesOf(ctx)
  const changes = columnsOf(claimRecord, input, (field) => field.updated)
  if (changes.parentClaimId === claimId)
    throw validation([{ field: 'parentClaimId', message: 'A claim cannot stand below itself' }])
  const isChange = Object.keys(changes).length > 0
  const update = { abilities, claimId, inSummary, ifVersion, changes: { ...changes, updatedAt: ctx.now() } }
  for (let attempt = 1; ; attempt++) {
    const changed = isChange ? await updateRow(ctx, update) : undefined
    if (changed) return { ...writtenClaim(changed.row), isParent: changed.isParent }
    const may = changeable(abilities, 'claim', 'c', changes)
    const [current] = await selectClaims(ctx.db, all(is('c.id', claimId), is('c.summary_id', inSummary), may))
    if (!current) throw notFound('Claim')
    if (ifVersion !== undefined && ifVersion !== current.version) throw staleVersion(current.version)
    if (!isChange) return claimAsItIs(ctx, claimId)
    // The reason for the refusal is gone by now, so try again.
    if (attempt === mostAttempts) throw staleVersion(current.version)
  }
}

/**
 * Deletes a claim with everything below it and returns the number of deleted claims below it. Throws NOT_FOUND when the
 * actor may not delete it or it is not `inSummary`, and PRECONDITION_FAILED when it is no longer at `ifVersion`.
 */
export async function deleteClaim(ctx: Context, claimId: string, options: OneClaim = {}): Promise<number> {
  const { inSummary, ifVersion } = options
  const allowed = permitted(await abilitiesOf(ctx), 'delete', 'claim', 'c')
  const where = all(allowed, is('c.summary_id', inSummary))
  const { below, ids } = await transaction(ctx, async (tx) => {
    await lockSummaryOfClaim(tx.db, claimId)
    if (ifVersion !== undefined) {
      const version = await lockVersion(tx.db, all(is('c.id', claimId), where))
      if (version !== undefined && version !== ifVersion) throw staleVersion(version)
    }
    const deleted = await deleteBranch(tx.db, claimId, where, ctx.deleted !== undefined)
    if (!deleted) throw notFound('Claim')
    await noteClaimsDeleted(tx, deleted.summaryId)
    return deleted
  })
  noteAllDeleted(ctx, ids)
  return below
}

/**
 * Deletes every claim of a summary and returns their number. Throws NOT_FOUND unless the actor owns the summary or may
 * delete the claims of all users in its project.
 */
export async function deleteClaims(ctx: Context, summaryId: string): Promise<number> {
  const allowed = mayEmpty(await abilitiesOf(ctx))
  const { count, ids } = await transaction(ctx, async (tx) => {
    if (!(await lockSummary(tx.db, summaryId, allowed))) throw notFound('Summary')
    const deleted = await deleteClaimsOfSummary(tx.db, summaryId, ctx.deleted !== undefined)
    await noteClaimsDeleted(tx, summaryId)
    return deleted
  })
  noteAllDeleted(ctx, ids)
  return count
}

/**
 * Returns the claim, and marks its rich text with the worlds in which its references are looked up: those of its
 * creator.
 */
export function withOwners<C extends Partial<ClaimRow>>(claim: C): C {
  const { createdBy = null, projectId = null, gloss, claimerGloss, claimRelation } = claim
  const whose = { createdBy, projectId }
  withOwner(gloss, whose)
  withOwner(claimerGloss, whose)
  withOwner(claimRelation, whose)
  return claim
}

/** Reads claims by id, one entry per id in the order of the ids; undefined for a claim that the actor may not read. */
export async function claimsByIds(ctx: Context, ids: readonly string[]): Promise<(ClaimRow | undefined)[]> {
  const where = all(isAny('c.id', ids, 'uuid'), visible(await abilitiesOf(ctx), 'claim', 'c'))
  return inOrderOf(ids, (await selectClaims(ctx.db, where)).map(withOwners))
}
