import { startTelemetry } from '@parallax/shared/telemetry.js'
import { leaveSoon, setUp, waitForDatabase } from './process.js'

/** The command `worker`: runs a worker alone. Returns the exit code. */
export async function worker(): Promise<number> {
  const ready = setUp(process.env, ['STORAGE_PATH', 'EXPORT_PATH'])
  if (!ready) return 1
  const { config, log } = ready
  const telemetry = await startTelemetry(config, 'worker', log)
  const [isReachable, { runWorker }] = await Promise.all([
    waitForDatabase(config.database.url, log),
    import('./run-worker.js'),
  ])
  const code = isReachable ? await runWorker(config, log) : 1
  await telemetry.close()
  leaveSoon()
  return code
}
