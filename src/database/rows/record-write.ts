import { sql, type RawBuilder } from 'kysely'
import { utcOf } from '../../lib/moment.js'
import type { Database } from '../driver/client.js'
import { slot } from '../driver/statement.js'
import { forkedFromSql } from './forked-from.js'
import { namesOf, type RecordField, type RecordOf } from './record.js'
import type { NamesWith, Value } from './record-schema.js'

type Stored<Field> = Field extends { kind: 'document' } ? string : Value<Field>
/** The fields that clients write, as column values; documents are JSON text. */
export type Columns<F> = {
  [Name in NamesWith<F, { writer: 'client' }>]?: Stored<F[Name]> | (F[Name] extends { nullable: true } ? null : never)
}
type Row<Name extends string> = Readonly<Partial<Record<Name, unknown>>>

/**
 * Returns the fields of the input as column values: null sets NULL, absent fields stay absent. Documents become JSON
 * text, times become UTC with milliseconds, and repeated words of a set count once. Unknown names, and fields that
 * `wanted` rejects, are left out: a body may have further members (G-06).
 */
export function columnsOf<Name extends string, F extends Readonly<Record<Name, RecordField>>>(
  of: RecordOf<Name, F>,
  input: Row<string>,
  wanted = (field: RecordField) => field.writer === 'client',
): Columns<F> {
  const present = namesOf(of, wanted).filter((name) => input[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, stored(of.fields[name], input[name])])) as Columns<F>
}

function stored({ kind, set }: RecordField, value: unknown): unknown {
  if (kind === 'time' && typeof value === 'string') return utcOf(value) ?? value
  if (kind !== 'document' || value === null) return value
  return JSON.stringify(set && Array.isArray(value) ? [...new Set(value)] : value)
}

/**
 * Returns the column values of a row that a copy takes over. `rewrite` replaces ids in documents that refer to other
 * rows.
 */
export function copiedOf<Name extends string, F extends Readonly<Record<Name, RecordField>>>(
  of: RecordOf<Name, F>,
  row: Row<Name>,
  rewrite: (document: unknown) => unknown,
): Columns<F> {
  const copy = namesOf(of, (field) => field.copied).map((name) => {
    const field = of.fields[name]
    return [name, stored(field, field.references ? rewrite(row[name]) : row[name])]
  })
  return Object.fromEntries(copy) as Columns<F>
}

type Nullable<F> = NamesWith<F, { nullable: true }>
/**
 * A row for these columns. A column that is not nullable must have a value, because the table's default does not apply
 * to a column that the statement names.
 */
export type NewRow<F, Names extends keyof F> = { [Name in Exclude<Names, Nullable<F>>]: NonNullable<unknown> } & {
  [Name in Names & Nullable<F>]?: unknown
}

/**
 * Returns the columns that the statement for a new row names: those that clients write, except `but`, and `served` of
 * those that the server writes. The others get the defaults of the table.
 */
export function insertedNames<
  Name extends string,
  F extends Readonly<Record<Name, RecordField>>,
  Served extends NamesWith<F, { writer: 'server' }> & Name,
  Out extends NamesWith<F, { writer: 'client' }> & Name = never,
>(
  of: RecordOf<Name, F>,
  served: readonly Served[],
  but: readonly Out[] = [],
): (Served | Exclude<NamesWith<F, { writer: 'client' }> & Name, Out>)[] {
  const [named, left]: (readonly string[])[] = [served, but]
  const isInserted = (field: RecordField, name: string) =>
    field.writer === 'client' ? !left!.includes(name) : named!.includes(name)
  return namesOf(of, isInserted) as ReturnType<typeof insertedNames<Name, F, Served, Out>>
}

/** Returns a comma-separated list of columns, qualified with the alias if it is given. */
export function columnList<Name extends string>(
  of: RecordOf<Name>,
  names: readonly Name[],
  alias?: string,
): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(alias ? `${alias}.${of.fields[name].column}` : of.fields[name].column)))
}

