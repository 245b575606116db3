import { abilitiesOf, type Abilities } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { requireCan } from '../../access/require.js'
import { deleteAnnotation } from '../../annotations/annotation.service.js'
import { deleteClaim } from '../../claims/claim.service.js'
import { type Context, transaction } from '../../context.js'
import { all } from '../../database/rows/conditions.js'
import { noteDeleted } from '../../lib/deleted.js'
import { AppError, notFound, validation } from '../../lib/errors.js'
import { inOrderOf } from '../../lib/group-by.js'
import { listPage, newestFirst, type ListOf, type ListPage, type PageArguments } from '../../lib/page.js'
import { newId, normalUuid } from '../../lib/uuid.js'
import { staleVersion } from '../../lib/version.js'
import { getPersona } from '../../personas/persona.service.js'
import { getVideo } from '../../videos/video.service.js'
import { claimKinds } from '../disagreements/disagreement.shape.js'
import { adoptAnnotation, adoptClaim } from './adopt.service.js'
import type { SettleInput } from './decision.shape.js'
import {
  countDecisions,
  deleteDecision as deleteRow,
  deleteDecisionAbout,
  insertDecision,
  lockThings,
  onVideo,
  readableDecision,
  selectCopyOf,
  selectDecisionPage,
  selectDecisionsByIds,
  selectStandingDecisions,
  selectUntouchedCopy,
  type DecisionRow,
  type Thing,
} from './decision.sql.js'

export type { DecisionRow }

/** Reads decisions by their ids; undefined where the actor may not read the persona. */
export async function decisionsByIds(ctx: Context, ids: readonly string[]): Promise<(DecisionRow | undefined)[]> {
  return inOrderOf(ids, await selectDecisionsByIds(ctx.db, ids, readableDecision(await abilitiesOf(ctx))))
}

/** Returns a decision. Throws NOT_FOUND when the actor may not read the persona for which it was made. */
export async function getDecision(ctx: Context, id: string): Promise<DecisionRow> {
  requireActor(ctx)
  const [row] = await decisionsByIds(ctx, [id])
  if (!row) throw notFound('Decision')
  return row
}

interface DecisionFilter {
  personaId?: string
}

function listOf(
  ctx: Context,
  abilities: Abilities,
  videoId: string,
  { personaId }: DecisionFilter,
): ListOf<DecisionRow> {
  const where = all(onVideo(videoId, personaId), readableDecision(abilities))
  return {
    name: 'agreementDecisions',
    filter: { videoId, personaId: personaId && normalUuid(personaId) },
    ...newestFirst,
    select: (page) => selectDecisionPage(ctx.db, where, page),
    count: () => countDecisions(ctx.db, where),
  }
}

/**
 * Returns the decisions on a video for personas that the actor may read, newest first. Throws NOT_FOUND when the actor
 * may not read the video, or the persona that the filter names.
 */
export async function listDecisions(
  ctx: Context,
  videoId: string,
  filter: DecisionFilter,
): Promise<ListOf<DecisionRow>> {
  requireActor(ctx)
  await getVideo(ctx, videoId)
  if (filter.personaId !== undefined) await getPersona(ctx, filter.personaId)
  return listOf(ctx, await abilitiesOf(ctx), videoId, filter)
}

/** Returns a page of the same list for GraphQL. */
export async function pageOfDecisions(
  ctx: Context,
  videoId: string,
  filter: DecisionFilter,
  page: PageArguments,
): Promise<ListPage<DecisionRow>> {
  return listPage(page, listDecisions(ctx, videoId, filter))
}

/**
 * Returns the decisions on a video that the actor may read and that still have their copy, newest first; with
 * `personaId` only those for this persona. Callers have read the video.
 */
export async function standingDecisions(ctx: Context, videoId: string, personaId: string | undefined) {
  if (personaId !== undefined) await getPersona(ctx, personaId)
  return selectStandingDecisions(ctx.db, all(onVideo(videoId, personaId), readableDecision(await abilitiesOf(ctx)))!)
}

