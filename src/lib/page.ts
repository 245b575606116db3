import { createHash } from 'node:crypto'
import { AppError, validation } from './errors.js'
import type { FieldError } from './errors.js'
import { isIsoTimestamp } from './moment.js'
import { isUuid } from './uuid.js'

export const largestPage = 100

/** What a column of the sort key holds; a cursor with another shape is refused before it reaches SQL. */
export type KeyKind = 'time' | 'uuid' | 'text' | 'number'
export type KeyValue = string | number | null

/** A list under one sort and one filter: cursors made in it are valid in it alone. */
export type CursorScope = { mark: string; kinds: readonly KeyKind[] }

/**
 * `first: n` reads forward from `after`, `last: n` backward from `before`; keys are in the order of the scope's kinds.
 */
export type Page = {
  limit: number
  backward: boolean
  after: KeyValue[] | null
  before: KeyValue[] | null
  order?: Order
}

/** What lists are sorted by, by the rows' own names. */
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
/** Those that a row may lack. */
export const orderNullable: ReadonlySet<OrderField> = new Set([
  'expiresAt',
  'lastUsed',
  'startedAt',
  'completedAt',
  'confidence',
  'firstFrame',
  'duration',
])
/** Another order than the list's own; ties by id. */
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
 * `name` names the list, `kinds` the columns of its sort key, last of which is unique. Key order in sort and filter is
 * free.
 */
export function cursorScope(name: string, sort: unknown, filter: unknown, kinds: readonly KeyKind[]): CursorScope {
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

export function encodeCursor(scope: CursorScope, key: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([scope.mark, ...key]), 'utf8').toString('base64url')
}

/** The sort key inside the cursor; a VALIDATION_ERROR names `argument` when the cursor was not made in this scope. */
export function decodeCursor(scope: CursorScope, cursor: string, argument: string): KeyValue[] {
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

/** Exactly one of first and last (1-100), or neither where `defaultSize` is given; faults are one VALIDATION_ERROR. */
export function pageArguments(args: PageArguments, scope: CursorScope, defaultSize?: number): Page {
  const { first = null, last = null, after, before } = args
  const faults: FieldError[] = []
  if (first !== null && last !== null) faults.push({ field: 'last', message: 'cannot be used together with first' })
  if (first === null && last === null && defaultSize === undefined)
    faults.push({ field: 'first', message: 'first or last is required' })
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
  return { limit: first ?? last ?? defaultSize ?? largestPage, backward: first === null && last !== null, ...keys }
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
 * `rows` are up to `page.limit + 1` rows as read: in list order, or in reverse when `page.backward`. The row above the
 * limit only tells that there are more. Towards the side the page came from, a cursor is taken as proof of more rows.
 */
export function connection<T>(
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

/** A page with its items and the way to count the whole list. */
export interface ListPage<T> extends Connection<T> {
  nodes: T[]
  countAll: () => Promise<number>
}

export interface ListOf<T> {
  /** Name of the list: with sort and filter it makes the scope in which cursors are valid. */
  name: string
  sort?: unknown
  filter?: unknown
  kinds: readonly KeyKind[]
  keyOf: (row: T) => readonly KeyValue[]
  /** Up to `page.limit + 1` rows, in reverse when `page.backward`. */
  select: (page: Page) => Promise<readonly T[]>
  count: () => Promise<number>
}

/** Items of a page whose arguments do not say how many. */
export const defaultPage = 50

/** A page that is about to be read. */
export interface OpenPage {
  page: Page
  scope: CursorScope
  encode: (key: readonly KeyValue[]) => string
  /**
   * Where it stands, once it is known whether more follow; the cursors of its first and last row, null without rows.
   */
  ends: (more: boolean, first: string | null, last: string | null) => PageInfo
}

/** Checks the arguments of a page of the list. */
export function openPage(
  args: PageArguments,
  own: Pick<ListOf<never>, 'name' | 'sort' | 'filter' | 'kinds'>,
): OpenPage {
  const order = args.orderBy ? { field: args.orderBy.field, direction: args.orderBy.direction } : undefined
  const kinds = order ? [orderKinds[order.field], own.kinds.at(-1) ?? 'uuid'] : own.kinds
  const scope = cursorScope(own.name, order ?? own.sort, own.filter, kinds)
  const page = { ...pageArguments(args, scope, defaultPage), ...(order && { order }) }
  return {
    page,
    scope,
    encode: (key) => encodeCursor(scope, key),
    ends: (more, first, last) => pageInfo(page, more, first, last),
  }
}

/** One page of a list: arguments checked, rows read, cursors made. */
export async function listPage<T>(args: PageArguments, own: ListOf<T>): Promise<ListPage<T>> {
  const { page, scope } = openPage(args, own)
  const { order } = page
  const keyOf = (row: T) =>
    order ? [(row as Record<OrderField, KeyValue>)[order.field], own.keyOf(row).at(-1) ?? null] : own.keyOf(row)
  const made = connection(await own.select(page), page, scope, keyOf)
  return { ...made, nodes: made.edges.map((edge) => edge.node), countAll: own.count }
}

/** Key of lists by creation time, whichever the direction. */
export const newestFirst = {
  kinds: ['time', 'uuid'] as const,
  keyOf: (row: { createdAt: string; id: string }) => [row.createdAt, row.id],
}
