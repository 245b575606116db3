import { isDeepStrictEqual } from 'node:util'
import type { Budget } from '../../lib/fairness/budget.js'
import type { Clock } from '../../lib/fairness/turns.js'
import { PrintedJson } from '../../lib/json-text.js'
import { isObject } from '../../lib/json-walk.js'
import { arrayOfKind, historyOfKind } from './history-kinds.js'
import { State, textOf, type Changed, type Row, type Versions } from './history-versions.js'
import type { HistoryKind } from '../../kinds.js'
import type { HistoryChange } from './history.shape.js'

// Finds the members that differ between two states of a thing.

/** Columns that every change sets or that the log does not follow, and the columns that store a sequence. */
const unsaid = new Set(['updated_at', 'version', 'stale'])
const ofSequence = new Set(['frames', 'frames_head', 'frames_tail'])

/** Parses a value, and may count its bytes. */
type Parse = (text: string) => unknown

/** Returns the members that differ between two states of a thing, under their names in answers. */
export function changesBetween(kind: HistoryKind, before: State, after: State, clock: Clock): Promise<HistoryChange[]> {
  const sequences = async () => [await before.sequence(clock), await after.sequence(clock)] as const
  return changesOf(kind, { before, after, sequences }, JSON.parse)
}

/**
 * Returns the members that a change of a thing changed, under their names in answers. Values that are parsed count as
 * bytes of the answer; a sequence is not parsed.
 */
export async function changesOfStep(
  kind: HistoryKind,
  versions: Versions,
  at: number,
  budget: Pick<Budget, 'announceBytes'> & Clock,
): Promise<HistoryChange[]> {
  const { was, is, parts } = versions.steps[at]!
  const state = (row: Row | null, rows: (one: Changed) => Row | null) => {
    const there = [...parts].flatMap(([name, one]) => {
      const row = rows(one)
      return row ? [[name, row] as const] : []
    })
    return new State(versions.now.of, row, new Map(there))
  }
  const before = state(was, (one) => one.was)
  const after = state(is, (one) => one.is)
  const isSame = parts.size === 0 && [...ofSequence].every((column) => was?.get(column) === is?.get(column))
  const sequenceBefore = async (change: number) => {
    const text = await versions.stateBefore(change).sequence(budget)
    budget.announceBytes(text?.length ?? 0)
    return text
  }
  const sequences = async () =>
    isSame ? ([undefined, undefined] as const) : ([await sequenceBefore(at), await sequenceBefore(at - 1)] as const)
  const parse = (text: string): unknown => {
    budget.announceBytes(text.length)
    return JSON.parse(text)
  }
  return changesOf(kind, { before, after, sequences }, parse)
}

interface Compared {
  before: State
  after: State
  /** The sequences of an annotation before and after, as JSON text. */
  sequences: () => Promise<readonly [string | undefined, string | undefined]>
}

async function changesOf(
  kind: HistoryKind,
  { before, after, sequences }: Compared,
  parse: Parse,
): Promise<HistoryChange[]> {
  const { record, parts } = historyOfKind[kind]
  const changes: HistoryChange[] = []
  const add = (member: string, item: string | null, was: unknown, is: unknown) =>
    changes.push({ member, item, before: was ?? null, after: is ?? null })
  const read = (text: string | undefined) => (text === undefined ? undefined : parse(text))
  for (const name of record?.names ?? []) {
    const { column, printed, derived, kind: ofField } = record!.fields[name]!
    if (!printed || derived || unsaid.has(column) || ofSequence.has(column)) continue
    if (before.row?.get(column) === after.row?.get(column)) continue
    const [was, is] = [before, after].map((state) => asPrinted(ofField, read(state.text(column))))
    if (!isDeepStrictEqual(was ?? null, is ?? null)) add(name, null, was, is)
  }
  if (kind === 'annotation') {
    const [was, is] = await sequences()
    if (was !== is)
      add('frames', null, ...([was, is].map((text) => text && new PrintedJson(text)) as [unknown, unknown]))
  } else if (parts) itemsBetween(before, after, read, add)
  else if (!record) membersBetween(read(before.text('body')), read(after.text('body')), add)
  return changes
}

/** Returns times in the form of answers. */
const asPrinted = (kind: string, value: unknown) =>
  kind === 'time' && typeof value === 'string' ? new Date(value).toISOString() : value

type Add = (member: string, item: string | null, was: unknown, is: unknown) => void

/** Adds the types of an ontology or the objects of a world that differ; their order does not count. */
function itemsBetween(before: State, after: State, read: (text: string | undefined) => unknown, add: Add): void {
  for (const name of new Set([...before.parts.keys(), ...after.parts.keys()])) {
    const [was, is] = [before, after].map((state) => {
      const body = state.parts.get(name)?.get('body')
      return body === undefined ? undefined : textOf(body)
    })
    if (was === is) continue
    const at = name.indexOf('/')
    add(arrayOfKind[name.slice(0, at)] ?? '', name.slice(at + 1), read(was), read(is))
  }
}

/** Adds the members that differ between two documents. */
function membersBetween(before: unknown, after: unknown, add: Add): void {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  for (const member of new Set([...Object.keys(was), ...Object.keys(is)]))
    if (!isDeepStrictEqual(was[member], is[member])) add(member, null, was[member], is[member])
}
