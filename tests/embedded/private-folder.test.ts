import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import { giveCluster, removeScripts } from './scripts.js'

let dataDir: string
const ended: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  if (isStale()) await buildAll()
  dataDir = mkdtempSync(join(tmpdir(), 'parallax-private-'))
  chmodSync(dataDir, 0o755)
  await giveCluster(dataDir)
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
  rmSync(dataDir, { recursive: true, force: true })
  removeScripts()
})

/** Starts the command `up` under a umask that hides nothing, and waits until it is ready. */
async function start(): Promise<{ url: string; output: () => string; stop: () => Promise<unknown> }> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    PARALLAX_DATA_DIR: dataDir,
    PORT: String(port),
    UPLOAD_PATH: join(dataDir, 'uploads'),
    LOG_LEVEL: 'warn',
  }
  const child = spawn('sh', ['-c', `umask 0; exec "${process.execPath}" dist/src/main.js up`], { env, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const end = new Promise((done) => child.once('exit', done))
  const stop = () => (child.kill('SIGTERM'), end)
  ended.push(stop)
  await vi.waitFor(() => expect(text).toContain('Parallax is ready'), 60_000)
  return { url: `http://127.0.0.1:${port}`, output: () => text, stop }
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The paths in the data folder that another account could read, write or list. */
function open(): string[] {
  const found = (readdirSync(dataDir, { recursive: true }) as string[]).filter(
    (path) => (statSync(join(dataDir, path), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  )
  // The account that runs PostgreSQL for root enters the folder itself, by its group.
  const own = statSync(dataDir).mode & (process.getuid?.() === 0 ? 0o067 : 0o077)
  return own ? ['.', ...found] : found
}

it('nobody but the account that runs Parallax can read what is in a data folder that is used', async () => {
  const { url, stop } = await start()
  const { ADMIN_PASSWORD } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  const login = await fetch(`${url}/api/auth/login`, json({ username: 'admin', password: ADMIN_PASSWORD }))
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { ...init, headers: { ...init.headers, cookie } })
    expect([path, answer.ok]).toEqual([path, true])
    return answer
  }
  const file = (content: Buffer, name: string) => {
    const body = new FormData()
    body.set('file', new Blob([content]), name)
    return { method: 'POST', body }
  }
  const video = readFileSync('tests/fixtures/videos/dust-storm.webm')
  const { id } = (await (await send('/api/videos/upload', file(video, 'storm.webm'))).json()) as { id: string }
  await send(`/api/videos/${id}/thumbnail`)
  const lines = await (await send('/api/export/all')).text()
  await send('/api/import', file(Buffer.from(lines), 'export.jsonl'))
  const frozen = (await (await send('/api/exports', json({}))).json()) as { id: string }
  await vi.waitFor(
    async () => expect(await (await send(`/api/exports/${frozen.id}`)).json()).toMatchObject({ status: 'completed' }),
    60_000,
  )
  execFileSync(
    process.execPath,
    ['dist/src/main.js', 'backup', '--with-secrets', '--out', join(dataDir, 'backup.gz')],
    { env: { PATH: process.env['PATH'], PARALLAX_DATA_DIR: dataDir } },
  )
  for (const folder of ['videos', 'exports', 'uploads']) expect(existsSync(join(dataDir, folder))).toBe(true)
  for (const folder of ['videos', 'exports']) expect(readdirSync(join(dataDir, folder))).not.toEqual([])
  expect(open()).toEqual([])
  await stop()
  expect(open()).toEqual([])
})

it('an installation that others could read is closed by the next start, which says so once', async () => {
  for (const folder of ['videos', 'exports', 'thumbnails/of/one', 'model-thumbnails', 'uploads']) {
    mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o755 })
    writeFileSync(join(dataDir, folder, 'file'), 'text', { mode: 0o644 })
  }
  writeFileSync(join(dataDir, 'notes.txt'), 'text', { mode: 0o644 })
  const first = await start()
  expect(first.output()).toContain(`${dataDir} was open to other accounts of this machine`)
  await vi.waitFor(() => expect(open()).toEqual([]), 10_000)
  await first.stop()
  const second = await start()
  expect(second.output()).not.toContain('open to other accounts')
  await second.stop()
  expect(open()).toEqual([])
})
