import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../database/postmaster.js'
import { readIfPresent } from '../database/postgres-home.js'
import { isErrno } from '../lib/errno.js'
import { procStat } from './parent.js'

const lookMs = 200

/** Another process has the data folder. */
export class FolderInUse extends Error {
  constructor(
    message: string,
    readonly by: number | string,
    /** It is a command, such as a backup, which gives the folder back by itself. */
    readonly passes: boolean,
    options: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Takes a data folder for this process until the function returned is called. Throws FolderInUse, one line that names
 * the process that has it; what a process left that was killed is taken over. `passes`: for a command.
 */
export function lockFolder(dataDir: string, passes = false): () => void {
  const file = join(dataDir, 'parallax.pid')
  const own = `${process.pid} ${procStat(process.pid)?.startedAt ?? ''}${passes ? ' command' : ''}`.trim()
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${own}\n`)
    for (let tries = 0; ; tries += 1) {
      try {
        // A link is made at once and never over another: of two processes that start together one gets it.
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
        rmSync(file, { force: true })
      }
    }
  } finally {
    rmSync(temporary, { force: true })
  }
  return () => {
    if (readIfPresent(file)?.trim() === own) rmSync(file, { force: true })
  }
}

/** As lockFolder, but a command that has the folder is waited for. Undefined once nobody waits any more. */
export async function lockInTurn(
  dataDir: string,
  print: (line: string) => void,
  ended: () => boolean,
): Promise<(() => void) | undefined> {
  for (let told = false; !ended(); await sleep(lookMs)) {
    try {
      return lockFolder(dataDir)
    } catch (error) {
      if (!(error instanceof FolderInUse) || !error.passes) throw error
      if (!told) print(`Waiting for process ${error.by}, a command that works on ${dataDir}, to end.`)
      told = true
    }
  }
  return undefined
}

/** The process that a lock names, while it runs; another one may have got its number since. */
function holderOf(text: string): number | undefined {
  const [number = '', startedAt] = text.split(' ')
  const pid = Number(number)
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return undefined
  const now = procStat(pid)?.startedAt
  return startedAt !== undefined && now !== undefined && startedAt !== now ? undefined : pid
}
