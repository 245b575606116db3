import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { namesOf, type RecordField, type RecordOf } from '../../../database/rows/record.js'
import { kinds, namesOf as namesOfKind } from '../../../kinds.js'
import { lineKinds, type LineKind } from '../../line.shape.js'
import { live, target, type Fragment, type TargetKind } from '../plan/rule.sql.js'

/**
 * The context of an apply step: the user, the time, the world, and the lines. `lines` is null for all lines; an import
 * that is not atomic applies parts of them when one fails.
 */
export interface Applying {
  db: Database
  userId: string
  isAdmin: boolean
  worldId: string
  now: Date
  /** Takes numbers for new tracks, by video, and returns the first of each. */
  takeNumbers(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
  /**
   * The highest number that the tracks of each video had before the import; tracks of the file keep higher ones. Videos
   * are left out whose tracks all get new numbers.
   */
  numbered: ReadonlyMap<string, number>
  lines: readonly number[] | null
}

/**
 * The tables that imports write: those of the kinds of lines, and of their parts, except for parts that are only
 * storage.
 */
export const filledTables = kinds
  .filter(
    (kind) =>
      !kind.isStorage && [kind.partOf, ...namesOfKind(kind)].some((name) => lineKinds.includes(name as LineKind)),
  )
  .map(({ table }) => table)

/** Returns a condition on the alias l: the line is one of those to apply. */
export const part = ({ lines }: Applying): Fragment => (lines === null ? sql`true` : sql`l.line = any(${lines}::int[])`)

/** Returns the columns that the row of every line (alias l) has: its id, or its new id, and its times. */
export const ownColumns = ({ now }: Applying): Record<'id' | 'createdAt' | 'updatedAt', Fragment> => ({
  id: sql`coalesce(l.new_id, l.id)::uuid`,
  createdAt: sql`coalesce(l.created_at, ${now})`,
  updatedAt: sql`coalesce(l.updated_at, ${now})`,
})

/** Joins the members of a line's document (b.body) as columns of r, each under its own name. */
export const membersOf = (of: RecordOf, names: readonly string[]): Fragment =>
  sql`cross join lateral json_to_record(b.body) as r(${sql.raw(
    names.map((name) => `"${name}" ${of.fields[name]?.type}`).join(', '),
  )})`

const defaults = new Map<string, ReadonlyMap<string, string>>()

/** Returns the default expressions of a table's columns, as SQL by column name. Read once for each table. */
async function defaultsOf(db: Database, table: string): Promise<ReadonlyMap<string, string>> {
  const cached = defaults.get(table)
  if (cached) return cached
  const { rows } = await sql<{ name: string; value: string }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = ${table}::regclass and a.attgenerated = ''`.execute(db)
  const ofTable = new Map(rows.map((row) => [row.name, row.value]))
  defaults.set(table, ofTable)
  return ofTable
}

/**
 * Returns a function that turns a member of r into the value of its column. If the column is not nullable, a missing
 * member gets the table's default.
 */
export async function memberValues(db: Database, of: RecordOf): Promise<(name: string) => Fragment> {
  const fallbacks = await defaultsOf(db, of.table)
  return (name) => {
    const member = sql.raw(`r."${name}"`)
    const { nullable, column } = of.fields[name] as RecordField
    const fallback = nullable ? undefined : fallbacks.get(column)
    return fallback === undefined ? member : sql`coalesce(${member}, ${sql.raw(fallback)})`
  }
}

interface Insertion {
  refers?: Record<string, readonly [kind: TargetKind, column: string]>
  joins?: Fragment
  where?: Fragment
  order?: Fragment
  /**
   * Columns whose value does not come from the document's member: expressions over l, r and the aliases of `refers` and
   * `joins`.
   */
  expressions: Record<string, Fragment>
  /** Those of the given columns whose expressions read members of the document. */
  read?: readonly string[]
}

/**
 * Inserts the lines of a kind. Every column that lines contain gets the member of the line's document, unless
 * `expressions` has an expression for it.
 */
export async function insertLines(
  a: Applying,
  kind: LineKind,
  of: RecordOf,
  { refers = {}, joins = sql``, where = sql`true`, order, expressions, read = [] }: Insertion,
): Promise<void> {
  const values: Record<string, Fragment> = { ...ownColumns(a), ...expressions }
  const names = namesOf(of, (field, name) => field.exchanged || name in values)
  const member = await memberValues(a.db, of)
  const targets = Object.entries(refers).map(([alias, [to, column]]) => target(to, alias, `l.${column}`))
  const members = names.filter((name) => !(name in values) || read.includes(name))
  await sql`insert into ${sql.table(of.table)} (${sql.join(names.map((name) => sql.ref(of.fields[name]!.column)))})
    select ${sql.join(names.map((name) => values[name] ?? member(name)))}
    from ${live(kind)} l
    join import_bodies b on b.line = l.line
    ${sql.join(targets, sql` `)}
    ${joins}
    ${membersOf(of, members)}
    where ${where} and ${part(a)}
    ${order ? sql`order by ${order}` : sql``}`.execute(a.db)
}
