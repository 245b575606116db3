import type pg from 'pg'
import { gathered } from '../../lib/batch.js'
import type { Budget } from '../../lib/fairness/budget.js'
import type { Connection } from './origin.js'
import { RawQuery } from './raw-query.js'
import type { RawRow } from './wire-client.js'
import { isBroken, onPool } from './within-budget.js'

// Writes of single rows that arrive together share a transaction (docs/decisions/0031-writes-committed-together.md).

/** A statement that changes one row, and what is done with its outcome. */
export interface GroupedWrite {
  config: pg.QueryConfig
  /** For whom and through what the row is changed. */
  origin: string
  /** The id of the row; two writes of it are never in one transaction, where they would be one entry of its history. */
  row: string
  budget: Budget | undefined
  /** Sends the statement by itself and returns its rows. */
  alone: () => Promise<RawRow[]>
}

/** A write that waits to be sent, and what is called with its outcome. */
interface Waiting extends GroupedWrite {
  done: (rows: RawRow[]) => void
  fail: (error: unknown) => void
}

/** The maximum number of statements in one transaction: a client waits for those of others that go with its own. */
const mostTogether = 16

/**
 * How long a group waits for a lock at most, in milliseconds: shorter than PostgreSQL waits until it looks for a
 * deadlock (a second), so that statements that would block each other are soon sent one by one.
 */
const patience: pg.QueryConfig = {
  name: 'group-patience',
  text: "select set_config('lock_timeout', $1, true)",
  values: ['25ms'],
}

/** Groups take turns with people under this name, because the statements of a group may be of several people. */
const together = 'together'

interface Protocol extends Connection {
  stream: { cork(): void; uncork(): void }
  sync(): void
}

/**
 * A query of the driver that sends several before one Sync: they are one round trip and one transaction, so that either
 * all of them are done or none.
 */
class GroupQuery {
  /** The query whose answer comes next; before they are sent, the first behind the limit, which observers are told. */
  private at = 1

  constructor(
    private readonly queries: readonly RawQuery[],
    public callback: (error?: unknown) => void,
  ) {}

  // The driver notes under `name` and `text` what PostgreSQL says it has parsed.
  get name(): string | undefined {
    return this.queries[this.at]?.name
  }
  get text(): string {
    return this.queries[this.at]?.text ?? ''
  }

  unname(): void {
    for (const query of this.queries) query.unname()
  }

  submit(connection: Protocol): null {
    const unsynced = Object.create(connection, { sync: { value: () => undefined } }) as Protocol
    this.at = 0
    connection.stream.cork()
    try {
      for (const query of this.queries) query.prepare(unsynced)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleDataRow(row: RawRow): void {
    this.queries[this.at]?.handleDataRow(row)
  }

  handleCommandComplete(message: object, connection: Connection): void {
    const query = this.queries[this.at]!
    if (!query.isAnswerOfOrigin) this.at++
    query.handleCommandComplete(message, connection)
  }

  handleError(error: unknown, connection: Connection): void {
    for (const query of this.queries) query.forget(connection)
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback()
  }
}

/** Sends a write by itself; `ended` is called before its outcome is handed out. */
function sendAlone({ alone, done, fail }: Waiting, ended: () => void = () => undefined): Promise<void> {
  return alone().finally(ended).then(done, fail)
}

/** Sends a group, and each of its statements by itself where one of them fails. `ended` is called first. */
async function sendTogether(pool: pg.Pool, writes: readonly Waiting[], ended: () => void): Promise<void> {
  if (writes.length === 1) return sendAlone(writes[0]!, ended)
  // The rows are charged to the budgets when the group has succeeded: otherwise each statement is sent again.
  const queries = writes.map(({ config, origin }) => new RawQuery(config, undefined, origin))
  try {
    await onPool(
      pool,
      undefined,
      (client) =>
        new Promise<void>((resolve, reject) => {
          const limit = new RawQuery(patience, undefined, undefined)
          const group = new GroupQuery([limit, ...queries], (error) => (error ? reject(error as Error) : resolve()))
          void client.query(group)
        }),
      together,
    )
  } catch (error) {
    ended()
    // A statement failed and all were rolled back with it. If the connection was lost, their fate is unknown.
    if (!isBroken(error, undefined)) await Promise.all(writes.map((write) => sendAlone(write)))
    else for (const { fail } of writes) fail(error)
    return
  }
  ended()
  writes.forEach(({ budget, done }, i) =>
    done(queries[i]!.received.filter((row) => !budget || budget.takeRows(1, row.end - row.at))),
  )
}

/**
 * Divides writes into groups in which no row occurs twice, in the order of their rows: groups that change the same rows
 * then lock them in the same order.
 */
function groupsIn(writes: readonly Waiting[]): Waiting[][] {
  const groups: Map<string, Waiting>[] = []
  for (const write of writes) {
    const fits = groups.find((group) => group.size < mostTogether && !group.has(write.row))
    if (fits) fits.set(write.row, write)
    else groups.push(new Map([[write.row, write]]))
  }
  return groups.map((group) => [...group.values()].toSorted((one, other) => (one.row < other.row ? -1 : 1)))
}

/** Whether the request still waits; otherwise it is told why it does not. */
function isWanted({ budget, fail }: Waiting): boolean {
  if (budget?.ended) fail(budget.ended)
  return !budget?.ended
}

const gatherers = new WeakMap<pg.Pool, (write: Waiting) => void>()

/** Sends a write with those that arrive at the same time, or by itself if there are no others; returns its rows. */
export function sendGrouped(pool: pg.Pool, write: GroupedWrite): Promise<RawRow[]> {
  let gather = gatherers.get(pool)
  if (!gather) {
    gather = gathered((writes, ended) => {
      const groups = groupsIn(writes.filter(isWanted))
      let left = groups.length
      if (left === 0) ended()
      for (const group of groups)
        void sendTogether(pool, group, () => {
          if (--left === 0) ended()
        })
    })
    gatherers.set(pool, gather)
  }
  return new Promise((done, fail) => gather({ ...write, done, fail }))
}
