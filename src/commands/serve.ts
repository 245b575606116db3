import { leaveSoon, setUp, waitForDatabase } from './process.js'
import { startTelemetry } from './telemetry.js'

/** The API alone. */
export async function serve(): Promise<number> {
  const ready = setUp()
  if (!ready) return 1
  const { config, log } = ready
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
