import { sql, type RawBuilder } from 'kysely'

/** Returns `any('{…}'::type[])` with the values as literals, because a COPY accepts no parameters. */
export function anyOf(values: readonly string[], type: 'uuid' | 'text' | 'review_state'): RawBuilder<unknown> {
  const items = values.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`)
  return sql`any(${sql.lit(`{${items.join(',')}}`)}::${sql.raw(type)}[])`
}

/**
 * Returns a subquery with the rows of a table that meet a condition, sorted, under the alias that the condition uses.
 * If the printing statement sorted them, it would print all rows, and keep them on disk, before sending the first line.
 * Sorted in a subquery, rows come in the order of an index or are sorted in their stored form, and each is printed when
 * it is sent. `more` contains further columns, beginning with a comma.
 */
export const inOrder = (
  table: string,
  alias: string,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
) =>
  sql`(select ${sql.ref(alias)}.*${more}
    from ${sql.table(table)} ${sql.ref(alias)}
    where ${where}
    order by ${order}) ${sql.ref(alias)}`
