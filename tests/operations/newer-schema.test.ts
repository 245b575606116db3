import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { readMigrations } from '../../src/database/migrate/migrate.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { freshDatabase } from '../support/database.js'

let database: Awaited<ReturnType<typeof freshDatabase>>
let folder: string

beforeAll(async () => {
  if (isStale()) await buildAll()
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'parallax-newer-'))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ one: '{ __typename }' }))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const ask = (statement: string) =>
  onConnection({ connectionString: database.url }, (client) => client.query<Record<string, string>>(statement))

/** Runs the command line on the database of this suite; returns its exit code and what it printed. */
async function parallax(...args: string[]): Promise<{ code: unknown; output: string }> {
  const env = {
    PATH: process.env.PATH,
    ...database.variables,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'admin-password-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    MODEL_SERVICE_URL: 'http://127.0.0.1:9',
    PARALLAX_DATA_DIR: join(folder, 'data'),
    STORAGE_PATH: folder,
    UPLOAD_PATH: folder,
    THUMBNAIL_PATH: folder,
    API_PROCESSES: '1',
    PORT: String(await freePort()),
  }
  return new Promise((done) => {
    execFile(process.execPath, ['dist/src/main.js', ...args], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      done({ code: error?.signal ?? error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

/** Commands that do not read the schema of a database, with the reason. */
const others = {
  'model-service': 'it has no database',
  restore: 'it puts the schema of the backup in place of the one that is there',
  export: 'it talks to a server',
  follow: 'it talks to a server',
  import: 'it talks to a server',
  people: 'it talks to a server',
  generate: 'it has a database of its own',
}
const given: Record<string, string[]> = { backup: ['--out', 'saved.backup'], documents: ['push', 'manifest.json'] }

describe('a database whose schema is newer than the program', () => {
  it('is refused by every command that uses one, with both versions, and stays as it is', async () => {
    const own = readMigrations().at(-1)!.name
    await ask(`insert into schema_migrations (name, checksum) values ('9000_later.sql', 'x'), ('9001_latest.sql', 'y')`)
    const usage = (await parallax('help')).output
    const commands = [...usage.matchAll(/^ {2}parallax (\S+)/gm)].map(([, name = '']) => name)
    const using = commands.filter((name) => !(name in others))
    expect(using).toEqual(expect.arrayContaining(['up', 'serve', 'worker', 'migrate', 'backup', 'doctor']))
    const before = (await ask('select max(xmin::text::bigint) as last from users')).rows
    for (const name of using) {
      const args = (given[name] ?? []).map((one) => (one.includes('.') ? join(folder, one) : one))
      const { code, output } = await parallax(name, ...args)
      expect({ name, code }).toEqual({ name, code: 1 })
      expect(output, name).toContain(`The schema of the database is at 9001_latest.sql, that of this program at ${own}`)
      expect(output, name).toContain('2 migrations that this one does not know, from 9000_later.sql on')
      expect(output, name).not.toMatch(/up to date| {4}at /)
    }
    expect((await ask('select max(xmin::text::bigint) as last from users')).rows).toEqual(before)
  }, 120_000)

  it('is refused where a migration was applied in another form', async () => {
    await ask(`delete from schema_migrations where name like '900%'`)
    await ask(`update schema_migrations set checksum = 'other' where name = '0001_accounts.sql'`)
    for (const name of ['serve', 'migrate', 'doctor']) {
      const { code, output } = await parallax(name)
      expect({ name, code }).toEqual({ name, code: 1 })
      expect(output, name).toContain('migration 0001_accounts.sql was changed after it had been applied')
    }
  })
})
