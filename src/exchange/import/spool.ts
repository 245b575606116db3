import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { atMost } from '../../lib/at-most.js'
import { isErrno, noRoom } from '../../lib/errno.js'
import { AppError } from '../../lib/errors.js'
import { newId } from '../../lib/uuid.js'

/** I-03: bytes of the file part. */
export const largestFile = 100 * 1024 * 1024

export function tooLarge(): AppError {
  const message = 'File exceeds the 100 MB limit'
  return new AppError('PAYLOAD_TOO_LARGE', message, { extra: { error: 'Payload Too Large', message } })
}

/** The disk, the quota or the process limit is used up: a fault of ours, but one that says what to mend. */
function noSpace(error: unknown): AppError | undefined {
  if (!isErrno(error, ...noRoom)) return undefined
  return new AppError('INTERNAL_ERROR', 'The server has no space left for the upload', {
    extra: { error: 'Internal Server Error' },
  })
}

/** This machine in the names of spooled files; another one may work in the same folder. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const spooledFile = /^parallax-(?:import|report)-(?:([0-9a-f]{8})-p(\d+)-)?[\w-]+\.jsonl?$/
/** Files of this process that are in use. */
const used = new Set<string>()
/** A file in use is touched more often than that. */
const leftAfterMs = 10 * 60_000

/** A path of this process for an upload or a report; it stays until `removeSpooled`. */
export function newSpoolPath(folder: string, kind: 'import' | 'report'): string {
  const name = `parallax-${kind}-${machine}-p${process.pid}-${newId()}.json${kind === 'import' ? 'l' : ''}`
  const path = join(folder, name)
  used.add(path)
  return path
}

export async function removeSpooled(path: string): Promise<void> {
  await rm(path, { force: true })
  used.delete(path)
}

/**
 * Removes what processes that were killed left in the spool folder: files of this machine whose process is gone, and
 * others that have not been touched for ten minutes. Touches those of this process. Answers how many were removed.
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

/** Files of this process are known: under its own number stand those of one that had it before, as in a container. */
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
 * Writes a file to the spool folder while it arrives; nothing is left behind when it is too large or the disk is full.
 */
export async function spoolFile(source: Readable, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = newSpoolPath(folder, 'import')
  try {
    await pipeline(atMost(source, largestFile, tooLarge), createWriteStream(path, { mode: 0o600 }))
    return path
  } catch (error) {
    await removeSpooled(path)
    throw noSpace(error) ?? error
  }
}
