import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { chmod, opendir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'

const ofOthers = 0o077
/** A folder with this bit is shared by the accounts of the machine, such as /tmp. */
const sticky = 0o1000

/**
 * Makes files that this process and its children create from now on accessible for their account alone, whatever umask
 * they were started with.
 */
export function createPrivately(): void {
  process.umask(ofOthers)
}

/**
 * Removes the permissions of other accounts from a data folder that an earlier version made, from its files, and from
 * `folders` in it. The data folder comes first, so that no other account can enter it. The content of `folders` follows
 * in the background, each folder after its content, so that the next start continues a walk that was broken off.
 * Returns whether any permission was removed, and the end of the walk.
 */
export function closeFolder(
  dataDir: string,
  folders: string[],
  signal: AbortSignal,
): { found: boolean; end: Promise<void> } {
  const none = { found: false, end: Promise.resolve() }
  if (process.platform === 'win32' || resolve(dataDir) === resolve('/')) return none
  const { mode, gid } = statSync(dataDir)
  if ((mode & sticky) !== 0) return none
  // Where root runs PostgreSQL under another account, that account enters by the group (postgres-home.ts).
  let found = closeOne(dataDir, mode, gid !== 0 && process.getuid?.() === 0 ? 0o010 : 0)
  const open: string[] = []
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name)
    if (entry.isFile()) found = closeOne(path, lstatSync(path).mode) || found
    else if (entry.isDirectory() && folders.includes(path) && (lstatSync(path).mode & ofOthers) !== 0) open.push(path)
  }
  const walk = async () => {
    for (const path of open) await closeTree(path, signal)
  }
  return { found: found || open.length > 0, end: walk() }
}

/** Removes the permissions of other accounts except `kept`; returns whether there were any. */
function closeOne(path: string, mode: number, kept = 0): boolean {
  if ((mode & ofOthers & ~kept) === 0) return false
  try {
    chmodSync(path, mode & (0o7700 | kept))
    return true
  } catch (error) {
    if (isErrno(error, 'EPERM', 'EROFS', 'ENOENT')) return false
    throw error
  }
}

async function closeTree(folder: string, signal: AbortSignal): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (signal.aborted) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeTree(path, signal)
    else if (entry.isFile()) await restrict(path, 0o600)
  }
  if (!signal.aborted) await restrict(folder, 0o700)
}

async function restrict(path: string, mode: number): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (error) {
    // The file belongs to another account, or does not exist by now.
    if (!isErrno(error, 'EPERM', 'EROFS', 'ENOENT')) throw error
  }
}
