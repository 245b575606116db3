import type { Budget } from '../lib/budget.js'
import { AppError } from '../lib/errors.js'

export interface Deadline {
  /** Rejects when the request ends before the work is done: its time is up, or it has used up its budget. */
  within<T>(work: Promise<T>): Promise<T>
  /** Waits for something that has a limit of its own: meanwhile this clock stands still. */
  outside<T>(act: () => Promise<T>): Promise<T>
}

/** Wall clock time of one request, but for what it waits for `outside`. When it is up, the budget ends. */
export function openDeadline(budget: Budget, milliseconds: number): Deadline {
  let left = milliseconds
  let since = 0
  let outside = 0
  let timer: NodeJS.Timeout | undefined
  let open = false
  const expire = () =>
    budget.end(
      new AppError('INTERNAL_ERROR', `The operation took longer than ${milliseconds} ms`, {
        extra: { timeoutMs: milliseconds },
      }),
    )
  const run = () => {
    since = performance.now()
    timer = open ? setTimeout(expire, left) : undefined
  }
  return {
    within(work) {
      return new Promise((resolve, reject) => {
        open = true
        const stop = budget.onEnd(reject)
        if (outside === 0) run()
        work.then(resolve, reject).finally(() => {
          open = false
          clearTimeout(timer)
          stop()
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