/** Returns parameters of a prepared statement for the columns of a row; columns that the row lacks become NULL. */
export function slotList<Name extends string, I>(
  of: RecordOf<Name>,
  names: readonly NoInfer<Name>[],
  rowOf: (input: I) => Row<string>,
): RawBuilder<unknown> {
  return sql.join(
    names.map((name) =>
      typed(
        of.fields[name],
        slot<I>((input) => rowOf(input)[name] ?? null),
      ),
    ),
  )
}

/** Returns the assignments of an update, `column = parameter`, whose values are read from a row. */
export function slotPairs<Name extends string, I>(
  of: RecordOf<Name>,
  names: readonly NoInfer<Name>[],
  rowOf: (input: I) => Row<string>,
): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(of.fields[name].column)} = ${slotList(of, [name], rowOf)}`))
}

const typed = ({ type }: RecordField, value: unknown) => sql`${value}::${sql.raw(type)}`

/**
 * Returns a table expression with the alias r that passes all rows as one JSON parameter, for statements that write
 * many rows at once. For a prepared statement `rows` is a function that takes the rows from its input. `flags` are the
 * names of further, boolean columns. A single row is faster with `slotList`: PostgreSQL estimates 100 rows for the
 * function, so that a plan for the actual single row always looks cheaper, and it plans the statement at each
 * execution.
 */
export function recordset<Name extends string>(
  of: RecordOf<Name>,
  names: readonly Name[],
  rows: readonly Row<string>[] | ((input: never) => readonly Row<string>[]),
  flags: readonly string[] = [],
): RawBuilder<unknown> {
  const columns = [
    ...names.map((name) => sql.raw(`${of.fields[name].column} ${of.fields[name].type}`)),
    ...flags.map((flag) => sql`${sql.ref(flag)} bool`),
  ]
  const textOf = (rows: readonly Row<string>[]) => {
    return `[${rows.map((row) => rowText(of, names, row, flags)).join(',')}]`
  }
  const text = typeof rows === 'function' ? slot((input: never) => textOf(rows(input))) : textOf(rows)
  return sql`json_to_recordset(${text}::json) as r(${sql.join(columns)})`
}

/** Returns a row as the text of a JSON object. Documents are JSON text already and are inserted unchanged. */
function rowText<Name extends string>(
  of: RecordOf<Name>,
  names: readonly Name[],
  row: Row<string>,
  flags: readonly string[],
): string {
  const members = names
    .filter((name) => row[name] !== undefined && row[name] !== null)
    .map((name) => {
      const { kind, column } = of.fields[name]
      return `"${column}":${kind === 'document' ? String(row[name]) : JSON.stringify(row[name])}`
    })
  for (const flag of flags) members.push(`"${flag}":${row[flag] === true}`)
  return `{${members.join(',')}}`
}

/**
 * Copies the row `id`: the columns that copies take over, with the values in `row` added or put in their place, and the
 * source and its version in `forked_from`. Returns false if the row does not exist.
 */
export async function copyRow<Name extends string>(
  db: Database,
  of: RecordOf<Name>,
  id: string,
  row: Row<Name>,
): Promise<boolean> {
  const source: Record<string, RawBuilder<unknown>> = { forkedFrom: forkedFromSql(sql`source.id`, sql`source.version`) }
  const names = namesOf(of, (field, name) => field.copied || row[name] !== undefined || name in source)
  const values = names.map((name) => {
    const field = of.fields[name]
    return row[name] === undefined ? (source[name] ?? sql.ref(`source.${field.column}`)) : typed(field, row[name])
  })
  const { numAffectedRows } = await sql`
    insert into ${sql.table(of.table)} (${columnList(of, names)})
    select ${sql.join(values)} from ${sql.table(of.table)} source where source.id = ${id}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
