import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../../database/driver/client.js'
import { SharedReads } from '../../database/driver/driver.js'
import type { Connections } from '../../database/driver/fair-pool.js'
import type { Context } from '../../context.js'
import { selectNewChanges, type NewChange } from './feed.sql.js'

// Followers that wait for changes. However many there are, the process reads the log once per tick.

/** The pauses between reads of the log while followers wait, and after the database did not answer, in milliseconds. */
const tickMs = 40
const failedMs = 1000
/** With more changes at a time, changes are not told apart: all followers look. */
const mostEntries = 10_000
const mostUnlike = 1000
/**
 * How many followers read their rights anew in one tick, because a change of the permission table affects every
 * follower.
 */
const rightsAtOnce = 20
/** For how long changes are remembered for followers that looked before a change and begin to wait after it. */
const keptMs = 10_000

/**
 * What a follower does about a change: `look` for lines with the rights that it had, look after reading its `rights`
 * anew, or end and ask `again`, because its user may have changed.
 */
export type Call = 'look' | 'rights' | 'again'
const calls: readonly Call[] = ['look', 'rights', 'again']

/** How a follower was woken. */
export interface Woken {
  call: Call
  /**
   * The transaction up to which the log was read, and the database that is shared by all followers that were woken
   * together: identical reads run once. Absent if the changes came before the follower began to wait.
   */
  seen?: { upTo: number; db: Database }
}

interface Waiter {
  /** The transaction up to which the follower has looked. */
  from: number
  hears(change: NewChange): Call | null
  /** Wakes the follower, after some milliseconds. Until then, nothing else wakes it. */
  wake(woken: Woken | null, inMs?: number): void
}

interface Seen {
  upTo: number
  at: number
  /** Null if there were too many changes. */
  changes: readonly NewChange[] | null
}

class Watch {
  private readonly waiters = new Set<Waiter>()
  private seen: Seen[] = []
  private upTo = 0
  private isLooking = false
  private isEnded = false

  private readonly db: Database

  constructor(private readonly pool: Connections) {
    this.db = openDatabase(pool)
  }

  /**
   * Waits until a change wakes the follower; returns null after `ms` milliseconds. Rejects with the reason of `gone`.
   */
  wait(from: number, hears: Waiter['hears'], ms: number, gone: AbortSignal): Promise<Woken | null> {
    gone.throwIfAborted()
    if (this.isEnded) return Promise.resolve({ call: 'again' })
    const missed = this.isLooking ? this.since(from, hears) : null
    if (missed) return Promise.resolve({ call: missed })
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout
      const settle = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', onGone)
        this.waiters.delete(waiter)
      }
      const waiter: Waiter = {
        from,
        hears,
        wake: (woken, inMs = 0) => {
          if (inMs > 0) {
            clearTimeout(timer)
            this.waiters.delete(waiter)
            timer = setTimeout(() => waiter.wake(woken), inMs)
            return
          }
          settle()
          resolve(woken)
        },
      }
      timer = setTimeout(() => waiter.wake(null), ms)
      const onGone = () => {
        settle()
        reject(gone.reason as Error)
      }
      gone.addEventListener('abort', onGone, { once: true })
      this.waiters.add(waiter)
      if (!this.isLooking) void this.look(from)
    })
  }

  /** Returns the call of changes since a follower looked; `rights` if these changes are no longer remembered. */
  private since(from: number, hears: Waiter['hears']): Call | null {
    if (from >= this.upTo) return null
    const [first] = this.seen
    const isKnown = first !== undefined && this.seen.some(({ upTo }) => upTo <= from)
    if (!isKnown) return 'rights'
    return callOf(
      this.seen.filter(({ upTo }) => upTo > from),
      hears,
    )
  }

  private async look(from: number): Promise<void> {
    this.isLooking = true
    this.upTo = from
    this.seen = [{ upTo: from, at: performance.now(), changes: [] }]
    while (this.waiters.size > 0 && !this.isEnded) {
      await sleep(tickMs)
      const before = this.upTo
      try {
        const { tx, changes } = await selectNewChanges(this.db, before, mostEntries, mostUnlike)
        if (tx === before) continue
        this.upTo = tx
        const now = performance.now()
        const latest = { upTo: tx, at: now, changes }
        this.seen = [...this.seen.filter(({ at }) => now - at < keptMs), latest]
        const seen = { upTo: tx, db: openDatabase(new SharedReads(this.pool)) }
        let rightsCalls = 0
        for (const waiter of this.waiters) {
          const call = waiter.from < tx ? callOf([latest], waiter.hears) : null
          if (call === 'rights') waiter.wake({ call, seen }, Math.floor(rightsCalls++ / rightsAtOnce) * tickMs)
          else if (call) waiter.wake({ call, seen })
        }
      } catch {
        // The database does not answer. The requests report that when they look.
        await sleep(failedMs)
      }
    }
    this.isLooking = false
  }

  /** Wakes all followers with `again`, because the server closes. */
  end(): void {
    this.isEnded = true
    for (const waiter of this.waiters) waiter.wake({ call: 'again' })
  }
}

function callOf(seen: readonly Seen[], hears: Waiter['hears']): Call | null {
  let found = -1
  for (const { changes } of seen) {
    if (changes === null) found = Math.max(found, calls.indexOf('rights'))
    for (const change of changes ?? []) {
      const call = hears(change)
      if (call) found = Math.max(found, calls.indexOf(call))
    }
  }
  return calls[found] ?? null
}

const watches = new WeakMap<object, Watch>()

/** Returns the watch of the process. */
export function watchOf({ pool }: Pick<Context, 'pool'>): Pick<Watch, 'wait' | 'end'> {
  const running = watches.get(pool)
  if (running) return running
  const watch = new Watch(pool)
  watches.set(pool, watch)
  return watch
}
