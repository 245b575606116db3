import { Type, type Static, type TObject } from '@sinclair/typebox'
import { says } from './described.js'
import { validation } from './errors.js'
import type { OrderField, PageArguments } from './page.js'
import { choice, shortText } from './schema.js'

/** The parameters of a page in a REST query, for a list with a fixed order. */
export const pageQuery = {
  first: Type.Optional(
    says('Number of items from the start or behind `after`, 1 to 100; 50 by default.', Type.Integer()),
  ),
  after: Type.Optional(says('Cursor of an item: the page begins behind it.', shortText)),
  last: Type.Optional(says('Number of items from the end or before `before`, 1 to 100.', Type.Integer())),
  before: Type.Optional(says('Cursor of an item: the page ends before it.', shortText)),
  totalCount: Type.Optional(says('Whether to count the whole list; false by default.', Type.Boolean())),
}

/** Returns the same for a list that can be sorted by one of these fields. */
export const orderedPageQuery = <const F extends OrderField>(fields: readonly F[]) => ({
  ...pageQuery,
  orderBy: Type.Optional(says('What the list is sorted by; by time of creation by default.', choice(fields))),
  direction: Type.Optional(
    says('Whether the smallest or the largest comes first; asc by default.', choice(['asc', 'desc'])),
  ),
})

export type PageQuery = Static<TObject<ReturnType<typeof orderedPageQuery<OrderField>>>>

const names = ['first', 'after', 'last', 'before', 'orderBy', 'direction', 'totalCount'] as const

/** Splits a query into the filter, the arguments of the page, and whether to count. */
export function partsOfQuery<Q extends PageQuery>(
  query: Q,
): { filter: Omit<Q, keyof PageQuery>; page: PageArguments; totalCount: boolean } {
  const { first, after, last, before, orderBy, direction, totalCount = false, ...filter } = query
  const order = (orderBy ?? direction) ? { field: orderBy ?? 'createdAt', direction: direction ?? 'asc' } : null
  const page: PageArguments = { first, after, last, before, orderBy: order } as PageArguments
  return { filter, page, totalCount }
}

/** Throws VALIDATION_ERROR for page parameters in a request for all rows. */
export function refusePage(query: object): void {
  const present = names.filter((name) => name in query)
  if (present.length)
    throw validation(present.map((field) => ({ field, message: 'is of a page; NDJSON has all items, oldest first' })))
}
