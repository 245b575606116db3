import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import { OriginQuery, type Connection } from './origin.js'
import type { RawRow } from './wire-client.js'
import { cancellable } from './within-budget.js'

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
 * The driver's query, except that it keeps its rows as received, without their columns' names and types. The rows are
 * charged to the budget; those beyond it are dropped.
 */
export class RawQuery extends OriginQuery {
  // Not `rows`, which in the driver is the number of rows to fetch at once.
  readonly received: RawRow[] = []

  constructor(
    config: pg.QueryConfig,
    private readonly budget: Budget | undefined,
    origin: string | undefined,
  ) {
    super(config, origin)
  }

  // The names and types of the columns are known, so PostgreSQL need not look them up.
  protected override prepareOwn(connection: Connection): void {
    super.prepareOwn(withoutDescriptions(connection))
  }

  handleDataRow(row: RawRow): void {
    if (this.isAnswerOfOrigin) return
    if (!this.budget || this.budget.takeRows(1, row.end - row.at)) this.received.push(row)
  }
}

/** Runs a statement on a connection that the caller holds and returns its rows as received. */
export async function rawRows(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  budget: Budget | undefined,
  origin: string | undefined,
): Promise<RawRow[]> {
  const query = new RawQuery(config, budget, origin)
  await cancellable(
    budget,
    client,
    () =>
      new Promise<void>((resolve, reject) => {
        query.once('end', resolve)
        query.once('error', reject)
        client.query(query)
      }),
  )
  return query.received
}
