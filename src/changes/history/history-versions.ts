import { inTurns, Turn, type Clock } from '../../lib/fairness/turns.js'
import type { HistoryOf } from './history-kinds.js'

// Earlier states of a thing, made from its current rows and the entries of the log, newest first.

/**
 * The text of a value before a change, of which the log holds only the replaced part. The text is made when it is
 * needed: a history that shows no members makes no texts, however long they are.
 */
class Earlier {
  private made: string | undefined

  constructor(
    private readonly later: Value,
    private readonly replaced: [head: number, tail: number, between: string],
    private readonly isText: boolean,
  ) {}

  get text(): string {
    const chain: Earlier[] = []
    let at: Value = this as Value
    while (typeof at !== 'string' && at.made === undefined) {
      chain.push(at)
      at = at.later
    }
    let text = typeof at === 'string' ? at : at.made!
    for (const one of chain.reverse()) text = one.made = one.from(text)
    return text
  }

  private from(later: string): string {
    if (!this.isText) return textBefore(later, this.replaced)
    return JSON.stringify(textBefore(JSON.parse(later) as string, this.replaced))
  }

  /** Drops the text of the later value, which is made anew when it is needed again. */
  forgetLater(): void {
    if (typeof this.later !== 'string') this.later.made = undefined
  }
}

/** A value as JSON text. */
export type Value = string | Earlier
export const textOf = (value: Value): string => (typeof value === 'string' ? value : value.text)

/** A row: its columns by their names in SQL. */
export type Row = Map<string, Value>
/** Columns and their values, in the form of SQL; JSON null is null. */
export type Pairs = readonly (readonly [column: string, value: string | null])[]

export interface LogEntry {
  kind: string
  part: string | null
  operation: 'insert' | 'update' | 'delete'
  /** The values that the log holds; null for an insert, and after the entry was emptied. */
  before: Pairs | null
}

export const rowOf = (pairs: Pairs): Row => new Map(pairs.map(([column, value]) => [column, value ?? 'null']))

/** A state of a thing: its own row, and the rows of its parts by their kinds and names. */
export class State {
  constructor(
    readonly of: HistoryOf,
    readonly row: Row | null,
    readonly parts: ReadonlyMap<string, Row>,
  ) {}

  /** The version of the row; null without a row, or if its kind has no version. */
  get version(): number | null {
    const version = this.of.versioned ? this.row?.get('version') : undefined
    return version === undefined ? null : Number(textOf(version))
  }

  /** Returns the value of a column as JSON text; undefined without a row or if the log does not have the value. */
  text(column: string): string | undefined {
    const value = this.row?.get(column)
    return value === undefined ? undefined : textOf(value)
  }

  /** Returns the value of a column; undefined without a row or if the log does not have the value. */
  value(column: string): unknown {
    const text = this.text(column)
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  }

  /**
   * Returns the sequence of an annotation as JSON text, from its row or from the parts that store it. Parts are joined
   * in turns with other work.
   */
  async sequence(clock: Clock): Promise<string | undefined> {
    if (!this.row) return undefined
    const [head, tail] = [this.value('frames_head'), this.value('frames_tail')]
    if (typeof head !== 'string' || typeof tail !== 'string') return this.text('frames')
    const parts = [...this.parts]
      .map(([name, row]) => [Number(name.slice(name.indexOf('/') + 1)), row] as const)
      .sort(([a], [b]) => a - b)
    const boxes: string[] = []
    await inTurns(clock, parts.length, (i) =>
      boxes.push(JSON.parse(textOf(parts[i]![1].get('boxes') ?? '""')) as string),
    )
    return head + boxes.join(',') + tail
  }

  /** Returns the bodies of the parts of a kind, as they are stored, in their order. */
  bodiesOf(kind: string): unknown[] {
    return [...this.parts]
      .filter(([name]) => name.startsWith(`${kind}/`))
      .map(([, row]) => row)
      .sort((a, b) => positionOf(a) - positionOf(b))
      .map((row) => JSON.parse(textOf(row.get('body') ?? 'null')) as unknown)
  }
}

