import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readBackup, type TableEnd } from '../../src/database/backup/backup-file.js'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { applyMigrations, readMigrations } from '../../src/database/migrate/migrate.js'
import { claim, entity, persona, summary } from '../exchange/lines.js'
import { exportText, importLines } from '../exchange/support.js'
import { startProcesses } from '../support/processes.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let folder: string
const databases: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-backup-'))
  api = await startApi()
  ann = await api.person('ann')
  const owner = persona()
  const about = summary(owner.data.id)
  const claims = Array.from({ length: 3000 }, (_, i) => claim(about.data.id, { text: `claim ${i} \\ \t"ü"\u{1f6a2}` }))
  await made(importLines(ann, [owner, about, ...claims, entity('e1')]))
})
afterAll(async () => {
  await api.stop()
  for (const name of databases) await onCluster(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true })
})

const onCluster = (statement: string) =>
  onConnection({ connectionString: inject('clusterUrl') }, (client) => client.query(statement))

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await onCluster(`create database ${name}`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** Runs the command line; returns its exit code and what it printed. */
function parallax(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const options = { env: { PATH: process.env.PATH, ...env } }
    execFile(process.execPath, ['dist/src/main.js', ...args], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

/** Runs a command; returns its peak of resident memory in MB. */
function peakOf(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['dist/src/main.js', ...args], { env: { PATH: process.env.PATH, ...env } })
    let peak = 0
    const look = setInterval(() => {
      const found = /VmHWM:\s+(\d+) kB/.exec(statusOf(child.pid))
      peak = Math.max(peak, Number(found?.[1] ?? 0) / 1024)
    }, 20)
    child.once('exit', (code) => {
      clearInterval(look)
      if (code) fail(new Error(`${args.join(' ')} ended with ${code}`))
      else done(Math.round(peak))
    })
  })
}

function statusOf(pid = 0): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

const source = () => ({ DATABASE_URL: api.app.services.config.database.url })

async function saved(name: string, env: Record<string, string> = source(), ...more: string[]): Promise<string> {
  const path = join(folder, name)
  const { code, output } = await parallax(['backup', '--out', path, ...more], env)
  expect([code, output]).toEqual([0, expect.stringContaining('Saved ')])
  return path
}

async function tablesOf(path: string): Promise<Record<string, TableEnd>> {
  const file = await readBackup(path)
  const ends: Record<string, TableEnd> = {}
  for await (const table of file.tables()) {
    for await (const piece of table.bytes) void piece
    ends[table.name] = table.end()
  }
  await file.finish()
  return ends
}

const countTables = (url: string) =>
  onConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return rows[0]?.count
  })

