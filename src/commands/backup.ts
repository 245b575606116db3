import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { dump } from '../database/backup/dump.js'
import { pendingMigrations } from '../database/migrate/migrate.js'
import { onInstallation } from './database.js'
import { CommandError, failure } from './remote.js'

const usage = `Usage: parallax backup --out FILE
Saves every table of the database, as it is at one moment, in one compressed file with digests; people may go on
working. The database is that of DATABASE_URL, else the embedded one of PARALLAX_DATA_DIR, running or not.
  --with-secrets   puts SESSION_SECRET, API_KEY_ENCRYPTION_KEY and ADMIN_PASSWORD into the file as well
Exit codes: 0 done, 1 failed, 2 wrong usage.
`

/** The command `backup`: saves the whole database in a file. Returns the exit code. */
export async function backup(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: { out: { type: 'string' }, 'with-secrets': { type: 'boolean' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(usage)
      return 0
    }
    if (!values.out) throw new CommandError(usage.trim(), 2)
    await save(values.out, values['with-secrets'] ?? false)
    return 0
  } catch (error) {
    return failure(error, false)
  }
}

async function save(path: string, withSecrets: boolean): Promise<void> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name a file that is not.`)
  // Written under another name until it is complete, so that a file under its final name is whole.
  const part = `${path}.part`
  await rm(part, { force: true })
  await onInstallation(process.env, false, async ({ databaseUrl, dataDir, embedded, secrets }) => {
    const pending = await pendingMigrations(databaseUrl)
    if (pending.includes('0001_accounts.sql'))
      throw new CommandError('The database is empty: there is nothing to save.')
    const key = secrets.API_KEY_ENCRYPTION_KEY ?? null
    try {
      const about = { key: key === null ? null : fingerprint(key), secrets: withSecrets ? secrets : null }
      const { tables, rows, bytes, sha256 } = await dump(databaseUrl, part, about)
      await rename(part, path)
      const size = (statSync(path).size / 1024 ** 2).toFixed(1)
      const ofData = (bytes / 1024 ** 2).toFixed(1)
      process.stdout.write(
        `Saved ${rows} rows of ${tables} tables in ${path}: ${size} MB, of ${ofData} MB of data.\n` +
          `SHA-256 of its content: ${sha256}\n` +
          (withSecrets
            ? `In it: the secrets ${Object.keys(secrets).join(', ')}. Whoever has the file has them.\n`
            : 'Not in it: the secrets' +
              `${embedded ? ` (${dataDir}/secrets.json)` : ''}. Without API_KEY_ENCRYPTION_KEY stored provider keys ` +
              'cannot be read again.\n') +
          'Not in it: the videos (STORAGE_PATH). Thumbnails are made again.\n',
      )
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  })
}

/** Returns 16 hexadecimal characters of a hash, by which keys can be told apart without being revealed. */
export function fingerprint(key: string): string {
  return createHash('sha256').update(`parallax ${key.toLowerCase()}`).digest('hex').slice(0, 16)
}
