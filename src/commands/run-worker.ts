import type { Logger } from 'pino'
import { createApp, createWorkers } from '../app.js'
import type { Config } from '../config.js'
import { bePresent } from '../database/presence.js'
import { startSchedules } from '../operations/schedule.service.js'
import { schedules } from '../schedules.js'
import { untilStopped } from './process.js'

/**
 * Works until it is told to stop; running jobs get ten seconds, then their lease gives them to another worker. Loaded
 * after telemetry.
 */
export async function runWorker(config: Config, log: Logger): Promise<number> {
  const app = createApp(config, log)
  // Heard before the first job is taken, so that none is left to its lease.
  const stopped = untilStopped()
  const workers = createWorkers(app)
  const presence = bePresent(config.database.directUrl)
  const periodic = startSchedules(app.services, schedules)
  log.info('working')
  await stopped
  await periodic.stop()
  await workers.close()
  await Promise.all([app.close(), presence.end()])
  return 0
}
