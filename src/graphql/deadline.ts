import type { Kysely, KyselyPlugin } from 'kysely'
import type { DB } from '../database/schema.js'
import { AppError } from '../lib/errors.js'

export interface Deadline {
  /**
   * The database for this request: after the deadline it starts no statement; one that runs ends by its own timeout.
   */
  db: Kysely<DB>
  /** Throws once the time is up. */
  check(): void
  /** Rejects when the time is up before the work is done. */
  within<T>(work: Promise<T>): Promise<T>
  /** Waits for something that has a limit of its own: meanwhile this clock stands still. */
  outside<T>(act: () => Promise<T>): Promise<T>
}

/** Wall clock time of one request, but for what it waits for `outside`. */
export function openDeadline(db: Kysely<DB>, milliseconds: number): Deadline {
  let expired = false
  let left = milliseconds
  let since = 0
  let outside = 0
  let timer: NodeJS.Timeout | undefined
  let expire: (() => void) | undefined
  const run = () => {
    since = performance.now()
    timer = expire && setTimeout(expire, left)
  }
  const late = () =>
    new AppError('INTERNAL_ERROR', `The operation took longer than ${milliseconds} ms`, {
      extra: { timeoutMs: milliseconds },
    })
  const check = () => {
    if (expired) throw late()
  }
  const refuse: KyselyPlugin = {
    transformQuery({ node }) {
      check()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    db: db.withPlugin(refuse),
    check,
    within(work) {
      return new Promise((resolve, reject) => {
        expire = () => {
          expired = true
          reject(late())
        }
        if (outside === 0) run()
        work.then(resolve, reject).finally(() => {
          expire = undefined
          clearTimeout(timer)
        })
      })
    },
    async outside(act) {
      if (outside++ === 0 && timer) {
        clearTimeout(timer)
        left -= performance.now() - since
      }
      try {
        return await act()
      } finally {
        if (--outside === 0) run()
      }
    },
  }
}
