import { randomFill } from 'node:crypto'
import { withTimeout } from '@parallax/shared/timeout.js'
import type { Context, Services } from '../context.js'
import { answers } from './health.sql.js'
import type { Readiness } from './operations.shape.js'

/** The time limit of each check. The checks run concurrently, so the whole answer takes less than two seconds. */
const checkMs = 1500

const draining = new WeakSet<object>()

/**
 * Makes the readiness check answer `not ready` from now on, so that a load balancer sends no new work to this process.
 */
export function startDraining(services: Pick<Services, 'pool'>): void {
  draining.add(services.pool)
}

/**
 * The threads for files, host names, hashes and compression count as hanging when they have not run a task for this
 * time.
 */
const hangMs = 10_000
let taskSince: number | undefined

/**
 * Whether the threads of the process hang. Each call gives them a small task unless an earlier task is not done, and
 * returns true if that task was given `hangMs` ago or longer.
 */
export function threadsHang(): boolean {
  if (taskSince === undefined) {
    taskSince = performance.now()
    randomFill(Buffer.alloc(1), () => void (taskSince = undefined))
  }
  return performance.now() - taskSince > hangMs
}

/**
 * H-01: `ready` while the database answers, the threads do not hang and the process is not draining. Queue and model
 * service are only reported.
 */
export async function readiness(ctx: Context): Promise<Readiness> {
  const [database, queue, modelService] = await Promise.all([
    check(answers(ctx.db)),
    check(ctx.queue.ping()),
    check(ctx.modelService.ping()),
  ])
  const isReady = database === 'ok' && !draining.has(ctx.pool) && !threadsHang()
  return { status: isReady ? 'ready' : 'not ready', checks: { database, queue, modelService } }
}

async function check(work: Promise<boolean>): Promise<'ok' | 'unreachable'> {
  const answered = await withTimeout(work, checkMs, 'no answer').catch(() => false)
  return answered ? 'ok' : 'unreachable'
}
