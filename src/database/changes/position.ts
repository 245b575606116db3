import { sql, type RawBuilder } from 'kysely'

// Positions in the log of changes (docs/decisions/0025-one-log-of-changes.md).

/** A place in the log: everything before it has been read. */
export interface ChangePosition {
  /** The name of the log; that of a restored database is another one. */
  log: string
  /** The number of the transaction of the next entry, and the number of the entry within it. */
  tx: number
  seq: number
}

/** Prints a position as clients keep it. */
export const positionText = ({ log, tx, seq }: ChangePosition): string => `${log}-${tx}-${seq}`

/** Reads a position; undefined for a text that is none. */
export function readPosition(text: string): ChangePosition | undefined {
  const [, log, tx, seq] = /^([0-9a-f]{8})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return log === undefined ? undefined : { log, tx: Number(tx), seq: Number(seq) }
}

/**
 * The number of the first transaction that may still be running as the statement sees it: all entries of transactions
 * before it are there, and none will come.
 */
export const horizon: RawBuilder<number> = sql<number>`(change_base() + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`

/**
 * The statement that says from which number of a transaction on the log has every change: entries before it were
 * dropped, or changes were made while the log was switched off. A function holds the number, as it holds the name.
 */
export const logBegins = (tx: string): string =>
  `create or replace function change_start() returns bigint language sql immutable parallel safe as 'select ${tx}::bigint'`

/** Reads the position up to which the log is complete: a snapshot of the database holds all that is before it. */
export const selectHorizon = sql<{
  log: string
  tx: number
  /** The number of the transaction from which on the log has every change. */
  start: number
}>`select change_log() as log, ${horizon} as tx, change_start() as start`
