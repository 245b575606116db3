import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'
import type { Account } from './postgres-binaries.js'

/** The folders of an embedded server. The account that runs the server can enter `home`. */
export interface PostgresHome {
  home: string
  cluster: string
  account: Account | undefined
}

/**
 * Chooses the account and the folder of the cluster. PostgreSQL refuses to run as root; root therefore runs it as the
 * owner of an existing cluster, else as `postgres`, else as the unprivileged account (by default the id 65534). If this
 * account cannot enter the data folder (such as one below /root), the cluster is placed in /var/lib/parallax, or else
 * in the temporary folder, and the file `postgres-location` of the data folder contains its path. Throws if the
 * recorded folder is gone or the cluster belongs to another user.
 */
export function choosePostgresHome(dataDir: string): PostgresHome {
  const isRoot = process.platform !== 'win32' && process.getuid?.() === 0
  const recorded = readIfPresent(join(dataDir, 'postgres-location'))?.trim()
  if (recorded !== undefined && !existsSync(recorded)) {
    throw new Error(
      `The database of ${dataDir} should be in ${recorded}, which is gone. ` +
        `Bring it back, or remove ${join(dataDir, 'postgres-location')} to start with an empty database.`,
    )
  }
  let home = recorded ?? dataDir
  const owner = statSync(join(home, 'postgres'), { throwIfNoEntry: false })
  if (!isRoot) {
    if (owner !== undefined && process.getuid !== undefined && owner.uid !== process.getuid()) {
      throw new Error(
        `The database in ${join(home, 'postgres')} belongs to the user with id ${owner.uid}: start as that user or as root.`,
      )
    }
    return { home, cluster: join(home, 'postgres'), account: undefined }
  }
  const account = owner !== undefined && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount()
  admit(home, account)
  if (recorded === undefined && !canEnter(home, account)) {
    home = createOutside(account)
    writeFileSync(join(dataDir, 'postgres-location'), `${home}\n`)
  }
  return { home, cluster: join(home, 'postgres'), account }
}

/**
 * Returns the password of the server. It is generated at the first call and stored in the data folder, readable for
 * this user only. Throws if a cluster exists and its password file is missing.
 */
export function serverPassword(dataDir: string, cluster: string): string {
  const file = join(dataDir, 'postgres-password')
  const stored = readIfPresent(file)?.trim()
  if (stored !== undefined && stored !== '') {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
    return stored
  }
  if (existsSync(cluster)) {
    throw new Error(
      `${file} is missing: it holds the password of the database in ${cluster}. ` +
        'Bring it back from a backup of the data folder.',
    )
  }
  const password = randomBytes(24).toString('base64url')
  // The file is complete before it gets its name, and never replaces another one, so that two processes that start at
  // the same time use the same password.
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${password}\n`, { mode: 0o600, flush: true })
    linkSync(temporary, file)
    return password
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return readFileSync(file, 'utf8').trim()
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Returns the text of a file, or undefined if the file does not exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function unprivilegedAccount(): Account {
  const lines = (readIfPresent('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65534), gid: Number(entry?.[3] ?? 65534) }
}

/** Lets only the account enter a folder of root, by its group; lets all accounts enter if the group cannot be set. */
function admit(home: string, account: Account): void {
  const { uid, mode } = statSync(home)
  if (uid === account.uid || (mode & 0o1000) !== 0) return
  try {
    chownSync(home, uid, account.gid)
    chmodSync(home, (mode & 0o7700) | 0o010)
  } catch (error) {
    if (!isErrno(error, 'EPERM', 'EROFS')) throw error
    chmodSync(home, mode | 0o001)
  }
}

/** Returns whether the account may enter every folder on the path down to this one. */
function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(realpathSync(folder))
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const parent = dirname(realpathSync(folder))
  return (mode & bit) !== 0 && (parent === folder || canEnter(parent, account))
}

function createOutside(account: Account): string {
  for (const base of ['/var/lib/parallax', join(tmpdir(), 'parallax')]) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 })
      // The umask of this process may have removed the permission of the account.
      if (!canEnter(base, account)) chmodSync(base, 0o755)
      const folder = mkdtempSync(join(base, 'database-'))
      admit(folder, account)
      return folder
    } catch (error) {
      if (!isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC')) throw error
    }
  }
  throw new Error(
    'No folder outside /root can be written for the database. Set PARALLAX_DATA_DIR to a folder that other users can enter.',
  )
}
