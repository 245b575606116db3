import { parseArgs } from 'node:util'
import { readBackup } from '../database/backup/backup-file.js'
import { checkBackup, load } from '../database/backup/load.js'
import { migrate } from '../database/migrate/migrate.js'
import { keepSecrets } from '../embedded/secrets.js'
import { fingerprint } from './backup.js'
import { onInstallation } from './database.js'
import { CommandError, failure } from './remote.js'

const usage = `Usage: parallax restore FILE
Puts what \`parallax backup\` saved into an empty database: that of DATABASE_URL, else the embedded one of
PARALLAX_DATA_DIR, which is made where it is missing. Parallax must not run on it. All or nothing: the digests are
compared before anything is kept. A backup of an older version is brought to the schema of this one.
  --replace        drops what the database holds, and takes the secrets of the backup where it has some
  --check          only reads the file and compares its digests
Exit codes: 0 done, 1 failed, 2 wrong usage.
`

/** The command `restore`: puts a backup into a database, or only checks the file. Returns the exit code. */
export async function restore(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(usage)
      return 0
    }
    const [path, ...more] = positionals
    if (path === undefined || more.length) throw new CommandError(usage.trim(), 2)
    if (values.check) await check(path)
    else await bringBack(path, values.replace ?? false)
    return 0
  } catch (error) {
    return failure(error, false)
  }
}

async function check(path: string): Promise<void> {
  const { rows, sha256, file } = await checkBackup(path)
  process.stdout.write(
    `${path} of ${file.head.createdAt} is whole: ${rows} rows of ${file.head.tables.length} tables.\n` +
      `SHA-256 of its content: ${sha256}\n`,
  )
}

async function bringBack(path: string, replace: boolean): Promise<void> {
  const file = await readBackup(path)
  try {
    await onInstallation(process.env, true, async ({ databaseUrl, dataDir, embedded, secrets }) => {
      const { tables, rows, migrated } = await load(databaseUrl, file, path, replace)
      const { head } = file
      const lines = [`Restored ${rows} rows of ${tables} tables, as they were at ${head.createdAt}.`]
      if (migrated.length) lines.push(`The schema was brought forward by ${migrated.join(', ')}.`)
      let key = secrets.API_KEY_ENCRYPTION_KEY
      if (head.secrets !== null && embedded && (replace || key === undefined)) {
        lines.push(`The secrets of the backup are in ${keepSecrets(dataDir, head.secrets)}.`)
        key = process.env.API_KEY_ENCRYPTION_KEY?.trim() || head.secrets.API_KEY_ENCRYPTION_KEY
      } else if (head.secrets !== null)
        lines.push('The secrets of the backup were left alone: this installation has its own.')
      if (head.key !== null && (key === undefined || fingerprint(key) !== head.key))
        lines.push(
          'Stored provider keys and secrets of webhooks need the API_KEY_ENCRYPTION_KEY of the installation that was ' +
            'saved: set it before the next start, or they stay unreadable. Without it, the next start also gives ' +
            '`admin` the value of ADMIN_PASSWORD as password, and with another SESSION_SECRET all sessions end.',
        )
      process.stdout.write(`${lines.join('\n')}\n`)
      // No migration is pending; a fault would show here rather than at the next start.
      await migrate(databaseUrl)
    })
  } finally {
    file.close()
  }
}
