import { requireActor } from '../../access/actor.js'
import { abilitiesOf } from '../../access/abilities.js'
import { mayMakeIn } from '../../access/place-rules.js'
import { inNone, requireCan, requirePlace } from '../../access/require.js'
import type { ContentType } from '../../access/vocabulary.js'
import { requireMayAdd } from '../../claims/claim.service.js'
import { type Context, transaction } from '../../context.js'
import { namesOf } from '../../kinds.js'
import { constraintOf, sqlStateOf } from '../../lib/constraints.js'
import { asAppError, nounReferred } from '../../refusals.js'
import { conflict } from '../../lib/errors.js'
import { groupBy } from '../../lib/group-by.js'
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
  selectPlaceOfClaim,
  selectProjectsThere,
} from './trash-restore.sql.js'
import { requireItem } from './trash.service.js'
import type { RestoredItem } from './trash.shape.js'
import { selectGone, type TrashRow } from './trash.sql.js'

/**
 * Restores a deleted item, with everything that was deleted with it and with the references to it that the deletion
 * emptied, in one transaction; ids, times and versions are as they were. Rows in a project where the actor may no
 * longer make them are left out and counted. Throws NOT_FOUND if the item is not in the trash of the actor or the actor
 * may no longer make such a thing there, and CONFLICT if its id or a unique name is taken again, its parent is deleted,
 * or its project is archived.
 */
export async function restoreFromTrash(ctx: Context, id: string): Promise<RestoredItem> {
  const { isAdmin } = requireActor(ctx)
  return transaction(ctx, async (tx) => {
    const item = await requireItem(tx, id)
    const together = await goneTogether(tx.budget, await selectGone(tx, [item]))
    const all = await together(item.seq)
    const outside = isAdmin ? new Set<GoneEntry>() : await withoutPlace(tx, all, together)
    const entries = all.filter((entry) => !outside.has(entry))
    const left = await insertAll(tx, item, entries).catch((error: unknown) => {
      throw refusal(error)
    })
    if (!isAdmin) await requireMayMake(tx, item)
    await afterwards(tx, item, entries)
    const gone = new Map(left.map(({ kind, count }) => [kind, count]))
    const restored = countsByKind(entries)
      .map(({ kind, count }) => ({ kind, count: count - (gone.get(kind) ?? 0) }))
      .filter(({ count }) => count > 0)
    for (const { kind, count } of countsByKind([...outside])) gone.set(kind, (gone.get(kind) ?? 0) + count)
    const leftOut = [...gone].map(([kind, count]) => ({ kind, count }))
    return { kind: item.kind, thingId: item.thing, part: item.part, restored, left: leftOut }
  })
}

const placed: readonly string[] = ['persona', 'summary', 'annotation'] satisfies ContentType[]

/**
 * Returns the rows that were deleted with an item in a project in which the actor may no longer make such a thing, with
 * everything below them. The item itself is refused as a whole (requireMayMake).
 */
async function withoutPlace<E extends GoneEntry>(
  ctx: Context,
  [item, ...others]: readonly E[],
  together: (seq: number) => Promise<E[]>,
): Promise<Set<E>> {
  const inProjects = others.filter((entry) => placed.includes(entry.kind) && entry.projectId !== null)
  const there = await selectProjectsThere(ctx.db, [...new Set(inProjects.map(({ projectId }) => projectId!))])
  const abilities = await abilitiesOf(ctx)
  const refused = new Set<E>()
  for (const entry of inProjects)
    if (there.has(entry.projectId!) && !mayMakeIn(abilities, entry.kind as ContentType, entry.projectId))
      for (const below of await together(entry.seq)) refused.add(below)
  if (item) refused.delete(item)
  return refused
}

/** Inserts the rows, table by table; returns how many were left out, by kind. */
async function insertAll(ctx: Context, { tx, at, kind, thing }: TrashRow, entries: readonly GoneEntry[]) {
  if (kind === 'project') await openArchived(ctx.db)
  const byKind = groupBy(entries, (entry) => entry.kind)
  const left: { kind: string; count: number }[] = []
  for (const restored of restoredKinds) {
    const own = namesOf(restored).flatMap((name) => byKind.get(name) ?? [])
    if (!own.length) continue
    const count = await insertDeleted(ctx.db, restored, { tx, at, seqs: own.map(({ seq }) => seq) })
    if (kind === 'claim_relation' && count === 0) throw conflict('The claim at one of its ends is gone')
    if (count < own.length) left.push({ kind: namesOf(restored)[0]!, count: own.length - count })
    await ctx.afterCommit(async () => ctx.statistics.loaded([restored.table], count))
  }
  if (kind === 'persona' || kind === 'project') await attachAgain(ctx.db, kind, { tx, at, id: thing })
  return left
}

/** Throws NOT_FOUND unless the actor may make such a thing in its former place: rights may have changed since. */
async function requireMayMake(ctx: Context, { kind, thing, projectId }: TrashRow): Promise<void> {
  switch (kind) {
    case 'persona':
    case 'annotation':
    case 'summary':
    case 'world_state':
      if (projectId !== null) await requirePlace(ctx, kind, projectId, inNone)
      return
    case 'claim': {
      const summary = await selectPlaceOfClaim(ctx.db, thing)
      if (summary) await requireMayAdd(ctx, summary)
      return
    }
    case 'claim_relation': {
      const ends = await selectEnds(ctx.db, thing)
      if (!ends) return
      await requireCan(ctx, 'update', 'claim', [ends.source])
      await requireCan(ctx, 'read', 'claim', [ends.target])
      return
    }
    case 'project':
      return
    default:
      await requireCan(ctx, 'update', kind.endsWith('_type') ? 'persona' : 'world_state', [thing])
  }
}

/** Makes the other changes that belong to the restoration. */
async function afterwards(ctx: Context, item: TrashRow, entries: readonly GoneEntry[]): Promise<void> {
  const { kind, thing, part } = item
  if (part !== null) {
    const isType = kind.endsWith('_type')
    const table = isType ? 'ontology_types' : 'world_objects'
    await placeLast(ctx.db, table, { id: thing, kind: kind.replace('_type', ''), part })
    await raiseVersion(ctx.db, isType ? 'ontologies' : 'world_states', thing, ctx.now())
  }
  if (kind === 'claim' && entries.length > 0) {
    const summary = await selectPlaceOfClaim(ctx.db, thing)
    if (!summary) return
    await restoreClaimsVersion(ctx.db, summary.id, item)
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
