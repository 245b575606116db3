import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sqlStateOf } from '../lib/constraints.js'
import { onConnection } from './client.js'
import { isInSteps, stepsOf, type Step } from './migration-steps.js'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
/**
 * The key of an advisory lock that is held while migrating, so that processes that start at once migrate one after the
 * other.
 */
const lockKey = 727_274_001
/**
 * How long a statement waits for a table lock, in milliseconds: while it waits, everybody else who wants the table
 * queues behind it. After that it gives up, lets them pass and tries again.
 */
const lockTimeoutMs = 1000
const mostTries = 120
/** SQLSTATEs that are worth a retry: no lock in time (55P03), or a deadlock with other transactions (40P01). */
const passing = ['55P03', '40P01']
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

/** Receives progress messages for the log. */
export type OnProgress = (what: string) => void

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

/**
 * Polls for the lock instead of waiting inside a statement: an index that another process builds concurrently would
 * wait for that statement.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const hour = 3_600_000
  for (const until = Date.now() + hour; Date.now() < until; await sleep(200)) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey])
    if (rows[0]?.got) return
  }
  throw new Error('another process has been migrating this database for an hour')
}

function connectionTo(url: string): pg.ClientConfig {
  return { connectionString: url, application_name: 'parallax migrate' }
}

/** Retries an act while others hold the locks that it needs. */
async function withPatience(name: string, onProgress: OnProgress, act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const state = sqlStateOf(error) ?? sqlStateOf((error as Error).cause)
      if (!passing.includes(state ?? '') || attempt === mostTries) throw error
      onProgress(`migration ${name} waits for a table that is in use, attempt ${attempt} of ${mostTries}`)
      await sleep(Math.min(100 * attempt, 2000))
    }
  }
}

function applyOne(client: pg.Client, migration: Migration, onProgress: OnProgress): Promise<void> {
  return withPatience(migration.name, onProgress, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await applyMigrations(client, [migration])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

/**
 * Runs each step by itself. An interrupted migration starts again from the first step: steps can be repeated. Indexes
 * that were left unfinished are dropped first.
 */
async function applyInSteps(client: pg.Client, { name, sql, checksum }: Migration, onProgress: OnProgress) {
  for (const step of stepsOf(sql)) {
    if (step.index !== undefined) await dropUnfinished(client, step.index)
    // Building an index concurrently waits for older transactions, however long they take, and blocks nobody.
    await client.query(`set lock_timeout = ${step.index === undefined ? lockTimeoutMs : 0}`)
    await withPatience(name, onProgress, () => runStep(client, name, step, onProgress))
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
