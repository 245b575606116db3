import type pg from 'pg'
import { gathered } from '../../lib/batch.js'
import type { Budget } from '../../lib/fairness/budget.js'
import { settingOf } from './origin.js'
import { sendTogether } from './round-trip.js'
import type { RawRow } from './wire-client.js'
import { isBroken, onPool } from './within-budget.js'

// Writes of single rows that arrive together share a transaction (docs/decisions/0031-writes-committed-together.md).

/** A statement that changes one row. */
export interface GroupedWrite {
  config: pg.QueryConfig
  /** The origin of the change, as the log stores it (origin.ts). */
  origin: string
  /** The id of the row. Two writes of it are never in one transaction, because its history would show them as one. */
  row: string
  budget: Budget | undefined
  /** Sends the statement by itself and returns its rows. */
  alone: () => Promise<RawRow[]>
}

/** A write that waits to be sent, with the functions that are called with its outcome. */
interface Waiting extends GroupedWrite {
  done: (rows: RawRow[]) => void
  fail: (error: unknown) => void
}

/** The maximum number of statements in one transaction, because a client waits for all statements of its group. */
const mostTogether = 16

/**
 * Limits the time for which a group waits for a lock. It is shorter than `deadlock_timeout` (a second), so that
 * statements that block each other are soon sent one by one.
 */
const patience: pg.QueryConfig = {
  name: 'group-patience',
  text: "select set_config('lock_timeout', $1, true)",
  values: ['25ms'],
}

/** The name under which groups take turns with people, because the statements of a group may be of several people. */
const together = 'together'

/** Sends a write by itself; calls `ended` before it hands out the outcome. */
function sendAlone({ alone, done, fail }: Waiting, ended: () => void = () => undefined): Promise<void> {
  return alone().finally(ended).then(done, fail)
}

/** Sends a group; if one statement fails, sends each by itself. Calls `ended` before it hands out the outcomes. */
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
    // All statements were rolled back with the one that failed. If the connection was lost, they may have been
    // committed.
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
 * Divides writes into groups in which no row occurs twice, sorted by row, so that groups with the same rows lock them
 * in the same order.
 */
function groupsIn(writes: readonly Waiting[]): Waiting[][] {
  const groups: Map<string, Waiting>[] = []
  for (const write of writes) {
    const fits = groups.find((group) => group.size < mostTogether && !group.has(write.row))
    if (fits) fits.set(write.row, write)
    else groups.push(new Map([[write.row, write]]))
  }
  return groups.map((group) => [...group.values()].toSorted((a, b) => (a.row < b.row ? -1 : 1)))
}

/** Returns whether the request still waits; rejects the write of a request that has ended. */
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
