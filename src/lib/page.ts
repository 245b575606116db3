import { createHash } from 'node:crypto'
import { AppError, validation } from './errors.js'
import type { FieldError } from './errors.js'
import { isIsoTimestamp } from './moment.js'
import { isUuid } from './uuid.js'

export const largestPage = 100

/** The type of a column of the sort key; a cursor with values of other types is refused before it reaches SQL. */
export type KeyKind = 'time' | 'uuid' | 'text' | 'number'
export type KeyValue = string | number | null

/**
 * A list with one sort order and one filter. A cursor is valid only in the scope in which it was created; `mark` is a
 * hash of the scope.
 */
export type CursorScope = { mark: string; kinds: readonly KeyKind[] }

/**
 * One page to read: `first: n` reads forward from `after`, `last: n` backward from `before`. The values of a key are in
 * the order of the scope's kinds.
 */
export type Page = {
  limit: number
  backward: boolean
  after: KeyValue[] | null
  before: KeyValue[] | null
  order?: Order
}

/** The fields by which clients may sort lists, by the rows' own names, with their types. */
export const orderKinds = {
  createdAt: 'time',
  updatedAt: 'time',
  assignedAt: 'time',
  lastActivityAt: 'time',
  expiresAt: 'time',
  lastUsed: 'time',
  startedAt: 'time',
  completedAt: 'time',
  name: 'text',
  keyName: 'text',
  filename: 'text',
  username: 'text',
  provider: 'text',
  label: 'text',
  source: 'text',
  videoId: 'text',
  resourceType: 'text',
  permissionLevel: 'text',
  status: 'text',
  queue: 'text',
  confidence: 'number',
  usageCount: 'number',
  itemsImported: 'number',
  itemsSkipped: 'number',
  firstFrame: 'number',
  duration: 'number',
  size: 'number',
} as const satisfies Record<string, KeyKind>
export type OrderField = keyof typeof orderKinds
/** The sort fields that may be null. */
export const orderNullable: ReadonlySet<OrderField> = new Set([
  'expiresAt',
  'lastUsed',
  'startedAt',
  'completedAt',
  'confidence',
  'firstFrame',
  'duration',
])
/** A sort order that the client chose; ties are broken by id. */
export type Order = { field: OrderField; direction: 'asc' | 'desc' }

export type PageArguments = {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
  orderBy?: Order | null
}

export type Edge<T> = { cursor: string; node: T }
export type PageInfo = {
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}
export type Connection<T> = { edges: Edge<T>[]; pageInfo: PageInfo }

/**
 * Returns the scope of a list. `name` is the name of the list, `kinds` are the types of its sort key, whose last column
 * is unique. The order of object keys in sort and filter does not matter.
 */
function cursorScope(name: string, sort: unknown, filter: unknown, kinds: readonly KeyKind[]): CursorScope {
  const text = JSON.stringify([name, sort ?? null, filter ?? null], sortedKeys)
  return { mark: createHash('sha256').update(text).digest('base64url').slice(0, 12), kinds }
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Returns a sort key as a cursor of this scope: base64url of a JSON array. */
function encodeCursor(scope: CursorScope, key: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([scope.mark, ...key]), 'utf8').toString('base64url')
}

/**
 * Returns the sort key of a cursor. Throws VALIDATION_ERROR, naming `argument`, if the cursor is malformed or was not
 * created in this scope.
 */
function decodeCursor(scope: CursorScope, cursor: string, argument: string): KeyValue[] {
  const parts = parsed(cursor)
  if (!parts) throw validation([{ field: argument, message: 'is not a cursor' }])
  const [mark, ...key] = parts
  if (mark !== scope.mark)
    throw validation([{ field: argument, message: 'belongs to a list with another sort or filter' }])
  if (key.length !== scope.kinds.length || !key.every((value, i) => fits(scope.kinds[i], value))) {
    throw validation([{ field: argument, message: 'is not a cursor' }])
  }
  return key as KeyValue[]
}

