import type { Logger } from 'pino'
import { closePasswordThreads } from './accounts/password.js'
import { jobHandlers } from './job-handlers.js'
import type { Config } from './config.js'
import { contextFor, type Context, type Services } from './context.js'
import { openDatabase, openPool } from './database/client.js'
import { openWirePool } from './database/wire-pool.js'
import { openRateLimits } from './http/rate-limit-store.js'
import { openModelService } from './models/model-client.js'
import { runJob } from './jobs/job-runner.service.js'
import { openQueue, openWorkers } from './queue/queue.js'
import { openFiles } from './videos/storage.js'

export interface App {
  services: Services
  /** A context of this process's own, without an actor. */
  context(): Context
  close(): Promise<void>
}

/** The composition root: everything is built here, once, from the configuration. */
export function createApp(config: Config, log: Logger, overrides: Partial<Services> = {}): App {
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const { url, poolSize, statementTimeoutMs } = config.database
  const pool = openPool({ url, max: poolSize, name: 'parallax', statementTimeoutMs }, onError)
  const wirePool = openWirePool({ url, max: poolSize, name: 'parallax', statementTimeoutMs }, onError)
  const exportPool = openPool({ url, max: config.exportConcurrency, name: 'parallax export' }, onError)
  const queue = overrides.queue ?? openQueue({ redis: config.redis, databaseUrl: url }, log)
  const rateLimits = openRateLimits({ config, pool, log })
  const services: Services = {
    config,
    log,
    pool,
    wirePool,
    exportPool,
    queue,
    rateLimits,
    db: openDatabase(pool),
    files: openFiles(config.files),
    modelService: openModelService(config.modelService),
    now: () => new Date(),
    ...overrides,
  }
  return {
    services,
    context: () => contextFor(services, null),
    async close() {
      await Promise.all([queue.close(), rateLimits.close(), closePasswordThreads()])
      await Promise.all([pool.end(), wirePool.end(), exportPool.end()])
    },
  }
}

/** Workers of an app: they start at once and finish what they have begun when closed (J-03). */
export function createWorkers(app: App): { close(): Promise<void> } {
  const { config, log } = app.services
  const { summarization, claims } = config.jobsPerMinute
  return openWorkers(
    { redis: config.redis, databaseUrl: config.database.url },
    {
      'video-summarization': {
        concurrency: 5,
        ...(summarization && { perMinute: summarization }),
        handle: (id) => runJob(app.context(), id, jobHandlers['video-summarization']),
      },
      'claim-extraction': {
        concurrency: 3,
        ...(claims && { perMinute: claims }),
        handle: (id) => runJob(app.context(), id, jobHandlers['claim-extraction']),
      },
      'claim-synthesis': {
        concurrency: 3,
        ...(claims && { perMinute: claims }),
        handle: (id) => runJob(app.context(), id, jobHandlers['claim-synthesis']),
      },
    },
    log,
  )
}
