import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { waitForDatabase } from '../../src/commands/process.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { startApi, type TestApi } from '../support/api.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi({ ALLOWED_ORIGINS: 'https://annotate.example, https://other.example' })
})
afterAll(() => api.stop())

/** Starts a proxy that makes the database available on another port. */
async function forward(port: number): Promise<Server> {
  const real = new URL(api.app.services.config.database.url)
  const server = createServer((socket) => {
    const onward = connect(Number(real.port), real.hostname)
    socket.pipe(onward).pipe(socket)
    for (const one of [socket, onward]) one.on('error', () => one.destroy())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return server
}

// Concurrent with the next: one waits for 30 seconds, the other for twelve.
describe.concurrent('a process whose database is not there yet', () => {
  const silent = pino({ level: 'silent' })

  it('waits for it (CF-10)', async () => {
    const url = new URL(api.app.services.config.database.url)
    url.port = String(await freePort())
    const waiting = waitForDatabase(url.href, silent, 10_000)
    await new Promise((done) => setTimeout(done, 300))
    const server = await forward(Number(url.port))
    expect(await waiting).toBe(true)
    server.close()
  })

  it('gives up in the end and says where to look, without the password (CF-10)', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'info' },
      new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
    )
    expect(await waitForDatabase(`postgres://someone:hidden-word@127.0.0.1:${await freePort()}/x`, log, 1200)).toBe(
      false,
    )
    expect(lines.at(-1)).toMatch(/"level":60.*ECONNREFUSED.*Check DATABASE_URL/)
    expect(lines.join('')).not.toContain('hidden-word')
  })

  it('ends with code 1 and every fault of its configuration when that is wrong', async () => {
    if (isStale()) await buildAll()
    const child = spawn(process.execPath, ['dist/src/main.js', 'serve'], {
      env: { PATH: process.env['PATH'] ?? '', PORT: 'x', KB_MODE: 'y' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect(await new Promise((done) => child.once('close', done))).toBe(1)
    for (const name of [
      'DATABASE_URL',
      'SESSION_SECRET',
      'API_KEY_ENCRYPTION_KEY',
      'ADMIN_PASSWORD',
      'PORT',
      'KB_MODE',
    ])
      expect(text).toContain(name)
  })

  it('ends with code 1 also where it keeps several processes (CF-10)', async () => {
    if (isStale()) await buildAll()
    const child = spawn(process.execPath, ['dist/src/main.js', 'serve'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: `postgres://x:x@127.0.0.1:${await freePort()}/x`,
        SESSION_SECRET: 'a secret of at least thirty-two characters',
        API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
        ADMIN_PASSWORD: 'admin-password-1',
        OTEL_EXPORTER_OTLP_ENDPOINT: '',
        LOG_LEVEL: 'silent',
        PORT: String(await freePort()),
        API_PROCESSES: '2',
      },
      stdio: 'ignore',
    })
    try {
      const ended = new Promise((done) => child.once('exit', done))
      const late = new Promise((done) => setTimeout(done, 60_000, 'still there'))
      expect(await Promise.race([ended, late])).toBe(1)
    } finally {
      child.kill()
    }
  })
})

// The only thread of a process of its own opens a pipe and waits for the other end, which is opened 12 seconds later.
const program = (pipe: string) => `
  import { openSync, promises } from 'node:fs'
  import { execFileSync } from 'node:child_process'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { threadsHang } from ${JSON.stringify(join(process.cwd(), 'dist/src/operations/health.service.js'))}
  const said = [threadsHang()]
  await sleep(100)
  const opened = promises.open(${JSON.stringify(pipe)})
  await sleep(100)
  said.push(threadsHang())
  await sleep(11_000)
  said.push(threadsHang())
  execFileSync('sh', ['-c', 'exec 3<>' + ${JSON.stringify(pipe)} + '; sleep 1'])
  await (await opened).close()
  await sleep(100)
  said.push(threadsHang())
  console.log(JSON.stringify(said))
`

it.concurrent('the health check says so when the threads of the process take no task, and when they do again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-hang-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(pipe)], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      timeout: 30_000,
    })
    expect(JSON.parse(stdout)).toEqual([false, false, true, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 40_000)

describe('browsers of other origins', () => {
  const preflight = (origin: string) =>
    fetch(`${api.url}/api/personas`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    })

  it('may call with cookies from the named origins, and learn the headers that they need (CF-01)', async () => {
    const allowed = await preflight('https://other.example')
    expect(allowed.status).toBe(204)
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://other.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    })
    const answer = await fetch(`${api.url}/api/health`, { headers: { origin: 'https://annotate.example' } })
    for (const name of ['Content-Disposition', 'Retry-After', 'Content-Range', 'X-Export-Size'])
      expect(answer.headers.get('access-control-expose-headers')).toContain(name)
  })

  it('may not from any other (CF-01)', async () => {
    for (const origin of [
      'https://evil.example',
      'https://annotate.example.evil.example',
      'http://annotate.example',
      'null',
    ]) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('OPTIONS without the headers of a preflight, as load balancers send it', () => {
  /** Sends the request line as it is given, since fetch cannot ask for `*`. */
  async function options(target: string): Promise<{ status: number; head: string; allow: string[] | undefined }> {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.write(`OPTIONS ${target} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`)
    let head = ''
    for await (const chunk of socket) head += String(chunk)
    const allow = /^allow: (.*)\r$/im.exec(head)?.[1]?.split(', ')
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, allow }
  }

  it('is answered with 204 and the methods of the path, for every documented route', async () => {
    const document = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as { paths: Record<string, object> }
    const paths = Object.entries(document.paths)
    expect(paths.length).toBeGreaterThan(100)
    for (const [path, methods] of paths) {
      const { status, head, allow } = await options(path.replaceAll(/\{\w+\}/g, 'some-id'))
      expect({ path, status }).toEqual({ path, status: 204 })
      expect(head).not.toContain('transfer-encoding')
      const documented = Object.keys(methods).map((method) => method.toUpperCase())
      expect(allow, path).toEqual(expect.arrayContaining([...documented, 'OPTIONS']))
    }
  })

  it('is answered for the page, for paths that are not there, and for the server as a whole', async () => {
    expect(await options('/')).toMatchObject({ status: 204, allow: expect.arrayContaining(['GET', 'HEAD']) })
    expect(await options('/graphql?a=b')).toMatchObject({ status: 204, allow: expect.arrayContaining(['POST']) })
    expect(await options('/api/nothing/here')).toMatchObject({ status: 204, allow: undefined })
    expect(await options('*')).toMatchObject({ status: 204, allow: undefined })
    expect((await options('/')).head).toMatch(/^x-request-id: \S+/im)
  })
})

describe('the log', () => {
  it('is JSON, a line an entry, and keeps secrets out (T-08)', async () => {
    const lines: string[] = []
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { openLog } from './dist/src/lib/log.js'
      const log = openLog('info', false)
      log.info({ password: 'hidden-1', user: { passwordHash: 'hidden-2', token: 'hidden-3' }, apiKey: 'hidden-4', headers: { cookie: 'hidden-5', authorization: 'hidden-6' } }, 'seen')
      log.debug('not seen')
    `,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')))
    await new Promise((done) => child.once('close', done))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'seen',
        password: '[redacted]',
        headers: { cookie: '[redacted]', authorization: '[redacted]' },
      }),
    ])
    expect(lines.join('')).not.toContain('hidden')
  })
})
