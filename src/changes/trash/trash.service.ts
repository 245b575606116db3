import { reachOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { requireAdmin } from '../../access/require.js'
import { type Context, transaction } from '../../context.js'
import { positionText, readPosition } from '../../database/changes/position.js'
import { notFound } from '../../lib/errors.js'
import { noteDeleted } from '../../lib/deleted.js'
import { groupBy } from '../../lib/group-by.js'
import { listPage, type ListPage, type PageArguments } from '../../lib/page.js'
import { selectLogName } from '../log/entries.sql.js'
import { requireLog } from '../log/log-on.js'
import { countsByKind, goneTogether, type GoneEntry } from './trash-closure.js'
import type { TrashItem } from './trash.shape.js'
import {
  countTrash,
  emptyEntries,
  lockItemsOf,
  lockTrashItem,
  selectDeletionOf,
  selectGone,
  selectGoneCounts,
  selectTrash,
  selectTrashItem,
  selectTrashPositions,
  type LoggedThing,
  type TrashFilter,
  type TrashRow,
} from './trash.sql.js'

const dayMs = 86_400_000

export type TrashConditions = Partial<Pick<TrashFilter, 'kind' | 'projectId' | 'everyones'>>

/**
 * For how long items stay in the trash, in milliseconds: the log may keep their rows for a shorter time than the trash.
 */
const keptMs = ({ config: { changes } }: Context) => Math.min(changes.trashDays, changes.historyDays) * dayMs

const filterOf = (ctx: Context, conditions: TrashConditions = {}): TrashFilter => ({
  ...conditions,
  who: reachOf(requireActor(ctx)),
  since: new Date(ctx.now().getTime() - keptMs(ctx)),
})

/**
 * Returns a page of the deleted items that can be restored, last deleted first: the actor's own items or, for
 * administrators who ask for it, those of all users. Throws CONFLICT if the server keeps no log.
 */
export async function listTrash(
  ctx: Context,
  conditions: TrashConditions,
  args: PageArguments,
): Promise<ListPage<ListedItem>> {
  requireLog(ctx)
  if (conditions.everyones) requireAdmin(ctx)
  const filter = filterOf(ctx, conditions)
  const page = await listPage(args, {
    name: 'trash',
    filter: conditions,
    kinds: ['time', 'number'] as const,
    keyOf: ({ at, seq }: TrashRow) => [at, seq],
    select: (one) => selectTrash(ctx.db, filter, one),
    count: () => countTrash(ctx.db, filter),
  })
  const items = await itemsOf(ctx, page.nodes)
  return { ...page, nodes: items, edges: page.edges.map(({ cursor }, at) => ({ cursor, node: items[at]! })) }
}

/** An item of the trash without what was deleted with it, which `goneWithOf` counts. */
export type ListedItem = Omit<TrashItem, 'goneWith'> & { row: TrashRow }

/** Returns an item of the trash in the form of answers. */
export const trashItemShown = ({ row: _row, ...item }: ListedItem, goneWith: TrashItem['goneWith']): TrashItem => ({
  ...item,
  goneWith,
})

async function itemsOf(ctx: Context, rows: readonly TrashRow[]): Promise<ListedItem[]> {
  if (!rows.length) return []
  const log = await selectLogName(ctx.db)
  return rows.map((row) => ({
    row,
    id: positionText({ log, tx: row.tx, seq: row.seq }),
    kind: row.kind,
    thingId: row.thing,
    part: row.part,
    title: row.title,
    videoId: row.videoId,
    number: row.number,
    firstFrame: row.firstFrame,
    lastFrame: row.lastFrame,
    deletedAt: row.at,
    deletedBy: row.actorId === null ? null : { id: row.actorId, username: row.username, displayName: row.displayName },
    ownerId: row.ownerId,
    projectId: row.projectId,
    expiresAt: new Date(Date.parse(row.at) + keptMs(ctx)).toISOString(),
  }))
}

/**
 * Counts what was deleted together with each item, by kind. If a transaction deleted one item, it deleted everything
 * else because of that item; if it deleted several, parents show which rows were deleted with which item.
 */
export async function goneWithOf(ctx: Context, items: readonly ListedItem[]): Promise<TrashItem['goneWith'][]> {
  const rows = items.map(({ row }) => row)
  const counts = groupBy(await selectGoneCounts(ctx.db, rows), ({ tx }) => tx)
  const rootsOf = (tx: number) => (counts.get(tx) ?? []).reduce((sum, { roots }) => sum + roots, 0)
  const shared = rows.filter(({ tx }) => rootsOf(tx) > 1)
  const entries = groupBy(shared.length ? await selectGone(ctx, shared) : [], ({ tx }) => tx)
  const together = await byTransaction(ctx, entries)
  const counted: TrashItem['goneWith'][] = []
  for (const { tx, seq, kind } of rows) {
    const gone = await together.get(tx)?.(seq)
    const alone = (counts.get(tx) ?? [])
      .map((one) => ({ kind: one.kind, count: one.count - (one.kind === kind ? 1 : 0) }))
      .filter((one) => one.count > 0 && one.kind !== 'sequence_part')
    counted.push(gone ? countsByKind(gone.slice(1)) : alone)
  }
  return counted
}

/**
 * Locks an item of the trash that the actor may restore or remove, within the caller's transaction. Throws NOT_FOUND
 * for any other id, also if another request has just restored or removed the item.
 */
export async function requireItem(ctx: Context, id: string): Promise<TrashRow> {
  requireLog(ctx)
  const position = readPosition(id)
  const isOfLog = position !== undefined && position.log === (await selectLogName(ctx.db))
  if (isOfLog) await lockTrashItem(ctx.db, position)
  const item = isOfLog ? await selectTrashItem(ctx.db, { ...filterOf(ctx), everyones: true }, position) : undefined
  if (!item) throw notFound('Item of the trash')
  return item
}

/**
 * Locks, within the caller's transaction, what the last deletion of a thing deleted for itself and the actor may bring
 * back: what was the actor's own or what the actor deleted. Throws NOT_FOUND if that is nothing, also if another
 * request has just brought it back.
 */
export async function requireDeletionOf(ctx: Context, thing: LoggedThing): Promise<TrashRow[]> {
  requireLog(ctx)
  const deletion = await selectDeletionOf(ctx.db, thing)
  const items = deletion ? await lockItemsOf(ctx.db, { ...filterOf(ctx), orDeletedBy: true }, deletion) : []
  if (!items.length) throw notFound('Deletion')
  return items
}

/**
 * Removes an item from the trash for good: its content and its earlier versions are removed from the log. Throws
 * NOT_FOUND if the item is not in the trash of the actor.
 */
export async function deleteFromTrash(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => forget(tx, [await requireItem(tx, id)]))
  noteDeleted(ctx, 'TrashItem', [id])
}

