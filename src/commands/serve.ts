import { lineToUp } from '@parallax/shared/part.js'
import { startTelemetry } from '@parallax/shared/telemetry.js'
import { readConfig, type Config } from '../config.js'
import { isOneOfSeveral, isPart, leaveSoon, setUp, waitForDatabase } from './process.js'

/** The command `serve`: runs the API alone, in as many processes as API_PROCESSES says. Returns the exit code. */
export async function serve(): Promise<number> {
  const isEarly = isPart() && !process.env.DATABASE_URL
  if (isEarly) await untilDatabase()
  const ready = setUp(process.env, ['STORAGE_PATH', 'THUMBNAIL_PATH', 'EXPORT_PATH', 'UPLOAD_PATH'])
  if (!ready) return 1
  const { log } = ready
  const config = shareOf(ready.config)
  if (config.processes > 1 && !isOneOfSeveral()) {
    // A process that found no database and gave up would be started again for ever (CF-10).
    if (!(await waitForDatabase(config.database.url, log))) return 1
    const { keepProcesses } = await import('./api-processes.js')
    return keepProcesses(config, log)
  }
  const telemetry = await startTelemetry(config, 'api', log)
  const [isReachable, { runApi }] = await Promise.all([
    waitForDatabase(config.database.url, log),
    import('./run-api.js'),
  ])
  const code = isReachable ? await runApi(config, log) : 1
  await telemetry.close()
  leaveSoon()
  return code
}

/**
 * Waits until `up` says that the database can be used, and what its address is. `up` starts the API as soon as it
 * starts the database, so that the modules of the API load in the meantime.
 */
async function untilDatabase(): Promise<void> {
  const address = new Promise<string>((done) => lineToUp().onMessage(({ databaseUrl }) => done(databaseUrl)))
  const { processes } = readConfig({ ...process.env, DATABASE_URL: 'postgres://127.0.0.1' })
  if (processes === 1) await import('./run-api.js')
  process.env.DATABASE_URL = await address
}

/**
 * Returns the configuration of one process. The API's database connections are divided among its processes, each of
 * which has at least eight.
 */
function shareOf(config: Config): Config {
  const { processes, database } = config
  const poolSize = processes === 1 ? database.poolSize : Math.max(8, Math.ceil(database.poolSize / processes))
  return { ...config, database: { ...database, poolSize } }
}
