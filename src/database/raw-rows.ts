import pg from 'pg'
import type { Kysely, RawBuilder } from 'kysely'
import { isSlot, type Slot } from './prepared.js'
import type { Budget } from '../lib/budget.js'
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

  // The names and types of the columns are known.
  handleRowDescription(): void {}

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
    async read({ db, wirePool, budget }, input, onRow) {
      if (db.isTransaction) throw new Error('rows are read as bytes outside of transactions only')
      budget?.check()
      const { text, name, parameters } = compile(db as Kysely<DB>)
      const values = parameters.map((one) => (isSlot(one) ? (one as Slot<I>).read(input) : one))
      const client = await wirePool.connect()
      const counted: RowListener = budget
        ? (row) => {
            if (budget.takeRows(1, row.end - row.at)) onRow(row)
          }
        : onRow
      const query = new RawQuery({ text, values, ...(name !== undefined && { name }) }, counted)
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
      budget?.check()
    },
  }
}
