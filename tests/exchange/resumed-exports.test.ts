import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openLink } from '../support/link.js'
import { made } from '../support/workspace.js'
import { exportText, generated, importLines } from './support.js'

let api: TestApi
let workers: { close(): Promise<void> }
let ann: Person
let folder: string
let expected: string
let link: Awaited<ReturnType<typeof openLink>>

beforeAll(async () => {
  api = await startApi()
  workers = createWorkers(api.app)
  ann = await api.person()
  expect((await importLines(ann, generated('--scale', '1'))).status).toBe(200)
  expected = await exportText(ann)
  folder = mkdtempSync(join(tmpdir(), 'parallax-resumed-'))
  link = await openLink(Number(new URL(api.url).port))
})
afterAll(async () => {
  await link.close()
  await workers.close()
  await api.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  link.most = Infinity
})

const args = (file: string) => ['bin/parallax.mjs', 'export', file, '--resume', '--json']
const env = () => ({ ...process.env, PARALLAX_URL: link.url, PARALLAX_COOKIE: ann.cookie })

/** Runs the command in a process of its own; returns its exit code and what it said. */
const run = (file: string) =>
  new Promise<{ code: number; said: any }>((done) => {
    execFile(process.execPath, args(file), { env: env() }, (error, _out, err) => {
      done({ code: error ? Number(error.code) : 0, said: JSON.parse(err.trim().split('\n').at(-1)!) })
    })
  })

const read = (file: string) => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).toString()

describe('parallax export --resume', () => {
  it('gives the file that the streamed export gives, compressed or not, and leaves nothing behind', async () => {
    for (const name of ['plain.jsonl', 'packed.jsonl.gz']) {
      const file = join(folder, name)
      const { code, said } = await run(file)
      expect([code, said]).toEqual([0, expect.objectContaining({ success: true, bytes: Buffer.byteLength(expected) })])
      expect(read(file) === expected).toBe(true)
    }
    expect(readdirSync(folder).sort()).toEqual(['packed.jsonl.gz', 'plain.jsonl'])
    expect(await made(ann.get('/api/exports'))).toEqual([])
  })

  it('goes on where the network has cut it off, as often as that happens', async () => {
    const file = join(folder, 'cut.jsonl.gz')
    link.most = 150_000
    link.cuts = 0
    const { code } = await run(file)
    expect(code).toBe(0)
    expect(link.cuts).toBeGreaterThan(5)
    expect(read(file) === expected).toBe(true)
  })

  it('goes on where it was killed itself', async () => {
    const file = join(folder, 'killed.jsonl.gz')
    const part = `${file}.part`
    // The connection is cut after a while, so that the kill falls into the download.
    link.most = 200_000
    let kills = 0
    for (let least = 1; kills < 3; least = statSync(part).size + 1) {
      const child = spawn(process.execPath, args(file), { env: env(), stdio: 'ignore' })
      const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
      const grown = () => existsSync(part) && statSync(part).size >= least
      await expect.poll(grown, { timeout: 20_000, interval: 5 }).toBe(true)
      child.kill('SIGKILL')
      await ended
      expect(existsSync(file)).toBe(false)
      kills += 1
    }
    link.most = Infinity
    expect((await run(file)).code).toBe(0)
    expect(read(file) === expected).toBe(true)
  })

  it('waits for a server that is starting, from its first request on', async () => {
    const file = join(folder, 'early.jsonl.gz')
    link.most = 0
    link.cuts = 0
    const running = run(file)
    await expect.poll(() => link.cuts, { timeout: 10_000 }).toBeGreaterThan(1)
    link.most = Infinity
    expect((await running).code).toBe(0)
    expect(read(file) === expected).toBe(true)
    expect(await made(ann.get('/api/exports'))).toEqual([])
  })

  it('orders anew where the server no longer has the export, and where another one is wanted', async () => {
    const file = join(folder, 'gone.jsonl.gz')
    writeFileSync(`${file}.part`, 'the beginning of another file')
    writeFileSync(
      `${file}.part.json`,
      JSON.stringify({ url: link.url, body: '{"contents":"all"}', id: '0193e5a0-0000-7000-8000-00000000dead' }),
    )
    expect((await run(file)).code).toBe(0)
    expect(read(file) === expected).toBe(true)
  })

  it('says what the server refuses, and that it needs a file', async () => {
    const refused = await new Promise<any>((done) =>
      execFile(
        process.execPath,
        [...args(join(folder, 'no.gz')), '--scope', 'all'],
        { env: env() },
        (error, _out, err) => done({ code: error?.code, said: JSON.parse(err.trim()) }),
      ),
    )
    expect(refused).toEqual({ code: 1, said: { success: false, message: expect.stringContaining('403') } })
    const [, ...rest] = args('-')
    const usage = await new Promise<any>((done) =>
      execFile(process.execPath, ['bin/parallax.mjs', ...rest], { env: env() }, (error) => done(error?.code)),
    )
    expect(usage).toBe(2)
  })
})
