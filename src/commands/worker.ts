import { createApp, createWorkers } from '../app.js'
import { setUp, untilStopped, waitForDatabase } from './process.js'

/** A worker until it is told to stop; running jobs get ten seconds, then their lease gives them to another worker. */
export async function worker(): Promise<number> {
  const ready = setUp()
  if (!ready) return 1
  const { config, log } = ready
  if (!(await waitForDatabase(config.database.url, log))) return 1
  const app = createApp(config, log)
  const workers = createWorkers(app)
  log.info('working')
  await untilStopped()
  await workers.close()
  await app.close()
  return 0
}
