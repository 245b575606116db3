import type pg from 'pg'
import type { Kysely, RawBuilder } from 'kysely'
import { connectFor } from './fair-pool.js'
import { sendGrouped, type GroupedWrite } from './group-commit.js'
import { changesRows } from './origin.js'
import { valuesFor } from './prepared.js'
import { RawQuery, type RowListener } from './raw-query.js'
import type { Budget } from '../../lib/fairness/budget.js'
import type { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'
import type { RawRow } from './wire-pool.js'
import { cancellable, isBroken } from './within-budget.js'

/**
 * A statement whose values are read as the received bytes. `read` throws inside a transaction, and when the request
 * ends.
 */
export interface RawStatement<I> {
  /** The SQL as it is sent, for the files of db/queries. */
  sql(db: Kysely<DB>): string
  read(on: RawConnections, input: I, onRow: RowListener): Promise<void>
}

export interface RawOptions<I> {
  named?: boolean
  /**
   * For a statement that changes one row: the row's id. Such statements that arrive together are committed together;
   * like any other, each succeeds or fails by itself.
   */
  changes?: (input: I) => string
}

export interface RawConnections {
  db: { isTransaction: boolean }
  wirePool: pg.Pool
  /** The budget that the rows and their bytes are charged to. */
  budget?: Budget
  /** The route of a read-only request, which chooses the server for its reads. */
  route?: Route
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
export function rawStatement<I>(
  build: () => RawBuilder<unknown>,
  { named = true, changes }: RawOptions<I> = {},
): RawStatement<I> {
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
      const origin = writes ? budget?.origin : undefined
      if (changes && origin !== undefined && isSmall(values))
        await writeGrouped(wirePool, { config, origin, row: changes(input), budget }, onRow)
      else if (!route) await readOn(wirePool, config, budget, onRow, origin)
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

/** The most that a statement of a group may send, in characters: one that is long holds up those that go with it. */
const mostGrouped = 1 << 13

function isSmall(values: readonly unknown[]): boolean {
  let length = 0
  for (const value of values) if (typeof value === 'string') length += value.length
  return length <= mostGrouped
}

/** Sends a write with others, or by itself; only there it is cancelled when the request ends before it. */
function writeGrouped(
  wirePool: pg.Pool,
  write: Pick<GroupedWrite, 'config' | 'origin' | 'row' | 'budget'>,
  onRow: RowListener,
): Promise<void> {
  const { config, origin, budget } = write
  return new Promise((resolve, reject) => {
    const alone = (ended: () => void) =>
      readOn(wirePool, config, budget, onRow, origin).finally(ended).then(resolve, reject)
    const done = (rows: RawRow[]) => {
      for (const row of rows) if (!budget || budget.takeRows(1, row.end - row.at)) onRow(row)
      resolve()
    }
    sendGrouped(wirePool, { ...write, alone, done, fail: reject })
  })
}

async function readOn(
  wirePool: pg.Pool,
  config: pg.QueryConfig,
  budget: Budget | undefined,
  onRow: RowListener,
  origin?: string,
): Promise<void> {
  const client = await connectFor(wirePool, budget?.person)
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
