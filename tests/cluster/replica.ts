import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries } from '../../src/database/launch/find-postgres.js'
import { choosePostgresHome } from '../../src/database/launch/postgres-home.js'
import { freePort, readPostmaster } from '../../src/database/launch/postmaster.js'
import { serverEnvironment, type PostgresBinaries } from '../../src/database/launch/postgres-binaries.js'
import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'

/**
 * Starts a primary without fsync: it may lose data when the machine goes down, but not when only its processes are
 * killed. Its replicas receive all that it acknowledged.
 */
export async function startPrimary(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parallax-primary-'))
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir,
    programs: process.env.PARALLAX_POSTGRES_BIN,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      max_connections: '200',
      wal_keep_size: '512MB',
      ...settings,
    },
  })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export interface RunningReplica {
  url: string
  port: number
  /** The end of its log. */
  log(): string
  /** Runs a statement on it, such as `select pg_wal_replay_pause()`. */
  ask(sql: string): Promise<Record<string, unknown>[]>
  /** `kill` ends it at once, as a power loss would; `freeze` suspends all its processes, `thaw` resumes them. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a streaming replica of a server, made by pg_basebackup, on the loopback interface: on a free port, or on the
 * port of a server that it replaces.
 */
export async function startReplica(
  primaryUrl: string,
  name: string,
  { port: givenPort, more = {} }: { port?: number; more?: Record<string, string> } = {},
): Promise<RunningReplica> {
  const home = mkdtempSync(join(tmpdir(), 'parallax-replica-'))
  chmodSync(home, 0o777)
  const place = choosePostgresHome(home)
  const binaries: PostgresBinaries = await findBinaries(place, process.env.PARALLAX_POSTGRES_BIN, undefined)
  const folder = join(home, 'data')
  mkdirSync(folder, { mode: 0o700 })
  if (place.account) chownSync(folder, place.account.uid, place.account.gid)
  const env = serverEnvironment()
  const from = new URL(primaryUrl)
  from.searchParams.set('application_name', name)
  // Asynchronous, because this process must go on answering others, such as the health checks of a proxy.
  await promisify(execFile)(
    join(binaries.bin, 'pg_basebackup'),
    ['-d', from.href, '-D', folder, '-R', '-X', 'stream', '-c', 'fast'],
    { ...place.account, env, cwd: '/' },
  )
  const port = givenPort ?? (await freePort())
  const own = new URL(primaryUrl)
  own.port = String(port)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    hot_standby_feedback: 'on',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    wal_receiver_status_interval: '100ms',
    wal_retrieve_retry_interval: '200ms',
    wal_keep_size: '512MB',
    ...more,
  }
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  let pid = 0
  let said = ''
  const start = async () => {
    const child = spawn(join(binaries.bin, 'postgres'), ['-D', folder, ...args], {
      ...place.account,
      cwd: '/',
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)))
    pid = child.pid ?? 0
    for (const until = Date.now() + 30_000; Date.now() < until;) {
      const found = readPostmaster(folder)
      if (found?.pid === pid && found.ready) return
      if (child.exitCode !== null) throw new Error('the replica did not start')
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error('the replica was not ready in time')
  }
  await start()
  const send = (signal: NodeJS.Signals) => sendAll(pid, signal)
  const gone = async () => {
    for (const until = Date.now() + 10_000; Date.now() < until && isThere(pid);)
      await new Promise((done) => setTimeout(done, 20))
  }
  return {
    url: own.href,
    port,
    log: () => said,
    async ask(sql) {
      const client = new pg.Client({ connectionString: own.href })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async kill() {
      send('SIGKILL')
      await gone()
    },
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    start,
    async stop() {
      if (isThere(pid)) {
        send('SIGCONT')
        process.kill(pid, 'SIGINT')
        await gone()
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Kills a PostgreSQL server with all its processes at once, as a power loss would. */
export function killServer(pid: number): void {
  sendAll(pid, 'SIGKILL')
}

function sendAll(pid: number, signal: NodeJS.Signals): void {
  const processes = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .split('\n')
    .map((line) => Number(line))
    .filter(Boolean)
  for (const one of [pid, ...processes])
    try {
      process.kill(one, signal)
    } catch {
      // The process ended meanwhile.
    }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
