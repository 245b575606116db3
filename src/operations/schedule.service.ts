import { changingAs, contextFor, type Context, type Services } from '../context.js'
import { selectStarts, tryLockSchedule, upsertStart } from './schedule.sql.js'

/** Periodic work, done by the first process that finds it due. */
export interface Schedule {
  /** A unique name, which identifies the advisory lock and the row with the last start. */
  name: string
  everySeconds: number
  /** Returns what it did, for the log: usually a number of rows. */
  run(ctx: Context): Promise<unknown>
}

const tickMs = 5000

/** Looks for due work at once and then every five seconds. `stop` ends this and waits for running work. */
export function startSchedules(services: Services, schedules: readonly Schedule[]): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const tick = () => {
    if (busy) return
    busy = true
    running = runDueSchedules(services, schedules).finally(() => (busy = false))
  }
  const timer = setInterval(tick, tickMs).unref()
  tick()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Does the work that is due and that no other process is doing. Faults are logged, not thrown. A start is recorded
 * before the work begins, so failed work is tried again when it is next due.
 */
async function runDueSchedules(services: Services, schedules: readonly Schedule[]): Promise<void> {
  const { log } = services
  try {
    const starts = await selectStarts(services.db)
    for (const schedule of schedules) if (isDue(services, schedule, starts)) await runAlone(services, schedule)
  } catch (error) {
    log.warn({ err: error }, 'periodic work could not be looked up')
  }
}

function isDue(services: Services, { name, everySeconds }: Schedule, starts: ReadonlyMap<string, number>): boolean {
  const last = starts.get(name)
  return last === undefined || services.now().getTime() - last >= everySeconds * 1000
}

/**
 * Runs one schedule while holding its advisory lock. The transaction of the lock stays open on its own connection; the
 * work uses other connections. With the lock, checks again whether the work is due, because another process may just
 * have finished it.
 */
async function runAlone(services: Services, schedule: Schedule): Promise<void> {
  const { name, run } = schedule
  const ctx = changingAs(contextFor(services, null, services.log.child({ schedule: name })), {
    actorId: null,
    via: 'schedule',
    viaId: name,
    requestId: null,
  })
  try {
    await services.db.transaction().execute(async (tx) => {
      if (!(await tryLockSchedule(tx, name)) || !isDue(services, schedule, await selectStarts(tx))) return
      await upsertStart(services.db, name, services.now())
      ctx.log.debug({ result: await run(ctx) }, 'periodic work done')
    })
  } catch (error) {
    ctx.log.error({ err: error }, 'periodic work failed')
  }
}
