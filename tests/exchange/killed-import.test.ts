import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { persona } from './lines.js'
import { importLines, previewLines } from './support.js'

describe('an API process that is killed while a file arrives', () => {
  let api: TestApi
  let ann: Person
  const spool = mkdtempSync(join(tmpdir(), 'parallax-killed-import-'))
  const children: ChildProcess[] = []
  beforeAll(async () => {
    if (isStale()) await buildAll()
    api = await startApi()
    ann = await api.person()
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await api.stop()
    rmSync(spool, { recursive: true, force: true })
  })

  /** Starts a separate server process on the same database. */
  async function serve(): Promise<{ url: string; kill(): Promise<void> }> {
    const port = await freePort()
    const env = {
      ...process.env,
      DATABASE_URL: api.app.services.config.database.directUrl,
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      ADMIN_PASSWORD: 'admin-password-1',
      STORAGE_PATH: api.folder,
      UPLOAD_PATH: spool,
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      // One process only, so that the process that is killed is the one that imports.
      API_PROCESSES: '1',
    }
    const child = spawn(process.execPath, ['dist/src/main.js', 'serve'], { env, stdio: 'ignore' })
    children.push(child)
    const url = `http://127.0.0.1:${port}`
    const healthy = () =>
      fetch(`${url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    await expect.poll(healthy, { timeout: 40_000, interval: 100 }).toBe(true)
    const kill = () =>
      new Promise<void>((done) => {
        child.once('exit', () => done())
        child.kill('SIGKILL')
      })
    return { url, kill }
  }

  const spooled = () => readdirSync(spool).filter((name) => name.startsWith('parallax-import'))
  const historyOf = async () => (await ann.get('/api/import/history')).body.imports

  it('leaves a history that says interrupted, and its spool file is gone at the next start', async () => {
    const first = await serve()
    const upload = request(`${first.url}/api/import`, {
      method: 'POST',
      headers: { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    })
    upload.on('error', () => undefined)
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="half.jsonl"\r\n\r\n'
    upload.write(head + JSON.stringify(persona()))
    await expect.poll(spooled, { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(historyOf).toMatchObject([{ filename: 'half.jsonl', success: false, itemsImported: 0 }])
    await first.kill()
    const [left] = await historyOf()
    const { data } = await ann.graph('{ imports(first: 5) { nodes { filename result } } }')
    expect(left).toMatchObject({ filename: 'half.jsonl', success: false })
    expect(data.imports.nodes).toMatchObject([{ filename: 'half.jsonl', result: { status: 'interrupted' } }])
    expect(spooled()).toHaveLength(1)
    // Spool files of two other machines: one recent, as of a running import, and one old, as of a dead machine.
    const foreign = (name: string, minutesOld: number) => {
      const at = Date.now() / 1000 - minutesOld * 60
      writeFileSync(join(spool, name), 'x')
      utimesSync(join(spool, name), at, at)
    }
    foreign('parallax-import-00000000-p17-0198c0de-0000-7000-8000-000000000001.jsonl', 1)
    foreign('parallax-import-00000000-p17-0198c0de-0000-7000-8000-000000000002.jsonl', 30)
    const second = await serve()
    await expect
      .poll(spooled, { timeout: 10_000 })
      .toEqual(['parallax-import-00000000-p17-0198c0de-0000-7000-8000-000000000001.jsonl'])
    await second.kill()
  }, 120_000)

  it('is the only one that leaves such a row: what is refused leaves none', async () => {
    const before = (await historyOf()).length
    expect((await importLines(ann, 'not JSON')).status).toBe(400)
    expect((await importLines(ann, [persona()], { transaction: { atomic: 'perhaps' } })).status).toBe(400)
    expect((await previewLines(ann, [persona()])).status).toBe(200)
    const left = request(`${api.url}/api/import`, {
      method: 'POST',
      headers: { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    })
    left.on('error', () => undefined)
    left.write('--x\r\ncontent-disposition: form-data; name="file"; filename="left.jsonl"\r\n\r\n{')
    await expect.poll(async () => (await historyOf()).length).toBe(before + 1)
    left.destroy()
    await expect.poll(async () => (await historyOf()).length).toBe(before)
  })
})