export const nameOfPart = (kind: string, part: string | null) => `${kind}/${part ?? ''}`

const positionOf = (row: Row) => Number(textOf(row.get('position') ?? '0'))

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
    const replaced = JSON.parse(value ?? '[0,0,""]') as [number, number, string]
    changed.set(column, new Earlier(row?.get(column) ?? '', replaced, isText(column)))
  }
  return changed
}

export interface Changed {
  was: Row | null
  is: Row | null
}

/** The effect of one change: the row of the thing before and after it, and the parts that it changed. */
export interface Step extends Changed {
  parts: ReadonlyMap<string, Changed>
}

/**
 * The changes of a thing, newest first. Each step holds only what it changed, so that a history costs as much as its
 * entries, however many parts the thing has; a whole state is made when it is needed.
 */
export class Versions {
  readonly steps: Step[] = []
  private row: Row | null
  private readonly parts: Map<string, Row>

  constructor(readonly now: State) {
    this.row = now.row
    this.parts = new Map(now.parts)
  }

  /** Adds the change before those added so far, from its entries, newest first. */
  add(entries: readonly LogEntry[]): void {
    const { parts: ofParts } = this.now.of
    const is = this.row
    const parts = new Map<string, Changed>()
    for (const { kind, part, operation, before } of entries) {
      if (!ofParts?.kinds.includes(kind)) {
        this.row = rowBefore(this.row, operation, before, this.isText)
        continue
      }
      const name = nameOfPart(kind, part)
      const later = this.parts.get(name) ?? null
      const was = rowBefore(later, operation, before, (column) => ofParts.texts.includes(column))
      const added = parts.get(name)
      parts.set(name, { was, is: added ? added.is : later })
      if (was) this.parts.set(name, was)
      else this.parts.delete(name)
    }
    this.steps.push({ was: this.row, is, parts })
  }

  /** Loads of GraphQL print their keys, of which this is a part. The position of a change suffices to identify it. */
  toJSON(): undefined {
    return undefined
  }

  /** Returns the version of the row now and before each change. */
  numbers(): (number | null)[] {
    const { now, steps } = this
    return [now.version, ...steps.map(({ was }) => new State(now.of, was, now.parts).version)]
  }

  /** Returns the state before a change; the current state for -1. */
  stateBefore(at: number): State {
    if (at < 0) return this.now
    const parts = new Map(this.now.parts)
    for (const step of this.steps.slice(0, at + 1))
      for (const [name, { was }] of step.parts) {
        if (was) parts.set(name, was)
        else parts.delete(name)
      }
    return new State(this.now.of, this.steps[at]!.was, parts)
  }

  /**
   * Makes the texts that the changes `from` to `to` need, in turns with other work, and keeps no others: each text is
   * made from the next later text.
   */
  async settle(clock: Clock, from: number, to: number): Promise<void> {
    const turn = new Turn(clock)
    for (const [at, { was, parts }] of this.steps.slice(0, to + 1).entries())
      for (const row of [was, ...[...parts.values()].map((one) => one.was)])
        for (const value of row?.values() ?? []) {
          if (typeof value === 'string') continue
          void value.text
          if (at < from) value.forgetLater()
          if (turn.isOver()) await turn.pause()
        }
    turn.end()
  }

  private readonly isText = (column: string): boolean => {
    const { record } = this.now.of
    if (!record) return false
    return record.names.some(
      (name) => record.fields[name]!.column === column && record.fields[name]!.kind !== 'document',
    )
  }
}

/** Makes the text before a change from the text after it (text_before of migration 0300); numbers are of bytes. */
function textBefore(now: string, [head, tail, between]: [number, number, string]): string {
  const bytes = Buffer.from(now)
  return Buffer.concat([bytes.subarray(0, head), Buffer.from(between), bytes.subarray(bytes.length - tail)]).toString()
}
