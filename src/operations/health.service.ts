import type { Context, Services } from '../context.js'
import { withTimeout } from '../lib/timeout.js'
import { answers } from './health.sql.js'

export type Check = 'ok' | 'unreachable'

export interface Readiness {
  status: 'ready' | 'not ready'
  checks: { database: Check; queue: Check; modelService: Check }
}

/** Each check may take so long; the whole answer stays below two seconds. */
const checkMs = 1500

const draining = new WeakSet<object>()

/** From now on the process answers that it is not ready, so that nobody sends it new work. */
export function startDraining(services: Pick<Services, 'pool'>): void {
  draining.add(services.pool)
}

/** H-01: ready while the database answers and the process is not on its way out; the other two are only told. */
export async function readiness(ctx: Context): Promise<Readiness> {
  const [database, queue, modelService] = await Promise.all([
    check(answers(ctx.db)),
    check(ctx.queue.ping()),
    check(ctx.modelService.ping()),
  ])
  const isReady = database === 'ok' && !draining.has(ctx.pool)
  return { status: isReady ? 'ready' : 'not ready', checks: { database, queue, modelService } }
}

async function check(work: Promise<boolean>): Promise<Check> {
  const answered = await withTimeout(work, checkMs, 'no answer').catch(() => false)
  return answered ? 'ok' : 'unreachable'
}
