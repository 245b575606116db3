import type { Logger } from 'pino'
import { closePasswordThreads } from './accounts/password.js'
import { claimTrees } from './claims/claim-read.service.js'
import type { Config } from './config.js'
import { contextFor, type Context, type Services } from './context.js'
import { closeLineThreads } from './exchange/import/stage/line-threads.js'
import { openDatabase, openPool } from './database/client.js'
import { openWirePool } from './database/wire-pool.js'
import { openAdmission, type AdmissionKind, type AdmissionLimits } from './lib/admission.js'
import { openRateLimits } from './http/rate-limit-store.js'
import { openModelService } from './models/model-client.js'
import { runJob } from './jobs/job-runner.service.js'
import { jobTypes } from './job-types.js'
import { openQueue, openWorkers, type QueueHandler } from './queue/queue.js'
import { openFiles } from './videos/storage.js'

const jobNames = jobTypes.map(({ name }) => name)

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
  const exportPool = openPool({ url, max: config.places.export.inAll, name: 'parallax export' }, onError)
  const queue = overrides.queue ?? openQueue({ redis: config.redis, databaseUrl: url }, jobNames, log)
  const rateLimits = openRateLimits({ config, pool, log })
  const admission = openAdmission(placesOf(config))
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
    admission,
    modelService: openModelService(config.modelService, admission),
    claimTrees,
    now: () => new Date(),
    ...overrides,
  }
  return {
    services,
    context: () => contextFor(services, null),
    async close() {
      await Promise.all([queue.close(), rateLimits.close(), closePasswordThreads(), closeLineThreads()])
      await Promise.all([pool.end(), wirePool.end(), exportPool.end()])
    },
  }
}

/** Exports do not wait for a place, nor do files, which would lie on the disk meanwhile. */
function placesOf({ places, database }: Config): Record<AdmissionKind, AdmissionLimits> {
  const { waiting, waitMs } = places
  const nobody = { inAll: 0, perUser: 0 }
  // Other requests need connections of the pool too.
  const imports = Math.min(places.import.inAll, Math.max(1, database.poolSize - 1))
  return {
    export: { ...places.export, waiting: nobody, waitMs },
    upload: { ...places.upload, waiting: nobody, waitMs },
    import: { ...places.import, inAll: imports, waiting, waitMs },
    modelCall: { ...places.modelCall, waiting, waitMs },
    heavyOperation: { ...places.heavyOperation, waiting, waitMs },
  }
}

/** Workers of an app: they start at once and finish what they have begun when closed (J-03). */
export function createWorkers(app: App): { close(): Promise<void> } {
  const { config, log } = app.services
  const handlers = jobTypes.map((type): [string, QueueHandler] => {
    const perMinute = type.perMinute(config)
    return [type.name, { concurrency: type.concurrency, perMinute, handle: (id) => runJob(app.context(), id, type) }]
  })
  return openWorkers({ redis: config.redis, databaseUrl: config.database.url }, Object.fromEntries(handlers), log)
}
