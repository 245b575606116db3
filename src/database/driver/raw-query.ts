import type pg from 'pg'
import { OriginQuery, type Connection } from './origin.js'
import type { RawRow } from './wire-pool.js'

/** Called with each row of a statement as it arrives. The listener may keep rows: their bytes are never overwritten. */
export type RowListener = (row: RawRow) => void

const undescribed = new WeakMap<Connection, Connection>()

/** Returns the connection for a query that does not ask for a description of its columns. */
function withoutDescriptions(connection: Connection): Connection {
  let found = undescribed.get(connection)
  if (!found) {
    found = Object.create(connection, { describe: { value: () => undefined } }) as Connection
    undescribed.set(connection, found)
  }
  return found
}

/**
 * The driver's query, except for what it does with rows. Its other methods speak the protocol as usual; the test beside
 * row-splitter names the version of the driver that this was written for.
 */
export class RawQuery extends OriginQuery {
  constructor(
    config: pg.QueryConfig,
    private readonly onRow: RowListener,
    origin: string | undefined,
  ) {
    super(config, origin)
  }

  // The names and types of the columns are known, so PostgreSQL need not look them up and nobody need read them.
  protected override prepareOwn(connection: Connection): void {
    super.prepareOwn(withoutDescriptions(connection))
  }

  handleDataRow(row: RawRow): void {
    if (!this.isAnswerOfOrigin) this.onRow(row)
  }
}
