import type { Budget } from '../../lib/fairness/budget.js'
import { AppError } from '../../lib/errors.js'

export interface Deadline {
  /** Waits for `work`. Rejects earlier if the request ends because its time or its budget is used up. */
  within<T>(work: Promise<T>): Promise<T>
  /** Runs `act`, which has its own timeout, without counting its time. */
  outside<T>(act: () => Promise<T>): Promise<T>
}

/**
 * Returns a limit on the wall-clock time of one request, without its time in `outside`. When the time is up, the budget
 * ends with SERVER_BUSY.
 */
export function openDeadline(budget: Budget, milliseconds: number): Deadline {
  let left = milliseconds
  let since = 0
  let outside = 0
  let timer: NodeJS.Timeout | undefined
  let open = false
  const expire = () =>
    budget.end(
      new AppError('SERVER_BUSY', `The operation took longer than ${milliseconds} ms`, {
        extra: { timeoutMs: milliseconds, retryAfter: 10 },
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
