import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedEnvironment } from '../embedded/environment.js'
import { createPrivately } from '../embedded/private-folder.js'
import { fillSecrets, makeFolders, presentSecrets } from '../embedded/secrets.js'
import { ownPostgres, usePostgres } from '../embedded/use-postgres.js'
import { databaseUrlFault } from '../lib/database-url.js'
import { CommandError } from './remote.js'

/** The database and the secrets that a command works on. */
export interface Installation {
  databaseUrl: string
  dataDir: string
  /** Whether the database is the embedded one of the data folder. */
  embedded: boolean
  secrets: Record<string, string>
}

type Environment = Record<string, string | undefined>

/**
 * Runs `act` on the database of this installation: the database of DATABASE_DIRECT_URL or DATABASE_URL, else the
 * embedded database of the data folder, which is started for the act unless it runs. With `alone`, no other process may
 * use the data folder in the meantime, and a missing folder is created; without it, a missing embedded database is a
 * CommandError.
 */
export async function onInstallation<T>(
  env: Environment,
  alone: boolean,
  act: (installation: Installation) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(env.PARALLAX_DATA_DIR?.trim() || '.data')
  const secrets = () => presentSecrets(dataDir, env) as Record<string, string>
  const url = env.DATABASE_DIRECT_URL?.trim() || env.DATABASE_URL?.trim()
  const fault = url && databaseUrlFault(url)
  if (fault)
    throw new CommandError(`${env.DATABASE_DIRECT_URL?.trim() ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} ${fault}`)
  if (url) return act({ databaseUrl: url, dataDir, embedded: false, secrets: secrets() })
  createPrivately()
  if (alone) makeFolders(dataDir, [])
  else if (!existsSync(join(dataDir, 'postgres-password')))
    throw new CommandError(
      `There is no database in ${dataDir}: set PARALLAX_DATA_DIR or DATABASE_URL to that of the server.`,
    )
  const options = { dataDir, programs: env.PARALLAX_POSTGRES_BIN }
  const postgres = await (alone ? ownPostgres(options) : usePostgres(options))
  try {
    return await act({ databaseUrl: postgres.url, dataDir, embedded: true, secrets: secrets() })
  } finally {
    // A server that belongs to a running installation keeps running.
    await postgres.release()
  }
}

/**
 * Returns the environment unchanged or, if DATABASE_URL is unset and the data folder has a database, the environment
 * that `up` gives to its parts. That database is available until `release` is called.
 */
export async function installationEnvironment(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void = () => undefined,
): Promise<{ env: NodeJS.ProcessEnv; release: () => Promise<void> }> {
  const dataDir = resolve(env.PARALLAX_DATA_DIR?.trim() || '.data')
  if (env.DATABASE_URL?.trim() || !existsSync(join(dataDir, 'postgres-password')))
    return { env, release: async () => undefined }
  createPrivately()
  say(`Embedded installation in ${dataDir}\n`)
  const secrets = fillSecrets(dataDir, env).values
  const postgres = await usePostgres({ dataDir, programs: env.PARALLAX_POSTGRES_BIN, log: { info: say, warn: say } })
  const parts = { databaseUrl: postgres.url, modelServicePort: 0, secrets }
  return { env: embeddedEnvironment(dataDir, env, parts), release: () => postgres.release() }
}
