import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isErrno } from '@parallax/shared/errno.js'
import { atMost } from '../../lib/at-most.js'
import { AppError } from '../../lib/errors.js'
import { newId } from '../../lib/uuid.js'

/** The largest file that is accepted, in bytes (I-03). */
export const largestFile = 100 * 1024 * 1024

/** Returns the error for a file over the limit: PAYLOAD_TOO_LARGE (I-03). */
export function tooLarge(): AppError {
  const message = 'File exceeds the 100 MB limit'
  return new AppError('PAYLOAD_TOO_LARGE', message, { extra: { error: 'Payload Too Large', message } })
}

/** Identifies this machine in the names of spooled files, because other machines may share the folder. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const spooledFile = /^parallax-(?:import|report)-(?:([0-9a-f]{8})-p(\d+)-)?[\w-]+\.jsonl?$/
/** Paths of this process's files that are in use. */
const used = new Set<string>()
/**
 * A file whose process may still be running counts as abandoned once it has not been touched for this long. Files in
 * use are touched once a minute.
 */
const leftAfterMs = 10 * 60_000

/** Returns a new path for an upload or a report of this process. It counts as in use until `removeSpooled`. */
export function newSpoolPath(folder: string, kind: 'import' | 'report'): string {
  const name = `parallax-${kind}-${machine}-p${process.pid}-${newId()}.json${kind === 'import' ? 'l' : ''}`
  const path = join(folder, name)
  used.add(path)
  return path
}

/** Deletes a spooled file, if it still exists, and no longer counts it as in use. */
export async function removeSpooled(path: string): Promise<void> {
  await rm(path, { force: true })
  used.delete(path)
}

/**
 * Removes files that killed processes left in the spool folder: files of this machine whose process is gone, and any
 * others that have not been touched for ten minutes. Touches the files that this process is using. Returns how many
 * files were removed.
 */
export async function sweepSpool(folder: string, now: Date): Promise<number> {
  await Promise.all([...used].map((path) => utimes(path, now, now).catch(() => undefined)))
  const names = await readdir(folder).catch(() => [])
  const left = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const [match, of, pid] = spooledFile.exec(name) ?? []
      if (match === undefined || used.has(path)) return []
      if (of === machine && !isRunning(Number(pid))) return [path]
      const changed = await stat(path).then(
        (one) => one.mtimeMs,
        () => Infinity,
      )
      return changed < now.getTime() - leftAfterMs ? [path] : []
    }),
  )
  await Promise.all(left.flat().map((path) => rm(path, { force: true })))
  return left.flat().length
}

/**
 * Returns whether the process that created a file is still running. A file under this process's own id that is not in
 * `used` was created by an earlier process with the same id, which is common in containers.
 */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

/**
 * Writes a file to the spool folder while it arrives and returns its path. Leaves nothing behind on failure. Throws
 * PAYLOAD_TOO_LARGE for a file over `largestFile`.
 */
export async function spoolFile(source: Readable, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = newSpoolPath(folder, 'import')
  try {
    await pipeline(atMost(source, largestFile, tooLarge), createWriteStream(path, { mode: 0o600 }))
    return path
  } catch (error) {
    await removeSpooled(path)
    throw error
  }
}
