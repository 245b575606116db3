import { chownSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'
import { programPath, run, type PostgresBinaries } from './postgres-binaries.js'
import type { PostgresHome } from './postgres-home.js'

/** Creates the cluster beside its final path and renames it, so that an existing cluster is always complete. */
export async function makeCluster(binaries: PostgresBinaries, place: PostgresHome, password: string): Promise<void> {
  const folder = mkdtempSync(join(place.home, 'postgres-new-'))
  const passwordFile = `${folder}.password`
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (place.account !== undefined)
      for (const path of [folder, passwordFile]) chownSync(path, place.account.uid, place.account.gid)
    const access = ['-U', 'parallax', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    await initialise(binaries, ['-D', folder, ...access, '-E', 'UTF8', '--no-instructions'], place)
    renameSync(folder, place.cluster)
  } catch (error) {
    // Another process was faster; its cluster has the same password.
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs initdb with the first locale that the system has. Text sorts by code point under each of them, so that the order
 * of lists does not depend on the machine. They differ only in the non-ASCII letters that `lower` and `ilike` convert.
 */
async function initialise(binaries: PostgresBinaries, args: string[], place: PostgresHome): Promise<void> {
  let output = ''
  for (const locale of localesOf(binaries.major)) {
    const made = await run(programPath(binaries.bin, 'initdb'), [...args, '--locale=C', ...locale], place.account)
    if (made.code === 0) return
    output = made.output.trim()
    // After a failure initdb empties the folder, which was empty before, so that the next attempt can use it.
    if (!/invalid locale name|could not determine encoding for locale/.test(output)) break
  }
  throw new Error(`The database could not be created in ${place.home}: ${output}`)
}

/**
 * Returns the locale arguments for initdb, to be tried in order. PostgreSQL 17 and newer have a built-in Unicode
 * locale. Older versions use the letters of the C library's C.UTF-8 (Linux) or en_US.UTF-8 (macOS), with the sort order
 * of C.
 */
export function localesOf(major: number): string[][] {
  if (major >= 17) return [['--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
  return [['--lc-ctype=C.UTF-8'], ['--lc-ctype=en_US.UTF-8'], []]
}
