import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupFault, readBackup, type BackupReader } from './backup-file.js'
import { connecting, textOptions } from '../driver/client.js'
import { onConnection } from '../driver/on-connection.js'
import { quoted, storedTables } from './dump.js'
import { partsSchema } from '../changes/parts.js'
import { excludeServers } from './presence.js'
import { applyMigrations, readMigrations, type Migration } from '../migrate/migrate.js'

export interface Loaded {
  tables: number
  rows: number
  sha256: string
  /** The migrations of this version that the backup lacks. */
  migrated: string[]
}

/** Thrown when a restore is refused because of the database, not because of the file. */
class RestoreRefused extends Error {}

/**
 * Restores a backup into a database, in one transaction: the schema of the backup, its rows, then the later migrations.
 * The digests are compared before the commit; any failure leaves the database unchanged. With `replace` the existing
 * content is dropped; without it, a database that holds content of users is refused. A database that is in use is
 * always refused.
 */
export async function load(url: string, file: BackupReader, path: string, replace: boolean): Promise<Loaded> {
  try {
    return await loadRead(url, file, path, replace)
  } catch (error) {
    // Altered bytes fail in many ways before the digest is reached: as an unknown migration, or as a value that no
    // column accepts. Only reading the whole file reveals the cause; reading it first would slow down every restore.
    if (!(error instanceof RestoreRefused)) await checkBackup(path)
    throw error
  }
}

async function loadRead(url: string, file: BackupReader, path: string, replace: boolean): Promise<Loaded> {
  const { applied, later } = migrationsOf(file, path)
  return onConnection({ ...connecting(url, textOptions), application_name: 'restore' }, async (client) => {
    await client.query("begin; set local statement_timeout = '0'; set local client_min_messages = 'warning'")
    await refuseUsed(client)
    if (!replace) await refuseFull(client)
    await client.query('drop schema if exists bullmq cascade')
    await client.query('drop schema public cascade; create schema public')
    await client.query(`drop schema if exists ${partsSchema} cascade`)
    await applyMigrations(client, applied)
    const foreignKeys = await dropForeignKeys(client)
    const present = new Map((await storedTables(client)).map(({ name, columns }) => [name, columns.join()]))
    // The backup also contains the rows that migrations insert.
    for (const name of present.keys())
      await client.query(`alter table ${quoted(name)} disable trigger user; delete from ${quoted(name)}`)
    let rows = 0
    for await (const table of file.tables()) {
      const { columns } = file.head.tables.find(({ name }) => name === table.name) ?? { columns: [] }
      if (present.get(table.name) !== columns.join())
        throw new BackupFault(`${path} was altered: its columns of ${table.name} are not those of its migrations`)
      const taken = await copyIn(client, table.name, columns, table.bytes)
      if (taken !== table.end().rows) throw new BackupFault(`${path} was altered: rows of ${table.name} are missing`)
      rows += taken
    }
    const sha256 = await file.finish()
    for (const name of present.keys()) await client.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    await applyMigrations(client, later)
    await continueChanges(client)
    await client.query('commit')
    // A failure only makes the database slower until autovacuum collects the statistics.
    await client.query('analyze').catch(() => undefined)
    return { tables: file.head.tables.length, rows, sha256, migrated: later.map(({ name }) => name) }
  })
}

/** Reads a backup to its end and compares every digest. Throws BackupFault. */
export async function checkBackup(path: string): Promise<{ rows: number; sha256: string; file: BackupReader }> {
  const file = await readBackup(path)
  try {
    let rows = 0
    for await (const table of file.tables()) {
      for await (const piece of table.bytes) void piece
      rows += table.end().rows
    }
    return { rows, sha256: await file.finish(), file }
  } finally {
    file.close()
  }
}

/**
 * Returns the migrations of the backup and the later ones. Throws BackupFault if this version does not know the schema
 * of the backup.
 */
function migrationsOf({ head }: BackupReader, path: string): { applied: Migration[]; later: Migration[] } {
  const own = readMigrations()
  for (const { name, checksum } of head.migrations) {
    const same = own.find((migration) => migration.name === name)
    if (same === undefined)
      throw new BackupFault(`${path} was made by a newer version: this one does not know the migration ${name}`)
    if (same.checksum !== checksum)
      throw new BackupFault(`${path} was made with another migration ${name} than this version has`)
  }
  const names = new Set(head.migrations.map(({ name }) => name))
  return { applied: own.filter(({ name }) => names.has(name)), later: own.filter(({ name }) => !names.has(name)) }
}

/** Makes positions of the log continue after those of the backup, regardless of the transaction ids of this server. */
async function continueChanges(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$ begin
    execute format('create or replace function change_base() returns bigint language sql immutable parallel safe as %L',
      format('select %s::bigint', greatest(0, coalesce((select max(tx) from changes), 0) - pg_current_xact_id()::text::bigint)));
  end $$`)
}

async function refuseUsed(client: pg.ClientBase): Promise<void> {
  if (!(await excludeServers(client)))
    throw new RestoreRefused('The database is in use: a server or a worker of Parallax runs on it. Stop it first.')
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  if (rows[0]?.count)
    throw new RestoreRefused(`The database is in use (${rows[0].count} connections): stop Parallax first.`)
}

/** Tables that the first start fills, with the condition for the rows that it may insert. */
const seeded: Record<string, string> = {
  users: "username = 'admin'",
  personas: 'is_system_generated',
  ontologies: 'persona_id in (select id from personas where is_system_generated)',
}
/**
 * The tables whose rows do not count as content, because the first start writes them, or a server that no user uses.
 */
const passing = [
  'role_permissions',
  'access_versions',
  'schedules',
  'settings',
  'sessions',
  'login_attempts',
  'rate_limits',
  'idempotency_keys',
]

async function refuseFull(client: pg.ClientBase): Promise<void> {
  for (const { name } of await storedTables(client)) {
    if (passing.includes(name)) continue
    const ofSeed = seeded[name]
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${quoted(name)} ${ofSeed === undefined ? '' : `where not (${ofSeed})`}`,
    )
    if (rows[0]?.count)
      throw new RestoreRefused(
        `The database is not empty (${rows[0].count} rows in ${name}): restore into an empty one, or say --replace ` +
          'to drop everything that it holds.',
      )
  }
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Drops the foreign keys, so that tables can be filled in any order; adding them again checks every row. */
async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  return rows
}

/** Copies rows into a table and returns their number. */
async function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`))
  const done = finished(stream)
  done.catch(() => undefined)
  try {
    for await (const piece of bytes) if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done])
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  stream.end()
  await done
  return stream.rowCount
}
