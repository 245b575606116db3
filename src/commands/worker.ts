import { startSchedules } from '../operations/schedule.service.js'
import { schedules } from '../schedules.js'
import { setUp, untilStopped, waitForDatabase } from './process.js'
import { startTelemetry } from './telemetry.js'

/** A worker until it is told to stop; running jobs get ten seconds, then their lease gives them to another worker. */
export async function worker(): Promise<number> {
  const ready = setUp()
  if (!ready) return 1
  const { config, log } = ready
  const telemetry = await startTelemetry(config, 'worker', log)
  const [reachable, { createApp, createWorkers }] = await Promise.all([waitForDatabase(config.database.url, log), import('../app.js')])
  if (!reachable) return 1
  const app = createApp(config, log)
  const workers = createWorkers(app)
  const periodic = startSchedules(app.services, schedules)
  log.info('working')
  await untilStopped()
  await periodic.stop()
  await workers.close()
  await app.close()
  await telemetry.close()
  return 0
}
