import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { Actor } from './access/actor.js'
import type { Config } from './config.js'
import type { Database } from './database/client.js'
import type { Position } from './database/replicas.js'
import type { Route } from './database/route.js'
import type { Routes } from './database/routes.js'
import type { DB } from './database/schema.js'
import { unlimited, type Budget } from './lib/budget.js'
import { endedForAnother } from './lib/constraints.js'
import type { Admission } from './lib/admission.js'
import type { RateLimits } from './http/rate-limit-store.js'
import type { ModelService } from './models/model-client.js'
import type { Queue } from './queue/queue.js'
import type { ClaimTrees } from './summaries/claim-trees.js'
import type { Files } from './videos/storage.js'

/** What lives as long as the process. Built once by app.ts. */
export interface Services {
  config: Config
  db: Kysely<DB>
  /** For plain named statements and streams that need a connection of their own. */
  pool: pg.Pool
  /** For statements whose JSON text goes out byte for byte. */
  wirePool: pg.Pool
  /** A small pool of its own for exports, so that they never starve requests. */
  exportPool: pg.Pool
  queue: Queue
  files: Files
  modelService: ModelService
  /** How summaries print the claims inside them. */
  claimTrees: ClaimTrees<Context>
  rateLimits: RateLimits
  /** Places for heavy work, shared out fairly between people. */
  admission: Admission
  log: Logger
  /** Where requests that change nothing read. */
  routes: Routes
  now(): Date
}

/** What a service function gets first: the process-wide services, who asks, and the database or transaction to use. */
export interface Context extends Omit<Services, 'db'> {
  db: Database
  actor: Actor | null
  /** Where the primary was when the request was let in; known where there are replicas. */
  position?: Position
  /** The way of the reads of a request that changes nothing. */
  route?: Route
  log: Logger
  /** What the request may use up, and what it has. */
  budget: Budget
  /** Aborts, with ClientGone, when whoever waits for the answer goes away; never in work that nobody waits for. */
  clientGone(): AbortSignal
  /**
   * Runs after the transaction that is open has committed; at once when none is open. Failures are logged, not thrown.
   */
  afterCommit(act: () => Promise<void>): Promise<void>
}

const never = new AbortController().signal

export function contextFor(
  services: Services,
  actor: Actor | null,
  log: Logger = services.log,
  clientGone = () => never,
  budget: Budget = unlimited(),
): Context {
  // Written out, because a spread of the services took 6 % of a small request's time.
  const { config, db, pool, wirePool, exportPool, queue, files, modelService, claimTrees } = services
  const { rateLimits, admission, routes, now } = services
  const context: Context = {
    config,
    db,
    pool,
    wirePool,
    exportPool,
    queue,
    files,
    modelService,
    claimTrees,
    rateLimits,
    admission,
    routes,
    now,
    log,
    actor,
    budget,
    clientGone,
    afterCommit: (act) => runLogged(context, act),
  }
  return context
}

/**
 * A context whose every statement runs in a transaction that somebody else commits. What the services hand to
 * afterCommit waits until `afterCommit` is called.
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

/** A transaction that met another one's locks is tried this often in all, after up to 20, 40, 80 and 160 ms. */
const attempts = 5

/**
 * Runs fn in one transaction; inside one already open it simply joins. Acts handed to afterCommit run once it has
 * committed. Where PostgreSQL ends it for the sake of another one (a deadlock, a row that changed meanwhile), nothing
 * of
 * it is left and fn runs again; after the last attempt the caller gets SERVER_BUSY. fn must do nothing outside the
 * database but through afterCommit.
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