function parsed(cursor: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function fits(kind: KeyKind | undefined, value: unknown): boolean {
  if (value === null) return true
  if (kind === 'number') return typeof value === 'number'
  if (typeof value !== 'string' || value.includes('\u0000')) return false
  if (kind === 'uuid') return isUuid(value)
  return kind === 'text' || isIsoTimestamp(value)
}

/** Returns the page that the arguments select. Throws VALIDATION_ERROR with all faults of the arguments. */
function pageArguments(args: PageArguments, scope: CursorScope): Page {
  const { first = null, last = null, after, before } = args
  const faults: FieldError[] = []
  if (first !== null && last !== null) faults.push({ field: 'last', message: 'cannot be used together with first' })
  for (const [field, size] of [
    ['first', first],
    ['last', last],
  ] as const) {
    if (size !== null && !(Number.isInteger(size) && size >= 1 && size <= largestPage)) {
      faults.push({ field, message: `must be an integer from 1 to ${largestPage}` })
    }
  }
  const keys = { after: readKey(scope, after, 'after', faults), before: readKey(scope, before, 'before', faults) }
  if (faults.length > 0) throw validation(faults)
  return { limit: first ?? last ?? defaultPage, backward: first === null && last !== null, ...keys }
}

function readKey(
  scope: CursorScope,
  cursor: string | null | undefined,
  argument: string,
  faults: FieldError[],
): KeyValue[] | null {
  if (cursor === null || cursor === undefined) return null
  try {
    return decodeCursor(scope, cursor, argument)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    faults.push(...(error.details ?? []))
    return null
  }
}

/**
 * Returns the connection of a page from up to `page.limit + 1` rows, which are reversed if `page.backward`. An extra
 * row only shows that more rows follow. In the other direction, a cursor is taken as proof of more rows.
 */
function connection<T>(
  rows: readonly T[],
  page: Page,
  scope: CursorScope,
  keyOf: (row: T) => readonly KeyValue[],
): Connection<T> {
  const more = rows.length > page.limit
  const kept = rows.slice(0, page.limit)
  if (page.backward) kept.reverse()
  const edges = kept.map((node) => ({ cursor: encodeCursor(scope, keyOf(node)), node }))
  return { edges, pageInfo: pageInfo(page, more, edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null) }
}

function pageInfo(page: Page, more: boolean, first: string | null, last: string | null): PageInfo {
  return {
    hasNextPage: page.backward ? page.before !== null : more,
    hasPreviousPage: page.backward ? more : page.after !== null,
    startCursor: first,
    endCursor: last,
  }
}

/** A page with its items and a function that counts the whole list. */
export interface ListPage<T> extends Connection<T> {
  nodes: T[]
  countAll: () => Promise<number>
}

/** A list that can be read whole (`allOf`) or in parts (`partOf`). */
export interface Listed<T> {
  /** The name of the list; together with sort and filter it defines the scope in which cursors are valid. */
  name: string
  sort?: unknown
  filter?: unknown
  kinds: readonly KeyKind[]
  keyOf: (row: T) => readonly KeyValue[]
  /** Reads up to `page.limit + 1` rows, reversed if `page.backward`. */
  select: (page: Page) => Promise<readonly T[]>
}

/** A list that can be read in pages with both ends and a count (`listPage`). */
export type ListOf<T> = Listed<T> & { count: () => Promise<number> }

/** The page that is the whole list. */
export const wholeList: Page = { limit: Infinity, backward: false, after: null, before: null }

/** Returns all rows of a list. */
export const allOf = async <T>(own: Listed<T> | Promise<Listed<T>>): Promise<readonly T[]> =>
  (await own).select(wholeList)

/**
 * Returns up to `limit` rows of a list, those behind `cursor`, and the cursor of the last one if more follow. Throws
 * VALIDATION_ERROR, naming `cursor`, for one that is not of this list.
 */
export async function partOf<T>(
  own: Listed<T>,
  { limit = defaultPage, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ rows: readonly T[]; next: string | null }> {
  const scope = cursorScope(own.name, own.sort, own.filter, own.kinds)
  const after = cursor === undefined ? null : decodeCursor(scope, cursor, 'cursor')
  const read = await own.select({ limit, backward: false, after, before: null })
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : encodeCursor(scope, own.keyOf(last)) }
}

/** The page size if the arguments do not set one. */
export const defaultPage = 50

/** A page whose arguments have been checked and whose rows have not been read. */
export interface OpenPage {
  page: Page
  scope: CursorScope
  encode: (key: readonly KeyValue[]) => string
  /**
   * Returns the page info; `more` is whether the query found more rows than the page has. `first` and `last` are the
   * cursors of the first and last row, null without rows.
   */
  ends: (more: boolean, first: string | null, last: string | null) => PageInfo
}

/** Returns the page that the arguments select of a list. Throws VALIDATION_ERROR for invalid arguments. */
export function openPage(
  args: PageArguments,
  own: Pick<Listed<never>, 'name' | 'sort' | 'filter' | 'kinds'>,
): OpenPage {
  const order = args.orderBy ? { field: args.orderBy.field, direction: args.orderBy.direction } : undefined
  const kinds = order ? [orderKinds[order.field], own.kinds.at(-1) ?? 'uuid'] : own.kinds
  const scope = cursorScope(own.name, order ?? own.sort, own.filter, kinds)
  const page = { ...pageArguments(args, scope), ...(order && { order }) }
  return {
    page,
    scope,
    encode: (key) => encodeCursor(scope, key),
    ends: (more, first, last) => pageInfo(page, more, first, last),
  }
}

/** Returns one page of a list. Throws VALIDATION_ERROR for invalid arguments. */
export async function listPage<T>(args: PageArguments, list: ListOf<T> | Promise<ListOf<T>>): Promise<ListPage<T>> {
  const own = await list
  const { page, scope } = openPage(args, own)
  const { order } = page
  const keyOf = (row: T) =>
    order ? [(row as Record<OrderField, KeyValue>)[order.field], own.keyOf(row).at(-1) ?? null] : own.keyOf(row)
  const made = connection(await own.select(page), page, scope, keyOf)
  return { ...made, nodes: made.edges.map((edge) => edge.node), countAll: own.count }
}

/** The sort key of lists by creation time, in either direction. */
export const newestFirst = {
  kinds: ['time', 'uuid'] as const,
  keyOf: (row: { createdAt: string; id: string }) => [row.createdAt, row.id],
}
