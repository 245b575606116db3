import type { Kysely, KyselyPlugin } from 'kysely'
import type { DB } from '../database/schema.js'
import { AppError } from '../lib/errors.js'

export interface Deadline {
  /** The database for this request: after the deadline it starts no statement; one that runs ends by its own timeout. */
  db: Kysely<DB>
  /** Rejects when the time is up before the work is done. */
  within<T>(work: Promise<T>): Promise<T>
}

/** Wall clock time of one request, whatever it waits for. */
export function openDeadline(db: Kysely<DB>, milliseconds: number): Deadline {
  let expired = false
  const late = () => new AppError('INTERNAL_ERROR', `The operation took longer than ${milliseconds} ms`, { extra: { timeoutMs: milliseconds } })
  const refuse: KyselyPlugin = {
    transformQuery({ node }) {
      if (expired) throw late()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    db: db.withPlugin(refuse),
    within(work) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          expired = true
          reject(late())
        }, milliseconds)
        work.then(resolve, reject).finally(() => clearTimeout(timer))
      })
    },
  }
}
