/**
 * Returns a semaphore that admits at most `count` holders at a time, first come, first served. A waiter whose signal
 * aborts rejects and leaves the queue.
 */
export function createSlots(count: number): {
  /** Waits for a free slot; resolves to the function that releases it. */
  acquire(signal?: AbortSignal): Promise<() => void>
  waiting(): number
} {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const acquire = (signal?: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      signal?.throwIfAborted()
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve(release)
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      if (free > 0) {
        free -= 1
        enter()
      } else {
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(enter)
      }
    })
  return { acquire, waiting: () => waiting.length }
}
