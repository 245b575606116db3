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
   * Reports an error of one of its statements; one that shows that the server cannot be reached takes the replica out
   * of use.
   */
  failed(error: unknown): void
}

/**
 * Called for each read with who answered it; `again` is a read that failed on a replica and was repeated on the
 * primary.
 */
export type Counted = (server: 'primary' | 'replica' | 'again') => void

/**
 * Chooses where the statements of a read-only request run: on a replica where one is given, else on the primary. A read
 * that a replica cannot answer, or whose connection was lost, is repeated once on the primary. After that, and after
 * any write, the request stays on the primary. Writes are never repeated.
 */
export class Route {
  constructor(
    readonly primary: Pools,
    private copy: Copy | null = null,
    private readonly counted: Counted = () => undefined,
  ) {}

  /** Sends everything from here on to the primary, because the replica may not have replayed what is written there. */
  stay(): void {
    this.copy = null
  }

  /** Runs a read, which is repeated once if it fails because of its server. */
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

/** Whether no connection of the pool became free in time; the server itself is reachable. */
export const isCrowded = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded')

/**
 * SQLSTATEs that a replica raises and the primary would not: read-only transaction, conflict with recovery (40001,
 * 40P01), object not in prerequisite state, no such database.
 */
const states = ['25006', '40001', '40P01', '55000', '3D000']

/** Whether the statement failed because of the state of the server and not because of the statement. */
function isOfServer(error: unknown): boolean {
  const state = sqlStateOf(error)
  return isDatabaseAway(error) || (state !== undefined && (states.includes(state) || /^(28|58|XX)/.test(state)))
}
