import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.js'
import { openDatabase, type Database } from '../../database/driver/client.js'
import { selectPosition, selectUpdates, type UpdateGroup } from './updates.sql.js'

// Listeners that wait for updates. However many there are, the process reads the log once per tick.

/** The pauses between reads of the log while there are listeners, and after the database did not answer. */
const tickMs = 300
const failedMs = 1000
/** How many listeners hear a batch, of at most 1,000 groups, in one round of the event loop: some milliseconds. */
const heardAtOnce = 20

/** What a tick has found; `groups` are null if there are too many. */
export interface Batch {
  snapshot: string
  groups: readonly UpdateGroup[] | null
  /** Whether it also has changes from before the listener began to listen. */
  beganEarlier?: boolean
}

/** Hears every batch that is read from the call of `listen` on. */
class Listener {
  private readonly batches: Batch[] = []
  private wake: () => void = () => undefined
  private isNew = true
  isEnded = false

  /** Takes what a tick has found. */
  hear(batch: Batch): void {
    const beganEarlier = this.isNew
    this.isNew = false
    if (batch.groups?.length === 0) return
    this.batches.push({ ...batch, beganEarlier })
    this.wake()
  }

  end(): void {
    this.isEnded = true
    this.wake()
  }

  /** Returns the next batch, null at the end of the time or of the server. Rejects with the reason of `gone`. */
  async next(ms: number, gone: AbortSignal): Promise<Batch | null> {
    gone.throwIfAborted()
    if (this.batches.length === 0 && !this.isEnded && ms > 0)
      await new Promise<void>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          gone.removeEventListener('abort', onGone)
        }
        const onGone = () => {
          settle()
          reject(gone.reason as Error)
        }
        this.wake = () => {
          settle()
          resolve()
        }
        const timer = setTimeout(() => this.wake(), ms)
        gone.addEventListener('abort', onGone, { once: true })
      })
    return this.batches.shift() ?? null
  }
}

class Watch {
  private readonly listeners = new Set<Listener>()
  /** Resolves when the running loop knows where it begins; undefined while none runs. */
  private begun: Promise<void> | undefined
  private isEnded = false

  constructor(private readonly db: Database) {}

  /**
   * Begins to listen: hears of every transaction that ends after the promise is resolved. Call `stop` in the end.
   * Rejects if the database does not answer.
   */
  async listen(): Promise<Listener> {
    const listener = new Listener()
    if (this.isEnded) listener.end()
    this.listeners.add(listener)
    try {
      await (this.begun ??= this.begin())
    } catch (error) {
      this.listeners.delete(listener)
      throw error
    }
    return listener
  }

  stop(listener: Listener): void {
    this.listeners.delete(listener)
  }

  private async begin(): Promise<void> {
    try {
      const { snapshot } = (await selectPosition.execute(this.db)).rows[0]!
      void this.look(snapshot)
    } catch (error) {
      this.begun = undefined
      throw error
    }
  }

  private async look(from: string): Promise<void> {
    let snapshot = from
    while (this.listeners.size > 0 && !this.isEnded) {
      await sleep(tickMs)
      try {
        const batch = await selectUpdates(this.db, snapshot)
        snapshot = batch.snapshot
        let heard = 0
        for (const listener of this.listeners) {
          listener.hear(batch)
          if (++heard % heardAtOnce === 0) await nextRound()
        }
      } catch {
        // The database does not answer. The requests report that when they look.
        await sleep(failedMs)
      }
    }
    this.begun = undefined
  }

  /** Ends the waiting of all listeners, because the server closes. */
  end(): void {
    this.isEnded = true
    for (const listener of this.listeners) listener.end()
  }
}

const watches = new WeakMap<object, Watch>()

/** Returns the watch of the process. */
export function watchOf({ pool }: Pick<Context, 'pool'>): Pick<Watch, 'listen' | 'stop' | 'end'> {
  const running = watches.get(pool)
  if (running) return running
  const watch = new Watch(openDatabase(pool))
  watches.set(pool, watch)
  return watch
}