/**
 * Settles a disagreement for a persona: adopts one of the things, which is copied into the persona, or keeps all of
 * them. Nothing else changes. A decision that the persona had about the disagreement is replaced, and its copy deleted
 * if it is as it was copied. Throws NOT_FOUND when the actor may not read the video or a thing, or not change the
 * persona, VALIDATION_ERROR for a thing that is named twice, an `adoptId` that names no thing, and neither `adoptId`
 * nor `note`, and PRECONDITION_FAILED when a thing is not at the version that was seen.
 */
export async function settleDisagreement(
  ctx: Context,
  videoId: string,
  { kind, things: seen, adoptId, note: text, ...input }: SettleInput,
): Promise<DecisionRow> {
  const { userId } = requireActor(ctx)
  const personaId = normalUuid(input.personaId)
  const versions = new Map(seen.map(({ id, version }) => [normalUuid(id), version]))
  const adoptedId = adoptId ? normalUuid(adoptId) : null
  const note = text?.trim() ? text : null
  if (versions.size < seen.length) throw validation([{ field: 'things', message: 'must name each thing once' }])
  if (adoptedId && !versions.has(adoptedId))
    throw validation([{ field: 'adoptId', message: 'must be the ID of one of the things' }])
  if (!adoptedId && !note) throw validation([{ field: 'note', message: 'is required if nothing is adopted' }])
  await getVideo(ctx, videoId)
  const areClaims = (claimKinds as readonly string[]).includes(kind)
  return transaction(ctx, async (tx) => {
    await requireCan(tx, 'update', 'persona', [personaId])
    const abilities = await abilitiesOf(tx)
    const things = await lockThings(tx.db, abilities, { videoId, ids: [...versions.keys()], areClaims })
    if (things.length < versions.size) throw notFound(areClaims ? 'Claim' : 'Annotation')
    await requireCan(tx, 'read', 'persona', [...new Set(things.map((thing) => thing.personaId))])
    const later = things.find(({ id, version }) => version !== versions.get(id))
    if (later) throw staleVersion(later.version)
    const thingKey = [kind, ...things.map(({ id }) => id)].join(' ')
    const former = await deleteDecisionAbout(tx.db, { personaId, videoId, thingKey })
    if (former) await withdrawCopy(tx, former)
    const adopted = things.find(({ id }) => id === adoptedId)
    return insertDecision(tx.db, {
      ...{ id: newId(), videoId, personaId, kind, thingKey, adoptedId, note, createdBy: userId, at: tx.now() },
      things: things.map(({ id, version }) => ({ id, version })),
      copyId: adopted ? await adopt(tx, adopted, { videoId, personaId, areClaims }) : null,
    })
  })
}

/**
 * Copies a thing into the persona, unless another decision has done so, and returns the id of the copy; null for a
 * thing that is the persona's already.
 */
async function adopt(
  tx: Context,
  thing: Thing,
  { videoId, personaId, areClaims }: { videoId: string; personaId: string; areClaims: boolean },
): Promise<string | null> {
  if (thing.personaId === personaId) return null
  const copyId = await selectCopyOf(tx.db, thing, { videoId, personaId })
  if (copyId) return copyId
  return areClaims ? adoptClaim(tx, thing.id, videoId, personaId) : adoptAnnotation(tx, thing.id, personaId)
}

/**
 * Deletes a decision, which opens the disagreement again, and its copy if that is as it was copied. Throws NOT_FOUND
 * when the actor may not change the persona.
 */
export async function deleteDecision(ctx: Context, id: string): Promise<void> {
  requireActor(ctx)
  await transaction(ctx, async (tx) => {
    const row = await deleteRow(tx.db, id, await abilitiesOf(tx))
    if (!row) throw notFound('Decision')
    await withdrawCopy(tx, row)
  })
  noteDeleted(ctx, 'AgreementDecision', [normalUuid(id)])
}

/**
 * Deletes the copy of a decision that is withdrawn, unless it was changed, another decision has it too, or the actor
 * may not delete it.
 */
async function withdrawCopy(tx: Context, { copyId }: DecisionRow): Promise<void> {
  const copy = copyId ? await selectUntouchedCopy(tx.db, copyId) : undefined
  if (!copyId || !copy) return
  try {
    await (copy.isClaim ? deleteClaim(tx, copyId) : deleteAnnotation(tx, copyId, copy.videoId))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  }
}
