import type pg from 'pg'
import { gathered } from '../../lib/batch.js'
import type { Budget } from '../../lib/fairness/budget.js'
import { settingOf } from './origin.js'
import { sendTogether } from './round-trip.js'
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

/** Sends a write by itself; `ended` is called before its outcome is handed out. */
function sendAlone({ alone, done, fail }: Waiting, ended: () => void = () => undefined): Promise<void> {
  return alone().finally(ended).then(done, fail)
}

/** Sends a group, and each of its statements by itself where one of them fails. `ended` is called first. */
async function sendGroup(pool: pg.Pool, writes: readonly Waiting[], ended: () => void): Promise<void> {
  if (writes.length === 1) return sendAlone(writes[0]!, ended)
  // The rows are charged to the budgets when the group has succeeded: otherwise each statement is sent again.
  const rows = writes.map((): RawRow[] => [])
  const parts = writes.flatMap(({ config, origin }, i) => [
    ...settingOf(origin),
    { config, onRow: (row: RawRow) => void rows[i]!.push(row) },
  ])
  try {
    await onPool(pool, undefined, (client) => sendTogether(client, [{ config: patience }, ...parts]), together)
  } catch (error) {
    ended()
    // A statement failed and all were rolled back with it. If the connection was lost, their fate is unknown.
    if (!isBroken(error, undefined)) await Promise.all(writes.map((write) => sendAlone(write)))
    else for (const { fail } of writes) fail(error)
    return
  }
  ended()
  writes.forEach(({ budget, done }, i) =>
    done(rows[i]!.filter((row) => !budget || budget.takeRows(1, row.end - row.at))),
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
        void sendGroup(pool, group, () => {
          if (--left === 0) ended()
        })
    })
    gatherers.set(pool, gather)
  }
  return new Promise((done, fail) => gather({ ...write, done, fail }))
}
