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

/** What `work` gives, unless `signal` aborts first; `work` itself goes on. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
