import { sql, type RawBuilder } from 'kysely'
import { namesOf, type FieldKind, type RecordField, type RecordOf } from './record.js'

/**
 * An SQL expression by which PostgreSQL builds JSON text, so that Node only passes the bytes on: for exports and for
 * whole documents (most REST answers are printed by RowPrinter). The expression of a value is NULL for NULL; as a
 * member of an object it prints null.
 */
export type Printed = RawBuilder<string>
/** A column, or any SQL expression over the row. */
export type Value = string | RawBuilder<unknown>

function value(column: Value): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

/** Prints a text that can contain any character. */
export const text = (column: Value): Printed => sql<string>`to_json(${value(column)}::text)::text`
/** Prints a text or uuid that needs no escaping. */
export const plain = (column: Value): Printed => sql<string>`'"' || ${value(column)} || '"'`
export const number = (column: Value): Printed => sql<string>`${value(column)}::text`
export const boolean = number
/** Prints a json column exactly as stored. */
export const document = (column: Value): Printed => sql<string>`${value(column)}::text`
/** Prints a timestamp in ISO 8601, UTC, with milliseconds. */
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

/** Returns the JSON expressions of the wanted fields of a record by member name; by default those that REST prints. */
export function printedFields(of: RecordOf, wanted = (field: RecordField) => field.printed): Record<string, Printed> {
  return Object.fromEntries(
    namesOf(of, wanted).flatMap((name) => {
      const { kind, column, members } = of.fields[name]!
      const printed = printers[kind](`${of.alias}.${column}`)
      return (members.length ? members : [name]).map((member) => [member, printed])
    }),
  )
}

/** Prints the fields as one JSON object, in this order. Has no parameters, so that a COPY can contain it. */
export function objectOf(fields: Record<string, Printed>): Printed {
  return sql<string>`('{' || ${membersOf(fields)} || '}')`
}

/** Prints the members without the braces, for a caller that adds more around them; never NULL. */
export function membersOf(fields: Record<string, Printed>): Printed {
  return chained(
    Object.entries(fields).map(([name, printed], index) => {
      const before = `${index ? ',' : ''}${JSON.stringify(name)}:`
      return sql<string>`coalesce(${sql.lit(before)} || ${printed}, ${sql.lit(`${before}null`)})`
    }),
  )
}

/**
 * Joins the parts pairwise as a balanced tree: a chain of || would copy the growing text each time, and concat is
 * slower.
 */
function chained(parts: readonly Printed[]): Printed {
  if (parts.length < 2) return parts[0] ?? sql<string>`''`
  const middle = Math.ceil(parts.length / 2)
  return sql<string>`(${chained(parts.slice(0, middle))} || ${chained(parts.slice(middle))})`
}

/** Aggregates several rows into the text of one JSON array; '[]' without rows. */
export function arrayOf(printed: RawBuilder<unknown>, order: RawBuilder<unknown>): Printed {
  return sql<string>`'[' || coalesce(string_agg(${printed}, ',' order by ${order}), '') || ']'`
}
