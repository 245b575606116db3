import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** One of the columns contains the text, whatever its case; without a text every row passes. */
export function contains(text: string | null | undefined, columns: readonly string[]): RawBuilder<SqlBool> {
  if (!text) return sql<SqlBool>`true`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`
}
