import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the result of a promise, or rejects with this message after `ms` milliseconds; the work itself continues. */
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

/** Returns the result of `work`, or rejects with the signal's reason if it aborts first; `work` itself continues. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
