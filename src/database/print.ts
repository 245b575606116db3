import { sql, type RawBuilder } from 'kysely'

/**
 * Row printers: PostgreSQL builds the JSON text of a row, Node only passes the bytes on. One printer per shape serves REST,
 * exports and, where it reads whole rows, GraphQL.
 */
export type Printed = RawBuilder<string>
/** A column, or any SQL expression over the row. */
export type Value = string | RawBuilder<unknown>

function value(column: Value): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

/** Text that may hold any character; null prints null. */
export const text = (column: Value): Printed => sql<string>`coalesce(to_json(${value(column)}::text)::text, 'null')`
/** A text or uuid that needs no escaping, never null. */
export const plain = (column: Value): Printed => sql<string>`'"' || ${value(column)} || '"'`
/** The same, or null. */
export const plainOrNull = (column: Value): Printed => sql<string>`coalesce('"' || ${value(column)} || '"', 'null')`
/** Numbers and booleans, or null. */
export const number = (column: Value): Printed => sql<string>`coalesce(${value(column)}::text, 'null')`
export const boolean = number
/** A json column exactly as stored, or null. */
export const document = (column: Value): Printed => sql<string>`coalesce(${value(column)}::text, 'null')`
/** ISO 8601, UTC, milliseconds; or null. */
export const timestamp = (column: Value): Printed =>
  sql<string>`coalesce(to_char(${value(column)} at time zone 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""'), 'null')`
/** A constant JSON text. */
export const constant = (json: string): Printed => sql<string>`${sql.lit(json)}`

/** The fields as one JSON object, in this order. Parameters none: the expression can stand in a COPY. */
export function objectOf(fields: Record<string, Printed>): Printed {
  return sql<string>`concat('{', ${membersOf(fields)}, '}')`
}

/** The members alone, for a caller that adds more before the closing brace. */
export function membersOf(fields: Record<string, Printed>): Printed {
  const parts = Object.entries(fields).flatMap(([name, printed], index) => [
    sql`${sql.lit(`${index ? ',' : ''}${JSON.stringify(name)}:`)}`,
    printed,
  ])
  return sql<string>`concat(${sql.join(parts)})`
}

/** The members chained by ||, a quarter cheaper than concat: for the hottest lists. No value may be NULL (those of this module are not). */
export function chainOf(fields: Record<string, Printed>): Printed {
  const parts = Object.entries(fields).flatMap(([name, printed], index) => [
    sql`${sql.lit(`${index ? ',' : ''}${JSON.stringify(name)}:`)}`,
    sql`(${printed})`,
  ])
  return sql<string>`(${sql.join(parts, sql` || `)})`
}

/** Documents of several rows as one JSON array text; '[]' without rows. */
export function arrayOf(printed: RawBuilder<unknown>, order: RawBuilder<unknown>): Printed {
  return sql<string>`'[' || coalesce(string_agg(${printed}, ',' order by ${order}), '') || ']'`
}
