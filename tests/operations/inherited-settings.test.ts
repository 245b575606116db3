import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { createApi } from '../../src/api.js'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { readBackup } from '../../src/database/backup/backup-file.js'
import { dump } from '../../src/database/backup/dump.js'
import { exportText } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { secrets } from '../support/secrets.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

let api: TestApi
let owner: Person
let folder: string
let videoId: string

beforeAll(async () => {
  api = await startApi()
  owner = await api.person()
  folder = mkdtempSync(join(tmpdir(), 'parallax-settings-'))
  videoId = await makeVideo(api)
  await makeContent(owner, videoId)
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

/** Settings that an operator or a host may have given to a role or a database, each other than usual. */
const unusual = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'iso_8601',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  timezone: 'Asia/Kolkata',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
}

/** Gives the database these settings and cuts every connection to it, so that all are opened anew with them. */
async function inherit(settings: Record<string, string>): Promise<void> {
  const { pool } = api.app.services
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  for (const [key, value] of Object.entries(settings))
    await pool.query(`alter database ${rows[0]!.name} set ${key} to '${value}'`)
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()'
  await pool.query(`${cut} and pid <> pg_backend_pid()`)
  await pool.query(cut).catch(() => undefined)
  await expect.poll(async () => (await owner.get('/api/personas')).status).toBe(200)
}

/** Everything that prints times, numbers and bytes: REST, GraphQL, an export and a backup. */
async function printed() {
  const answers = []
  for (const url of ['/api/personas', '/api/user/profile', '/api/ontology'])
    answers.push((await made(owner.get(url))) as unknown)
  const { annotations } = await made(
    owner.graph(
      `{ annotations(filter: { videoId: "${videoId}" }) { nodes { id createdAt updatedAt confidence frames { boxes { frameNumber x y width height } extra } } } }`,
    ),
  )
  const path = join(folder, 'one.backup')
  await dump(api.app.services.config.database.url, path, { key: null, secrets: null } as never)
  const backup = await readBackup(path)
  const digests: Record<string, unknown> = {}
  for await (const table of backup.tables()) {
    for await (const piece of table.bytes) void piece
    // The log of changes names the exports that are made here.
    if (!['sessions', 'access_versions', 'changes'].includes(table.name)) digests[table.name] = table.end()
  }
  await backup.finish()
  rmSync(path)
  return { answers, annotations, export: await exportText(owner), digests }
}

describe('settings that a database gives to its sessions', () => {
  it('change nothing of what is answered, exported and saved', async () => {
    const before = await printed()
    expect(JSON.stringify(before.answers)).toMatch(/"createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
    await inherit(unusual)
    const { rows } = await api.app.services.pool.query<Record<string, string>>(
      `select ${Object.keys(unusual).map((name) => `current_setting('${name}') as ${name}`)}`,
    )
    for (const [name, value] of Object.entries(unusual)) expect(rows[0]?.[name], name).not.toBe(value)
    expect(await printed()).toEqual(before)
    const text = "a\\'b\\\\ 'c' \\x41"
    const persona = await made(owner.post('/api/personas', { name: text, role: text, informationNeed: text }))
    expect((await made(owner.get(`/api/personas/${persona.id}`))).name).toBe(text)
    expect(Math.abs(Date.parse(persona.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  it('change nothing either where they stand in the URL of the database, whose other options count', async () => {
    const url = new URL(api.app.services.config.database.url)
    const before = await made(owner.get('/api/personas'))
    const options = Object.entries(unusual).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    url.searchParams.set('options', [...options, '-c work_mem=7MB'].join(' '))
    const app = createApp(readConfig({ ...secrets, DATABASE_URL: url.href }), pino({ level: 'silent' }))
    const server = await createApi(app)
    try {
      const { rows } = await app.services.pool.query<object>(
        `select current_setting('work_mem') as memory, current_setting('timezone') as zone`,
      )
      expect(rows).toEqual([{ memory: '7MB', zone: 'UTC' }])
      const answer = await server.inject({ url: '/api/personas', headers: { cookie: owner.cookie } })
      expect([answer.statusCode, answer.json()]).toEqual([200, before])
    } finally {
      await server.close()
      await app.close()
    }
  })
})
