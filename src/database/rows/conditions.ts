import { sql, type RawBuilder, type SqlBool } from 'kysely'

export type Condition = RawBuilder<SqlBool>
/** A statement that returns rows of this type. */
export type Statement<Row = unknown> = RawBuilder<Row>

/** Returns the conditions joined by AND, without undefined ones; `true` if no condition is left. */
export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length ? sql<SqlBool>`(${sql.join(present, sql` and `)})` : sql<SqlBool>`true`
}

/** Returns the condition that the column equals the value; undefined if the value is absent or null. */
export function is(column: string, value: unknown): Condition | undefined {
  return value === undefined || value === null ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** Returns the condition that the column equals one of the values, which have the SQL type `type`. */
export function isAny(column: string, values: readonly string[], type: 'uuid' | 'text'): Condition {
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`
}
