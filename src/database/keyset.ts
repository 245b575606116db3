import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Page } from '../lib/page.js'

export interface KeyColumn {
  /** Such as `p.created_at`. */
  column: string
  /** SQL type the cursor's value is cast to. */
  type: 'timestamptz' | 'uuid' | 'text' | 'float8'
}

export interface Keyset {
  where: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  limit: RawBuilder<number>
}

/** WHERE, ORDER BY and LIMIT of one page: all columns of the key in one direction, read backward where the page asks for it. */
export function keyset(page: Page, columns: readonly KeyColumn[], direction: 'asc' | 'desc'): Keyset {
  const key = sql.join(columns.map(({ column }) => sql.ref(column)))
  const values = (given: readonly unknown[]) => sql.join(columns.map(({ type }, i) => sql`${given[i]}::${sql.raw(type)}`))
  const ascending = (direction === 'asc') !== page.backward
  const beyond = (given: readonly unknown[], after: boolean) =>
    sql<SqlBool>`(${key}) ${sql.raw((direction === 'asc') === after ? '>' : '<')} (${values(given)})`
  const conditions = [
    ...(page.after ? [beyond(page.after, true)] : []),
    ...(page.before ? [beyond(page.before, false)] : []),
  ]
  return {
    where: conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`,
    orderBy: sql.join(columns.map(({ column }) => sql`${sql.ref(column)} ${sql.raw(ascending ? 'asc' : 'desc')}`)),
    limit: sql<number>`${sql.lit(page.limit + 1)}`,
  }
}

export const newestKey = (alias: string): KeyColumn[] => [
  { column: `${alias}.created_at`, type: 'timestamptz' },
  { column: `${alias}.id`, type: 'uuid' },
]
