import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'
import { migrate } from '../../src/database/migrate/migrate.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { claim, entity, persona, summary } from './lines.js'
import { exportLines, generated, importLines } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const megabyte = Buffer.alloc(1024 * 1024, '\n')
const spooled = (folder = api.folder) => readdirSync(folder).filter((name) => name.startsWith('parallax-import'))

/** Begins an upload whose file the test sends by hand; the head of the form is already sent. */
function openUpload(
  who: Person,
  headers: Record<string, string> = {},
): { send: ClientRequest; answer: Promise<{ status: number; body: any }> } {
  const send = request(`${api.url}/api/import`, {
    method: 'POST',
    agent: false,
    headers: { cookie: who.cookie, 'content-type': 'multipart/form-data; boundary=x', ...headers },
  })
  const answer = new Promise<{ status: number; body: any }>((resolve, reject) => {
    send.on('error', reject)
    send.on('response', async (response: IncomingMessage) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
  })
  send.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n')
  return { send, answer }
}

describe('an upload', () => {
  it('that says it is too large is refused before it comes (I-03)', async () => {
    const { send, answer } = openUpload(ann, { 'content-length': String(10 * 1024 ** 3) })
    expect((await answer).status).toBe(413)
    send.destroy()
  })

  it('without an end is refused at the limit, not at its end (I-03)', async () => {
    const { send, answer } = openUpload(ann)
    let refused: { status: number } | undefined
    answer.then(
      (one) => (refused = one),
      () => undefined,
    )
    send.on('error', () => undefined)
    let sent = 0
    for (; !refused && sent < 400; sent += 1)
      if (!send.write(megabyte)) await Promise.race([new Promise((drained) => send.once('drain', drained)), answer])
    expect((await answer).status).toBe(413)
    expect(sent).toBeLessThan(200)
    send.destroy()
    expect(spooled()).toEqual([])
  })

  it('that is slow holds no connection of the database, and others are served meanwhile', async () => {
    const { pool } = api.app.services
    const uploads = Array.from({ length: 25 }, () => openUpload(ann))
    for (const { send } of uploads) send.write(JSON.stringify(persona()))
    await expect.poll(() => spooled().length).toBe(25)
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
    expect((await ann.get('/api/import/history')).status).toBe(200)
    for (const { send } of uploads) send.end('\n\r\n--x--\r\n')
    for (const { answer } of uploads)
      expect((await answer).body).toMatchObject({ success: true, summary: { totalLines: 1 } })
    expect(spooled()).toEqual([])
  })

  it('whose sender goes away leaves no file', async () => {
    const uploads = Array.from({ length: 20 }, () => openUpload(ann))
    for (const { send, answer } of uploads) {
      answer.catch(() => undefined)
      send.write(megabyte)
    }
    await expect.poll(() => spooled().length).toBe(20)
    for (const { send } of uploads) send.destroy()
    await expect.poll(() => spooled().length).toBe(0)
  })

  it('of 100 MB with a fault in its last line is refused with the number of the line (I-05)', async () => {
    const line = `${JSON.stringify({ type: 'metadata', data: { padding: 'x'.repeat(10_000) } })}\n`
    const count = Math.floor((100 * 1024 * 1024 - 10) / line.length)
    const text = `${line.repeat(count)}{"type":`
    expect(text.length).toBeGreaterThan(99 * 1024 * 1024)
    const answer = await importLines(ann, text)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(new RegExp(`^Failed to parse line ${count + 1}: `))
  })
})

/** Mounts a file system of one megabyte; undefined when that is not possible (it needs root, and not always works). */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

describe('a full disk', () => {
  it('while an upload is kept is a 507 that says so, and nothing stays behind', async ({ skip }) => {
    const small = smallDisk()
    if (!small) return skip('no small file system can be mounted here')
    const config = api.app.services.config as { uploadPath: string }
    const before = config.uploadPath
    config.uploadPath = small
    try {
      const answer = await importLines(ann, new Blob(Array.from({ length: 20 }, () => megabyte)))
      expect([answer.status, answer.body.code]).toEqual([507, 'STORAGE_FULL'])
      expect(spooled(small)).toEqual([])
      expect((await importLines(ann, [persona()])).body.success).toBe(true)
    } finally {
      config.uploadPath = before
      execFileSync('umount', [small])
      rmSync(small, { recursive: true })
    }
  })
})

describe('a line that the database refuses', () => {
  it('fails alone with what hangs on it where the import is not atomic, and takes everything along where it is (I-22)', async () => {
    const eva = await api.person()
    const p = persona()
    const s = summary(p.data.id)
    const claims = Array.from({ length: 200 }, (_, i) =>
      claim(s.data.id, { text: i % 50 === 7 ? 'refused' : `claim ${i}` }),
    )
    const child = claim(s.data.id, { text: 'below', parentClaimId: claims[7]?.data.id })
    const file = [p, s, ...claims, child, entity('e1')]
    await sql`alter table claims add constraint refused_by_test check (text <> 'refused')`.execute(api.app.services.db)
    try {
      const whole = await importLines(eva, file)
      expect([whole.status, whole.body.success ?? false]).toEqual([500, false])
      expect(await exportLines(eva)).toEqual([])
      expect((await eva.get('/api/import/history')).body.imports).toMatchObject([{ success: false, itemsImported: 0 }])
      const { body } = await importLines(eva, file, { transaction: { atomic: false } })
      expect(body).toMatchObject({
        success: false,
        summary: { importedItems: { personas: 1, summaries: 1, claims: 196, entities: 1 }, failedLines: 5 },
      })
      expect(body.errors.map((one: any) => one.line).sort((a: number, b: number) => a - b)).toEqual([
        10, 60, 110, 160, 203,
      ])
      expect(body.errors[0].message).toContain('refused_by_test')
      expect((await exportLines(eva)).filter(({ type }) => type === 'claim')).toHaveLength(196)
    } finally {
      await sql`alter table claims drop constraint refused_by_test`.execute(api.app.services.db)
    }
  })
})

describe('a database that is killed during an import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-killed-'))
  let cluster: EmbeddedPostgres
  let own: TestApi

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    cluster = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
    await migrate(cluster.url)
    own = await startApi({ DATABASE_URL: cluster.url, DATABASE_DIRECT_URL: cluster.url })
  })
  afterAll(async () => {
    await own.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true })
  })

  /** Waits until PostgreSQL has recovered. */
  async function backAgain(): Promise<void> {
    await expect
      .poll(
        async () => {
          const client = new pg.Client({ connectionString: cluster.url })
          client.on('error', () => undefined)
          try {
            await client.connect()
            return (await client.query('select 1 as one')).rows[0].one
          } catch {
            // PostgreSQL is still recovering.
            return 0
          } finally {
            await client.end().catch(() => undefined)
          }
        },
        { timeout: 20_000, interval: 50 },
      )
      .toBe(1)
    await expect
      .poll(async () => (await own.anonymous.get('/api/health/ready')).status, { timeout: 20_000, interval: 50 })
      .toBe(200)
  }

  it('leaves nothing or everything, at whatever moment, and the history says which', async () => {
    const file = generated('--scale', '1')
    const total = file.trimEnd().split('\n').length
    const outcomes: string[] = []
    const whole = await own.person(`user-${newId()}`)
    const began = performance.now()
    expect((await importLines(whole, file)).status).toBe(200)
    const took = performance.now() - began
    await own.app.services.db.deleteFrom('users').where('id', '=', whole.id).execute()
    // While lines are staged, while they are planned and written, and shortly before the end.
    for (const share of [0, 0.3, 0.6, 0.8]) {
      const delay = Math.round(share * took)
      const who = await own.person(`user-${newId()}`)
      const importing = importLines(who, file).then(
        ({ status }) => status,
        () => 0,
      )
      const client = new pg.Client({ connectionString: cluster.url })
      client.on('error', () => undefined)
      await client.connect()
      // Nobody else writes.
      const writing = `select from pg_stat_activity where application_name = 'parallax' and backend_xid is not null`
      await expect
        .poll(async () => (await client.query(writing)).rowCount, { timeout: 20_000, interval: 5 })
        .toBeGreaterThan(0)
      await sleep(delay)
      // When any backend is killed, PostgreSQL ends all others and recovers from its write-ahead log.
      const all = `select pid from pg_stat_activity where application_name = 'parallax'`
      process.kill((await client.query(all)).rows[0].pid, 'SIGKILL')
      const status = await importing
      await client.end().catch(() => undefined)
      await backAgain()
      const lines = (await exportLines(who)).length
      expect([0, total], `killed ${delay} ms after it began to write`).toContain(lines)
      const { imports } = (await who.get('/api/import/history')).body
      if (status === 200) expect(lines).toBe(total)
      if (lines) expect(imports).toMatchObject([{ success: true }])
      else expect(imports.every((one: any) => !one.success)).toBe(true)
      outcomes.push(`${delay} ms: ${status}, ${lines ? 'everything' : 'nothing'}`)
      await own.app.services.db.deleteFrom('users').where('id', '=', who.id).execute()
    }
    expect(outcomes.filter((one) => one.endsWith('nothing')).length, outcomes.join('; ')).toBeGreaterThan(1)
    expect(spooled(own.folder)).toEqual([])
  }, 120_000)
})
