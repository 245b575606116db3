import { startTelemetry } from '@parallax/shared/telemetry.js'
import type { Config } from '../config.js'
import { isOneOfSeveral, leaveSoon, setUp, waitForDatabase } from './process.js'

/** The command `serve`: runs the API alone, in as many processes as API_PROCESSES says. Returns the exit code. */
export async function serve(): Promise<number> {
  const ready = setUp()
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
 * The configuration of one process: the database connections that are given to the API are divided among its processes,
 * of which each has at least four.
 */
function shareOf(config: Config): Config {
  const { processes, database } = config
  const poolSize = processes === 1 ? database.poolSize : Math.max(4, Math.ceil(database.poolSize / processes))
  return { ...config, database: { ...database, poolSize } }
}
