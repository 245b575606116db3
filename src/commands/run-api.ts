import type { Logger } from 'pino'
import { lineToUp } from '@parallax/shared/part.js'
import { untilStopped } from '@parallax/shared/until-stopped.js'
import { isCommonPassword } from '../accounts/common-passwords.js'
import { createApi } from '../api.js'
import { createApp } from '../app.js'
import { startWebhooks } from '../changes/webhooks/webhook-sender.service.js'
import type { Config } from '../config.js'
import { bePresent } from '../database/backup/presence.js'
import { listenFault } from '../embedded/listen.js'
import { startDraining } from '../operations/health.service.js'
import { startSchedules } from '../operations/schedule.service.js'
import { schedules } from '../schedules.js'
import { openSiblings } from '../siblings.js'
import { syncAtStart } from '../videos/files/sync.service.js'
import { takeConnections, type HandedIn } from '@parallax/shared/connections.js'
import { isOneOfSeveral, isPart, processIndex } from './process.js'

const graceMs = 10_000

/**
 * Serves the API until it is told to stop, then drains for at most ten seconds (CF-12). Returns the exit code. This
 * module must be loaded after telemetry has started.
 */
export async function runApi(config: Config, log: Logger): Promise<number> {
  const siblings = isOneOfSeveral() ? openSiblings() : undefined
  const callWorkers = isPart() ? () => lineToUp().send({ work: true }) : undefined
  const app = createApp(config, log, {}, siblings, callWorkers)
  const server = await createApi(app)
  let handed: HandedIn | undefined
  // Signals are handled from before the first request on, so that a signal right after the start cuts no request off.
  const stopped = untilStopped()
  try {
    if (isOneOfSeveral()) handed = takeConnections((await server.ready(), server.server))
    else await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    log.fatal(
      error instanceof Error && 'syscall' in error ? listenFault(error, config.host, config.port) : String(error),
    )
    await app.close()
    return 1
  }
  const presence = bePresent(config.database.directUrl)
  log.info(`listening on http://${config.host}:${config.port}`)
  const isFirst = processIndex() === 0
  if (isFirst && config.adminPassword && (await isCommonPassword(config.adminPassword)))
    log.warn('ADMIN_PASSWORD is one of the most common passwords, which are guessed first; set another one')
  const periodic = startSchedules(app.services, schedules)
  // Under `up`, a worker runs only once there has been a job, and webhooks are not jobs.
  const webhooks = isPart() && isFirst ? startWebhooks(app.services) : undefined
  const synced = isFirst ? syncAtStart(app.context()) : undefined
  await stopped
  log.info('draining')
  startDraining(app.services)
  const killer = setTimeout(() => process.exit(0), graceMs + 2000)
  // A connection whose request is still running becomes idle only later; without this, a proxy's keep-alive would hold
  // the process.
  const sweeper = setInterval(() => server.server.closeIdleConnections(), 50)
  const ended = Promise.all([handed?.drain(), server.close()])
  await Promise.race([ended, new Promise((done) => setTimeout(done, graceMs).unref())])
  clearInterval(sweeper)
  server.server.closeAllConnections()
  await Promise.all([periodic.stop(), webhooks?.stop(), synced])
  await Promise.all([app.close(), presence.end()])
  clearTimeout(killer)
  return 0
}
