import type { Logger } from 'pino'
import { untilStopped } from '@parallax/shared/until-stopped.js'
import { createApp, createWorkers } from '../app.js'
import { startWebhooks } from '../changes/webhooks/webhook-sender.service.js'
import type { Config } from '../config.js'
import { bePresent } from '../database/backup/presence.js'
import { jobTypes } from '../job-types.js'
import { observeWaiting } from '../jobs/waiting-jobs.js'
import { startSchedules } from '../operations/schedule.service.js'
import { schedules } from '../schedules.js'

/**
 * Runs jobs until it is told to stop. Running jobs then get ten seconds; another worker takes over jobs that take
 * longer, when their lease expires. This module must be loaded after telemetry has started.
 */
export async function runWorker(config: Config, log: Logger): Promise<number> {
  const app = createApp(config, log)
  // Signals are handled from before the first job is taken, so that no job is left until its lease expires.
  const stopped = untilStopped()
  const workers = createWorkers(app)
  const presence = bePresent(config.database.directUrl)
  const periodic = startSchedules(app.services, schedules)
  const webhooks = startWebhooks(app.services)
  const stopObserving = observeWaiting(
    app.services,
    jobTypes.map(({ name }) => name),
  )
  log.info('working')
  await stopped
  stopObserving()
  await Promise.all([periodic.stop(), webhooks.stop()])
  await workers.close()
  await Promise.all([app.close(), presence.end()])
  return 0
}
