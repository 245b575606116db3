import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Each column equals what the filter has under its name; absent and null values let every row pass. */
export function equal<F extends object>(filter: F, columns: Partial<Record<keyof F, string>>): RawBuilder<SqlBool> {
  const conditions = Object.entries<string | undefined>(columns).flatMap(([name, column]) => {
    const value = filter[name as keyof F] ?? null
    return column === undefined || value === null ? [] : [sql`${sql.ref(column)} = ${value}`]
  })
  return conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
