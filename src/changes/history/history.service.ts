import { abilitiesOf, reachOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { requireOneOf } from '../../kind-words.js'
import type { HistoryKind } from '../../kinds.js'
import { positionText } from '../../database/changes/position.js'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import { notFound } from '../../lib/errors.js'
import { inTurns, Turn } from '../../lib/fairness/turns.js'
import { groupBy } from '../../lib/group-by.js'
import { jsonText } from '../../lib/json-text.js'
import { load } from '../../lib/load.js'
import { listPage, openPage, type ListPage, type PageArguments } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { historyOfKind, requirePart } from './history-kinds.js'
import { historyKinds, type HistoryChange, type HistoryEntry } from './history.shape.js'
import {
  countHistories,
  mayReadDeleted,
  selectHistory,
  selectReadable,
  type HistoryRow,
  type Thing,
  type Wanted,
} from './history.sql.js'
import { changesOfStep } from './history-changes.js'
import { nameOfPart, rowOf, State, Versions, type Row } from './history-versions.js'
import { selectLogName } from '../log/entries.sql.js'
import { requireLog } from '../log/log-on.js'

/** The names by which a client identifies a thing. */
export interface ThingNamed {
  kind: HistoryKind
  id: string
  part?: string | null | undefined
}

/**
 * Throws VALIDATION_ERROR for a kind without a history, if a part is given for a kind without parts, and if it is
 * missing for a kind with parts.
 */
export function thingNamed({ kind, id, part = null }: ThingNamed): Thing {
  requireOneOf(historyKinds, kind)
  requirePart(kind, part)
  return { kind, id: normalUuid(id), part }
}

/** Throws NOT_FOUND unless the actor may read the thing or, if it is deleted, could read it as its owner. */
export async function requireReadableHistory(ctx: Context, thing: Thing): Promise<void> {
  requireLog(ctx)
  const readable = await selectReadable(ctx.db, await abilitiesOf(ctx), thing.kind, [thing.id])
  const may = readable.get(thing.id) ?? (await mayReadDeleted(ctx.db, reachOf(requireActor(ctx)), thing))
  if (!may) throw notFound('Thing')
}

/** A change of a thing in a list; the members that it changed are made when they are needed. */
export type Listed = Omit<HistoryEntry, 'changes'> & {
  kind: HistoryKind
  versions: Versions
  /** Its index among the changes of the thing, newest first. */
  place: number
  /** The number by which histories are sorted. */
  last: number
}

/** Returns the changes of a thing, from the newest to the last wanted change. */
function versionsOf(
  kind: HistoryKind,
  rows: readonly HistoryRow[],
  log: string,
): { versions: Versions; listed: Listed[] } {
  let row: Row | null = null
  const parts = new Map<string, Row>()
  for (const one of rows) {
    if (one.source === 'row') row = rowOf(one.pairs ?? [])
    if (one.source === 'part') parts.set(nameOfPart(one.kind, one.part), rowOf(one.pairs ?? []))
  }
  const of = historyOfKind[kind]
  const versions = new Versions(new State(of, row, parts))
  const entries = rows.filter(({ source }) => source === 'entry')
  const listed = [...groupBy(entries, ({ last }) => last).values()].map((group, place) => {
    versions.add(group.map(({ pairs, ...entry }) => ({ ...entry, before: pairs })))
    const { was, is } = versions.steps[place]!
    const version = new State(of, is, noParts).version ?? new State(of, was, noParts).version
    return { ...entryOf(kind, group, log, version), kind, versions, place, last: group[0]!.last }
  })
  return { versions, listed }
}

const noParts: ReadonlyMap<string, Row> = new Map()

function entryOf(
  kind: HistoryKind,
  group: readonly HistoryRow[],
  log: string,
  version: number | null,
): Omit<HistoryEntry, 'changes'> {
  const [newest] = group
  const { tx, last, at, actorId, username, displayName, via, viaName, model, requestId } = newest!
  const own = group.filter((one) => one.kind === kind)
  const operation = own[0]?.operation === 'delete' ? 'delete' : own.at(-1)?.operation === 'insert' ? 'insert' : 'update'
  return {
    position: positionText({ log, tx, seq: last }),
    at,
    operation,
    version,
    actor: actorId === null ? null : { id: actorId, username, displayName },
    via: via as HistoryEntry['via'],
    viaName,
    model,
    requestId,
  }
}

/** Returns the entry of a change, without the values from which its members are made. */
function entryShown(listed: Listed): Omit<HistoryEntry, 'changes'> {
  const { kind: _kind, versions: _versions, place: _place, last: _last, ...entry } = listed
  return entry
}

/**
 * Returns the members that changes of things changed, in turns with other requests. Values that are read for this count
 * as bytes of the answer. Throws COST_LIMIT, which says to ask for smaller pages.
 */
export async function membersOf({ budget }: Context, listed: readonly Listed[]): Promise<HistoryChange[][]> {
  for (const [versions, own] of groupBy(listed, (one) => one.versions)) {
    const places = own.map(({ place }) => place)
    await versions.settle(budget, Math.min(...places), Math.max(...places))
  }
  const changes: HistoryChange[][] = []
  for (const { kind, versions, place } of listed) {
    const turn = new Turn(budget)
    if (turn.isOver()) await turn.pause()
    turn.end()
    changes.push(await changesOfStep(kind, versions, place, budget))
  }
  return changes
}

/** Prints a page of a history in the form of REST, in turns with other requests. */
export async function printHistory(
  { budget }: Context,
  { nodes, pageInfo }: ListPage<Listed>,
  changes: readonly (readonly HistoryChange[])[],
  totalCount: number | undefined,
): Promise<Chunks> {
  const out = new ByteWriter(undefined, budget)
  out.ascii('{"history":[')
  for (const [at, node] of nodes.entries()) {
    out.text(`${at ? ',' : ''}${JSON.stringify(entryShown(node)).slice(0, -1)},"changes":[`)
    const own = changes[at]!
    await inTurns(budget, own.length, (i) => {
      const { before, after, ...change } = own[i]!
      out.text(`${i ? ',' : ''}${JSON.stringify(change).slice(0, -1)},"before":`)
      out.text(jsonText(before))
      out.ascii(',"after":')
      out.text(jsonText(after))
      out.byte(0x7d)
    })
    out.ascii(']}')
  }
  out.text(`],"pageInfo":${JSON.stringify(pageInfo)}`)
  if (totalCount !== undefined) out.text(`,"totalCount":${totalCount}`)
  out.byte(0x7d)
  return out.answer()
}

const kinds = ['number'] as const
const listOf = (thing: Thing) => ({ name: 'history', filter: { ...thing }, kinds })

/** Makes a page of a history from the entries and the rows of the thing. */
function pageOf(ctx: Context, thing: Thing, args: PageArguments, rows: readonly HistoryRow[], log: string) {
  return listPage(args, {
    ...listOf(thing),
    keyOf: ({ last }: Listed) => [last],
    select: async ({ limit, backward, after, before }) => {
      const [from, to] = [after?.[0] ?? Infinity, before?.[0] ?? -Infinity]
      const { listed } = versionsOf(thing.kind, rows, log)
      const inside = listed.filter(({ last }) => last < Number(from) && last > Number(to))
      return (backward ? inside.reverse() : inside).slice(0, limit + 1)
    },
    count: () => load(ctx, countsOf, thing),
  })
}

/** Counts the changes of things, by one statement for each kind. */
async function countsOf(ctx: Context, things: readonly Thing[]): Promise<number[]> {
  const counts = new Map<Thing, number>()
  for (const [kind, own] of groupBy(things, (thing) => thing.kind)) {
    const ofKind = await countHistories(ctx.db, kind, own)
    own.forEach((thing, at) => counts.set(thing, ofKind[at] ?? 0))
  }
  return things.map((thing) => counts.get(thing) ?? 0)
}

function wantedOf(thing: Thing, args: PageArguments): Wanted {
  const { limit, backward, after, before } = openPage(args, listOf(thing)).page
  return {
    limit: limit + 1,
    backward,
    after: (after?.[0] as number | undefined) ?? null,
    before: (before?.[0] as number | undefined) ?? null,
  }
}

/**
 * Returns a page of the changes of a thing, newest first. Throws NOT_FOUND if the actor may not read the thing, and
 * CONFLICT if the server keeps no log.
 */
export async function historyOf(ctx: Context, named: ThingNamed, args: PageArguments): Promise<ListPage<Listed>> {
  const thing = thingNamed(named)
  const wanted = wantedOf(thing, args)
  await requireReadableHistory(ctx, thing)
  ctx.budget.hint = 'Ask for fewer changes at once: smaller pages (`first` and `after`).'
  const rows = await selectHistory(ctx.db, thing.kind, [thing], wanted)
  return pageOf(ctx, thing, args, rows, await selectLogName(ctx.db))
}

export interface HistoryRequest {
  thing: Thing
  args: PageArguments
}

/**
 * Returns the pages of several things, with two statements for all things of one kind whose pages begin at the same
 * place. The page is empty if the actor may not read the thing itself, because texts show the names of types and
 * objects that they refer to.
 */
export async function historiesOf(ctx: Context, requests: readonly HistoryRequest[]): Promise<ListPage<Listed>[]> {
  requireLog(ctx)
  const log = await selectLogName(ctx.db)
  const wanted = requests.map(({ thing, args }, at) => ({ at, thing, args, wanted: wantedOf(thing, args) }))
  const pages: ListPage<Listed>[] = new Array(requests.length)
  for (const group of groupBy(wanted, (one) => JSON.stringify([one.thing.kind, one.wanted])).values()) {
    const [{ thing, wanted: page }] = group as [(typeof group)[number]]
    const ids = group.map((one) => one.thing.id)
    const readable = await selectReadable(ctx.db, await abilitiesOf(ctx), thing.kind, [...new Set(ids)])
    const things = group.map((one) => one.thing).filter(({ id }) => readable.get(id))
    const rows = groupBy(await selectHistory(ctx.db, thing.kind, things, page), ({ n }) => n)
    for (const one of group) {
      const own = rows.get(things.indexOf(one.thing) + 1) ?? []
      const shown = await pageOf(ctx, one.thing, one.args, own, log)
      pages[one.at] = readable.get(one.thing.id) ? shown : { ...shown, countAll: async () => 0 }
    }
  }
  return pages
}

/** Returns all states of a thing that the log has, newest first. Access is not checked. */
export async function allVersions(ctx: Context, thing: Thing) {
  const everything = { limit: 2 ** 31 - 1, after: null, before: null, backward: false }
  const rows = await selectHistory(ctx.db, thing.kind, [thing], everything)
  return versionsOf(thing.kind, rows, await selectLogName(ctx.db))
}
