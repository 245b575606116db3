import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { partVariable } from '@parallax/shared/part.js'
import { readConfig, type Config } from '../config.js'
import { checkFolders } from '../config-folders.js'
import { onConnection } from '../database/driver/on-connection.js'
import { LastingFault } from '../database/driver/connection-fault.js'
import { pendingOn, SchemaFault } from '../database/migrate/migrate.js'
import { openLog } from '../lib/log.js'

/** The variable that holds the index of a process if the API has several processes. */
export const indexVariable = 'API_PROCESS_INDEX'

/** Whether this is one of several processes of the API, started by the process that keeps them. */
export const isOneOfSeveral = () => process.env[indexVariable] !== undefined && process.send !== undefined

/** Whether this process runs under `up`. */
export const isPart = () => process.env[partVariable] !== undefined && process.send !== undefined

/** The index of this process of the API, from 0 on; process 0 does the work that has to be done only once. */
export const processIndex = () => Number(process.env[indexVariable] ?? 0)

/**
 * Returns configuration and log of a command. Prints faults of the configuration, and of the folders that the variables
 * `folders` name, and returns null.
 */
export function setUp(
  env: NodeJS.ProcessEnv = process.env,
  folders: readonly string[] = [],
): { config: Config; log: Logger } | null {
  try {
    const warnings: string[] = []
    const config = readConfig(env, (text) => warnings.push(text))
    // Under `up`, the folders are checked before any part is started.
    if (!isPart()) checkFolders(env, config, (name) => folders.includes(name))
    const log = openLog(config.logLevel, config.environment !== 'production' && process.stdout.isTTY)
    for (const text of warnings) log.warn(text)
    return { config, log }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return null
  }
}

/**
 * Tries to connect to the database for half a minute (CF-10). Returns false when that never succeeded, and at once when
 * trying again cannot help or a newer version has migrated the database. One of several processes of the API does not
 * check the schema: it is restarted beside the others, which may keep running while the schema is migrated.
 */
export async function waitForDatabase(url: string, log: Logger, patienceMs = 30_000): Promise<boolean> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await onConnection({ connectionString: url, connectionTimeoutMillis: 5000 }, async (client) => {
        if (!isOneOfSeveral()) await pendingOn(client)
        return true
      })
    } catch (error) {
      if (error instanceof SchemaFault) {
        log.fatal(error.message)
        return false
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof LastingFault || Date.now() > until) {
        log.fatal(`The database cannot be reached: ${reason}. Check DATABASE_URL.`)
        return false
      }
      log.warn(`The database cannot be reached yet: ${reason}`)
      await sleep(1000)
    }
  }
}

/**
 * Ends the process after 300 ms even if a part keeps it alive: a collector that cannot be reached would be tried for
 * ten seconds more.
 */
export function leaveSoon(): void {
  setTimeout(() => process.exit(), 300).unref()
}
