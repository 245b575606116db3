import type { BaseLogger } from 'pino'

const quietMs = 60_000

/**
 * Returns a listener for 'error' events that logs each message at most once a minute, however often a broken connection
 * repeats it, with the number of repeats it left out before.
 */
export function errorLog(log: Pick<BaseLogger, 'warn'>, source: string): (error: Error) => void {
  const seen = new Map<string, { loggedAt: number; repeats: number }>()
  return (error) => {
    const message = error.message || error.name
    const former = seen.get(message)
    if (former !== undefined && Date.now() - former.loggedAt < quietMs) {
      former.repeats += 1
      return
    }
    if (seen.size > 100) seen.clear()
    seen.set(message, { loggedAt: Date.now(), repeats: 0 })
    log.warn({ source, repeats: former?.repeats ?? 0 }, `Queue store: ${message}`)
  }
}
