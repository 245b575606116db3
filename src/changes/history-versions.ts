import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../lib/json-walk.js'
import { arrayOfKind, historyOfKind, type HistoryOf } from './history-kinds.js'
import type { HistoryChange, HistoryKind } from './history.shape.js'

// Earlier states of a thing, made from the rows as they are and the entries of the log, the newest first.

/** A row: its columns by their names in SQL, each with its value as JSON text. */
export type Row = Map<string, string>
/** Columns and their values, as SQL gives them; JSON null is null. */
export type Pairs = readonly (readonly [column: string, value: string | null])[]

export interface LogEntry {
  kind: string
  part: string | null
  operation: 'insert' | 'update' | 'delete'
  /** What the log kept; null of an insert, and where it was emptied. */
  before: Pairs | null
}

export const rowOf = (pairs: Pairs): Row => new Map(pairs.map(([column, value]) => [column, value ?? 'null']))

/** A state of a thing: its own row, and the rows of its parts by their kinds and names. */
export class State {
  constructor(
    private readonly of: HistoryOf,
    readonly row: Row | null,
    readonly parts: ReadonlyMap<string, Row>,
  ) {}

  /** The state before some entries, which are given newest first. */
  before(entries: readonly LogEntry[]): State {
    const { parts: ofParts } = this.of
    const parts = new Map(this.parts)
    let { row } = this
    for (const { kind, part, operation, before } of entries) {
      if (!ofParts?.kinds.includes(kind)) {
        row = rowBefore(row, operation, before, this.isText)
        continue
      }
      const name = nameOfPart(kind, part)
      const was = rowBefore(parts.get(name) ?? null, operation, before, (column) => ofParts.texts.includes(column))
      if (was) parts.set(name, was)
      else parts.delete(name)
    }
    return new State(this.of, row, parts)
  }

  private readonly isText = (column: string): boolean => {
    const { record } = this.of
    if (!record) return false
    return record.names.some(
      (name) => record.fields[name]!.column === column && record.fields[name]!.kind !== 'document',
    )
  }

  /** The version that the row has; null without a row, or where its kind has none. */
  get version(): number | null {
    const version = this.of.versioned ? this.row?.get('version') : undefined
    return version === undefined ? null : Number(version)
  }

  /** The value of a column; undefined without a row or where the log does not know it. */
  value(column: string): unknown {
    const text = this.row?.get(column)
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  }

  /** The sequence of an annotation as JSON text, from its row or from the parts in which it is stored. */
  get sequence(): string | undefined {
    if (!this.row) return undefined
    const [head, tail] = [this.value('frames_head'), this.value('frames_tail')]
    if (typeof head !== 'string' || typeof tail !== 'string') return this.row.get('frames')
    const boxes = [...this.parts]
      .map(([name, row]) => [Number(name.slice(name.indexOf('/') + 1)), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => JSON.parse(row.get('boxes') ?? '""') as string)
    return head + boxes.join(',') + tail
  }

  /** The bodies of the parts of a kind, as they are stored, in their order. */
  bodiesOf(kind: string): unknown[] {
    return [...this.parts]
      .filter(([name]) => name.startsWith(`${kind}/`))
      .map(([, row]) => row)
      .sort((a, b) => Number(a.get('position')) - Number(b.get('position')))
      .map((row) => JSON.parse(row.get('body') ?? 'null') as unknown)
  }
}

export const nameOfPart = (kind: string, part: string | null) => `${kind}/${part ?? ''}`

function rowBefore(
  row: Row | null,
  operation: LogEntry['operation'],
  before: Pairs | null,
  isText: (column: string) => boolean,
): Row | null {
  if (operation === 'insert') return null
  if (operation === 'delete') return before && rowOf(before)
  const changed: Row = new Map(row)
  for (const [key, value] of before ?? []) {
    if (!key.endsWith('~')) {
      changed.set(key, value ?? 'null')
      continue
    }
    const column = key.slice(0, -1)
    const now = row?.get(column) ?? ''
    const between = JSON.parse(value ?? '[0,0,""]') as [number, number, string]
    changed.set(
      column,
      isText(column) ? JSON.stringify(textBefore(JSON.parse(now) as string, between)) : textBefore(now, between),
    )
  }
  return changed
}

/** Makes the text before a change from the one after it (text_before of migration 0300); numbers are of bytes. */
function textBefore(now: string, [head, tail, between]: [number, number, string]): string {
  const bytes = Buffer.from(now)
  return Buffer.concat([bytes.subarray(0, head), Buffer.from(between), bytes.subarray(bytes.length - tail)]).toString()
}

/** Columns that every change sets or that the log does not follow, and those in which a sequence is stored. */
const unsaid = new Set(['updated_at', 'version', 'stale'])
const ofSequence = new Set(['frames', 'frames_head', 'frames_tail'])

/** The members that differ between two states of a thing, under the names of answers. */
export function changesBetween(kind: HistoryKind, before: State, after: State): HistoryChange[] {
  const { record, parts } = historyOfKind[kind]
  const found: HistoryChange[] = []
  const add = (member: string, item: string | null, was: unknown, is: unknown) =>
    found.push({ member, item, before: was ?? null, after: is ?? null })
  for (const name of record?.names ?? []) {
    const { column, printed, derived, kind: ofField } = record!.fields[name]!
    if (!printed || derived || unsaid.has(column) || ofSequence.has(column)) continue
    if (before.row?.get(column) === after.row?.get(column)) continue
    const [was, is] = [before, after].map((state) => asPrinted(ofField, state.value(column)))
    if (!isDeepStrictEqual(was ?? null, is ?? null)) add(name, null, was, is)
  }
  if (kind === 'annotation' && before.sequence !== after.sequence)
    add('frames', null, parsed(before.sequence), parsed(after.sequence))
  else if (parts && kind !== 'annotation') itemsBetween(before, after, add)
  else if (!record) membersBetween(before.value('body'), after.value('body'), add)
  return found
}

/** Times in the form in which answers have them. */
const asPrinted = (kind: string, value: unknown) =>
  kind === 'time' && typeof value === 'string' ? new Date(value).toISOString() : value

type Add = (member: string, item: string | null, was: unknown, is: unknown) => void

const parsed = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text))

/** Types of an ontology or objects of a world that differ; their order does not count. */
function itemsBetween(before: State, after: State, add: Add): void {
  for (const name of new Set([...before.parts.keys(), ...after.parts.keys()])) {
    const [was, is] = [before.parts.get(name)?.get('body'), after.parts.get(name)?.get('body')]
    if (was === is) continue
    const at = name.indexOf('/')
    add(arrayOfKind[name.slice(0, at)] ?? '', name.slice(at + 1), parsed(was), parsed(is))
  }
}

/** Members that differ between two documents. */
function membersBetween(before: unknown, after: unknown, add: Add): void {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  for (const member of new Set([...Object.keys(was), ...Object.keys(is)]))
    if (!isDeepStrictEqual(was[member], is[member])) add(member, null, was[member], is[member])
}
