import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { buildAll, isStale } from '../../bin/build.mjs'
import { seed } from '../../db/seed.js'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { migrate } from '../../src/database/migrate/migrate.js'
import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'
import { adminPassword, secrets } from './secrets.js'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * URL of a PostgreSQL server with two databases that suites copy: `parallax_template` is migrated,
     * `parallax_seeded` also seeded, in multi-user mode with the secrets of support/secrets.ts.
     */
    clusterUrl: string
    /** The end of `create database … template …`: how files are copied, where the server has a choice. */
    copying: string
    /** Environment variables with which the server under test reaches PostgreSQL; when unset, it does so directly. */
    databaseVariables?: Record<string, string>
  }
}

/** What one test process has validated against openapi.json (support/contract.ts). */
type Counts = Record<'answers' | 'requests' | 'violations', number>

/** Provides one PostgreSQL server for all suites: TEST_DATABASE_URL, else an embedded one that is removed afterwards. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  // Suites that start real processes share one build. It is made here, so that no two of them build at the same time.
  if (isStale()) await buildAll()
  const given = process.env['TEST_DATABASE_URL']
  const cluster = given ? { url: given, stop: async () => undefined } : await startCluster()
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('drop database if exists parallax_seeded')
  await client.query('drop database if exists parallax_template')
  await client.query('create database parallax_template')
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  await client.end()
  const url = new URL(cluster.url)
  url.pathname = '/parallax_template'
  await migrate(url.href)
  await makeSeeded(cluster.url)
  project.provide('clusterUrl', cluster.url)
  // PostgreSQL 15 copies block by block through its log otherwise, which takes a suite 0.2 s more.
  project.provide('copying', Number(rows[0]?.server_version_num) >= 150_000 ? 'strategy file_copy' : '')
  const counts = mkdtempSync(join(tmpdir(), 'parallax-contract-'))
  process.env['CONTRACT_DIR'] = counts
  return async () => {
    await cluster.stop()
    const all = readdirSync(counts).map((file) => JSON.parse(readFileSync(join(counts, file), 'utf8')) as Counts)
    const sum = (name: keyof Counts) => all.reduce((total, one) => total + one[name], 0)
    process.stdout.write(
      `held against openapi.json: ${sum('answers')} answers, ${sum('requests')} bodies, ${sum('violations')} violations\n`,
    )
    rmSync(counts, { recursive: true })
  }
}

/** Starts a server without durability, with connections for the pools of three suites at once. */
async function startCluster() {
  const dataDir = mkdtempSync(join(tmpdir(), 'parallax-postgres-'))
  chmodSync(dataDir, 0o711)
  const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB' }
  const { url, stop } = await startEmbeddedPostgres({
    dataDir,
    programs: process.env.PARALLAX_POSTGRES_BIN,
    settings: { ...fast, max_connections: '200' },
  })
  return { url, stop: () => stop().finally(() => rmSync(dataDir, { recursive: true, force: true })) }
}

/**
 * Copies the migrated database and seeds the copy. Its administrator has a hash that is cheap to check: at the cost that
 * the server uses, seeding and signing in took half a second of each suite.
 */
async function makeSeeded(clusterUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query('create database parallax_seeded template parallax_template')
  await client.end()
  const url = new URL(clusterUrl)
  url.pathname = '/parallax_seeded'
  const app = createApp(readConfig({ ...secrets, DATABASE_URL: url.href }), pino({ level: 'silent' }))
  await seed(app.services.db, app.services.config)
  await app.services.db
    .updateTable('users')
    .set({ passwordHash: bcrypt.hashSync(adminPassword, 4) })
    .where('username', '=', 'admin')
    .execute()
  await app.close()
}
