import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import pg from 'pg'
import { socketFor } from '../driver/client.js'
import { withTimeout } from '@parallax/shared/timeout.js'
import { isDatabaseAway, isNoPrimary } from '../../lib/constraints.js'
import { isCrowded, type Copy, type Pools } from './route.js'

/**
 * The position up to which the primary has flushed its write-ahead log to disk: the timeline (eight hexadecimal digits)
 * and the offset in bytes.
 */
export interface Position {
  timeline: string
  bytes: number
}

/**
 * The SQL expression of the primary's position, as text for `positionOf`; an error on a server that is not the primary.
 */
export const positionSql = `(left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' ||
  (pg_current_wal_flush_lsn() - '0/0'::pg_lsn))`

/** Parses the text that `positionSql` returns. */
export function positionOf(text: string): Position {
  return { timeline: text.slice(0, 8), bytes: Number(text.slice(9)) }
}

/** The interval of position queries to each replica; one that does not answer within `answerMs` counts as down. */
const lookEveryMs = 500
const answerMs = 1000
/** The pause between two position queries while a read waits for a replica. */
const pauseMs = 1

export interface ReplicaOptions {
  url: string
  /** Opens its pools. Their connection timeout should be short, because reads can fall back to the primary. */
  open(url: string, onSocket: (socket: Socket) => void): Pools
  onChange(up: boolean, error?: unknown): void
}

/** A streaming replica of the primary, which is polled for the position that it has replayed. */
class Replica implements Copy {
  readonly pool: pg.Pool
  readonly exportPool: pg.Pool
  /** The log offset in bytes that the latest poll returned; -1 while the replica is down. */
  private replayed = -1
  /** The timeline of the primary that it follows, as of the latest comparison; null while unknown. */
  private timeline: string | null = null
  /** The offset for which a read waited in vain. Until the replica has reached it, no read waits. */
  private missed = -1
  private up = false
  private observer: pg.Client | null = null
  private looking: Promise<void> | null = null
  private readonly sockets = new Set<Socket>()

  constructor(private readonly options: ReplicaOptions) {
    const pools = options.open(options.url, this.keep)
    this.pool = pools.pool
    this.exportPool = pools.exportPool
  }

  /** Returns whether it is up and follows the timeline of the position. */
  serves({ timeline }: Position): boolean {
    return this.up && this.timeline === timeline
  }

  has({ bytes }: Position): boolean {
    return this.replayed >= bytes
  }

  /** Waits at most `withinMs` until it has replayed the log up to the position, and returns whether it has. */
  async reaches(position: Position, withinMs: number): Promise<boolean> {
    if (this.has(position)) return true
    if (this.replayed < this.missed) return false
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(pauseMs)) {
      // A replica that hangs answers late; the read must not wait for that answer.
      await Promise.race([this.look(), sleep(until - performance.now(), undefined, { ref: false })])
      if (!this.up) return false
      if (this.has(position)) return true
    }
    this.missed = position.bytes
    return false
  }

  /** Polls the replica; concurrent callers share one query. */
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
        stream: () => socketFor(this.keep),
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
   * Compares the latest poll with a position that the primary returned later: a replica that is ahead of it follows
   * another primary.
   */
  compare(position: Position): void {
    this.timeline = this.replayed <= position.bytes ? position.timeline : null
  }

  failed(error: unknown): void {
    if (isDatabaseAway(error) && !isCrowded(error) && !isNoPrimary(error)) this.leave(error)
  }

  /**
   * Takes the replica out of use. Destroys its connections, so that statements on them fail at once and are repeated on
   * the primary.
   */
  private leave(error: unknown): void {
    if (this.up) this.options.onChange(false, error)
    this.up = false
    this.timeline = null
    this.replayed = -1
    this.missed = -1
    this.observer = null
    this.drop()
  }

  async end(): Promise<void> {
    await this.looking
    this.drop()
    await Promise.all([this.pool.end(), this.exportPool.end()])
  }

  private readonly keep = (socket: Socket): void => {
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
  }

  /** Destroys the sockets of its connections: the server may be unable to answer an orderly termination. */
  private drop(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}

export interface Replicas {
  /**
   * Returns a replica that has replayed the log up to this position, after a short wait if necessary; null if the read
   * must go to the primary. Every change that was confirmed to a client before the position was read is visible on the
   * replica, including revoked access.
   */
  at(position: Position): Promise<Copy | null>
  /** The number of replicas in use. */
  up(): number
  close(): Promise<void>
}

/**
 * Polls the replicas and the `primary` for their positions twice a second. A read waits at most `maxLagMs` for a
 * replica to catch up, and then goes to the primary.
 */
export function openReplicas(options: ReplicaOptions[], primary: () => Promise<Position>, maxLagMs: number): Replicas {
  const replicas = options.map((option) => new Replica(option))
  let last = 0
  let position: Position | undefined
  let ended = false
  const stop = new AbortController()
  const watch = async () => {
    while (!ended) {
      await Promise.all(replicas.map((replica) => replica.look()))
      // While the primary cannot be reached, no replica is read either.
      const now = await primary().catch(() => undefined)
      position = now
      if (now) for (const replica of replicas) replica.compare(now)
      await sleep(lookEveryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }
  const watched = watch()
  return {
    async at(wanted) {
      const usable = replicas.filter((replica) => replica.serves(wanted))
      if (!usable.length) return null
      last += 1
      const inTurn = usable.map((_, n) => usable[(n + last) % usable.length] as Replica)
      const ready = inTurn.find((replica) => replica.has(wanted))
      if (ready) return ready
      for (const replica of inTurn) if (await replica.reaches(wanted, maxLagMs / inTurn.length)) return replica
      return null
    },
    up: () => (position ? replicas.filter((replica) => replica.serves(position as Position)).length : 0),
    async close() {
      ended = true
      stop.abort()
      await watched
      await Promise.all(replicas.map((replica) => replica.end()))
    },
  }
}
