import { spawn, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { freePort } from '../../src/database/launch/postmaster.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { annotation, entity, sequence } from './lines.js'
import { begin, exportLines, exportText, generated, importLines } from './support.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const activeExports = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'parallax export' and state <> 'idle'`.execute(
      api.app.services.db,
    )
  ).rows[0]?.n

describe('an export', () => {
  it('is one moment in time: while a writer swaps two values their sum is the same in every file', async () => {
    const ann = await api.person()
    const put = (a: number, b: number) =>
      ann.put('/api/world', { entities: [{ id: 'a', value: a }], relations: [{ id: 'b', value: b }] })
    await put(50, 50)
    // A long export, so that the two values are read at different times.
    await importLines(
      ann,
      Array.from({ length: 3000 }, (_, i) => ({ type: 'event', data: { id: `e${i}`, name: 'x'.repeat(300) } })),
    )
    let stop = false
    const writer = (async () => {
      for (let i = 0; !stop; i += 1) await put(i % 100, 100 - (i % 100))
    })()
    const seen = new Set<number>()
    for (let i = 0; i < 20; i += 1) {
      const lines = await exportLines(ann)
      const value = (id: string) => lines.find((line) => line.data.id === id).data.value as number
      expect(value('a') + value('b')).toBe(100)
      seen.add(value('a'))
    }
    stop = true
    await writer
    expect(seen.size).toBeGreaterThan(1)
  })

  it('stops working when its client leaves: after 200 of them no query runs and the pool is full again', async () => {
    const ann = await api.person()
    await importLines(ann, [
      entity('e1'),
      ...Array.from({ length: 400 }, () =>
        annotation({ boundingBoxSequence: sequence(Array.from({ length: 200 }, (_, i) => i * 50)) }),
      ),
    ])
    for (let round = 0; round < 50; round += 1) {
      const path = round % 2 ? '/api/export?includeInterpolated=true' : '/api/export/all'
      const open = await Promise.all(Array.from({ length: 4 }, () => begin(api.url + path, ann)))
      for (const one of open) {
        expect([200, 429]).toContain(one.status)
        one.leave()
      }
    }
    await expect.poll(activeExports, { interval: 50 }).toBe(0)
    const { exportPool } = api.app.services
    await expect.poll(() => exportPool.totalCount - exportPool.idleCount).toBe(0)
    expect((await exportText(ann)).length).toBeGreaterThan(1_000_000)
  })

  it('that loses its database breaks visibly', async () => {
    const ann = await api.person()
    const long = sequence(Array.from({ length: 300 }, (_, i) => i * 10))
    await importLines(ann, [
      entity('e1'),
      ...Array.from({ length: 1500 }, () => annotation({ boundingBoxSequence: long })),
    ])
    for (const path of ['/api/export/all', '/api/export?format=json']) {
      const outcome = await new Promise<string>((resolve) => {
        get(api.url + path, { headers: { cookie: ann.cookie }, agent: false }, (response) => {
          response.once('readable', () => {
            const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'parallax export'`
            void kill.execute(api.app.services.db).then(() => response.resume())
          })
          response.on('error', (error) => resolve((error as Error & { code?: string }).code ?? error.message))
          response.on('end', () => resolve('ended as if it were whole'))
        })
      })
      expect(outcome, path).toBe('ECONNRESET')
    }
    expect((await exportLines(ann)).length).toBe(1501)
  })
})

describe('an import', () => {
  it('leaves other requests their turn', async () => {
    const ann = await api.person()
    const file = generated('--scale', '1')
    let slowest = 0
    let running = true
    const importing = importLines(ann, file).finally(() => {
      running = false
    })
    const bystander = await api.person()
    while (running) {
      const startedAt = performance.now()
      expect((await bystander.get('/api/import/history')).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - startedAt)
      await sleep(10)
    }
    expect((await importing).body.success).toBe(true)
    expect(slowest).toBeGreaterThan(0)
    expect(slowest).toBeLessThan(1500 * slowness())
  })

  it('of one file twice at once by one person, and then by another, comes in whole every time', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const file = generated('--scale', '1', '--seed', '7', '--only', 'persona,ontology,summary,claim')
    // Ben imports last: ids that were already his would be renewed in each of Ann's two files (I-10).
    const [first, second] = await Promise.all([importLines(ann, file), importLines(ann, file)])
    const third = await importLines(ben, file)
    for (const { body } of [first, second, third]) expect(body).toMatchObject({ success: true })
    const counts = (await Promise.all([ann, ben].map((who) => exportLines(who)))).map(
      (lines) => lines.filter((line) => line.type === 'claim').length,
    )
    expect(counts).toEqual([5000, 5000])
    expect(first.body.summary.importedItems.claims + second.body.summary.importedItems.claims).toBe(5000)
  })
})

describe('a server that is killed during an import', () => {
  let child: ChildProcess | undefined
  afterAll(() => void child?.kill('SIGKILL'))

  async function serve(): Promise<{ url: string; who: Person }> {
    const port = await freePort()
    const { config } = api.app.services
    child = spawn(process.execPath, ['dist/src/main.js', 'serve'], {
      env: {
        ...process.env,
        DATABASE_URL: config.database.url,
        DATABASE_DIRECT_URL: config.database.directUrl,
        PREPARED_STATEMENTS: String(config.database.prepared),
        PORT: String(port),
        SESSION_SECRET: config.session.secret,
        API_KEY_ENCRYPTION_KEY: config.encryption.key,
        ADMIN_PASSWORD: config.adminPassword ?? '',
        STORAGE_PATH: api.folder,
        THUMBNAIL_PATH: api.folder,
        UPLOAD_PATH: api.folder,
        MODEL_SERVICE_URL: 'http://127.0.0.1:9',
        RATE_LIMIT_DISABLED: 'true',
        OTEL_EXPORTER_OTLP_ENDPOINT: '',
        API_PROCESSES: '1',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}`
    const answers = () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(answers, { timeout: 60_000, interval: 50 }).toBe(true)
    return { url, who: await api.person() }
  }

  it('leaves nothing or everything, at whatever moment, and the history says which', async () => {
    const file = generated('--scale', '1')
    const outcomes = new Set<string>()
    for (const delay of [150, 800, 2000, 4500]) {
      const { url, who } = await serve()
      const remote = {
        ...who,
        request: (path: string, init: RequestInit = {}) =>
          fetch(url + path, { ...init, headers: { cookie: who.cookie, ...init.headers } }),
      }
      const importing = importLines(remote, file.replaceAll('Analyst', `Analyst ${delay}`)).then(
        () => 'answered',
        () => 'broken',
      )
      await sleep(delay)
      child?.kill('SIGKILL')
      const outcome = await importing
      await expect
        .poll(
          async () =>
            (
              await sql<{
                n: number
              }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'parallax' and state <> 'idle' and query not ilike '%pg_stat_activity%'`.execute(
                api.app.services.db,
              )
            ).rows[0]?.n,
          { timeout: 15_000 },
        )
        .toBe(0)
      const lines = (await exportLines(who)).length
      const history = (await who.get('/api/import/history')).body.imports
      outcomes.add(lines === 0 ? 'nothing' : 'everything')
      expect([0, 18_650]).toContain(lines)
      if (lines) expect(history).toMatchObject([{ success: true, itemsImported: 18_650 }])
      else expect(history.every((one: any) => !one.success)).toBe(true)
      if (outcome === 'answered') expect(lines).toBe(18_650)
      await api.app.services.db.deleteFrom('users').where('id', '=', who.id).execute()
    }
    expect(outcomes.has('nothing')).toBe(true)
  }, 120_000)
})
