import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '../database/embedded-postgres.js'
import { lockFolder } from '../embedded/folder-lock.js'
import { makeFolders, presentSecrets } from '../embedded/secrets.js'
import { CommandError } from './remote.js'

export interface Installation {
  databaseUrl: string
  dataDir: string
  /** Whether the database is the embedded one of the data folder. */
  embedded: boolean
  secrets: Record<string, string>
}

type Environment = Record<string, string | undefined>

/**
 * Runs an act on the database of this installation: that of DATABASE_DIRECT_URL or DATABASE_URL, else the embedded one
 * of the data folder, which is started for the act where it does not run. `alone`: nobody else may have the folder
 * meanwhile, and it is made where it is missing.
 */
export async function onInstallation<T>(
  env: Environment,
  alone: boolean,
  act: (installation: Installation) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(env.PARALLAX_DATA_DIR?.trim() || '.data')
  const secrets = () => presentSecrets(dataDir, env) as Record<string, string>
  const url = env.DATABASE_DIRECT_URL?.trim() || env.DATABASE_URL?.trim()
  if (url) return act({ databaseUrl: url, dataDir, embedded: false, secrets: secrets() })
  if (alone) makeFolders(dataDir, [])
  else if (!existsSync(join(dataDir, 'postgres-password')))
    throw new CommandError(
      `There is no database in ${dataDir}: set PARALLAX_DATA_DIR or DATABASE_URL to that of the server.`,
    )
  const unlock = alone ? lockFolder(dataDir) : () => undefined
  try {
    const server = await startEmbeddedPostgres({ dataDir, programs: env.PARALLAX_POSTGRES_BIN })
    try {
      return await act({ databaseUrl: server.url, dataDir, embedded: true, secrets: secrets() })
    } finally {
      // One that belongs to a running server goes on.
      await server.stop()
    }
  } finally {
    unlock()
  }
}
