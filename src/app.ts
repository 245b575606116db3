import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { checkObserver } from './access/measure.js'
import { closePasswordThreads } from './accounts/password.js'
import { claimTrees } from './claims/claim-read.service.js'
import type { Config } from './config.js'
import { contextFor, type Context, type Services } from './context.js'
import { closeAgreementThreads } from './agreement/threads/agreement-threads.js'
import { closeLineThreads } from './exchange/import/stage/line-threads.js'
import { openDatabase, openPool } from './database/driver/client.js'
import { countsOf } from './database/driver/fair-pool.js'
import { openReplicas, positionOf, positionSql, type Replicas } from './database/replicas/replicas.js'
import { openRoutes } from './database/replicas/routes.js'
import { openStatistics } from './database/statistics.js'
import { admissionKinds, openAdmission } from './lib/fairness/admission.js'
import { observePlaces } from './lib/fairness/observe.js'
import { openSharedAdmission } from './lib/fairness/shared-admission.js'
import type { Siblings } from './siblings.js'
import { openRateLimits } from './http/rate-limit-store.js'
import { openModelService } from './models/model-client.js'
import { runJob } from './jobs/job-runner.service.js'
import { jobTypes } from './job-types.js'
import { placesOf } from './places.js'
import { openQueue, openWorkers, type QueueHandler } from './queue/queue.js'
import { openFiles } from './videos/storage/storage.js'

const jobNames = jobTypes.map(({ name }) => name)

export interface App {
  services: Services
  /** Returns a context without an actor, for work that no signed-in user requests: jobs, periodic work and commands. */
  context(): Context
  /** Closes the queue, the rate limits, the worker threads and all database pools. */
  close(): Promise<void>
}

/**
 * Returns the composition root: builds every service once, from the configuration. `overrides` replaces single
 * services. If several processes run the API, `siblings` holds the message channels to the others. `callWorkers` is
 * called when there are jobs, if workers do not run all the time.
 */
export function createApp(
  config: Config,
  log: Logger,
  overrides: Partial<Services> = {},
  siblings?: Siblings,
  callWorkers?: () => void,
): App {
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const { url, directUrl, poolSize, statementTimeoutMs, prepared } = config.database
  const pooled = directUrl !== url
  const observer = checkObserver()
  const shared = { url, max: poolSize, name: 'parallax', statementTimeoutMs, pooled, prepared, observer, inTurns: true }
  const pool = openPool(shared, onError)
  const exportPool = openPool(
    // Behind a pooler, imports also need a separate session.
    {
      url: directUrl,
      max: config.places.export.inAll + (pooled ? config.places.import.inAll : 0),
      name: 'parallax export',
      observer,
    },
    onError,
  )
  const primary = { pool, exportPool }
  const replicas = config.database.replicaUrls.length ? replicasOf(config, pool, log) : null
  const stores = { redis: config.redis, databaseUrl: directUrl }
  const queue = overrides.queue ?? openQueue(stores, jobNames, log, callWorkers)
  const rateLimits = openRateLimits({ config, pool, log, siblings: siblings?.counts })
  const statistics = openStatistics(directUrl, log)
  const admission = siblings ? openSharedAdmission(siblings.places) : openAdmission(placesOf(config))
  const services: Services = {
    config,
    log,
    pool,
    exportPool,
    queue,
    rateLimits,
    db: openDatabase(pool),
    routes: openRoutes(primary, replicas),
    files: openFiles(config.files),
    admission,
    statistics,
    modelService: openModelService(config.modelService, admission),
    claimTrees,
    now: () => new Date(),
    ...overrides,
  }
  const endObserving = observePlaces(() => [
    ...admissionKinds.map((kind) => [kind, admission.counts(kind)] as const),
    ['connection', countsOf(pool)],
    ['exportConnection', countsOf(exportPool)],
  ])
  return {
    services,
    context: () => contextFor(services, null),
    async close() {
      endObserving()
      await Promise.all([queue, rateLimits, statistics].map((one) => one.close()))
      await Promise.all([closePasswordThreads(), closeLineThreads(), closeAgreementThreads()])
      await replicas?.close()
      await Promise.all([pool.end(), exportPool.end()])
    },
  }
}

/** Returns the pools of the streaming replicas; logs when a replica stops or starts answering. */
function replicasOf({ database, places }: Config, pool: pg.Pool, log: Logger): Replicas {
  const { replicaUrls, replicaMaxLagMs, poolSize, statementTimeoutMs } = database
  const onError = (err: Error) => log.debug({ err }, 'a connection to a replica was lost')
  const open = (url: string, onSocket: (socket: Socket) => void) => {
    const observer = checkObserver()
    const options = {
      url,
      max: poolSize,
      name: 'parallax',
      statementTimeoutMs,
      connectTimeoutMs: 1000,
      observer,
      onSocket,
      inTurns: true,
    }
    return {
      pool: openPool(options, onError),
      exportPool: openPool({ ...options, max: places.export.inAll, statementTimeoutMs: 0 }, onError),
    }
  }
  const where = async () => {
    const { rows } = await pool.query<{ position: string }>(`select ${positionSql} as position`)
    return positionOf(rows[0]?.position ?? '')
  }
  const options = replicaUrls.map((url) => ({
    url,
    open,
    onChange: (up: boolean, err?: unknown) => {
      const replica = new URL(url).host
      if (up) log.info({ replica }, 'a replica answers')
      else log.warn({ replica, err }, 'a replica does not answer; the primary is read in its place')
    },
  }))
  return openReplicas(options, where, replicaMaxLagMs)
}

/**
 * Starts the workers of an app, one for each type of job with its concurrency and its starts per minute (J-03). `close`
 * waits up to 10 s for running jobs.
 */
export function createWorkers(app: App): { close(): Promise<void> } {
  const { config, log } = app.services
  const handlers = jobTypes.map((type): [string, QueueHandler] => {
    const perMinute = type.perMinute(config)
    return [type.name, { concurrency: type.concurrency, perMinute, handle: (id) => runJob(app.context(), id, type) }]
  })
  return openWorkers({ redis: config.redis, databaseUrl: config.database.directUrl }, Object.fromEntries(handlers), log)
}
