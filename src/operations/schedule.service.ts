import { contextFor, type Context, type Services } from '../context.js'
import { selectStarts, tryLockSchedule, upsertStart } from './schedule.sql.js'

/** Work that is done again and again by whichever process comes first. */
export interface Schedule {
  /** Unique; names the lock and the row that says when it was last begun. */
  name: string
  everySeconds: number
  /** Answers what it did, for the log: usually a number of rows. */
  run(ctx: Context): Promise<unknown>
}

const tickMs = 5000

/** Looks for due work every five seconds until it is stopped; `stop` waits for what is running. */
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

/** Does what is due and not being done elsewhere; faults are logged and tried again at the next turn. */
export async function runDueSchedules(services: Services, schedules: readonly Schedule[]): Promise<void> {
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
 * The lock's transaction stays open on a connection of its own while the work runs with statements of its own. Having
 * the lock, it looks again: another process may have finished the same work a moment ago.
 */
async function runAlone(services: Services, schedule: Schedule): Promise<void> {
  const { name, run } = schedule
  const ctx = contextFor(services, null, services.log.child({ schedule: name }))
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
