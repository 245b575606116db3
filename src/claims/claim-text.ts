import { membersOf, printedFields } from '../database/print.js'
import { claimRecord } from './claim.record.js'

/** The fields of a claim in the form of the routes, over the alias c, printed by PostgreSQL. */
export const claimFields = printedFields(claimRecord)
/** Its members; `subclaims` follows when the tree is put together. */
export const claimMembers = membersOf(claimFields)

export interface ClaimText<T> {
  id: string
  parentId: string | null
  /** Members without braces: a string, or bytes. */
  text: T
  /** Members that follow those below. */
  rest?: T | undefined
  /** Objects in its members. */
  objects?: number
}

export interface ClaimForest<T> {
  /** In this order a JSON array of the roots, those below nested in them. */
  pieces: (T | string)[]
  roots: number
  /** Claims printed. */
  total: number
  /** These, and the objects in their members. */
  objects: number
  /** Levels of the deepest branch; 0 without claims. */
  depth: number
}

export interface ClaimNesting {
  /** What stands between the members of a claim and the array of those below it. */
  before: string
  /** Levels to print; claims of the last one are printed without those below. */
  levels: number
}

const asSubclaims: ClaimNesting = { before: ',"subclaims":', levels: Infinity }

/**
 * Rows in their order within each level become nested text. Iterative: a tree may be of any depth. A claim whose parent
 * is not among the rows is a root.
 */
export function nestClaims<T>(
  rows: readonly ClaimText<T>[],
  { before, levels }: ClaimNesting = asSubclaims,
): ClaimForest<T> {
  const children = new Map<string, ClaimText<T>[]>()
  const known = new Set(rows.map((row) => row.id))
  const roots: ClaimText<T>[] = []
  for (const row of rows) {
    if (row.parentId === null || !known.has(row.parentId)) roots.push(row)
    else {
      const siblings = children.get(row.parentId)
      if (siblings) siblings.push(row)
      else children.set(row.parentId, [row])
    }
  }
  const pieces: (T | string)[] = ['[']
  const end = (row: ClaimText<T>) => (row.rest === undefined ? pieces.push('}') : pieces.push(row.rest, '}'))
  let total = 0
  let objects = 0
  let depth = 0
  const open: { parent: ClaimText<T> | null; rows: readonly ClaimText<T>[]; next: number }[] = [
    { parent: null, rows: roots, next: 0 },
  ]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const row = level.rows[level.next]
    if (!row) {
      open.pop()
      pieces.push(']')
      if (level.parent) end(level.parent)
      continue
    }
    total += 1
    objects += 1 + (row.objects ?? 0)
    pieces.push(level.next++ ? ',{' : '{', row.text)
    if (open.length > depth) depth = open.length
    if (open.length >= levels) {
      end(row)
      continue
    }
    const below = children.get(row.id)
    pieces.push(before, below ? '[' : '[]')
    if (below) open.push({ parent: row, rows: below, next: 0 })
    else end(row)
  }
  return { pieces, roots: roots.length, total, objects, depth }
}
