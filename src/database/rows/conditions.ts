import { sql, type RawBuilder, type SqlBool } from 'kysely'

export type Condition = RawBuilder<SqlBool>
/** A statement that returns rows of this type. */
export type Statement<Row = unknown> = RawBuilder<Row>

/** The conditions joined by AND; undefined ones are left out, and without any the result is `true`. */
export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const present = conditions.filter((one) => one !== undefined)
  return present.length ? sql<SqlBool>`(${sql.join(present, sql` and `)})` : sql<SqlBool>`true`
}

/** The column equals the value; undefined, which means no condition, where the value is absent or null. */
export function is(column: string, value: unknown): Condition | undefined {
  return value === undefined || value === null ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** The column equals one of the values, which are of the given SQL type. */
export function isAny(column: string, values: readonly string[], type: 'uuid' | 'text'): Condition {
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`
}
