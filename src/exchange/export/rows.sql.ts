import { sql, type RawBuilder } from 'kysely'

/** `any('{…}'::type[])` with the values spelled out: a COPY takes no parameters. */
export function anyOf(values: readonly string[], type: 'uuid' | 'text'): RawBuilder<unknown> {
  const items = values.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`)
  return sql`any(${sql.lit(`{${items.join(',')}}`)}::${sql.raw(type)}[])`
}

/**
 * The rows of a table that a condition lets pass, put in order under the alias of the condition. Rows that are ordered
 * by the statement that prints them are all printed, and kept on disk, before the first line goes out; from here they
 * come in the order of an index, or sorted as they are stored, and each is printed when it is sent. `more` are further
 * columns, with a comma before them.
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
