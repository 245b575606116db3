import { sql, type RawBuilder } from 'kysely'

// Positions in the log of changes (docs/decisions/0025-one-log-of-changes.md).

/** A place in the log; a reader at this position has read all entries before it. */
export interface ChangePosition {
  /** The name of the log; a restored database has a log of another name. */
  log: string
  /** The number of the transaction of the next entry, and the number of the entry within it. */
  tx: number
  seq: number
}

/** Returns a position as text, the form in which clients keep it. */
export const positionText = ({ log, tx, seq }: ChangePosition): string => `${log}-${tx}-${seq}`

/** Parses a position; returns undefined if the text is not a position. */
export function readPosition(text: string): ChangePosition | undefined {
  const [, log, tx, seq] = /^([0-9a-f]{8})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return log === undefined ? undefined : { log, tx: Number(tx), seq: Number(seq) }
}

/**
 * The number of the first transaction that may still be running in the statement's snapshot. All entries of earlier
 * transactions are visible, and no more can be added.
 */
export const horizon: RawBuilder<number> = sql<number>`(change_base() + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`

/**
 * Returns the statement that stores the number of the transaction from which on the log is complete, after entries were
 * deleted, or rows were changed while the log was off. SQL functions store this number and the name of the log.
 */
export const logBegins = (tx: string): string =>
  `create or replace function change_start() returns bigint language sql immutable parallel safe as 'select ${tx}::bigint'`

/** Selects the position up to which the log is complete: a snapshot of the database contains all earlier changes. */
export const selectHorizon = sql<{
  log: string
  tx: number
  /** The number of the transaction from which on the log is complete. */
  start: number
}>`select change_log() as log, ${horizon} as tx, change_start() as start`
