import { sql, type RawBuilder } from 'kysely'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import type { Budget } from '../../lib/fairness/budget.js'
import { Turn } from '../../lib/fairness/turns.js'
import { namesOf, type RecordField, type RecordOf } from './record.js'
import { locateColumn, type Member, type RowPrinter } from './row-printer.js'
import type { RawRow } from '../driver/wire-client.js'

/** Returns the bytes of a value as received; the value must not be NULL. */
export function bytesAt(row: RawRow, column: number): Buffer {
  const { start, end } = locateColumn(row, column)
  return row.bytes.subarray(start, end)
}

/** The columns that a record is printed from: the select list, and the position of each column in the rows. */
export interface PrintedColumns<Name extends string> {
  /** The names of the columns, in the order of the lists. */
  names: readonly Name[]
  list: RawBuilder<unknown>
  count: number
  at(name: Name): number
  members: Member[]
}

/** A row as returned by the statement that wrote it. */
export interface WrittenRow {
  columns: { names: readonly string[] }
  row: RawRow
}

/**
 * Returns the columns that REST prints of a record, and those in `besides`, which are read but not printed. `stored` is
 * the SQL of fields whose value is not simply that of their column.
 */
export function printedColumns<Name extends string>(
  of: RecordOf<Name>,
  besides: readonly NoInfer<Name>[] = [],
  stored: Partial<Record<NoInfer<Name>, RawBuilder<unknown>>> = {},
): PrintedColumns<Name> {
  const names = namesOf(of, (field: RecordField, name) => field.printed || besides.includes(name))
  const at = (name: Name) => names.indexOf(name)
  const columns = names.map((name) => stored[name] ?? sql.ref(`${of.alias}.${of.fields[name].column}`))
  return {
    names,
    list: sql.join(columns),
    count: names.length,
    at,
    members: names.flatMap((name) =>
      of.fields[name].members.map((key) => ({ key, column: at(name), print: of.fields[name].kind })),
    ),
  }
}

/**
 * Estimates the bytes that rows need as JSON: their values, and about twenty bytes a column for name, quotes and comma.
 */
export function roomFor(rows: readonly RawRow[]): number {
  let bytes = 64
  for (const { bytes: from, at, end } of rows) bytes += end - at + 20 * (from[at + 1] ?? 0)
  return bytes
}

/**
 * Prints rows as one JSON array, yielding to other work from time to time. Throws COST_LIMIT when the answer exceeds
 * the budget.
 */
export async function printList(
  budget: Budget,
  rows: readonly RawRow[],
  print: (row: RawRow, out: ByteWriter) => void | Promise<void>,
): Promise<Chunks> {
  const out = new ByteWriter(roomFor(rows), budget)
  const turn = new Turn(budget)
  let mark = 0
  out.byte(0x5b)
  for (let i = 0; i < rows.length; i++) {
    if (i) out.byte(0x2c)
    const waits = print(rows[i]!, out)
    if (waits) await waits
    if (i % rowsInOneGo && out.length - mark < bytesInOneGo) continue
    mark = out.length
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  out.byte(0x5d)
  return out.answer()
}

/** The numbers of rows and bytes after which the clock is checked. */
const rowsInOneGo = 64
const bytesInOneGo = 1 << 19

/** Prints a single row as a JSON object. */
export function printOne(row: RawRow, printer: RowPrinter): Chunks {
  const out = new ByteWriter(1 << 10)
  printer.print(row, out)
  return out.answer()
}
