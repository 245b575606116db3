import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { among } from '../../access/measure.js'
import { orderKinds, orderNullable, type OrderField, type Page } from '../../lib/page.js'
import { snake } from './record.js'

export interface KeyColumn {
  /** The column with its alias, such as `p.created_at`. */
  column: string
  /** The SQL type to which the cursor's value is cast. */
  type: 'timestamptz' | 'uuid' | 'text' | 'float8' | 'int8'
  /** Whether the column, a time or a number, may be NULL: such rows come last in either direction. */
  nullable?: boolean
}

export interface Keyset {
  where: RawBuilder<SqlBool>
  /** The expressions of the order, and their common direction. */
  parts: readonly RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
  orderBy: RawBuilder<unknown>
  limit: RawBuilder<number>
}

/** A page whose cursors are values of the key's columns, or the parameters of a prepared statement. */
type PageOfKeys = Omit<Page, 'after' | 'before'> & Record<'after' | 'before', readonly unknown[] | null>

/** Returns the items of an ORDER BY that sorts all expressions in one direction. */
export const sorted = (parts: readonly RawBuilder<unknown>[], direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql.join(parts.map((part) => sql`${part} ${sql.raw(direction)}`))

/**
 * Returns WHERE, ORDER BY and LIMIT of one page (keyset pagination). All columns of the key are sorted in one
 * direction, reversed if the page reads backward. A page with an `order` is sorted by that column of the key's table,
 * with the key's last column as tie-break. The limit is one row more than the page, to detect whether more rows follow;
 * the whole list has none.
 */
export function keyset(page: PageOfKeys, ownColumns: readonly KeyColumn[], ownDirection: 'asc' | 'desc'): Keyset {
  const columns = page.order ? ordered(page.order.field, ownColumns) : ownColumns
  const direction = page.order?.direction ?? ownDirection
  const end = sql.lit(direction === 'asc' ? 'infinity' : '-infinity')
  const comparable = (value: RawBuilder<unknown>, { type, nullable }: KeyColumn) =>
    nullable ? sql`coalesce(${value}, ${end}::${sql.raw(type)})` : value
  const parts = columns.map((column) => comparable(sql.ref(column.column), column))
  const key = sql.join(parts)
  const values = (keyValues: readonly unknown[]) =>
    sql.join(columns.map((column, i) => comparable(sql`${keyValues[i]}::${sql.raw(column.type)}`, column)))
  const read = (direction === 'asc') !== page.backward ? 'asc' : 'desc'
  const beyond = (position: readonly unknown[], after: boolean) =>
    sql<SqlBool>`(${key}) ${sql.raw((direction === 'asc') === after ? '>' : '<')} (${values(position)})`
  const conditions = [
    ...(page.after ? [beyond(page.after, true)] : []),
    ...(page.before ? [beyond(page.before, false)] : []),
  ]
  return {
    where: among(conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`),
    parts,
    direction: read,
    orderBy: sorted(parts, read),
    limit: page.limit === Infinity ? sql<number>`all` : sql<number>`${sql.lit(page.limit + 1)}`,
  }
}

const sqlTypes = { time: 'timestamptz', text: 'text', number: 'float8' } as const

function ordered(field: OrderField, columns: readonly KeyColumn[]): KeyColumn[] {
  const last = columns.at(-1)
  if (!last) throw new Error('a key has columns')
  const by = {
    column: `${last.column.split('.')[0]}.${snake(field)}`,
    type: sqlTypes[orderKinds[field]],
    nullable: orderNullable.has(field),
  }
  return [by, last]
}

/** Returns the key of lists by creation time, with the id as tie-break. */
export const newestKey = (alias: string): KeyColumn[] => [
  { column: `${alias}.created_at`, type: 'timestamptz' },
  { column: `${alias}.id`, type: 'uuid' },
]
