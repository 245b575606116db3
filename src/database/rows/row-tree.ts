import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn, type Clock } from '../../lib/fairness/turns.js'
import { locateColumn, type RowPrinter } from './row-printer.js'
import { RowIndex } from './row-index.js'
import type { RawRow } from '../driver/wire-client.js'

/** Rows as trees: the roots and the children of each row, in the order of the rows. */
export interface Forest {
  roots: readonly RawRow[]
  below: ReadonlyMap<RawRow, readonly RawRow[]>
  total: number
}

/** The columns that define the tree: the row's own id, and that of its parent. */
export interface TreeColumns {
  id: number
  parent: number
}

/** Builds the trees. A row whose parent is not among the rows, because the viewer may not read it, is a root. */
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

/** Returns the rows in `wanted` and all their ancestors, in the order of `rows`. */
export function withAncestors(rows: readonly RawRow[], wanted: Iterable<RawRow>, { id, parent }: TreeColumns) {
  const index = new RowIndex(rows, id)
  const kept = new Set<RawRow>()
  for (const start of wanted)
    for (let row: RawRow | undefined = start; row && !kept.has(row); row = index.find(row, parent)) kept.add(row)
  return rows.filter((row) => kept.has(row))
}

/** Returns whether the parent of a row is NULL, as opposed to a parent that is not among the rows. */
export const isRoot = (row: RawRow, { parent }: TreeColumns): boolean => locateColumn(row, parent).end < 0

/**
 * Prints the roots as a JSON array; the children of a row are its last member, `name`. Iterative, because a tree may
 * have any depth. Returns the number of levels; 0 without rows.
 */
export function printForest(forest: Forest, printer: RowPrinter, name: string, out: ByteWriter): number {
  const steps = printing(forest, printer, name, out)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Like printForest, but yields to other work from time to time, for forests of many rows. */
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

/** The number of rows after which the clock is checked. */
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
    // Removes the closing brace, because the object continues with its children.
    out.at -= 1
    out.ascii(before)
    const rows = below.get(row)
    if (rows) open.push({ rows, next: 0 })
    else out.ascii(']}')
    if (++printed % rowsInOneGo === 0) yield undefined
  }
  return depth
}
