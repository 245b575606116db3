import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate, pendingMigrations } from '../../src/database/migrate/migrate.js'
import { freePort } from '../../src/database/launch/postmaster.js'

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const password = 'admin-password-1'

/** The release to upgrade from: UPGRADE_FROM (a tag or commit), else the commit before the newest three migrations. */
function formerRelease(): string {
  if (process.env['UPGRADE_FROM']) return process.env['UPGRADE_FROM']
  const added = execFileSync('git', ['log', '--diff-filter=A', '--format=%H', '-n', '3', '--', 'db/migrations'])
  return `${added.toString().trim().split('\n').at(-1)}^`
}

describe('an upgrade while people work', () => {
  const home = mkdtempSync(join(tmpdir(), 'parallax-upgrade-'))
  const former = join(home, 'former')
  const name = `upgrade_${process.pid}`
  const database = new URL(inject('clusterUrl'))
  database.pathname = `/${name}`
  const children: ChildProcess[] = []
  const env = {
    ...process.env,
    DATABASE_URL: database.href,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: password,
    STORAGE_PATH: home,
    THUMBNAIL_PATH: home,
    UPLOAD_PATH: home,
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    MODEL_SERVICE_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_DISABLED: 'true',
    API_PROCESSES: '1',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  }

  const run = (folder: string, command: string, port = 0) =>
    spawn(process.execPath, ['dist/src/main.js', command], {
      cwd: folder,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const endOf = (child: ChildProcess) =>
    new Promise<void>((done) => {
      if (child.exitCode !== null || child.signalCode !== null) done()
      else child.once('exit', () => done())
    })

  async function serve(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
    const port = await freePort()
    const child = run(folder, 'serve', port)
    children.push(child)
    const url = `http://127.0.0.1:${port}`
    for (let look = 0; look < 600; look += 1) {
      if (child.exitCode !== null) throw new Error(`the server of ${folder} ended with ${child.exitCode}`)
      const isReady = await fetch(`${url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (isReady) return { url, stop: () => (child.kill('SIGTERM'), endOf(child)) }
      await sleep(100)
    }
    throw new Error(`the server of ${folder} was not ready in time`)
  }

  async function ask(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: inject('clusterUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  beforeAll(async () => {
    mkdirSync(former)
    const archive = join(home, 'former.tar')
    execFileSync('git', ['archive', '-o', archive, formerRelease()])
    execFileSync('tar', ['-xf', archive, '-C', former])
    symlinkSync(resolve('node_modules'), join(former, 'node_modules'))
    const build = `const { buildAll } = await import('./bin/build.mjs'); await buildAll({ withDesk: false })`
    execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: former, stdio: 'inherit' })
    await ask(`create database ${name}`)
    const seeded = run(former, 'seed')
    await endOf(seeded)
    expect(seeded.exitCode).toBe(0)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(endOf))
    await ask(`drop database if exists ${name} with (force)`)
    rmSync(home, { recursive: true, force: true })
  })

  it('fails no request: schema first, then process by process', async () => {
    const pending = await pendingMigrations(database.href)
    expect(pending.length).toBeGreaterThan(0)
    const old = await serve(former)
    /** The servers that receive requests, as a load balancer would know them. */
    let servers = [old.url]
    const login = await fetch(`${old.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''

    const failed: string[] = []
    const answered: Record<string, number> = {}
    let phase = 'former release, former schema'
    let turn = 0
    const send = async (method: string, path: string, body?: unknown) => {
      turn += 1
      const sent = phase
      const what = `${sent}: ${method} ${path}`
      try {
        const answer = await fetch(`${servers[turn % servers.length]}${path}`, {
          method,
          headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        answered[sent] = (answered[sent] ?? 0) + 1
        if (answer.status >= 300 || text.startsWith('{"errors"'))
          failed.push(`${what} ${answer.status} ${text.slice(0, 300)}`)
        return text.startsWith('{') && !path.startsWith('/api/export') ? JSON.parse(text) : undefined
      } catch (error) {
        failed.push(`${what} ${String((error as Error).cause ?? error)}`)
      }
    }
    const frames = { boxes: [{ frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }] }
    const work = async (n: number) => {
      const persona = await send('POST', '/api/personas', { name: `Persona ${n}`, role: 'r', informationNeed: 'i' })
      const videoId = `video-${n % 5}`
      const annotation = await send('POST', '/api/annotations', {
        videoId,
        personaId: persona?.id,
        type: 'type',
        label: 'ship',
        frames,
      })
      await send('PUT', `/api/annotations/${annotation?.id}`, { label: 'boat', frames })
      await send('GET', `/api/annotations/${videoId}`)
      const summary = await send('POST', '/api/summaries', {
        videoId,
        personaId: persona?.id,
        summary: 'A ferry leaves.',
      })
      const claim = await send('POST', `/api/summaries/${summary?.id}/claims`, { text: 'A ferry leaves' })
      await send('PUT', `/api/summaries/${summary?.id}/claims/${claim?.id}`, { text: 'A ferry has left' })
      await send('GET', `/api/summaries/${summary?.id}/claims`)
      await send('POST', '/graphql', {
        query: `{ personas(first: 5) { totalCount nodes { name summaries { id claims { id text } } } }
                  annotations(filter: { videoId: "${videoId}" }, first: 5) { nodes { id label creator { id } } }
                  search(query: "ferry", first: 3) { edges { rank } } }`,
      })
      await send('DELETE', `/api/annotations/${videoId}/${annotation?.id}`)
      if (n % 2) await send('DELETE', `/api/personas/${persona?.id}`)
      // One export at a time: a user may run two at once.
      if (n % 4 === 0) await send('GET', '/api/export')
    }
    let going = true
    const workers = Array.from({ length: 4 }, async (_, worker) => {
      for (let n = worker; going && failed.length < 20; n += 4) await work(n)
    })
    /** Waits until so many requests were answered in this phase. */
    const requests = async (count: number) => {
      for (let look = 0; look < 1200 && (answered[phase] ?? 0) < count && failed.length < 20; look += 1) await sleep(50)
    }

    await requests(100)
    phase = 'migration under way'
    const applied = await migrate(database.href)
    phase = 'former release, new schema'
    await requests(300)
    const fresh = await serve(process.cwd())
    servers = [old.url, fresh.url]
    phase = 'both releases'
    await requests(300)
    servers = [fresh.url]
    phase = 'former release ends'
    // Requests that were sent there before the switch are still answered.
    await sleep(300)
    await old.stop()
    await requests(100)
    going = false
    await Promise.all(workers)
    console.log({ from: formerRelease(), applied, answered, failed: failed.length })
    expect(failed).toEqual([])
    expect(applied).toEqual(pending)
  })
})