/** The number of items after which their entries are emptied by a statement; items of one transaction stay together. */
const atOnce = 200

/** Removes all items of the actor from the trash for good; returns the number of items. */
export async function emptyTrash(ctx: Context): Promise<number> {
  requireLog(ctx)
  const ids = await transaction(ctx, async (tx) => {
    const items = await selectTrashPositions(tx.db, filterOf(tx))
    let next: typeof items = []
    for (const ofDeletion of groupBy(items, (item) => item.tx).values()) {
      next = [...next, ...ofDeletion]
      if (next.length >= atOnce) await forget(tx, next.splice(0))
    }
    if (next.length) await forget(tx, next)
    const log = await selectLogName(tx.db)
    return items.map((item) => positionText({ log, tx: item.tx, seq: item.seq }))
  })
  noteDeleted(ctx, 'TrashItem', ids)
  return ids.length
}

async function byTransaction<E extends GoneEntry>(ctx: Context, entries: ReadonlyMap<number, readonly E[]>) {
  const together = new Map<number, (seq: number) => Promise<E[]>>()
  for (const [tx, own] of entries) together.set(tx, await goneTogether(ctx.budget, own))
  return together
}

async function forget(ctx: Context, items: readonly Pick<TrashRow, 'tx' | 'at' | 'seq'>[]): Promise<void> {
  const gone = await byTransaction(
    ctx,
    groupBy(await selectGone(ctx, items), ({ tx }) => tx),
  )
  const things: string[] = []
  const parts: { thing: string; part: string }[] = []
  let until = 0
  for (const { tx, seq } of items)
    for (const entry of (await gone.get(tx)?.(seq)) ?? []) {
      if (entry.part === null) things.push(entry.thing)
      else parts.push({ thing: entry.thing, part: entry.part })
      until = Math.max(until, entry.seq)
    }
  await emptyEntries(ctx.db, { things, parts, until })
}
