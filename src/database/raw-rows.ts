import pg from 'pg'
import type { Kysely, RawBuilder } from 'kysely'
import { isSlot, type Slot } from './prepared.js'
import type { Budget } from '../lib/budget.js'
import type { Route } from './route.js'
import type { DB } from './schema.js'
import type { RawRow } from './wire-pool.js'
import { cancellable, isBroken } from './within-budget.js'

/** Called with each row of a statement as it arrives. Rows may be kept: nothing overwrites their bytes. */
export type RowListener = (row: RawRow) => void

/** A statement whose values are read as the bytes that came. */
export interface RawStatement<I> {
  /** The SQL as it is sent, for the files of db/queries. */
  sql(db: Kysely<DB>): string
  read(on: RawConnections, input: I, onRow: RowListener): Promise<void>
}

export interface RawConnections {
  db: { isTransaction: boolean }
  wirePool: pg.Pool
  /** What the rows and their bytes count for. */
  budget?: Budget
  /** Where reads of the request run, if it is one that reads. */
  route?: Route
}

/** What a query says to its connection. */
interface Connection {
  describe(message: object): void
}

const undescribed = new WeakMap<Connection, Connection>()

/** The connection as a query sees it that does not ask what its columns are. */
function withoutDescriptions(connection: Connection): Connection {
  let found = undescribed.get(connection)
  if (!found) {
    found = Object.create(connection, { describe: { value: () => undefined } }) as Connection
    undescribed.set(connection, found)
  }
  return found
}

/**
 * The driver's own query, but for what it does with rows. Its other methods speak the protocol as always; the test
 * beside row-splitter names the version of the driver that this was written for.
 */
class RawQuery extends pg.Query {
  constructor(
    config: pg.QueryConfig,
    private readonly onRow: RowListener,
  ) {
    super(config)
  }

  // The names and types of the columns are known: PostgreSQL need not look them up, nor anybody read them.
  prepare(connection: Connection): void {
    const { prepare } = pg.Query.prototype as unknown as { prepare(connection: Connection): void }
    prepare.call(this, withoutDescriptions(connection))
  }

  handleDataRow(row: RawRow): void {
    this.onRow(row)
  }
}

/**
 * Every connection keeps what is prepared on it, some tens of kilobytes each: statements beyond these are planned each
 * time.
 */
const mostNames = 400
const names = new Map<string, string>()

/** One name for one text: two places that read alike share what is prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `raw-${names.size}`
  names.set(text, name)
  return name
}

/** A statement that is compiled once and prepared once on each connection; its slots are filled from the input. */
export function rawStatement<I>(build: () => RawBuilder<unknown>): RawStatement<I> {
  let compiled: { text: string; name: string | undefined; parameters: readonly unknown[] } | undefined
  const compile = (db: Kysely<DB>) => {
    if (compiled) return compiled
    const { sql, parameters } = build().compile(db)
    compiled = { text: sql, name: nameOf(sql), parameters }
    return compiled
  }
  return {
    sql: (db) => compile(db).text,
    async read({ db, wirePool, budget, route }, input, onRow) {
      if (db.isTransaction) throw new Error('rows are read as bytes outside of transactions only')
      budget?.check()
      const { text, name, parameters } = compile(db as Kysely<DB>)
      const values = parameters.map((one) => (isSlot(one) ? (one as Slot<I>).read(input) : one))
      const config = { text, values, ...(name !== undefined && { name }) }
      if (!route) await readOn(wirePool, config, budget, onRow)
      else if (route.isElsewhere) {
        // What a replica began, the primary may have to do again: no row goes on before all are there.
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
): Promise<void> {
  const client = await wirePool.connect()
  const counted: RowListener = budget
    ? (row) => {
        if (budget.takeRows(1, row.end - row.at)) onRow(row)
      }
    : onRow
  const query = new RawQuery(config, counted)
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
