import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { onConnection } from '../driver/on-connection.js'
import { findBinaries } from './find-postgres.js'
import { makeCluster } from './make-cluster.js'
import type { PostgresBinaries } from './postgres-binaries.js'
import { choosePostgresHome, readIfPresent, serverPassword, type PostgresHome } from './postgres-home.js'
import {
  isAlive,
  readPostmaster,
  removeForeignLock,
  signalPostmaster,
  startPostmaster,
  waitForExit,
  type Postmaster,
} from './postmaster.js'

export interface EmbeddedPostgresOptions {
  /** The folder for the cluster and its password; created if missing. */
  dataDir: string
  /** The server programs, in the form of PARALLAX_POSTGRES_BIN; undefined means to search for them. */
  programs?: string
  log?: Pick<BaseLogger, 'info' | 'warn'>
  /** Server settings that are added to the defaults or override them, such as { fsync: 'off' }. */
  settings?: Record<string, string>
  /** The port on 127.0.0.1; undefined means a free one. */
  port?: number
}

export interface EmbeddedPostgres {
  url: string
  /** The process id of the server. */
  pid: number
  /** True if the server was already running: its owner was killed, or is another living process. */
  adopted: boolean
  /** Stops the server and waits for its end; does nothing if another living process owns the server. */
  stop(): Promise<void>
}

// JIT is off: compiling a statement with LLVM, which Debian's build does from an estimated cost of 100,000 on, takes up
// to seconds and gains nothing for statements that run for milliseconds.
const defaults = { shared_buffers: '256MB', jit: 'off', log_checkpoints: 'off', timezone: 'UTC', log_timezone: 'UTC' }
const throwaway = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB' }
const lockTimeoutMs = 10_000
// Messages of temporary failures: the previous server is about to end, its orphaned backends still hold the shared
// memory, or the port was taken in the meantime.
const passing =
  /lock file .* (already exists|is empty)|bogus data in lock file|File exists|still in use|Address already in use|could not create any TCP/

/**
 * Starts the PostgreSQL server of a data folder, or adopts the one that already runs there; creates the cluster and the
 * database `parallax` if they do not exist.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  forgetOtherServers()
  mkdirSync(dataDir, { recursive: true })
  const place = choosePostgresHome(dataDir)
  const password = serverPassword(dataDir, place.cluster)
  const major = readIfPresent(join(place.cluster, 'PG_VERSION'))?.trim()
  const binaries = await findBinaries(place, options.programs, major === undefined ? undefined : Number(major))
  if (place.home !== dataDir)
    options.log?.info(`The database is in ${place.home}: the account of the server cannot enter ${dataDir}.`)
  if (!existsSync(place.cluster)) await makeCluster(binaries, place, password)
  const { server, adopted } = await startOrAdopt(
    binaries,
    place,
    password,
    { ...defaults, ...options.settings },
    options.port,
  )
  if (!adopted) options.log?.info(`The database runs on PostgreSQL ${binaries.version} ${binaries.origin}.`)
  const stop = takeOwnership(binaries, place, server, adopted)
  try {
    await createDatabase(serverUrl(server.port, password, 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: serverUrl(server.port, password, 'parallax'), pid: server.pid, adopted, stop }
}

/**
 * Returns the URL of the server that runs on a data folder, or undefined if no server answers. Starts and creates
 * nothing.
 */
export async function runningPostgres(folder: string): Promise<string | undefined> {
  const dataDir = resolve(folder)
  forgetOtherServers()
  const home = readIfPresent(join(dataDir, 'postgres-location'))?.trim() ?? dataDir
  const password = readIfPresent(join(dataDir, 'postgres-password'))?.trim()
  const running = readPostmaster(join(home, 'postgres'))
  if (!password || running?.ready !== true) return undefined
  const url = serverUrl(running.port, password, 'parallax')
  return (await answers(url)) ? url : undefined
}

/**
 * Starts a fast server without durability in a temporary folder, for tests and generated files; `stop` also removes the
 * folder. It uses the programs that `npm start` would use for a new data folder.
 */
export async function startThrowawayPostgres(
  programs: string | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parallax-postgres-'))
  chmodSync(dataDir, 0o711)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, programs, settings: throwaway })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Removes the variables PG* from the environment of this process and of those that it starts. They describe another
 * server, and node-postgres reads from them the settings that a URL lacks (PGSSLMODE, PGSSLNEGOTIATION, PGREPLICATION,
 * PGCLIENT_ENCODING, PGOPTIONS).
 */
function forgetOtherServers(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name]
}

function serverUrl(port: number, password: string, database: string): string {
  return `postgres://parallax:${password}@127.0.0.1:${port}/${database}`
}

async function startOrAdopt(
  binaries: PostgresBinaries,
  place: PostgresHome,
  password: string,
  settings: Record<string, string>,
  port: number | undefined,
): Promise<{ server: Postmaster; adopted: boolean }> {
  for (const deadline = Date.now() + lockTimeoutMs; ; await sleep(100)) {
    const running = readPostmaster(place.cluster)
    if (running?.ready === true && (await answers(serverUrl(running.port, password, 'postgres'))))
      return { server: running, adopted: true }
    try {
      return { server: await startPostmaster(binaries, place, settings, port), adopted: false }
    } catch (error) {
      if (!(error instanceof Error) || !passing.test(error.message)) throw error
      if (Date.now() > deadline) throw error
      removeForeignLock(place.cluster)
    }
  }
}

async function answers(connectionString: string): Promise<boolean> {
  return onConnection({ connectionString, connectionTimeoutMillis: 2000 }, async () => true).catch(() => false)
}

async function createDatabase(connectionString: string): Promise<void> {
  try {
    await onConnection({ connectionString }, async (client) => {
      const existing = await client.query("select from pg_database where datname = 'parallax'")
      if (existing.rowCount === 0) await client.query('create database parallax')
    })
  } catch (error) {
    // Another process has created it: 42P04 is duplicate_database, and 23505 comes from the index of the catalogue.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  }
}

/**
 * Records this process as the owner, which is responsible for stopping the server, and returns the function that stops
 * it. A process that adopts the server while another owner lives does not become the owner; its function does nothing.
 */
function takeOwnership(
  binaries: PostgresBinaries,
  place: PostgresHome,
  server: Postmaster,
  adopted: boolean,
): () => Promise<void> {
  const file = join(place.home, 'postgres-owner')
  const owner = Number(readIfPresent(file))
  if (adopted && owner > 0 && owner !== process.pid && isAlive(owner)) return () => Promise.resolve()
  writeFileSync(file, `${process.pid}\n`)
  if (place.account !== undefined) chownSync(file, place.account.uid, place.account.gid)
  const atExit = () => signalPostmaster(binaries, server.pid, 'SIGINT')
  process.once('exit', atExit)
  return async () => {
    process.removeListener('exit', atExit)
    signalPostmaster(binaries, server.pid, 'SIGINT')
    if (await waitForExit(server.pid, 30_000)) return rmSync(file, { force: true })
    signalPostmaster(binaries, server.pid, 'SIGQUIT')
    await waitForExit(server.pid, 5000)
  }
}
