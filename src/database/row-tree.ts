import type { ByteWriter } from '../lib/byte-writer.js'
import { inTurns, Turn, type Clock } from '../lib/turns.js'
import { textAt, type RowPrinter } from './row-printer.js'
import type { RawRow } from './wire-pool.js'

/** A row with its place in a tree. */
export interface TreeNode {
  row: RawRow
  id: string
  parentId: string | null
  /** Those directly below it, once a forest has been made. */
  below?: TreeNode[] | undefined
}

/** Rows in which the columns `id` and `parent` say where each stands; many are looked at in turns with other work. */
export async function treeNodes(
  clock: Clock,
  rows: readonly RawRow[],
  id: number,
  parent: number,
): Promise<TreeNode[]> {
  const nodes: TreeNode[] = []
  const node = (row: RawRow) => nodes.push({ row, id: textAt(row, id)!, parentId: textAt(row, parent) })
  await inTurns(clock, rows.length, (i) => node(rows[i]!))
  return nodes
}

export interface Forest {
  roots: readonly TreeNode[]
  total: number
}

/** Nodes in their order within each level; one whose parent is not among them is a root. */
export function forestOf(nodes: readonly TreeNode[]): Forest {
  const known = new Map<string, TreeNode>()
  for (const node of nodes) {
    node.below = undefined
    known.set(node.id, node)
  }
  const roots: TreeNode[] = []
  for (const node of nodes) {
    const parent = node.parentId === null ? undefined : known.get(node.parentId)
    if (!parent) roots.push(node)
    else if (parent.below) parent.below.push(node)
    else parent.below = [node]
  }
  return { roots, total: nodes.length }
}

/**
 * Prints the roots as a JSON array; those below a row stand in its last member, `below`. Iterative: a tree may be of
 * any depth. How many levels there were; 0 without rows.
 */
export function printForest(forest: Forest, printer: RowPrinter, below: string, out: ByteWriter): number {
  const steps = printing(forest, printer, below, out)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in turns with other work, for forests of many rows. */
export async function printForestInTurns(
  clock: Clock,
  forest: Forest,
  printer: RowPrinter,
  below: string,
  out: ByteWriter,
): Promise<number> {
  const turn = new Turn(clock)
  const steps = printing(forest, printer, below, out)
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
  { roots }: Forest,
  printer: RowPrinter,
  below: string,
  out: ByteWriter,
): Generator<undefined, number, undefined> {
  const before = `,${JSON.stringify(below)}:[`
  const open: { nodes: readonly TreeNode[]; next: number }[] = [{ nodes: roots, next: 0 }]
  let depth = 0
  let printed = 0
  out.byte(0x5b)
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next]
    if (!node) {
      open.pop()
      out.ascii(open.length ? ']}' : ']')
      continue
    }
    if (level.next++) out.byte(0x2c)
    if (open.length > depth) depth = open.length
    printer.print(node.row, out)
    // The object goes on.
    out.length -= 1
    out.ascii(before)
    if (node.below) open.push({ nodes: node.below, next: 0 })
    else out.ascii(']}')
    if (++printed % rowsInOneGo === 0) yield undefined
  }
  return depth
}
