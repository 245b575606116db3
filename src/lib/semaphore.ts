export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `limit` pieces of work at once; the others wait their turn. */
export function semaphore(limit: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
