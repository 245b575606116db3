import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll, isStale } from '../../bin/build.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import { freshDatabase } from './database.js'

const adminPassword = 'admin-password-1'

export interface Processes {
  /** Base URL of each API process. */
  urls: string[]
  /** Process id of each, in the same order. */
  pids: number[]
  adminCookie: string
  databaseUrl: string
  /** How processes have ended so far: `exit code 1`, or the name of the signal. */
  ends: string[]
  stop(): Promise<void>
}

/**
 * Starts real `serve` processes on one fresh database, as they run behind a load balancer. Rate limits are on, with a
 * high RATE_LIMIT_MAX.
 */
export async function startProcesses(count: number, env: Record<string, string> = {}): Promise<Processes> {
  if (isStale()) await buildAll()
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'parallax-processes-'))
  const shared = {
    ...process.env,
    ...database.variables,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: adminPassword,
    STORAGE_PATH: folder,
    THUMBNAIL_PATH: folder,
    UPLOAD_PATH: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    MODEL_SERVICE_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    RATE_LIMIT_MAX: '100000',
    // One process each: the process that a test kills or measures is the one that serves.
    API_PROCESSES: '1',
    ...env,
  }
  const run = (command: string, port = 0) =>
    spawn(process.execPath, ['dist/src/main.js', command], { env: { ...shared, PORT: String(port) }, stdio: 'ignore' })
  const seeded = run('seed')
  await new Promise<void>((done, fail) =>
    seeded.once('exit', (code) => (code ? fail(new Error(`seed ended with ${code}`)) : done())),
  )
  const children: ChildProcess[] = []
  const urls: string[] = []
  const ends: string[] = []
  for (let i = 0; i < count; i++) {
    const port = await freePort()
    const child = run('serve', port)
    child.once('exit', (code, signal) => ends.push(signal ?? `exit code ${code}`))
    children.push(child)
    urls.push(`http://127.0.0.1:${port}`)
  }
  await Promise.all(urls.map(waitFor))
  const login = await fetch(`${urls[0]}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  })
  return {
    urls,
    pids: children.map(({ pid }) => pid ?? 0),
    adminCookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    databaseUrl: database.url,
    ends,
    async stop() {
      await Promise.all(
        children.map(
          (child) =>
            new Promise((done) => {
              if (child.exitCode !== null || child.signalCode !== null) return done(undefined)
              child.once('exit', done)
              child.kill('SIGTERM')
            }),
        ),
      )
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitFor(url: string): Promise<void> {
  for (const until = Date.now() + 40_000; Date.now() < until;) {
    if (
      await fetch(`${url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${url} did not start`)
}
