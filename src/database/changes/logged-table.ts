import type pg from 'pg'
import type { Entry, Kind } from '../rows/kind.js'
import { snake } from '../rows/record.js'

/** A table whose changes are logged: the arguments of the SQL function `log_changes`, with columns named as in SQL. */
interface LoggedTable extends Entry<string> {
  table: string
  /** The kind of thing, an SQL expression. */
  kind: string
}

/** Returns how the table of a kind is logged; undefined if it is not logged. */
function loggedTable({ table, name, variant, owner, project, log }: Kind): LoggedTable | undefined {
  if (!log) return undefined
  const columns = (names: readonly string[] = []) => names.map(snake)
  const ofVariant = variant && `it.${variant.column}${variant.suffix && ` || '${variant.suffix}'`}`
  return {
    ...(owner !== undefined && { owner: `it.${snake(owner)}` }),
    ...(project !== undefined && { project: `it.${snake(project)}` }),
    ...log,
    ...{ table, kind: ofVariant ?? `'${String(name)}'` },
    ...{ secrets: columns(log.secrets), derived: columns(log.derived) },
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const listed = (words: readonly string[] = []) => (words.length > 0 ? quoted(`{${words.join(',')}}`) : undefined)
const object = (members: Readonly<Record<string, string>>) =>
  `json_build_object(${Object.entries(members)
    .map(([name, value]) => `${quoted(name)}, ${value}`)
    .join(', ')})`

/** Returns the statement with which a migration creates the triggers of a table. */
function logStatement({ table, kind, ...entry }: LoggedTable): string {
  const { thing, part, owner, project, parent, version, details, gone, secrets, derived, events, onlyRows } = entry
  const texts = { thing, part, owner, project, parent, version, details: details && object(details), gone }
  const options = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text && quoted(text)])),
    ...{ secrets: listed(secrets), derived: listed(derived), events: listed(events) },
    only_rows: onlyRows && quoted(onlyRows),
  }
  const named = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`${name} => ${value}`]))
  return `select log_changes(${[quoted(table), quoted(kind), ...named].join(', ')});`
}

/** Returns the current functions and triggers that log a table. */
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
 * Compares the triggers that the migrations created with those derived from the kinds. Returns a sentence for each
 * table that differs, with the statement that a migration needs. Rolls back everything, so the database is unchanged.
 */
export async function staleLogs(client: pg.ClientBase, kinds: readonly Kind[]): Promise<string[]> {
  const tables = kinds.flatMap((kind) => loggedTable(kind) ?? [])
  const faults: string[] = []
  await client.query('begin')
  try {
    for (const logged of tables) {
      const before = await triggersOf(client, logged.table)
      await client.query(logStatement(logged))
      const after = await triggersOf(client, logged.table)
      if (before === after) continue
      const { rows } = await client.query<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [logged.table],
      )
      const knows = (source: string, column: string) => new RegExp(`"?\\b${column}\\b`).test(source)
      const lacking = rows.map(({ column }) => column).filter((name) => knows(after, name) && !knows(before, name))
      const what = lacking.length ? `does not know ${lacking.join(', ')}` : 'is made by other rules'
      faults.push(`The log of ${logged.table} ${what}. A migration must run:\n  ${logStatement(logged)}`)
    }
    const { rows } = await client.query<{ table: string }>(
      `select distinct tgrelid::regclass::text as table from pg_trigger where tgname ~ '_logged_(insert|update|delete)$'`,
    )
    const named = new Set(tables.map(({ table }) => table))
    for (const { table } of rows) if (!named.has(table)) faults.push(`The log of ${table} is described nowhere.`)
  } finally {
    await client.query('rollback')
  }
  return faults
}
