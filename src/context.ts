import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { Actor } from './access/actor.js'
import type { Config } from './config.js'
import type { Database } from './database/driver/client.js'
import { databaseWithin } from './database/driver/driver.js'
import { originText, type Origin } from './database/driver/origin.js'
import type { Position } from './database/replicas/replicas.js'
import type { Route } from './database/replicas/route.js'
import type { Routes } from './database/replicas/routes.js'
import type { DB } from './database/schema.js'
import type { Statistics } from './database/statistics.js'
import { unlimited, type Budget } from './lib/fairness/budget.js'
import type { DeletedIds } from './lib/deleted.js'
import { endedForAnother } from './lib/constraints.js'
import type { Admission } from './lib/fairness/admission.js'
import type { RateLimits } from './http/rate-limit-store.js'
import type { ModelService } from './models/model-client.js'
import type { Queue } from './queue/queue.js'
import type { ClaimTrees } from './summaries/claim-trees.js'
import type { Files } from './videos/storage/storage.js'

/** The services that live as long as the process; app.ts builds them once. */
export interface Services {
  config: Config
  db: Kysely<DB>
  /** The connections to the primary for everything but exports. */
  pool: pg.Pool
  /** A small separate pool for exports, so that they never take connections away from other requests. */
  exportPool: pg.Pool
  queue: Queue
  files: Files
  modelService: ModelService
  /** Renders the claims inside summaries; injected, because summaries must not import the claims area. */
  claimTrees: ClaimTrees<Context>
  rateLimits: RateLimits
  /** The places for heavy work, which are shared fairly between users. */
  admission: Admission
  log: Logger
  /** Chooses whether a read-only request reads from a replica or from the primary. */
  routes: Routes
  /** Collects the statistics that PostgreSQL uses for planning, for tables that were just filled. */
  statistics: Statistics
  now(): Date
}

/** The first argument of a service function: the process-wide services, the actor, and the database or transaction. */
export interface Context extends Omit<Services, 'db'> {
  db: Database
  actor: Actor | null
  /** Set if the default user of single-user mode is missing (AM-03): the error for an operation that needs one. */
  noDefaultUser?: Error
  /** The position of the primary's log when the request was authenticated; set only if there are replicas. */
  position?: Position
  /** The route of a read-only request, which chooses a replica or the primary for its statements. */
  route?: Route
  log: Logger
  /** The limits of the request (objects, bytes, rows, processor time) and the amounts that it has used. */
  budget: Budget
  /** Collects the ids of deleted rows; set only if the answer contains them. */
  deleted?: DeletedIds
  /**
   * Returns a signal that aborts with ClientGone when the client disconnects before it has its answer; it never aborts
   * in background work.
   */
  clientGone(): AbortSignal
  /**
   * Disconnects the client if it reads its answer too slowly; called while others wait for a place that the request
   * holds.
   */
  hurry(): void
  /**
   * Runs `act` after the open transaction has committed, or at once when none is open. Failures are logged, not thrown.
   */
  afterCommit(act: () => Promise<void>): Promise<void>
}

const never = new AbortController().signal

/**
 * Returns the context of one request or one piece of background work, without a transaction. By default it has no
 * client that could leave and no budget.
 */
export function contextFor(
  services: Services,
  actor: Actor | null,
  log: Logger = services.log,
  clientGone = () => never,
  budget: Budget = unlimited(),
  hurry: () => void = () => undefined,
): Context {
  // The services are listed one by one, because spreading them took 6 % of a small request's time.
  const { config, db, pool, exportPool, queue, files, modelService, claimTrees } = services
  const { rateLimits, admission, routes, statistics, now } = services
  const context: Context = {
    config,
    db,
    pool,
    exportPool,
    queue,
    files,
    modelService,
    claimTrees,
    rateLimits,
    admission,
    routes,
    statistics,
    now,
    log,
    actor,
    budget,
    clientGone,
    hurry,
    afterCommit: (act) => runLogged(context, act),
  }
  return context
}

/**
 * Returns the context of work for which no request waits, whose changes the log stores with this origin. Not for use in
 * transactions.
 */
export function changingAs(ctx: Context, origin: Origin): Context {
  const budget = unlimited(origin.actorId ?? '')
  budget.origin = originText(origin)
  return { ...ctx, budget, db: databaseWithin(ctx.db, budget) }
}

/**
 * Returns a context whose statements all run in a transaction that the caller commits. Functions that services pass to
 * `ctx.afterCommit` are collected and run when the caller calls the returned `afterCommit`.
 */
export function contextInTransaction(ctx: Context, db: Database): { ctx: Context; afterCommit(): Promise<void> } {
  const later: (() => Promise<void>)[] = []
  return {
    ctx: {
      ...ctx,
      db,
      afterCommit: async (act) => {
        later.push(act)
      },
    },
    async afterCommit() {
      for (const act of later) await runLogged(ctx, act)
    },
  }
}

/**
 * The total number of attempts of a transaction that conflicts with another one. The random pauses between the attempts
 * are at most 20, 40, 80 and 160 ms.
 */
const attempts = 5

/**
 * Runs `fn` in one transaction; joins the transaction that is already open, if any. Functions passed to afterCommit run
 * once the transaction has committed. When PostgreSQL aborts the transaction in favour of another one (a deadlock or a
 * serialization failure), it is rolled back and `fn` runs again; after the last attempt the caller gets SERVER_BUSY.
 * `fn` must therefore have no effect outside the database except through afterCommit.
 */
export async function transaction<T>(ctx: Context, fn: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return fn(ctx)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactionOnce(ctx, fn)
    } catch (error) {
      if (attempt === attempts || !endedForAnother(error)) throw error
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function transactionOnce<T>(ctx: Context, fn: (ctx: Context) => Promise<T>): Promise<T> {
  let committed: (() => Promise<void>) | undefined
  ctx.route?.stay()
  const result = await ctx.db.transaction().execute((db) => {
    const inside = contextInTransaction(ctx, db)
    committed = inside.afterCommit
    return fn(inside.ctx)
  })
  await committed?.()
  return result
}

async function runLogged(ctx: Context, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    ctx.log.error({ err: error }, 'an act after commit failed')
  }
}
