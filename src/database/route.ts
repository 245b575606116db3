import type pg from 'pg'
import { isDatabaseAway, sqlStateOf } from '../lib/constraints.js'

/** The connections to one server. */
export interface Pools {
  pool: pg.Pool
  /** For rows as the bytes that came. */
  wirePool: pg.Pool
  exportPool: pg.Pool
}

/** A copy of the primary that answers reads. */
export interface Copy extends Pools {
  /** Told of what its statements fail with, as far as that speaks of the server. */
  failed(error: unknown): void
}

/** Who answered how many reads; `again` are those of replicas that the primary answered in their place. */
export type Counted = (server: 'primary' | 'replica' | 'again') => void

/**
 * Where a request that reads has its statements run: on a replica, where one is given, else on the primary. What a
 * replica cannot answer, and what got lost with its connection, is asked once again, of the primary; after that, and
 * after any write, the request stays there. Writes are never repeated.
 */
export class Route {
  constructor(
    readonly primary: Pools,
    private copy: Copy | null = null,
    private readonly counted: Counted = () => undefined,
  ) {}

  /** Whether a replica would be asked, whose rows must be kept back until all have come. */
  get isElsewhere(): boolean {
    return this.copy !== null
  }

  /** From now on everything is asked of the primary: of what is written there, the copy knows nothing yet. */
  stay(): void {
    this.copy = null
  }

  /** Runs a read that may be repeated as long as `hasBegun` does not say that rows of it went on. */
  async read<T>(act: (on: Pools) => Promise<T>, hasBegun = () => false): Promise<T> {
    const copy = this.copy
    if (copy)
      try {
        const result = await act(copy)
        this.counted('replica')
        return result
      } catch (error) {
        if (hasBegun() || !isOfServer(error)) throw error
        copy.failed(error)
        this.stay()
        this.counted('again')
        return act(this.primary)
      }
    this.counted('primary')
    try {
      return await act(this.primary)
    } catch (error) {
      if (hasBegun() || !isDatabaseAway(error) || isCrowded(error)) throw error
      return act(this.primary)
    }
  }

  /** Runs a statement of this text: a read wherever it may, all else on the primary. */
  run<T>(text: string, act: (on: Pools) => Promise<T>): Promise<T> {
    if (isRead(text)) return this.read(act)
    this.stay()
    return act(this.primary)
  }
}

/** No connection of the pool became free in time: the server is there. */
export const isCrowded = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded')

/** States that a replica answers and the primary would not: read only, a conflict with recovery, no such database. */
const states = ['25006', '40001', '40P01', '55000', '3D000']

/** The statement failed for what the server is or was doing, not for what was asked. */
function isOfServer(error: unknown): boolean {
  const state = sqlStateOf(error)
  return isDatabaseAway(error) || (state !== undefined && (states.includes(state) || /^(28|58|XX)/.test(state)))
}

const begins = /^\s*(?:\/\*[^]*?\*\/\s*)*(?:select|with)\b/i
const writes =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update\s+(?:only\s+)?[\w".]+(?:\s+(?:as\s+)?[\w"]+)?\s+set|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|nextval|setval|pg_(?:try_)?advisory_\w+|pg_notify|set_config)\b/i
const known = new Map<string, boolean>()
const mostKnown = 2000

/** Whether a statement changes nothing, so that it may run on a copy and be repeated; in doubt it does not. */
function isRead(text: string): boolean {
  const found = known.get(text)
  if (found !== undefined) return found
  const reads = begins.test(text) && !writes.test(text)
  if (known.size < mostKnown) known.set(text, reads)
  return reads
}
