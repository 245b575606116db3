import { sql, type RawBuilder, type SqlBool } from 'kysely'

export type Condition = RawBuilder<SqlBool>
/** A statement that answers such rows. */
export type Statement<Row = unknown> = RawBuilder<Row>

/** All of them hold; those that are undefined say nothing. */
export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((one) => one !== undefined)
  return given.length ? sql<SqlBool>`(${sql.join(given, sql` and `)})` : sql<SqlBool>`true`
}

/** The column has the value; says nothing where that is absent or null. */
export function is(column: string, value: unknown): Condition | undefined {
  return value === undefined || value === null ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** The column has one of the values, which are of the SQL type. */
export function isAny(column: string, values: readonly string[], type: 'uuid' | 'text'): Condition {
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`
}
