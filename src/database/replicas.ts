import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway, isNoPrimary } from '../lib/constraints.js'
import { withTimeout } from '../lib/timeout.js'
import { isCrowded, type Copy, type Pools } from './route.js'

/** How far the log of the primary was written to disk: its timeline, eight hexadecimal digits, and a count of bytes. */
export interface Position {
  timeline: string
  bytes: number
}

/** SQL of a position of the primary, as text for `positionOf`; it fails on a server that is none. */
export const positionSql = `(left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' ||
  (pg_current_wal_flush_lsn() - '0/0'::pg_lsn))`

export function positionOf(text: string): Position {
  return { timeline: text.slice(0, 8), bytes: Number(text.slice(9)) }
}

/** Each replica is asked so often how far it is; what does not answer within `answerMs` counts as gone. */
const lookEveryMs = 500
const answerMs = 1000
/** Between two questions to a replica that a read waits for. */
const pauseMs = 1

export interface ReplicaOptions {
  url: string
  /** The pools to it; their waiting for a connection should be short, as the primary is there. */
  open(url: string): Pools
  onChange(up: boolean, error?: unknown): void
}

/** A streaming copy of the primary: what it has replayed is known from asking it. */
class Replica implements Copy {
  readonly pool: pg.Pool
  readonly wirePool: pg.Pool
  readonly exportPool: pg.Pool
  /** What it has replayed, as far as is known; it only grows. */
  private replayed = -1
  /** The timeline of the primary that it was found to follow. */
  private timeline: string | null = null
  /** A read waited for this in vain: nobody waits before it is reached. */
  private missed = -1
  private up = false
  private observer: pg.Client | null = null
  private looking: Promise<void> | null = null
  private readonly clients = new Set<pg.PoolClient>()

  constructor(private readonly options: ReplicaOptions) {
    const pools = options.open(options.url)
    this.pool = pools.pool
    this.wirePool = pools.wirePool
    this.exportPool = pools.exportPool
    for (const pool of [this.pool, this.wirePool, this.exportPool]) {
      pool.on('connect', (client) => this.clients.add(client))
      pool.on('remove', (client) => this.clients.delete(client))
    }
  }

  /** Whether it follows the primary's timeline. */
  serves({ timeline }: Position): boolean {
    return this.up && this.timeline === timeline
  }

  has({ bytes }: Position): boolean {
    return this.replayed >= bytes
  }

  /** Waits at most so long until it has replayed what the primary had. */
  async reaches(position: Position, withinMs: number): Promise<boolean> {
    if (this.has(position)) return true
    if (this.replayed < this.missed) return false
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(pauseMs)) {
      // One that hangs answers this question late: the read is not to wait for that.
      await Promise.race([this.look(), sleep(until - performance.now(), undefined, { ref: false })])
      if (!this.up) return false
      if (this.has(position)) return true
    }
    this.missed = position.bytes
    return false
  }

  /** Asks how far it is; those who want to know at the same time share the question. */
  look(): Promise<void> {
    return (this.looking ??= this.ask().finally(() => (this.looking = null)))
  }

  private async ask(): Promise<void> {
    try {
      const { rows } = await withTimeout(this.position(), answerMs, 'the replica does not answer')
      const replayed = rows[0]?.replayed ?? null
      if (replayed === null) throw new Error('it replays nothing: it is no replica, or no longer one')
      this.replayed = Number(replayed)
      if (!this.up) this.options.onChange(true)
      this.up = true
    } catch (error) {
      this.leave(error)
    }
  }

  private async position() {
    let observer = this.observer
    if (!observer) {
      observer = new pg.Client({
        connectionString: this.options.url,
        application_name: 'parallax replica',
        connectionTimeoutMillis: answerMs,
      })
      observer.on('error', () => undefined)
      this.observer = observer
      await observer.connect()
    }
    return observer.query<{ replayed: string | null }>(
      `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as replayed`,
    )
  }

  /**
   * Said after each look, with what the primary had a moment later: a replica that is ahead of it follows another one.
   */
  compare(position: Position): void {
    this.timeline = this.replayed <= position.bytes ? position.timeline : null
  }

  failed(error: unknown): void {
    if (isDatabaseAway(error) && !isCrowded(error) && !isNoPrimary(error)) this.leave(error)
  }

  /** Gone: what runs on its connections fails now, and is asked of the primary. */
  private leave(error: unknown): void {
    if (this.up) this.options.onChange(false, error)
    this.up = false
    this.timeline = null
    this.replayed = -1
    this.missed = -1
    drop(this.observer)
    this.observer = null
    for (const client of this.clients) drop(client)
  }

  async end(): Promise<void> {
    await this.looking
    drop(this.observer)
    await Promise.all([this.pool.end(), this.wirePool.end(), this.exportPool.end()])
  }
}

/** Breaks a connection off: its server may be beyond answering a good-bye. */
function drop(client: pg.ClientBase | null): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } } | null)?.connection.stream.destroy()
}

export interface Replicas {
  /**
   * A replica that has all that the primary had at a position, which is waited for shortly; null: ask the primary. What
   * anybody was told to be done before the position was read is there, revoked access among it.
   */
  at(position: Position): Promise<Copy | null>
  /** How many are in use. */
  up(): number
  close(): Promise<void>
}

/** Watches the replicas; `primary` is asked for its position twice a second. A lagging one is left out. */
export function openReplicas(options: ReplicaOptions[], primary: () => Promise<Position>, maxLagMs: number): Replicas {
  const replicas = options.map((one) => new Replica(one))
  let last = 0
  let position: Position | undefined
  let ended = false
  const stop = new AbortController()
  const watch = async () => {
    while (!ended) {
      await Promise.all(replicas.map((one) => one.look()))
      // Where the primary is away, nothing is read anywhere.
      const now = await primary().catch(() => undefined)
      position = now
      if (now) for (const one of replicas) one.compare(now)
      await sleep(lookEveryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }
  const watched = watch()
  return {
    async at(wanted) {
      const usable = replicas.filter((one) => one.serves(wanted))
      if (!usable.length) return null
      last += 1
      const inTurn = usable.map((_, n) => usable[(n + last) % usable.length] as Replica)
      const ready = inTurn.find((one) => one.has(wanted))
      if (ready) return ready
      for (const one of inTurn) if (await one.reaches(wanted, maxLagMs / inTurn.length)) return one
      return null
    },
    up: () => (position ? replicas.filter((one) => one.serves(position as Position)).length : 0),
    async close() {
      ended = true
      stop.abort()
      await watched
      await Promise.all(replicas.map((one) => one.end()))
    },
  }
}
