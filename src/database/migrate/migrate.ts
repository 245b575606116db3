import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { connecting, textOptions } from '../driver/client.js'
import { onConnection } from '../driver/on-connection.js'
import { isInSteps, stepsOf, type Step } from './migration-steps.js'
import { stepsOnParts } from './index-steps.js'
import { inShortTransaction, lockTimeoutMs, waitForTurn, withPatience, type OnProgress } from './patience.js'

const folder = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))
const table = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Returns the numbered files of db/migrations in order, each with its SHA-256. */
export function readMigrations(): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name) => {
    const sql = readFileSync(folder + name, 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * Brings the database to the newest migration and returns the names of those applied. The database may be in use
 * meanwhile: each migration runs in a separate transaction that waits for no lock longer than a second and is retried
 * for some minutes; one marked `-- in steps` runs step by step (migration-steps.ts). Throws for a database older than
 * PostgreSQL 14 (CF-14), for one whose applied migrations are not among these files, and when another process migrates
 * for an hour.
 */
export async function migrate(
  url: string,
  onProgress: OnProgress = () => undefined,
  migrations = readMigrations(),
): Promise<string[]> {
  return onConnection(connectionTo(url), async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < 140_000) throw new Error('PostgreSQL 14 or newer is needed')
    await waitForTurn(client)
    await client.query(table)
    const pending = await pendingOn(client, migrations)
    // A database that was just created has no other users, so steps are not needed.
    const isNew = pending.length === migrations.length
    const applied: string[] = []
    for (const migration of pending) {
      if (!isNew && isInSteps(migration.sql)) await applyInSteps(client, migration, onProgress)
      else await applyOne(client, migration, onProgress)
      applied.push(migration.name)
    }
    return applied
  })
}

function connectionTo(url: string): pg.ClientConfig {
  return { ...connecting(url, textOptions), application_name: 'parallax migrate' }
}

function applyOne(client: pg.Client, migration: Migration, onProgress: OnProgress): Promise<void> {
  return withPatience(`migration ${migration.name}`, onProgress, () =>
    inShortTransaction(client, () => applyMigrations(client, [migration])),
  )
}

/**
 * Runs each step by itself. An interrupted migration starts again at the first step, because steps can be repeated.
 * Unfinished indexes are dropped before they are built again.
 */
async function applyInSteps(client: pg.Client, { name, sql, checksum }: Migration, onProgress: OnProgress) {
  for (const written of stepsOf(sql))
    for (const step of await stepsOnParts(client, written)) {
      if (step.index !== undefined) await dropUnfinished(client, step.index.name)
      // Building an index concurrently waits for older transactions of any length, and blocks no other statement.
      await client.query(`set lock_timeout = ${step.index === undefined ? lockTimeoutMs : 0}`)
      await withPatience(`migration ${name}`, onProgress, () => runStep(client, name, step, onProgress))
    }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

async function runStep(client: pg.Client, name: string, step: Step, onProgress: OnProgress): Promise<void> {
  let rows = 0
  for (;;) {
    const { rowCount } = await client.query(step.sql)
    if (!step.isRepeated || !rowCount) return
    rows += rowCount
    onProgress(`migration ${name}: ${rows} rows`)
  }
}

async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ])
  if (rows.length) await client.query(`drop index concurrently if exists ${index}`)
}

/**
 * Applies migrations in the open transaction, including those marked to run in steps: the caller must be the only user
 * of the database.
 */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(table)
  for (const { name, sql, checksum } of migrations) {
    try {
      if (isInSteps(sql)) for (const step of stepsOf(sql)) await runWhole(client, step)
      else await client.query(sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      // Deferred checks that are still pending would keep the next migration from altering their tables.
      await client.query('set constraints all immediate; set constraints all deferred')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`migration ${name} failed: ${reason}`, { cause: error })
    }
  }
}

async function runWhole(client: pg.ClientBase, step: Step): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(step.plainSql)
    if (!step.isRepeated || !rowCount) return
  }
}

/** Thrown for a database whose schema this program did not create and cannot update. */
export class SchemaFault extends Error {}

/**
 * Returns the migrations of this program that were not applied to the database. Throws SchemaFault if a migration was
 * applied that the program does not have, or has with other contents.
 */
export async function pendingOn(
  client: pg.ClientBase,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migration[]> {
  const exists = await client.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`)
  if (!exists.rows[0]?.found) return [...migrations]
  const landed = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  )
  const unknown = landed.rows.filter(({ name }) => !migrations.some((migration) => migration.name === name))
  if (unknown.length)
    throw new SchemaFault(
      `The schema of the database is at ${landed.rows.at(-1)?.name}, that of this program at ${migrations.at(-1)?.name}: ` +
        `a newer version has migrated the database (by ${unknown.length} migrations that this one does not know, ` +
        `from ${unknown[0]?.name} on). Run the newer version, or restore a backup that this one can read`,
    )
  const checksums = new Map(landed.rows.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations)
    if ((checksums.get(name) ?? checksum) !== checksum)
      throw new SchemaFault(`migration ${name} was changed after it had been applied; add a new one instead`)
  return migrations.filter(({ name }) => !checksums.has(name))
}

/** Returns the names of the migrations that were not applied to a database. Throws SchemaFault as pendingOn does. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const pending = await onConnection(connectionTo(url), (client) => pendingOn(client))
  return pending.map(({ name }) => name)
}
