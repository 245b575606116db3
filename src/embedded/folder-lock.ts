import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '@parallax/shared/errno.js'
import { isAlive } from '../database/launch/postmaster.js'
import { readIfPresent } from '../database/launch/postgres-home.js'
import { procStat } from './parent.js'

const lookMs = 200

/** Thrown when another process holds the lock on the data folder; `by` is its process id or the text of the lock. */
export class FolderInUse extends Error {
  constructor(
    message: string,
    readonly by: number | string,
    /** Whether the holder is a command, such as a backup, which releases the lock by itself. */
    readonly passes: boolean,
    options: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Locks a data folder for this process, by a file with its process id, and returns the function that releases the lock.
 * Throws FolderInUse, with one line that names the holder, when another process has the lock; takes over a lock that a
 * killed process left behind. `passes` marks the lock as that of a command, which ends by itself.
 */
export function lockFolder(dataDir: string, passes = false): () => void {
  const file = join(dataDir, 'parallax.pid')
  const own = `${process.pid} ${procStat(process.pid)?.startedAt ?? ''}${passes ? ' command' : ''}`.trim()
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${own}\n`)
    for (let tries = 0; ; tries += 1) {
      try {
        // A hard link is made atomically and never over an existing file: if two processes start together, only one
        // gets the lock.
        linkSync(temporary, file)
        break
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw error
        const holder = readIfPresent(file)?.trim() ?? ''
        const pid = holderOf(holder)
        if (pid !== undefined || tries > 10) {
          throw new FolderInUse(
            `The data folder ${dataDir} is in use by process ${pid ?? holder}: stop that Parallax first, ` +
              'or set PARALLAX_DATA_DIR to another folder.',
            pid ?? holder,
            holder.endsWith(' command'),
            { cause: error },
          )
        }
        removeStale(file, holder)
      }
    }
  } finally {
    rmSync(temporary, { force: true })
  }
  return () => {
    if (readIfPresent(file)?.trim() === own) rmSync(file, { force: true })
  }
}

/**
 * Removes the lock of a process that has ended. Another process may have taken the folder over since the lock was read;
 * its lock is put back.
 */
function removeStale(file: string, holder: string): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (readIfPresent(aside)?.trim() !== holder) linkSync(aside, file)
  } catch (error) {
    if (!isErrno(error, 'ENOENT') && !isErrno(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Like lockFolder, but waits while a command holds the lock. Returns undefined when `ended` is true before the lock is
 * free.
 */
export async function lockInTurn(
  dataDir: string,
  print: (line: string) => void,
  ended: () => boolean,
): Promise<(() => void) | undefined> {
  for (let isPrinted = false; !ended(); await sleep(lookMs)) {
    try {
      return lockFolder(dataDir)
    } catch (error) {
      if (!(error instanceof FolderInUse) || !error.passes) throw error
      if (!isPrinted) print(`Waiting for process ${error.by}, a command that works on ${dataDir}, to end.`)
      isPrinted = true
    }
  }
  return undefined
}

/**
 * Returns the id of the process that a lock names; undefined if that process has ended, also if another process, with
 * another start time, has the same id now.
 */
function holderOf(text: string): number | undefined {
  const [number = '', startedAt] = text.split(' ')
  const pid = Number(number)
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return undefined
  const now = procStat(pid)?.startedAt
  return startedAt !== undefined && now !== undefined && startedAt !== now ? undefined : pid
}
