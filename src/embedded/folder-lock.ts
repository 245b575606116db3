import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../database/postmaster.js'
import { readIfPresent } from '../database/postgres-home.js'
import { isErrno } from '../lib/errno.js'
import { procStat } from './parent.js'

/**
 * Takes a data folder for this process until the function returned is called. Throws one line that names the process
 * that has it; what a process left that was killed is taken over.
 */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'parallax.pid')
  const own = `${process.pid} ${procStat(process.pid)?.startedAt ?? ''}`.trim()
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
          throw new Error(
            `The data folder ${dataDir} is in use by process ${pid ?? holder}: stop that Parallax first, ` +
              'or set PARALLAX_DATA_DIR to another folder.',
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

/** The process that a lock names, while it runs; another one may have got its number since. */
function holderOf(text: string): number | undefined {
  const [number = '', startedAt] = text.split(' ')
  const pid = Number(number)
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return undefined
  const now = procStat(pid)?.startedAt
  return startedAt !== undefined && now !== undefined && startedAt !== now ? undefined : pid
}
