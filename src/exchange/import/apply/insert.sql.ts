import { sql } from 'kysely'
import type { Database } from '../../../database/client.js'
import { namesOf, type RecordField, type RecordOf } from '../../../database/record.js'
import type { LineKind } from '../../line.schema.js'
import { live, target, type Fragment, type TargetKind } from '../plan/rule.sql.js'

/**
 * Who imports, when, and which of the lines: all, or the lines of a part (non-atomic imports go by parts when one
 * fails).
 */
export interface Applying {
  db: Database
  userId: string
  isAdmin: boolean
  worldId: string
  now: Date
  lines: readonly number[] | null
}

export const part = ({ lines }: Applying): Fragment => (lines === null ? sql`true` : sql`l.line = any(${lines}::int[])`)

/** What every row of a line (l) has: its id, or the new one, and its times. */
export const ownColumns = ({ now }: Applying): Record<'id' | 'createdAt' | 'updatedAt', Fragment> => ({
  id: sql`coalesce(l.new_id, l.id)::uuid`,
  createdAt: sql`coalesce(l.created_at, ${now})`,
  updatedAt: sql`coalesce(l.updated_at, ${now})`,
})

/** The members of a line's document (b.body) under their own names, as r. */
export const membersOf = (of: RecordOf, names: readonly string[]): Fragment =>
  sql`cross join lateral json_to_record(b.body) as r(${sql.raw(
    names.map((name) => `"${name}" ${of.fields[name]?.type}`).join(', '),
  )})`

const defaults = new Map<string, ReadonlyMap<string, string>>()

/** What the columns of a table hold when nothing is said, as SQL. */
async function defaultsOf(db: Database, table: string): Promise<ReadonlyMap<string, string>> {
  const known = defaults.get(table)
  if (known) return known
  const { rows } = await sql<{ name: string; value: string }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = ${table}::regclass and a.attgenerated = ''`.execute(db)
  const found = new Map(rows.map((row) => [row.name, row.value]))
  defaults.set(table, found)
  return found
}

/** A member of r as the value of its column; what may not be empty has the table's default in its place. */
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
  /** Columns that do not simply hold what the document says; over l, r and what `refers` and `joins` bring in. */
  given: Record<string, Fragment>
  /** Given columns whose value is made of members of the document. */
  read?: readonly string[]
}

/** Inserts the lines of a kind: every column that lines carry, from the line's document unless it is given. */
export async function insertLines(
  a: Applying,
  kind: LineKind,
  of: RecordOf,
  { refers = {}, joins = sql``, where = sql`true`, order, given, read = [] }: Insertion,
): Promise<void> {
  const values: Record<string, Fragment> = { ...ownColumns(a), ...given }
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
