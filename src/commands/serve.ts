import { startDraining } from '../operations/health.service.js'
import { startSchedules } from '../operations/schedule.service.js'
import { schedules } from '../schedules.js'
import { syncAtStart } from '../videos/sync.service.js'
import { setUp, untilStopped, waitForDatabase } from './process.js'
import { startTelemetry } from './telemetry.js'

const graceMs = 10_000

/** The API until it is told to stop; then it drains for at most ten seconds (CF-12). */
export async function serve(): Promise<number> {
  const ready = setUp()
  if (!ready) return 1
  const { config, log } = ready
  const telemetry = await startTelemetry(config, 'api', log)
  const [reachable, { createApp }, { createApi }] = await Promise.all([
    waitForDatabase(config.database.url, log), import('../app.js'), import('../api.js'),
  ])
  if (!reachable) return 1
  const app = createApp(config, log)
  const server = await createApi(app)
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    log.fatal(code === 'EADDRINUSE' ? `Port ${config.port} is taken; set PORT to another one` : String(error))
    await app.close()
    return 1
  }
  log.info(`listening on http://${config.host}:${config.port}`)
  const periodic = startSchedules(app.services, schedules)
  const synced = syncAtStart(app.context())
  await untilStopped()
  log.info('draining')
  startDraining(app.services)
  const killer = setTimeout(() => process.exit(0), graceMs + 2000)
  await Promise.race([server.close(), new Promise((done) => setTimeout(done, graceMs).unref())])
  await Promise.all([periodic.stop(), synced])
  await app.close()
  await telemetry.close()
  clearTimeout(killer)
  return 0
}
