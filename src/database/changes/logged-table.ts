import type pg from 'pg'
import type { RecordField, RecordOf } from '../rows/record.js'

/** What an entry of the log says of a row. All texts are SQL over `it`, a row of the table. */
interface Entry<Column extends string> {
  /** The id of the thing that changed (`it.id`), and of which part of it, for rows that are parts (none). */
  thing?: string
  part?: string
  /** The ids of its owner, its project and what it belongs to, and its version (none). */
  owner?: string
  project?: string
  parent?: string
  version?: string
  /** Members that name the row to people who read of it (none). */
  details?: Readonly<Record<string, string>>
  /** A condition for deleted rows: what the row goes with was deleted, too. */
  gone?: string
  /** Columns whose values never enter the log. */
  secrets?: readonly Column[]
  /** Columns whose change alone makes no entry. */
  derived?: readonly Column[]
  /** The events that are logged (all three). */
  events?: readonly ('insert' | 'update' | 'delete')[]
  /** A condition for the rows that are logged (all). */
  onlyRows?: string
}

/** A table whose changes are logged: the arguments of the SQL function `log_changes`, with columns named as in SQL. */
export interface LoggedTable extends Entry<string> {
  table: string
  /** The kind of thing, an SQL expression. */
  kind: string
}

/** Describes how the changes of a record's table are logged. */
export function loggedTable<Name extends string>(
  of: RecordOf<Name, Readonly<Record<Name, RecordField>>>,
  kind: string,
  entry: Entry<NoInfer<Name>>,
): LoggedTable {
  const columns = (names: readonly Name[] = []) => names.map((name) => of.fields[name].column)
  return { ...entry, table: of.table, kind, secrets: columns(entry.secrets), derived: columns(entry.derived) }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const listed = (words: readonly string[] = []) => (words.length > 0 ? quoted(`{${words.join(',')}}`) : undefined)
const object = (members: Readonly<Record<string, string>>) =>
  `json_build_object(${Object.entries(members)
    .map(([name, value]) => `${quoted(name)}, ${value}`)
    .join(', ')})`

/** The statement with which a migration makes the triggers of a table. */
function logStatement({ table, kind, ...entry }: LoggedTable): string {
  const { thing, part, owner, project, parent, version, details, gone, secrets, derived, events, onlyRows } = entry
  const texts = { thing, part, owner, project, parent, version, details: details && object(details), gone }
  const given = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text && quoted(text)])),
    ...{ secrets: listed(secrets), derived: listed(derived), events: listed(events) },
    only_rows: onlyRows && quoted(onlyRows),
  }
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name} => ${value}`]))
  return `select log_changes(${[quoted(table), quoted(kind), ...named].join(', ')});`
}

/** The functions and triggers that log a table, as they are now. */
async function triggersOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select prosrc as text from pg_proc where proname in ('log_changes_of_' || $1, 'log_updates_of_' || $1)
     union all select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = $1::regclass and tgname ~ '_logged_(insert|update|delete)$' order by 1`,
    [table],
  )
  return rows.map(({ text }) => text).join('\n')
}

/**
 * Compares the triggers that the migrations have made with those that the descriptions make, and returns a sentence for
 * each table that differs, with the statement that a migration needs. Changes nothing: all of it is rolled back.
 */
export async function staleLogs(client: pg.ClientBase, tables: readonly LoggedTable[]): Promise<string[]> {
  const found: string[] = []
  await client.query('begin')
  try {
    for (const one of tables) {
      const before = await triggersOf(client, one.table)
      await client.query(logStatement(one))
      const after = await triggersOf(client, one.table)
      if (before === after) continue
      const { rows } = await client.query<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [one.table],
      )
      const knows = (source: string, column: string) => new RegExp(`"?\\b${column}\\b`).test(source)
      const lacking = rows.map(({ column }) => column).filter((name) => knows(after, name) && !knows(before, name))
      const what = lacking.length ? `does not know ${lacking.join(', ')}` : 'is made by other rules'
      found.push(`The log of ${one.table} ${what}. A migration must run:\n  ${logStatement(one)}`)
    }
    const { rows } = await client.query<{ table: string }>(
      `select distinct tgrelid::regclass::text as table from pg_trigger where tgname ~ '_logged_(insert|update|delete)$'`,
    )
    const named = new Set(tables.map(({ table }) => table))
    for (const { table } of rows) if (!named.has(table)) found.push(`The log of ${table} is described nowhere.`)
  } finally {
    await client.query('rollback')
  }
  return found
}
