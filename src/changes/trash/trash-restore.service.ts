import { requireActor } from '../../access/actor.js'
import { abilitiesOf } from '../../access/abilities.js'
import { mayMakeIn } from '../../access/place-rules.js'
import { inNone, requireCan, requirePlace } from '../../access/require.js'
import type { ContentType } from '../../access/vocabulary.js'
import { requireMayAdd } from '../../claims/claim.service.js'
import { type Context, transaction } from '../../context.js'
import { requireOneOf } from '../../kind-words.js'
import { namesOf } from '../../kinds.js'
import { constraintOf, sqlStateOf } from '../../lib/constraints.js'
import { asAppError, nounReferred } from '../../refusals.js'
import { conflict, notFound } from '../../lib/errors.js'
import { groupBy } from '../../lib/group-by.js'
import { requireMayRelate } from '../../personas/correspondences/correspondence.service.js'
import { noteClaimsDeleted } from '../../summaries/summary.service.js'
import { countsByKind, goneTogether, type GoneEntry } from './trash-closure.js'
import {
  attachAgain,
  insertDeleted,
  openArchived,
  placeLast,
  raiseVersion,
  restoreClaimsVersion,
  restoredKinds,
  selectEnds,
  selectPersonasOfCorrespondences,
  selectPersonasOfDecisions,
  selectPlacesOfClaims,
  selectProjectsThere,
} from './trash-restore.sql.js'
import { requirePart } from '../history/history-kinds.js'
import { requireDeletionOf, requireItem } from './trash.service.js'
import { trashKinds, type Restored } from './trash.shape.js'
import { selectGone, type LoggedThing, type TrashRow } from './trash.sql.js'

/**
 * Restores a deleted item, with everything that was deleted with it and with the references to it that the deletion
 * emptied, in one transaction; ids, times and versions are as they were. Rows in a project where the actor may no
 * longer make them are left out and counted. Throws NOT_FOUND if the item is not in the trash of the actor or the actor
 * may no longer make such a thing there, and CONFLICT if its id or a unique name is taken again, its parent is deleted,
 * or its project is archived.
 */
export async function restoreFromTrash(ctx: Context, id: string): Promise<Restored> {
  return transaction(ctx, async (tx) => {
    const item = await requireItem(tx, id)
    return { kind: item.kind, thingId: item.thing, part: item.part, ...(await restore(tx, [item])) }
  })
}

/**
 * Undoes the last deletion of a thing: restores, in the way of `restoreFromTrash`, everything that the same request
 * deleted and that the actor may bring back. Users may undo their own deletions of what others made.
 * Throws like `restoreFromTrash`, and VALIDATION_ERROR for a kind that the trash does not hold, if a part is missing,
 * and if there is one for a kind without parts.
 */
export async function undoDeletion(ctx: Context, thing: LoggedThing): Promise<Restored> {
  requireOneOf(trashKinds, thing.kind)
  requirePart(thing.kind, thing.part)
  return transaction(ctx, async (tx) => {
    const items = await requireDeletionOf(tx, thing)
    return { kind: thing.kind, thingId: thing.id, part: thing.part, ...(await restore(tx, items)) }
  })
}

/** Restores items of the trash that one transaction deleted, within the caller's transaction. */
async function restore(tx: Context, items: readonly TrashRow[]): Promise<Pick<Restored, 'restored' | 'left'>> {
  const { isAdmin } = requireActor(tx)
  const together = await goneTogether(tx.budget, await selectGone(tx, items.slice(0, 1)))
  const found = new Map<number, GoneEntry>()
  for (const { seq } of items) for (const entry of await together(seq)) found.set(entry.seq, entry)
  const all = [...found.values()]
  const outside = isAdmin ? new Set<GoneEntry>() : await withoutPlace(tx, items, all, together)
  const entries = all.filter((entry) => !outside.has(entry))
  const left = await insertAll(tx, items, entries).catch((error: unknown) => {
    throw refusal(error)
  })
  if (!isAdmin) await requireMayMake(tx, items)
  await afterwards(tx, items, entries)
  const gone = new Map(left.map(({ kind, count }) => [kind, count]))
  const restored = countsByKind(entries)
    .map(({ kind, count }) => ({ kind, count: count - (gone.get(kind) ?? 0) }))
    .filter(({ count }) => count > 0)
  for (const { kind, count } of countsByKind([...outside])) gone.set(kind, (gone.get(kind) ?? 0) + count)
  return { restored, left: [...gone].map(([kind, count]) => ({ kind, count })) }
}

const placed: readonly string[] = ['persona', 'summary', 'annotation'] satisfies ContentType[]

/**
 * Returns the rows that were deleted with the items in a project in which the actor may no longer make such a thing,
 * with everything below them. An item itself is refused as a whole (requireMayMake).
 */
async function withoutPlace<E extends GoneEntry>(
  ctx: Context,
  items: readonly { seq: number }[],
  entries: readonly E[],
  together: (seq: number) => Promise<E[]>,
): Promise<Set<E>> {
  const own = new Set(items.map(({ seq }) => seq))
  const inProjects = entries.filter(
    ({ seq, kind, projectId }) => !own.has(seq) && placed.includes(kind) && projectId !== null,
  )
  const there = await selectProjectsThere(ctx.db, [...new Set(inProjects.map(({ projectId }) => projectId!))])
  const abilities = await abilitiesOf(ctx)
  const refused = new Set<E>()
  for (const entry of inProjects)
    if (there.has(entry.projectId!) && !mayMakeIn(abilities, entry.kind as ContentType, entry.projectId))
      for (const below of await together(entry.seq)) if (!own.has(below.seq)) refused.add(below)
  return refused
}

