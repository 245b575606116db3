import { sql, type RawBuilder } from 'kysely'
import { namesOf, type FieldKind, type RecordField, type RecordOf } from './record.js'

/**
 * Row printers: PostgreSQL builds the JSON text of a row, Node only passes the bytes on. One printer per shape serves
 * REST, exports and, where it reads whole rows, GraphQL. A printer of one value yields NULL for NULL; as a member it
 * prints null.
 */
export type Printed = RawBuilder<string>
/** A column, or any SQL expression over the row. */
export type Value = string | RawBuilder<unknown>

function value(column: Value): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

/** Text that may hold any character. */
export const text = (column: Value): Printed => sql<string>`to_json(${value(column)}::text)::text`
/** A text or uuid that needs no escaping. */
export const plain = (column: Value): Printed => sql<string>`'"' || ${value(column)} || '"'`
export const number = (column: Value): Printed => sql<string>`${value(column)}::text`
export const boolean = number
/** A json column exactly as stored. */
export const document = (column: Value): Printed => sql<string>`${value(column)}::text`
/** ISO 8601, UTC, milliseconds. */
export const timestamp = (column: Value): Printed =>
  sql<string>`to_char(${value(column)} at time zone 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`

const printers: Record<FieldKind, (column: Value) => Printed> = {
  uuid: plain,
  word: plain,
  text,
  integer: number,
  number,
  boolean,
  document,
  time: timestamp,
}

/** The wanted fields of a record, printed under their members' names; by default what REST prints. */
export function printedFields(of: RecordOf, wanted = (field: RecordField) => field.printed): Record<string, Printed> {
  return Object.fromEntries(
    namesOf(of, wanted).flatMap((name) => {
      const { kind, column, members } = of.fields[name]!
      const printed = printers[kind](`${of.alias}.${column}`)
      return (members.length ? members : [name]).map((member) => [member, printed])
    }),
  )
}

/** The fields as one JSON object, in this order. Parameters none: the expression can stand in a COPY. */
export function objectOf(fields: Record<string, Printed>): Printed {
  return sql<string>`('{' || ${membersOf(fields)} || '}')`
}

/** The members alone, for a caller that adds more around them; never NULL. */
export function membersOf(fields: Record<string, Printed>): Printed {
  return chained(
    Object.entries(fields).map(([name, printed], index) => {
      const before = `${index ? ',' : ''}${JSON.stringify(name)}:`
      return sql<string>`coalesce(${sql.lit(before)} || ${printed}, ${sql.lit(`${before}null`)})`
    }),
  )
}

/** Joined two by two: each || copies what stands before it, and concat costs more than both. */
function chained(parts: readonly Printed[]): Printed {
  if (parts.length < 2) return parts[0] ?? sql<string>`''`
  const middle = Math.ceil(parts.length / 2)
  return sql<string>`(${chained(parts.slice(0, middle))} || ${chained(parts.slice(middle))})`
}

/** Documents of several rows as one JSON array text; '[]' without rows. */
export function arrayOf(printed: RawBuilder<unknown>, order: RawBuilder<unknown>): Printed {
  return sql<string>`'[' || coalesce(string_agg(${printed}, ',' order by ${order}), '') || ']'`
}
