import type { Static } from '@sinclair/typebox'
import { abilitiesOf, type Abilities } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { type Context, transaction } from '../../context.js'
import { all } from '../../database/rows/conditions.js'
import { noteDeleted } from '../../lib/deleted.js'
import { notFound, validation } from '../../lib/errors.js'
import { groupBy, inOrderOf } from '../../lib/group-by.js'
import { listPage, newestFirst, type ListOf, type ListPage, type PageArguments } from '../../lib/page.js'
import { newId, normalUuid } from '../../lib/uuid.js'
import { staleVersion } from '../../lib/version.js'
import { typesByNames } from '../ontology.service.js'
import { getPersona } from '../persona.service.js'
import type { correspondencesQuery, saveCorrespondenceSchema } from './correspondence.shape.js'
import {
  countCorrespondences,
  deleteCorrespondence as deleteRow,
  insertCorrespondencesOfCopy,
  mayRelate,
  ofPersona,
  readableCorrespondence,
  selectChangeableVersion,
  selectCorrespondencePage,
  selectCorrespondences,
  selectCorrespondencesByIds,
  selectVersionOfPair,
  upsertCorrespondence,
  type Correspondence,
  type CorrespondenceRow,
} from './correspondence.sql.js'

export type { CorrespondenceRow }
type Ends = Omit<Correspondence, 'relation'>

/** Reads correspondences by their ids; undefined where the actor may not read both personas. */
export async function correspondencesByIds(
  ctx: Context,
  ids: readonly string[],
): Promise<(CorrespondenceRow | undefined)[]> {
  return inOrderOf(ids, await selectCorrespondencesByIds(ctx.db, ids, readableCorrespondence(await abilitiesOf(ctx))))
}

/** Returns a correspondence. Throws NOT_FOUND when the actor may not read both personas. */
export async function getCorrespondence(ctx: Context, id: string): Promise<CorrespondenceRow> {
  requireActor(ctx)
  const [row] = await correspondencesByIds(ctx, [id])
  if (!row) throw notFound('Type correspondence')
  return row
}

/**
 * Returns the types of each correspondence. Where a persona has several types with the ID, of different kinds, it is
 * one of a kind that both ends have, if there is such a kind. Does not check access, because callers have read the
 * rows.
 */
export async function typesOfCorrespondences(ctx: Context, rows: readonly Ends[]) {
  const named = rows.flatMap(({ firstPersonaId, firstTypeId, secondPersonaId, secondTypeId }) => [
    { personaId: firstPersonaId, typeId: firstTypeId },
    { personaId: secondPersonaId, typeId: secondTypeId },
  ])
  const types = groupBy([...(await typesByNames(ctx, named)).values()], (type) => `${type.personaId}/${type.typeId}`)
  return rows.map(({ firstPersonaId, firstTypeId, secondPersonaId, secondTypeId }) => {
    const first = types.get(`${firstPersonaId}/${firstTypeId}`) ?? []
    const second = types.get(`${secondPersonaId}/${secondTypeId}`) ?? []
    const common = first.find(({ kind }) => second.some((other) => other.kind === kind))?.kind
    const ofKind = (list: typeof first) => list.find(({ kind }) => kind === common) ?? list[0]
    return [ofKind(first), ofKind(second)] as const
  })
}

type CorrespondenceFilter = Static<typeof correspondencesQuery>

function listOf(
  ctx: Context,
  abilities: Abilities,
  personaId: string,
  { otherPersonaId }: CorrespondenceFilter,
): ListOf<CorrespondenceRow> {
  const where = all(ofPersona(personaId, otherPersonaId), readableCorrespondence(abilities))
  return {
    name: 'typeCorrespondences',
    filter: { personaId: normalUuid(personaId), otherPersonaId: otherPersonaId && normalUuid(otherPersonaId) },
    ...newestFirst,
    select: (page) => selectCorrespondencePage(ctx.db, where, page),
    count: () => countCorrespondences(ctx.db, where),
  }
}

