import { spawn, execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '@parallax/shared/errno.js'
import { programPath, serverEnvironment, workingFolder, type PostgresBinaries } from './postgres-binaries.js'
import { readIfPresent, type PostgresHome } from './postgres-home.js'

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

const logLimitBytes = 10 * 1024 * 1024
const readyTimeoutMs = 120_000

/**
 * Returns the contents of postmaster.pid: process id, port and whether the server accepts connections (line 8);
 * undefined without the file or the process id.
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfPresent(join(cluster, 'postmaster.pid'))?.split('\n')
  const pid = Number(lines?.[0])
  return lines === undefined || !(pid > 0)
    ? undefined
    : { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Returns whether a process with this id runs, under any account. A zombie (not yet reaped) does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z/.test(readIfPresent(`/proc/${pid}/stat`) ?? '')
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

/** Sends a signal; a process that is already gone is not an error. */
export function signalPostmaster(binaries: PostgresBinaries, pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  if (process.platform === 'win32') {
    // Windows has no signals: pg_ctl reaches the server through its control pipe.
    execFileSync(programPath(binaries.bin, 'pg_ctl'), ['kill', signal.slice(3), String(pid)], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

/** Waits at most `timeoutMs` until a process has ended; returns whether it has. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}

/**
 * Starts the server, on a free port unless `wantedPort` is set, and waits until it accepts connections. Throws an error
 * with the server's log lines if it does not start.
 */
export async function startPostmaster(
  binaries: PostgresBinaries,
  place: PostgresHome,
  settings: Record<string, string>,
  wantedPort?: number,
): Promise<Postmaster> {
  const port = wantedPort ?? (await freePort())
  const logFile = join(place.home, 'postgres.log')
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  // If root starts the server, the log must be accessible to the account that owns the cluster.
  if (place.account !== undefined) fchownSync(log, place.account.uid, place.account.gid)
  const logStart = statSync(logFile).size
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
  const args = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: Ctrl-C in the terminal must not stop the server before the processes that use it. The log is a file,
  // because a pipe would break when this process is killed.
  const child = spawn(programPath(binaries.bin, 'postgres'), ['-D', place.cluster, ...args], {
    ...place.account,
    cwd: workingFolder(),
    detached: true,
    stdio: ['ignore', log, log],
    env: serverEnvironment(),
  })
  closeSync(log)
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `exit code ${code ?? signal}`
  })
  child.unref()
  for (const deadline = Date.now() + readyTimeoutMs; ended === undefined && Date.now() < deadline; await sleep(10)) {
    const written = readPostmaster(place.cluster)
    if (written?.ready === true && written.pid === child.pid) return written
  }
  if (ended === undefined) child.kill('SIGQUIT')
  throw new Error(
    `Postgres did not start (${ended ?? 'not ready in time'}): ${readFileSync(logFile).subarray(logStart).toString().trim()}`,
  )
}

/**
 * Removes a stale postmaster.pid, with which PostgreSQL would never start: its process id belongs to another program,
 * as after a container was killed and restarted, or is missing, as after a power failure. Does nothing on systems
 * without /proc.
 */
export function removeForeignLock(cluster: string): void {
  if (!existsSync('/proc/self/cmdline')) return
  const file = join(cluster, 'postmaster.pid')
  const pid = readPostmaster(cluster)?.pid
  const command = pid === undefined ? '' : readIfPresent(`/proc/${pid}/cmdline`)
  if (command === undefined || command.includes('postgres')) return
  // A server that is starting may have created its file and not have written it yet.
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
  if (pid === undefined && (age < 1000 || worksIn(cluster))) return
  rmSync(file, { force: true })
}

/** Returns whether any process has this folder as its working directory, as every process of a server does. */
function worksIn(cluster: string): boolean {
  const folder = realpathSync(cluster)
  return readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder
    } catch {
      // The process has ended in the meantime.
      return false
    }
  })
}

/**
 * Returns a TCP port of 127.0.0.1 that was free a moment ago. It is below the ports that systems assign to outgoing
 * connections (from 32,768 on), so that no connection of another program takes it before the server listens.
 */
export async function freePort(): Promise<number> {
  for (let times = 0; times < 100; times += 1) {
    const port = randomInt(20_000, 32_768)
    if (await canListen(port)) return port
  }
  throw new Error('No port of 127.0.0.1 from 20000 to 32767 is free')
}

function canListen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}
