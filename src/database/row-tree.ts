import type { ByteWriter } from '../lib/byte-writer.js'
import { Turn, type Clock } from '../lib/turns.js'
import { locateColumn, type RowPrinter } from './row-printer.js'
import { RowIndex } from './row-index.js'
import type { RawRow } from './wire-pool.js'

/** Rows that stand below rows, in their order within each level. */
export interface Forest {
  roots: readonly RawRow[]
  below: ReadonlyMap<RawRow, readonly RawRow[]>
  total: number
}

/** Columns that say where a row stands: its own id, and that of the row above it. */
export interface TreeColumns {
  id: number
  parent: number
}

/** One whose parent is not among the rows, since the viewer may not read it, is a root. */
export function forestOf(rows: readonly RawRow[], { id, parent }: TreeColumns): Forest {
  const index = new RowIndex(rows, id)
  const below = new Map<RawRow, RawRow[]>()
  const roots: RawRow[] = []
  for (const row of rows) {
    const above = index.find(row, parent)
    const siblings = above ? below.get(above) : roots
    if (siblings) siblings.push(row)
    else below.set(above!, [row])
  }
  return { roots, below, total: rows.length }
}

/** The rows in `wanted` with all that stand above them, in their order. */
export function withAncestors(rows: readonly RawRow[], wanted: Iterable<RawRow>, { id, parent }: TreeColumns) {
  const index = new RowIndex(rows, id)
  const kept = new Set<RawRow>()
  for (const one of wanted)
    for (let row: RawRow | undefined = one; row && !kept.has(row); row = index.find(row, parent)) kept.add(row)
  return rows.filter((row) => kept.has(row))
}

/** Whether a row stands below no other at all. */
export const isRoot = (row: RawRow, { parent }: TreeColumns): boolean => locateColumn(row, parent).end < 0

/**
 * Prints the roots as a JSON array; those below a row stand in its last member, `name`. Iterative: a tree may be of
 * any depth. How many levels there were; 0 without rows.
 */
export function printForest(forest: Forest, printer: RowPrinter, name: string, out: ByteWriter): number {
  const steps = printing(forest, printer, name, out)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in turns with other work, for forests of many rows. */
export async function printForestInTurns(
  clock: Clock,
  forest: Forest,
  printer: RowPrinter,
  name: string,
  out: ByteWriter,
): Promise<number> {
  const turn = new Turn(clock)
  const steps = printing(forest, printer, name, out)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      turn.end()
      return step.value
    }
    if (turn.isOver()) await turn.pause()
  }
}

/** Rows from one look at the clock to the next. */
const rowsInOneGo = 64

function* printing(
  { roots, below }: Forest,
  printer: RowPrinter,
  name: string,
  out: ByteWriter,
): Generator<undefined, number, undefined> {
  const before = `,${JSON.stringify(name)}:[`
  const open: { rows: readonly RawRow[]; next: number }[] = [{ rows: roots, next: 0 }]
  let depth = 0
  let printed = 0
  out.byte(0x5b)
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const row = level.rows[level.next]
    if (!row) {
      open.pop()
      out.ascii(open.length ? ']}' : ']')
      continue
    }
    if (level.next++) out.byte(0x2c)
    if (open.length > depth) depth = open.length
    printer.print(row, out)
    // The object goes on.
    out.length -= 1
    out.ascii(before)
    const rows = below.get(row)
    if (rows) open.push({ rows, next: 0 })
    else out.ascii(']}')
    if (++printed % rowsInOneGo === 0) yield undefined
  }
  return depth
}