/**
 * Returns the correspondences of the types of a persona with those of the other personas that the actor may read,
 * newest first. Throws NOT_FOUND when the actor may not read the persona, or the other one that the filter names.
 */
export async function listCorrespondences(
  ctx: Context,
  personaId: string,
  filter: CorrespondenceFilter,
): Promise<ListOf<CorrespondenceRow>> {
  requireActor(ctx)
  await getPersona(ctx, personaId)
  if (filter.otherPersonaId !== undefined) await getPersona(ctx, filter.otherPersonaId)
  return listOf(ctx, await abilitiesOf(ctx), personaId, filter)
}

/** Returns a page of the same list for GraphQL. */
export async function pageOfCorrespondences(
  ctx: Context,
  personaId: string,
  filter: CorrespondenceFilter,
  page: PageArguments,
): Promise<ListPage<CorrespondenceRow>> {
  return listPage(page, listCorrespondences(ctx, personaId, filter))
}

type SavedCorrespondence = CorrespondenceRow & { isNew: boolean }

/**
 * Stores how two types of two personas relate; what was stored about the two is replaced, in whichever order it names
 * them. Throws NOT_FOUND when the actor may not read both personas and change one of them, and when a persona has no
 * such type, VALIDATION_ERROR when both are of one persona, and PRECONDITION_FAILED when the correspondence is not at
 * `ifVersion`.
 */
export async function saveCorrespondence(
  ctx: Context,
  input: Static<typeof saveCorrespondenceSchema>,
  ifVersion?: number,
): Promise<SavedCorrespondence> {
  const { userId } = requireActor(ctx)
  const pair = {
    ...input,
    firstPersonaId: normalUuid(input.firstPersonaId),
    secondPersonaId: normalUuid(input.secondPersonaId),
  }
  if (pair.firstPersonaId === pair.secondPersonaId)
    throw validation([{ field: 'secondPersonaId', message: 'must be another persona' }])
  return transaction(ctx, async (tx) => {
    const personaIds = [pair.firstPersonaId, pair.secondPersonaId]
    if (!(await mayRelate(tx.db, await abilitiesOf(tx), personaIds))) throw notFound('Persona')
    const row = { ...pair, id: newId(), createdBy: userId, at: tx.now() }
    const saved = await upsertCorrespondence(tx.db, row, ifVersion)
    if (saved) return saved
    const version = ifVersion === undefined ? undefined : await selectVersionOfPair(tx.db, pair)
    if (version !== undefined) throw staleVersion(version)
    throw notFound(ifVersion === undefined ? 'Type' : 'Type correspondence')
  })
}

/** Deletes a correspondence. Throws NOT_FOUND when the actor may not change it, and PRECONDITION_FAILED. */
export async function deleteCorrespondence(ctx: Context, id: string, ifVersion?: number): Promise<void> {
  requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  if (!(await deleteRow(ctx.db, id, abilities, ifVersion))) {
    const version = ifVersion === undefined ? undefined : await selectChangeableVersion(ctx.db, id, abilities)
    throw version === undefined ? notFound('Type correspondence') : staleVersion(version)
  }
  noteDeleted(ctx, 'TypeCorrespondence', [normalUuid(id)])
}

/**
 * Returns the correspondences between the types of these personas. Does not check access, because callers have already
 * read the personas.
 */
export function correspondencesBetween(ctx: Context, personaIds: readonly string[]): Promise<Correspondence[]> {
  return selectCorrespondences(ctx.db, personaIds)
}

/** Throws NOT_FOUND unless the actor may make such correspondences between personas. */
export async function requireMayRelate(ctx: Context, pairs: readonly (readonly string[])[]): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  for (const pair of pairs) if (!(await mayRelate(ctx.db, abilities, pair))) throw notFound('Persona')
}

/** Stores that the types of a copied persona are those of the original. Must run in the transaction of the copy. */
export async function relateCopy(tx: Context, of: { from: string; to: string }): Promise<void> {
  await insertCorrespondencesOfCopy(tx.db, of, requireActor(tx).userId, tx.now())
}
