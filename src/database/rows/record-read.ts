import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ByteWriter } from '../../lib/byte-writer.js'
import type { Chunks } from '../../lib/bytes.js'
import type { Budget } from '../../lib/fairness/budget.js'
import { Turn } from '../../lib/fairness/turns.js'
import type { Database } from '../driver/client.js'
import { executionOf } from '../driver/prepared.js'
import { rawStatement, type RawConnections, type RawOptions } from '../driver/raw-rows.js'
import { namesOf, type RecordField, type RecordOf } from './record.js'
import { locateColumn, type Member, type RowPrinter } from './row-printer.js'
import type { DB } from '../schema.js'
import { rowOf, type RawRow } from '../driver/wire-pool.js'

export type ReadConnections = RawConnections & { db: Database }

/** A statement whose rows are kept as received, to be printed by a RowPrinter. */
export interface Reading<I> {
  sql(db: Kysely<DB>): string
  rows(on: ReadConnections, input: I): Promise<RawRow[]>
}

/**
 * A statement that selects `columns` columns. Outside of transactions it is prepared once on each connection, unless it
 * is not to be `named`.
 */
export function reading<I>(columns: number, build: () => RawBuilder<unknown>, { named = true } = {}): Reading<I> {
  const statement = rawStatement<I>(build, { named })
  return {
    sql: (db) => statement.sql(db),
    async rows(on, input) {
      if (on.db.isTransaction) return rowsInTransaction(on.db, columns, build(), input)
      const rows: RawRow[] = []
      await statement.read(on, input, (row) => rows.push(row))
      return rows
    },
  }
}

/** Returns the bytes of a value as they came; the value must not be NULL. */
export function bytesAt(row: RawRow, column: number): Buffer {
  const { start, end } = locateColumn(row, column)
  return row.bytes.subarray(start, end)
}

export type Writing<I> = Reading<I>['rows']

/**
 * A statement that writes rows and returns columns of them as text (`texts`), which are kept as received. It is never
 * sent to a replica, and done once. One that writes a single row says by `changes` which one it is.
 */
export function writing<I>(build: () => RawBuilder<unknown>, options?: Pick<RawOptions<I>, 'changes'>): Writing<I> {
  const statement = rawStatement<I>(build, options)
  return async ({ db, wirePool, budget }, input) => {
    if (db.isTransaction) return textsInTransaction(db, build(), input)
    const rows: RawRow[] = []
    await statement.read({ db, wirePool, ...(budget && { budget }) }, input, (row) => rows.push(row))
    return rows
  }
}

/** The number of shapes of one statement that are kept compiled; further ones are compiled each time. */
const keptShapes = 40

/** Returns a function that gives the statement for a shape. Shapes with equal `keyOf` share one. */
function keptBy<T, S>(keyOf: (shape: S) => string, make: (shape: S) => T): (shape: S) => T {
  const known = new Map<string, T>()
  return (shape) => {
    const key = keyOf(shape)
    const statement = known.get(key) ?? make(shape)
    if (known.size < keptShapes) known.set(key, statement)
    return statement
  }
}

/** The shapes of a statement that reads. */
export const readings = keptBy as <I, S>(
  keyOf: (shape: S) => string,
  make: (shape: S) => Reading<I>,
) => (shape: S) => Reading<I>

/** The shapes of a statement that writes. */
export const writings = keptBy as <I, S>(
  keyOf: (shape: S) => string,
  make: (shape: S) => Writing<I>,
) => (shape: S) => Writing<I>

/**
 * A transaction's connection parses every value except text. Every column is therefore cast to text, and the rows are
 * put back into the wire format.
 */
async function rowsInTransaction(db: Database, columns: number, statement: RawBuilder<unknown>, input: unknown) {
  const names = Array.from({ length: columns }, (_, i) => sql.raw(`v${i}`))
  const texts = sql.join(names.map((name) => sql`${name}::text`))
  return textsInTransaction(db, sql`select ${texts} from (${statement}) as r(${sql.join(names)})`, input)
}

async function textsInTransaction(db: Database, statement: RawBuilder<unknown>, input: unknown): Promise<RawRow[]> {
  const { rows } = await db.executeQuery<Record<string, string | null>>(executionOf(db, statement, input))
  return rows.map((row) => rowOf(Object.values(row)))
}

/** The columns that a record is printed from: the select list, and the position of each column in the rows. */
export interface PrintedColumns<Name extends string> {
  /** The names of the columns, in the order of the lists. */
  names: readonly Name[]
  list: RawBuilder<unknown>
  /** The same list with each column as text, for a statement that writes. */
  texts: RawBuilder<unknown>
  count: number
  at(name: Name): number
  members: Member[]
}

/** A row as the statement that wrote it has returned it, each column as text. */
export interface WrittenRow {
  columns: { names: readonly string[] }
  row: RawRow
}

/**
 * Returns the columns that REST prints of a record, and those in `besides`, which are read but not printed. `stored`
 * gives the SQL of values that are not stored in the column of their name alone.
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
    texts: sql.join(columns.map((column) => sql`${column}::text`)),
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

/** The clock is looked at after this many rows or bytes. */
const rowsInOneGo = 64
const bytesInOneGo = 1 << 19

/** Prints a single row as a JSON object. */
export function printOne(row: RawRow, printer: RowPrinter): Chunks {
  const out = new ByteWriter(1 << 10)
  printer.print(row, out)
  return out.answer()
}
