// Starts a temporary database and an API for the benchmarks; stop() ends both and removes their files.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { graphqlAnswers } from './load.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { buildAll, isStale } = await import('../bin/build.mjs')
if (isStale()) await buildAll()
const { startEmbeddedPostgres } = await import('../dist/src/database/launch/embedded-postgres.js')
const { freePort } = await import('../dist/src/database/launch/postmaster.js')

/**
 * Starts an API without rate limits; the result can also create users and sign them in. Its database is
 * BENCH_DATABASE_URL, or else a new one on the programs of PARALLAX_POSTGRES_BIN, with PostgreSQL's default durability
 * (fsync and synchronous commit on).
 */
export async function startServer(env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-bench-'))
  // If root starts it, the database server runs as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'database')
  const startDatabase = async (databasePort) =>
    process.env.BENCH_DATABASE_URL
      ? { url: process.env.BENCH_DATABASE_URL, stop: async () => {} }
      : startEmbeddedPostgres({ dataDir, programs: process.env.PARALLAX_POSTGRES_BIN, port: databasePort })
  let database = await startDatabase()
  const databaseLog = join(dataDir, 'postgres.log')
  const port = await freePort()
  const childEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    PORT: String(port),
    SESSION_SECRET: 'benchmark '.repeat(4),
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'benchmark-1',
    STORAGE_PATH: folder,
    THUMBNAIL_PATH: folder,
    EXPORT_PATH: join(folder, 'exports'),
    UPLOAD_PATH: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    MODEL_SERVICE_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...env,
  }
  // Like `npm start` and the image, unless other flags are measured.
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? ['--max-semi-space-size=32']
  const run = (command) =>
    spawn(process.execPath, [...flags, join(root, 'dist/src/main.js'), command], { env: childEnv, stdio: 'inherit' })
  await new Promise((done, fail) =>
    run('seed').once('exit', (code) => (code ? fail(new Error('seed failed')) : done())),
  )
  let api = run('serve')
  let worker
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  const call = async (cookie, method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path === '/graphql' && { accept: graphqlAnswers }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // 294 is the status of an answer of GraphQL with errors.
    if (!answer.ok || answer.status === 294)
      throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    return { headers: answer.headers, text, json: () => JSON.parse(text) }
  }
  const login = async (username, password) =>
    (await call('', 'POST', '/api/auth/login', { username, password })).headers.getSetCookie()[0].split(';')[0]
  const admin = await login('admin', 'benchmark-1')
  return {
    url,
    port,
    get pid() {
      return api.pid
    },
    databaseUrl: database.url,
    databaseLog: existsSync(databaseLog) ? databaseLog : undefined,
    postgres: await versionOf(database.url),
    call,
    admin,
    folder,
    login,
    async user(name) {
      await call(admin, 'POST', '/api/admin/users', { username: name, displayName: name, password: 'benchmark-1' })
      return login(name, 'benchmark-1')
    },
    /** Kills the API, as a failure would, and starts it again. */
    async killed() {
      const ended = new Promise((done) => api.once('exit', done))
      api.kill('SIGKILL')
      await ended
      api = run('serve')
      await answering(url)
    },
    /** Ends the API and the database, calls `between`, and starts both again on the same ports. */
    async restarted(between = () => {}) {
      const ended = new Promise((done) => api.once('exit', done))
      api.kill('SIGTERM')
      await ended
      await database.stop()
      between()
      database = await startDatabase(Number(new URL(database.url).port))
      api = run('serve')
      await answering(url)
    },
    /** Starts a worker beside the API, which ends with it. */
    startWorker() {
      worker = run('worker')
    },
    async stop() {
      for (const child of worker ? [worker, api] : [api]) {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await ended
      }
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url) {
  for (let i = 0; ; i++) {
    const isThere = await fetch(`${url}/api/health`).then(
      (one) => one.ok,
      () => false,
    )
    if (isThere) return
    if (i > 200) throw new Error('the API did not start')
    await new Promise((done) => setTimeout(done, 100))
  }
}

/**
 * Returns the version and optimisation level of PostgreSQL: one build can be twice as fast as another of the same
 * version.
 */
async function versionOf(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version') || ' ' || coalesce((select setting from pg_config where name = 'CFLAGS'), '') as text`,
  )
  await client.end()
  return rows[0].text.replace(/ .*?(-O\w+).*$/, ' $1')
}
