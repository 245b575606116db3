import { AppError } from '../errors.js'

export interface PlaceLimits {
  /** The number of places for all users together. */
  inAll: number
  /** The number of places that one user may hold at a time. */
  perUser: number
  /**
   * The number of requests that may wait for a place, of all users and of one user. With 0, a request is refused at
   * once if no place is free.
   */
  waiting: { inAll: number; perUser: number }
  /** The number of milliseconds after which a waiting request is refused. */
  waitMs: number
}

/** The numbers of taken places and of requests that wait for one. */
export interface PlaceCounts {
  running: number
  waiting: number
}

/** A place: the right to do one piece of work now. */
export interface Place {
  /** Releases the place for the next in the queue; a second call does nothing. */
  leave(): void
}

/** Further properties of a caller who asks for a place. */
export interface Claimant {
  /** Administrators get a place even if all are taken, so that other users cannot lock them out. */
  isAdmin?: boolean
  /**
   * Called about once a second while other callers wait for a place, or when they are refused one: work that is slow
   * because of its client should then end.
   */
  hurry?: () => void
}

/** The minimum and maximum `retryAfter`, in seconds. */
const soonest = 5
const latest = 60

/** The interval in milliseconds at which holders of places are notified that others wait. */
const hurryEveryMs = 1000

interface Waiter {
  isAdmin: boolean
  hurry: (() => void) | undefined
  go(place: Place): void
}

/** The places of one kind. Waiting users take turns (round robin), however many requests each of them has. */
export class SharedPlaces {
  running = 0
  waiting = 0
  private readonly runningOf = new Map<string, number>()
  /** The queue of each waiting user; the user whose last turn was the longest ago comes first. */
  private readonly lines = new Map<string, Waiter[]>()
  /** The duration of recent work in milliseconds: an exponential moving average. */
  private usualMs = 0
  private readonly hurries = new Set<() => void>()
  private hurrying: NodeJS.Timeout | undefined
  /** The number of places that only users who hold none can take: a quarter. */
  private readonly reserved: number

  /** `refuse` creates the error for a request that may not wait, or has waited too long; RATE_LIMITED by default. */
  constructor(
    readonly limits: PlaceLimits,
    private readonly refuse?: () => Error,
  ) {
    this.reserved = limits.inAll === Infinity ? 0 : Math.floor(limits.inAll / 4)
  }

  /** The numbers of taken places and of waiting requests. */
  get counts(): PlaceCounts {
    return { running: this.running, waiting: this.waiting }
  }

  /** Takes a free place; returns undefined if the user has to wait. */
  tryEnter(user: string): Place | undefined {
    return this.hasPlaceFor(user, false) ? this.take(user, undefined) : undefined
  }

  /** Takes a place as soon as it is the user's turn, as Admission.enter describes. */
  enter(user: string, gone?: AbortSignal, { isAdmin = false, hurry }: Claimant = {}): Promise<Place> {
    gone?.throwIfAborted()
    if (this.hasPlaceFor(user, isAdmin)) return Promise.resolve(this.take(user, hurry))
    this.hurryHolders()
    const line = this.lines.get(user) ?? []
    const { waiting, waitMs } = this.limits
    if (this.waiting >= waiting.inAll || line.length >= waiting.perUser) throw this.refusal()
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        this.forget(user, waiter)
        settle()
        reject(reason as Error)
      }
      const onGone = () => giveUp(gone?.reason)
      const timer = setTimeout(() => giveUp(this.refusal()), waitMs)
      const settle = () => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', onGone)
      }
      const waiter: Waiter = {
        isAdmin,
        hurry,
        go(place) {
          settle()
          resolve(place)
        },
      }
      gone?.addEventListener('abort', onGone, { once: true })
      line.push(waiter)
      this.lines.set(user, line)
      this.waiting += 1
      this.hurrying ??= setInterval(() => this.hurryHolders(), hurryEveryMs).unref()
    })
  }

  /**
   * Notifies the holders of places that others wait, if all places except the reserved ones are taken. Otherwise users
   * wait only because of their own limit.
   */
  private hurryHolders(): void {
    if (this.waiting === 0) {
      clearInterval(this.hurrying)
      this.hurrying = undefined
    }
    if (this.running >= this.limits.inAll - this.reserved) for (const hurry of this.hurries) hurry()
  }

  private hasPlaceFor(user: string, isAdmin: boolean): boolean {
    const own = this.runningOf.get(user) ?? 0
    const inAll = this.limits.inAll + (isAdmin ? 1 : own > 0 ? -this.reserved : 0)
    return this.running < inAll && own < this.limits.perUser
  }

  private take(user: string, hurry: (() => void) | undefined): Place {
    this.running += 1
    // A new function for each place, because two places of one request may have the same `hurry`.
    const onHurry = hurry && (() => hurry())
    if (onHurry) this.hurries.add(onHurry)
    this.runningOf.set(user, (this.runningOf.get(user) ?? 0) + 1)
    const since = performance.now()
    let left = false
    return {
      leave: () => {
        if (left) return
        left = true
        this.running -= 1
        if (onHurry) this.hurries.delete(onHurry)
        const others = (this.runningOf.get(user) ?? 1) - 1
        if (others > 0) this.runningOf.set(user, others)
        else this.runningOf.delete(user)
        const took = performance.now() - since
        this.usualMs = this.usualMs === 0 ? took : 0.8 * this.usualMs + 0.2 * took
        this.admitNext()
      },
    }
  }

  private admitNext(): void {
    for (const [user, line] of this.lines) {
      if (this.running > this.limits.inAll) return
      if (!this.hasPlaceFor(user, line[0]?.isAdmin ?? false)) continue
      const next = line.shift()
      this.waiting -= 1
      // After a turn, a user goes behind all other waiting users.
      this.lines.delete(user)
      if (line.length > 0) this.lines.set(user, line)
      next?.go(this.take(user, next.hurry))
    }
  }

  private forget(user: string, waiter: Waiter): void {
    const line = this.lines.get(user)
    const at = line?.indexOf(waiter) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    this.waiting -= 1
    if (line.length === 0) this.lines.delete(user)
  }

  private refusal(): Error {
    if (this.refuse) return this.refuse()
    const seconds = Math.ceil((this.usualMs * (this.waiting + 1)) / this.limits.inAll / 1000)
    const retryAfter = Math.min(latest, Math.max(soonest, seconds))
    return new AppError('RATE_LIMITED', 'Too much of this is running; try again later', { extra: { retryAfter } })
  }
}
