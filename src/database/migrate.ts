import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { onConnection, textOptions } from './client.js'
import { isInSteps, stepsOf, type Step } from './migration-steps.js'
import { stepsOnParts } from './partition/index-steps.js'
import { inShortTransaction, lockTimeoutMs, waitForTurn, withPatience, type OnProgress } from './patience.js'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
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
 * Brings the database to the newest migration and returns the names of those applied. Others may work on the database
 * meanwhile: each migration runs in a transaction of its own that waits for no lock longer than a second and is retried
 * for some minutes; one marked `-- in steps` runs step by step (migration-steps.ts). Throws for a database older than
 * PostgreSQL 14 (CF-14), for one whose applied migrations differ from these files, and when another process migrates
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
    const landed = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const checksums = new Map(landed.rows.map((row) => [row.name, row.checksum]))
    // Nobody uses a database that has just been created, so steps are not needed.
    const isNew = landed.rows.length === 0
    const applied: string[] = []
    for (const migration of migrations) {
      const known = checksums.get(migration.name)
      if (known === migration.checksum) continue
      if (known)
        throw new Error(`migration ${migration.name} was changed after it had been applied; add a new one instead`)
      if (!isNew && isInSteps(migration.sql)) await applyInSteps(client, migration, onProgress)
      else await applyOne(client, migration, onProgress)
      applied.push(migration.name)
    }
    return applied
  })
}

function connectionTo(url: string): pg.ClientConfig {
  return { connectionString: url, options: textOptions, application_name: 'parallax migrate' }
}

function applyOne(client: pg.Client, migration: Migration, onProgress: OnProgress): Promise<void> {
  return withPatience(`migration ${migration.name}`, onProgress, () =>
    inShortTransaction(client, () => applyMigrations(client, [migration])),
  )
}

/**
 * Runs each step by itself. An interrupted migration starts again from the first step: steps can be repeated. Indexes
 * that were left unfinished are dropped first.
 */
async function applyInSteps(client: pg.Client, { name, sql, checksum }: Migration, onProgress: OnProgress) {
  for (const written of stepsOf(sql))
    for (const step of await stepsOnParts(client, written)) {
      if (step.index !== undefined) await dropUnfinished(client, step.index.name)
      // Building an index concurrently waits for older transactions, however long they take, and blocks nobody.
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
 * Applies migrations in the open transaction, including those that are made to run in steps: nobody else may use the
 * database.
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

/** Returns the names of migrations that this code has and that were not applied to the database. */
export async function pendingMigrations(url: string): Promise<string[]> {
  return onConnection(connectionTo(url), async (client) => {
    const exists = await client.query<{ found: boolean }>(
      `select to_regclass('schema_migrations') is not null as found`,
    )
    if (!exists.rows[0]?.found) return readMigrations().map((migration) => migration.name)
    const landed = await client.query<{ name: string }>('select name from schema_migrations')
    const names = new Set(landed.rows.map((row) => row.name))
    return readMigrations()
      .map((migration) => migration.name)
      .filter((name) => !names.has(name))
  })
}
