import type pg from 'pg'
import type { Kysely, RawBuilder } from 'kysely'
import { changesRows, OriginQuery, type Connection } from './origin.js'
import { valuesFor } from './prepared.js'
import type { Budget } from '../../lib/budget.js'
import type { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'
import type { RawRow } from './wire-pool.js'
import { cancellable, isBroken } from './within-budget.js'

/** Called with each row of a statement as it arrives. The listener may keep rows: their bytes are never overwritten. */
export type RowListener = (row: RawRow) => void

/**
 * A statement whose values are read as the received bytes. `read` throws inside a transaction, and when the request
 * ends.
 */
export interface RawStatement<I> {
  /** The SQL as it is sent, for the files of db/queries. */
  sql(db: Kysely<DB>): string
  read(on: RawConnections, input: I, onRow: RowListener): Promise<void>
}

export interface RawConnections {
  db: { isTransaction: boolean }
  wirePool: pg.Pool
  /** The budget that the rows and their bytes are charged to. */
  budget?: Budget
  /** The route of a read-only request, which chooses the server for its reads. */
  route?: Route
}

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
class RawQuery extends OriginQuery {
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

/**
 * The maximum number of statements that are prepared by name. Every connection keeps each prepared statement, at some
 * tens of kilobytes; statements beyond this number are planned each time.
 */
const mostNames = 400
const names = new Map<string, string>()

/**
 * Returns one name for each SQL text, so that equal statements share what is prepared; undefined when there are too
 * many.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `raw-${names.size}`
  names.set(text, name)
  return name
}

/**
 * A statement that is compiled once and prepared once on each connection, unless it is not to be `named`; its slots are
 * filled from the input of each execution.
 */
export function rawStatement<I>(build: () => RawBuilder<unknown>, { named = true } = {}): RawStatement<I> {
  let compiled: { text: string; name: string | undefined; parameters: readonly unknown[]; writes: boolean } | undefined
  const compile = (db: Kysely<DB>) => {
    if (compiled) return compiled
    const { sql, parameters } = build().compile(db)
    compiled = { text: sql, name: named ? nameOf(sql) : undefined, parameters, writes: changesRows(sql) }
    return compiled
  }
  return {
    sql: (db) => compile(db).text,
    async read({ db, wirePool, budget, route }, input, onRow) {
      if (db.isTransaction) throw new Error('rows are read as bytes outside of transactions only')
      budget?.check()
      const { text, name, parameters, writes } = compile(db as Kysely<DB>)
      const values = valuesFor(parameters, input)
      const config = { text, values, ...(name !== undefined && { name }) }
      if (!route) await readOn(wirePool, config, budget, onRow, writes ? budget?.origin : undefined)
      else if (route.isElsewhere) {
        // If the replica fails midway, the primary repeats the read, so no row is passed on before all have arrived.
        const rows = await route.read(async (on) => {
          const rows: RawRow[] = []
          await readOn(on.wirePool, config, budget, (row) => rows.push(row))
          return rows
        })
        for (const row of rows) onRow(row)
      } else {
        let begun = false
        const listen: RowListener = (row) => {
          begun = true
          onRow(row)
        }
        await route.read(
          (on) => readOn(on.wirePool, config, budget, listen),
          () => begun,
        )
      }
      budget?.check()
    },
  }
}

async function readOn(
  wirePool: pg.Pool,
  config: pg.QueryConfig,
  budget: Budget | undefined,
  onRow: RowListener,
  origin?: string,
): Promise<void> {
  const client = await wirePool.connect()
  const counted: RowListener = budget
    ? (row) => {
        if (budget.takeRows(1, row.end - row.at)) onRow(row)
      }
    : onRow
  const query = new RawQuery(config, counted, origin)
  const run = () =>
    new Promise<void>((resolve, reject) => {
      query.once('end', resolve)
      query.once('error', reject)
      client.query(query)
    })
  try {
    await cancellable(budget, client, run)
    client.release()
  } catch (error) {
    client.release(isBroken(error, budget))
    throw error
  }
}
