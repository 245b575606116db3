import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Slot } from '../driver/statement.js'

/** Returns the condition that a column contains the text, ignoring case; without a text every row matches. */
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

/** Returns the ILIKE pattern, with special characters escaped. A prepared statement gets the text at each execution. */
function patternOf(text: string | Slot<never>): unknown {
  if (text instanceof Slot) return new Slot((input: never) => patternOf(String(text.read(input))))
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