describe('parallax backup and restore', () => {
  it('bring back every row of one moment while people go on writing, and the doors answer as before', async () => {
    const ben = await api.person('ben')
    const before = await exportText(ann)
    let over = false
    let written = 0
    const writers = [1, 2, 3].map(async () => {
      while (!over) {
        const { id } = await made(ben.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
        await made(ben.post('/api/summaries', { videoId: `v${written}`, personaId: id, summary: 'A text.' }))
        written += 1
      }
    })
    await expect.poll(() => written).toBeGreaterThan(10)
    const path = await saved('busy.backup')
    const during = written
    over = true
    await Promise.all(writers)
    expect(during).toBeGreaterThan(10)
    expect(statSync(path).mode & 0o777).toBe(0o600)

    const url = await emptyDatabase()
    const { code, output } = await parallax(['restore', path], { DATABASE_URL: url })
    expect([code, output]).toEqual([0, expect.stringMatching(/^Restored \d+ rows of \d+ tables/)])
    // A backup of the restored copy has the same rows and digests in every table.
    const again = await saved('again.backup', { DATABASE_URL: url })
    expect(await tablesOf(again)).toEqual(await tablesOf(path))
    expect((await tablesOf(path)).claims?.rows).toBe(3000)

    const copy = await startApi({ DATABASE_URL: url })
    try {
      expect(await exportText(copy.as(ann.cookie))).toBe(before)
      const personas = await made(copy.as(ben.cookie).get('/api/personas'))
      const summaries = await onConnection({ connectionString: url }, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from video_summaries where video_id like 'v%'`,
        )
        return rows[0]?.count ?? 0
      })
      // Each of the three writers may have been between its two requests.
      expect(personas.length).toBeGreaterThan(10)
      expect(personas.length - summaries).toBeLessThanOrEqual(4)
      const fresh = await made(
        copy.as(ann.cookie).post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }),
      )
      expect((await copy.as(ann.cookie).delete(`/api/personas/${fresh.id}`)).status).toBeLessThan(300)
    } finally {
      await copy.stop()
    }
  }, 120_000)

  it('refuse a file that was cut or changed anywhere, and leave the database as it was', async () => {
    const path = await saved('whole.backup')
    const bytes = readFileSync(path)
    const url = await emptyDatabase()
    const broken: [string, Buffer][] = [0.01, 0.7, 0.999].map((part) => [
      'cut',
      bytes.subarray(0, Math.floor(bytes.length * part)),
    ])
    for (const part of [0.05, 0.99]) {
      const flipped = Buffer.from(bytes)
      const at = Math.floor(bytes.length * part)
      flipped[at] = (flipped[at] ?? 0) ^ 0x10
      broken.push(['altered', flipped])
    }
    broken.push(['altered', Buffer.from('no backup at all')])
    for (const [how, content] of broken) {
      const file = join(folder, 'broken.backup')
      writeFileSync(file, content)
      const { code, output } = await parallax(['restore', file], { DATABASE_URL: url })
      expect([how, code, output.trim().split('\n')]).toEqual([
        how,
        1,
        [expect.stringMatching(how === 'cut' ? /was cut/ : /was (cut|altered)|is no backup/)],
      ])
      expect(await countTables(url)).toBe(0)
      expect((await parallax(['restore', file, '--check'], {})).code).toBe(1)
    }
    expect((await parallax(['restore', path, '--check'], {})).output).toContain('is whole')
  }, 120_000)

  it('refuse a row that was changed although the compression was made anew', async () => {
    const { gunzipSync, gzipSync } = await import('node:zlib')
    const text = gunzipSync(readFileSync(await saved('honest.backup')))
    const at = text.indexOf('claim 17 ')
    text.write('claim 71 ', at)
    const file = join(folder, 'forged.backup')
    writeFileSync(file, gzipSync(text))
    const url = await emptyDatabase()
    const { code, output } = await parallax(['restore', file], { DATABASE_URL: url })
    expect([code, output]).toEqual([1, expect.stringContaining('was altered: the digest of the table claims')])
    expect(await countTables(url)).toBe(0)
  })

  it.each([
    ['the name of a migration', /"name":"0\d+_/, '"name":"9'],
    ['the checksum of a migration', /"checksum":"./, '"checksum":"z'],
    ['the list of migrations', /"migrations"/, '"migrationz"'],
    ['the name of a table', /"name":"claims"/, '"name":"claimz"'],
    ['a column', /"columns":\["id"/, '"columns":["ix"'],
    ['a time that no column takes', /\t20\d\d-\d\d-\d\d /, '\tx'],
  ])('tell a file apart in which %s was changed', async (_, found, by) => {
    const { gunzipSync, gzipSync } = await import('node:zlib')
    const text = gunzipSync(readFileSync(await saved(`honest-${randomBytes(4).toString('hex')}.backup`))).toString(
      'latin1',
    )
    const altered = text.replace(found, (former) => by + former.slice(by.length))
    expect(altered).not.toBe(text)
    const file = join(folder, 'forged.backup')
    writeFileSync(file, gzipSync(Buffer.from(altered, 'latin1')))
    const url = await emptyDatabase()
    const { code, output } = await parallax(['restore', file], { DATABASE_URL: url })
    expect([code, output]).toEqual([1, expect.stringMatching(/^\S+ (is no backup of Parallax, or )?was altered.*\n$/)])
    expect(await countTables(url)).toBe(0)
  })

  it('bring a backup of an older version to the schema of this one', async () => {
    const old = await emptyDatabase()
    const migrations = readMigrations()
    await onConnection({ connectionString: old }, async (client) => {
      await applyMigrations(client, migrations.slice(0, -3))
      await client.query(
        `insert into users (id, username, display_name, email, password_hash, system_role)
         values (gen_random_uuid(), 'admin', 'a', 'a@example.org', 'x', 'system_admin')`,
      )
    })
    const path = await saved('old.backup', { DATABASE_URL: old })
    const url = await emptyDatabase()
    const { code, output } = await parallax(['restore', path], { DATABASE_URL: url })
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(
        `brought forward by ${migrations
          .slice(-3)
          .map(({ name }) => name)
          .join(', ')}`,
      ),
    ])
    const { rows } = await onConnection({ connectionString: url }, (client) =>
      client.query(
        'select (select count(*)::int from users) as users, count(*)::int as migrations from schema_migrations',
      ),
    )
    expect(rows).toEqual([{ users: 1, migrations: migrations.length }])
  })

  it('refuse a database that a server runs on, however it loses its connections or leaves them idle', async () => {
    const path = await saved('served.backup')
    const server = await startProcesses(1)
    try {
      const env = { DATABASE_URL: server.databaseUrl }
      // Only of this database: other suites run servers on the same PostgreSQL at the same time.
      const presence = `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and a.application_name = 'parallax presence' and a.datname = current_database()`
      const present = () =>
        onConnection({ connectionString: server.databaseUrl }, async (client) => (await client.query(presence)).rows)
      await expect.poll(present, { timeout: 10_000 }).toHaveLength(1)
      const [lost] = await present()
      const refused = [1, expect.stringMatching(/^The database is in use: a server or a worker of Parallax runs on it/)]
      const first = await parallax(['restore', path, '--replace'], env)
      expect([first.code, first.output]).toEqual(refused)
      await onConnection({ connectionString: server.databaseUrl }, (client) =>
        client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        ),
      )
      // Without the lost connection, whose backend holds its lock for a moment longer.
      const returned = async () => (await present()).filter(({ pid }) => pid !== lost.pid)
      await expect.poll(returned, { timeout: 10_000 }).toHaveLength(1)
      const again = await parallax(['restore', path, '--replace'], env)
      expect([again.code, again.output]).toEqual(refused)
      expect(server.ends).toEqual([])
    } finally {
      await server.stop()
    }
  }, 120_000)

  it('refuse a database in use or with content, unless told to replace it', async () => {
    const path = await saved('first.backup')
    await made(ann.get('/api/personas'))
    const running = await parallax(['restore', path, '--replace'], source())
    expect([running.code, running.output]).toEqual([
      1,
      expect.stringMatching(/^The database is in use \(\d+ connections\)/),
    ])
    const url = await emptyDatabase()
    expect((await parallax(['restore', path], { DATABASE_URL: url })).code).toBe(0)
    const full = await parallax(['restore', path], { DATABASE_URL: url })
    expect([full.code, full.output]).toEqual([1, expect.stringMatching(/^The database is not empty \(\d+ rows in /)])
    expect((await parallax(['restore', path, '--replace'], { DATABASE_URL: url })).code).toBe(0)
    const twice = await parallax(['backup', '--out', path], source())
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('is there already')])
    for (const args of [
      ['backup', '--output', 'x'],
      ['restore', path, '--force'],
    ])
      expect([args, (await parallax(args, source())).code]).toEqual([args, 2])
  })

  it.runIf(process.platform === 'linux')(
    'need no more memory for 240 MB than for next to nothing',
    async () => {
      const large = await emptyDatabase()
      await onConnection({ connectionString: large }, async (client) => {
        await applyMigrations(client, readMigrations())
        await client.query(
          `insert into users (id, username, display_name, email, password_hash, system_role)
             values (gen_random_uuid(), 'admin', 'a', 'a@example.org', 'x', 'system_admin');
           insert into jobs (id, public_id, queue, status, user_id, payload, completed_at, result)
             select gen_random_uuid(), 'job-' || n, 'video-summarization', 'completed', u.id, '{}', now(),
                    json_build_object('n', n, 'text', repeat(md5(n::text), 3750))
               from users u, generate_series(1, 2000) n`,
        )
      })
      const small = await emptyDatabase()
      const little = await saved('little.backup')
      const restoredLittle = await peakOf(['restore', little], { DATABASE_URL: small })
      const savedLittle = await peakOf(['backup', '--out', join(folder, 'little2.backup')], source())
      const path = join(folder, 'large.backup')
      const savedLarge = await peakOf(['backup', '--out', path], { DATABASE_URL: large })
      const restoredLarge = await peakOf(['restore', path], { DATABASE_URL: await emptyDatabase() })
      if (process.env['BACKUP_FIGURES']) console.log({ savedLittle, savedLarge, restoredLittle, restoredLarge })
      // Uncollected garbage makes about 35 MB; a copy of the data in memory would be 240 MB.
      expect(savedLarge - savedLittle).toBeLessThan(80)
      expect(restoredLarge - restoredLittle).toBeLessThan(80)
    },
    180_000,
  )

  it('move an embedded installation to another data folder with its secrets', async () => {
    const to = join(folder, 'to')
    const restored = await parallax(
      [
        'restore',
        await saved(
          'keys.backup',
          {
            ...source(),
            API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
            SESSION_SECRET: 's'.repeat(40),
            ADMIN_PASSWORD: 'a-long-password',
          },
          '--with-secrets',
        ),
      ],
      { PARALLAX_DATA_DIR: to },
    )
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('The secrets of the backup are in ')])
    expect(JSON.parse(readFileSync(join(to, 'secrets.json'), 'utf8'))).toMatchObject({
      API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    })
    const back = await saved('embedded.backup', { PARALLAX_DATA_DIR: to })
    expect((await tablesOf(back)).claims?.rows).toBe(3000)
    expect(existsSync(join(to, 'parallax.pid'))).toBe(false)
    const other = await parallax(['restore', back], { DATABASE_URL: await emptyDatabase() })
    expect(other.output).toContain('Stored provider keys and secrets of webhooks need the API_KEY_ENCRYPTION_KEY')
    const none = await parallax(['backup', '--out', join(folder, 'none')], { PARALLAX_DATA_DIR: join(folder, 'no') })
    expect([none.code, none.output]).toEqual([1, expect.stringMatching(/^There is no database in /)])
  }, 120_000)
})