/** Inserts the rows, table by table; returns how many were left out, by kind. */
async function insertAll(ctx: Context, items: readonly TrashRow[], entries: readonly GoneEntry[]) {
  const { tx, at } = items[0]!
  if (items.some(({ kind }) => kind === 'project')) await openArchived(ctx.db)
  const byKind = groupBy(entries, (entry) => entry.kind)
  const left: { kind: string; count: number }[] = []
  for (const restored of restoredKinds) {
    const own = namesOf(restored).flatMap((name) => byKind.get(name) ?? [])
    if (!own.length) continue
    const count = await insertDeleted(ctx.db, restored, { tx, at, seqs: own.map(({ seq }) => seq) })
    if (count === 0 && items.every(({ kind }) => kind === 'claim_relation'))
      throw conflict('The claim at one of its ends is gone')
    if (count === 0 && items.every(({ kind }) => kind === 'type_correspondence'))
      throw conflict('The type at one of its ends is gone')
    if (count < own.length) left.push({ kind: namesOf(restored)[0]!, count: own.length - count })
    await ctx.afterCommit(async () => ctx.statistics.loaded([restored.table], count))
  }
  for (const { kind, thing } of items)
    if (kind === 'persona' || kind === 'project') await attachAgain(ctx.db, kind, { tx, at, id: thing })
  return left
}

/** Throws NOT_FOUND unless the actor may make such things in their former places: rights may have changed since. */
async function requireMayMake(ctx: Context, items: readonly TrashRow[]): Promise<void> {
  const { userId } = requireActor(ctx)
  for (const [kind, own] of groupBy(items, (item) => item.kind)) {
    const things = [...new Set(own.map(({ thing }) => thing))]
    switch (kind) {
      case 'persona':
      case 'annotation':
      case 'summary':
      case 'world_state':
        for (const projectId of new Set(own.map((item) => item.projectId)))
          if (projectId !== null) await requirePlace(ctx, kind, projectId, inNone)
        break
      case 'claim':
        for (const summary of await selectPlacesOfClaims(ctx.db, things)) await requireMayAdd(ctx, summary)
        break
      case 'claim_relation': {
        const ends = await selectEnds(ctx.db, things)
        for (const [action, end] of [['update', 'source'] as const, ['read', 'target'] as const])
          await requireCan(ctx, action, 'claim', [...new Set(ends.map((one) => one[end]))])
        break
      }
      case 'type_correspondence':
        await requireMayRelate(ctx, await selectPersonasOfCorrespondences(ctx.db, things))
        break
      case 'agreement_decision':
        await requireCan(ctx, 'update', 'persona', await selectPersonasOfDecisions(ctx.db, things))
        break
      case 'project':
        // The project of another user was deleted by the user as an administrator, which the user no longer is.
        if (own.some(({ ownerId }) => ownerId !== userId)) throw notFound('Deletion')
        break
      default:
        await requireCan(ctx, 'update', kind.endsWith('_type') ? 'persona' : 'world_state', things)
    }
  }
}

/** Makes the other changes that belong to the restoration. */
async function afterwards(ctx: Context, items: readonly TrashRow[], entries: readonly GoneEntry[]): Promise<void> {
  for (const { kind, thing, part } of items) {
    if (part === null) continue
    const table = kind.endsWith('_type') ? 'ontology_types' : 'world_objects'
    await placeLast(ctx.db, table, { id: thing, kind: kind.replace('_type', ''), part })
  }
  const parts = items.filter(({ part }) => part !== null)
  for (const [isType, own] of groupBy(parts, ({ kind }) => kind.endsWith('_type')))
    for (const thing of new Set(own.map((item) => item.thing)))
      await raiseVersion(ctx.db, isType ? 'ontologies' : 'world_states', thing, ctx.now())
  const claims = items.flatMap(({ kind, thing }) => (kind === 'claim' ? thing : []))
  if (!claims.length || !entries.length) return
  for (const summary of await selectPlacesOfClaims(ctx.db, claims)) {
    await restoreClaimsVersion(ctx.db, summary.id, items[0]!)
    await noteClaimsDeleted(ctx, summary.id)
  }
}

const parents: Readonly<Record<string, string>> = {
  claims_parent_in_summary: 'claim above it',
  claim_relations_source_claim_id_fkey: 'claim that it starts from',
  claim_relations_target_claim_id_fkey: 'claim that it points to',
  world_objects_world_id_fkey: 'world',
}

/** Returns the refusal for a database error on inserting deleted rows. */
function refusal(error: unknown): unknown {
  const constraint = constraintOf(error) ?? ''
  const parent = parents[constraint] ?? nounReferred(constraint)?.toLowerCase()
  if (sqlStateOf(error) === '23503' && parent !== undefined)
    return conflict(`The ${parent} to which it belongs is gone`)
  if (sqlStateOf(error) !== '23505') return error
  if (/_pkey$|_id_unique$/.test(constraint)) return conflict('There is something with its id again')
  const { code, message } = asAppError(error)
  return conflict(code === 'CONFLICT' ? message : `There is something in its place again (${constraint})`)
}
