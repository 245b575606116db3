import { AppError } from '../lib/errors.js'

/** The number of logins of one user name that may wait for their turn in this process. */
const longestQueue = 200
/**
 * The time in milliseconds, after logins of a name have waited for each other, during which further logins of it count
 * as crowded too.
 */
const crowdMs = 1000

interface Line {
  last: Promise<unknown>
  waiting: number
  crowdedUntil: number
}

const lines = new WeakMap<object, Map<string, Line>>()

/**
 * Runs the logins of one user name one after the other, so that each sees the outcome of those before it. The queues
 * live as long as the object `of`. `act` receives `crowded`, which is true if other logins of the name came at the same
 * time. Throws RATE_LIMITED when too many are waiting.
 */
export async function inTurn<T>(of: object, name: string, act: (crowded: boolean) => Promise<T>): Promise<T> {
  const byName = lines.get(of) ?? new Map<string, Line>()
  lines.set(of, byName)
  const line = byName.get(name) ?? { last: Promise.resolve(), waiting: 0, crowdedUntil: 0 }
  byName.set(name, line)
  if (line.waiting >= longestQueue) {
    throw new AppError('RATE_LIMITED', 'Rate limit exceeded', { extra: { retryAfter: 10 } })
  }
  if (line.waiting > 0) line.crowdedUntil = performance.now() + crowdMs
  line.waiting += 1
  const turn = line.last.then(() => {
    if (line.waiting > 1) line.crowdedUntil = performance.now() + crowdMs
    return act(performance.now() < line.crowdedUntil)
  })
  line.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    line.waiting -= 1
    if (line.waiting === 0) forgetLater(byName, name, line)
  }
}

function forgetLater(byName: Map<string, Line>, name: string, line: Line): void {
  const forget = () => {
    if (line.waiting === 0 && byName.get(name) === line) byName.delete(name)
  }
  const left = line.crowdedUntil - performance.now()
  if (left <= 0) forget()
  else setTimeout(forget, left).unref()
}
