import { setTimeout as sleep } from 'node:timers/promises'
import {
  runningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../database/launch/embedded-postgres.js'
import { FolderInUse, lockFolder } from './folder-lock.js'

export interface UsedPostgres {
  url: string
  /** Stops the server if it was started for this use. */
  release(): Promise<void>
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const lookMs = 200
/** How long to wait for an installation that is starting, or for another command. */
const patienceMs = 30_000

/**
 * Returns the database of a data folder, for a command: the server of the installation that is running on the folder,
 * which keeps running, else a new server, which no other process uses or stops before `release`. Throws FolderInUse
 * when another process has held the folder for 30 s without a database that answers.
 */
export async function usePostgres(options: EmbeddedPostgresOptions): Promise<UsedPostgres> {
  for (const until = Date.now() + patienceMs; ; await sleep(lookMs)) {
    try {
      return await ownPostgres(options)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const url = error.passes ? undefined : await runningPostgres(options.dataDir)
      if (url !== undefined) return { url, release: async () => undefined }
      if (Date.now() > until) throw error
    }
  }
}

/** Locks the folder and starts its server; throws FolderInUse when another process holds the lock. */
export async function ownPostgres(options: EmbeddedPostgresOptions): Promise<UsedPostgres> {
  const unlock = lockFolder(options.dataDir, true)
  const starting = startEmbeddedPostgres(options)
  let ended: Promise<void> | undefined
  const release = () => (ended ??= end())
  // PostgreSQL runs as a process of its own, which a signal to this process would leave behind.
  const onSignal = () => void release().finally(() => process.exit(1))
  async function end(): Promise<void> {
    try {
      const server = await starting.catch(() => undefined)
      await server?.stop()
    } finally {
      unlock()
      for (const name of signals) process.removeListener(name, onSignal)
    }
  }
  for (const name of signals) process.on(name, onSignal)
  try {
    const { url } = await starting
    return { url, release }
  } catch (error) {
    await release()
    throw error
  }
}
