import type pg from 'pg'
import { effectOf } from '../driver/effect.js'
import { isDatabaseAway, sqlStateOf } from '../../lib/constraints.js'

/** The connection pools of one database server. */
export interface Pools {
  pool: pg.Pool
  exportPool: pg.Pool
}

/** A replica of the primary that answers reads. */
export interface Copy extends Pools {
  /**
   * Reports an error of one of its statements. If the error means that the server cannot be reached, the replica is
   * taken out of use.
   */
  failed(error: unknown): void
}

/**
 * Called for each read with the server that answered it; `again` is a read that failed on a replica and is repeated on
 * the primary.
 */
export type Counted = (server: 'primary' | 'replica' | 'again') => void

/**
 * Chooses the server for the statements of a read-only request: the replica if there is one, else the primary. A read
 * that the replica cannot answer, or whose connection was lost, is repeated once on the primary. After a read that
 * failed on the replica, and after any write, the request stays on the primary. Writes are never repeated.
 */
export class Route {
  constructor(
    readonly primary: Pools,
    private copy: Copy | null = null,
    private readonly counted: Counted = () => undefined,
  ) {}

  /** Sends all later statements to the primary, because the replica may not have replayed the writes of the request. */
  stay(): void {
    this.copy = null
  }

  /** Runs a read, and repeats it once if it fails because of its server. */
  async read<T>(act: (on: Pools) => Promise<T>): Promise<T> {
    const copy = this.copy
    if (copy)
      try {
        const result = await act(copy)
        this.counted('replica')
        return result
      } catch (error) {
        if (!isOfServer(error)) throw error
        copy.failed(error)
        this.stay()
        this.counted('again')
        return act(this.primary)
      }
    this.counted('primary')
    try {
      return await act(this.primary)
    } catch (error) {
      if (!isDatabaseAway(error) || isCrowded(error)) throw error
      return act(this.primary)
    }
  }

  /** Runs a statement with this SQL text: a read on a replica or the primary, anything else on the primary. */
  run<T>(text: string, act: (on: Pools) => Promise<T>): Promise<T> {
    if (effectOf(text) === 'reads') return this.read(act)
    this.stay()
    return act(this.primary)
  }
}

/** Returns whether no connection of the pool became free in time; the server itself is reachable. */
export const isCrowded = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded')

/**
 * SQLSTATEs that a replica raises and the primary would not: read-only transaction, conflict with recovery (40001,
 * 40P01), object not in prerequisite state, no such database.
 */
const states = ['25006', '40001', '40P01', '55000', '3D000']

/** Returns whether a statement failed because of the state of its server. */
function isOfServer(error: unknown): boolean {
  const state = sqlStateOf(error)
  return isDatabaseAway(error) || (state !== undefined && (states.includes(state) || /^(28|58|XX)/.test(state)))
}
