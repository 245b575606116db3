import { setTimeout as sleep } from 'node:timers/promises'

/** The result of a promise, or an error with this message once the time is over; the work itself goes on. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, message: string): Promise<Result> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(new Error(message))),
    ])
  } finally {
    timer.abort()
  }
}
