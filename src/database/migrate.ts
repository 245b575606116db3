import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { onConnection } from './client.js'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
/** Held while migrating, so that several processes that start at once do it one after the other. */
const lockKey = 727_274_001
const table = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The numbered files of db/migrations in order. */
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
 * Brings the database to the newest migration, each in a transaction of its own, and returns the names applied. Refuses
 * a database older than PostgreSQL 14 (CF-14) and one whose landed migrations differ from these files.
 */
export async function migrate(url: string): Promise<string[]> {
  return onConnection(connectionTo(url), async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < 140_000) throw new Error('PostgreSQL 14 or newer is needed')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(table)
    const landed = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const checksums = new Map(landed.rows.map((row) => [row.name, row.checksum]))
    const applied: string[] = []
    for (const migration of readMigrations()) {
      const known = checksums.get(migration.name)
      if (known === migration.checksum) continue
      if (known)
        throw new Error(`migration ${migration.name} was changed after it had been applied; add a new one instead`)
      await applyOne(client, migration)
      applied.push(migration.name)
    }
    return applied
  })
}

function connectionTo(url: string): pg.ClientConfig {
  return { connectionString: url, application_name: 'parallax migrate' }
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await applyMigrations(client, [migration])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Applies migrations in the transaction that is open. */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(table)
  for (const { name, sql, checksum } of migrations) {
    try {
      await client.query(sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      // Checks that wait for the end of the transaction would keep the next one from changing their tables.
      await client.query('set constraints all immediate; set constraints all deferred')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`migration ${name} failed: ${reason}`, { cause: error })
    }
  }
}

/** Names of migrations that this code knows and the database lacks. */
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
