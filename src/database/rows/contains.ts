import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Slot } from '../driver/statement.js'

/** At least one of the columns contains the text, ignoring case; without a text every row matches. */
export function contains(
  text: string | null | undefined,
  columns: readonly (string | RawBuilder<unknown>)[],
): RawBuilder<SqlBool> {
  if (!text) return sql<SqlBool>`true`
  const pattern = patternOf(text)
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${typeof column === 'string' ? sql.ref(column) : column} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** The ILIKE pattern with special characters escaped. In a prepared statement the text comes with each execution. */
function patternOf(text: string | Slot<never>): unknown {
  if (text instanceof Slot) return new Slot((input: never) => patternOf(String(text.read(input))))
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
