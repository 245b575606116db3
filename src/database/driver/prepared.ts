import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import type { Database } from './client.js'
import { changesRows } from './origin.js'
import type { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'
import { poolQueryWithin } from './within-budget.js'

/** A parameter of a prepared statement: `read` takes its value from the input of each execution. */
export class Slot<I> {
  constructor(readonly read: (input: I) => unknown) {}
}

/** A parameter of a prepared statement, for the template that builds it. */
export const slot = <I>(read: (input: I) => unknown): Slot<I> => new Slot(read)

/** The values of a statement's parameters for one execution. */
export const valuesFor = <I>(parameters: readonly unknown[], input: I): unknown[] =>
  parameters.map((one) => (one instanceof Slot ? one.read(input) : one))

/** One execution of a statement with slots, which belongs to the request of the database. */
export function executionOf(db: Database, statement: RawBuilder<unknown>, input: unknown) {
  const compiled = statement.compile(db as Kysely<DB>)
  return { ...compiled, parameters: valuesFor(compiled.parameters, input) } as CompiledQuery<Record<string, unknown>>
}

export interface Connections {
  db: Database
  pool: pg.Pool
  budget?: Budget
  /** The route of a read-only request, which chooses the server for its reads. */
  route?: Route
}

export interface Prepared<I> {
  /** Runs the statement and returns its rows as arrays of parsed values. */
  rows(on: Connections, input: I): Promise<unknown[][]>
}

/**
 * A statement that is compiled once and prepared once per connection: for the hottest reads and writes, where building
 * SQL costs as much as running it. Inside a transaction it runs on the transaction's connection. `name` must be unique
 * and at most 63 bytes, otherwise this throws.
 */
export function prepare<I>(name: string, build: () => RawBuilder<unknown>): Prepared<I> {
  if (Buffer.byteLength(name) > 63) throw new Error(`PostgreSQL would cut the name of the statement ${name}`)
  let compiled: { text: string; parameters: readonly unknown[]; writes: boolean } | undefined
  const compile = (db: Database) => {
    const { sql, parameters } = build().compile(db as Kysely<DB>)
    return { text: sql, parameters, writes: changesRows(sql) }
  }
  return {
    async rows({ db, pool, budget, route }, input) {
      if (db.isTransaction) {
        const { rows } = await db.executeQuery<Record<string, unknown>>(executionOf(db, build(), input))
        return rows.map((row) => Object.values(row))
      }
      const { text, parameters, writes } = (compiled ??= compile(db))
      const config = { name, rowMode: 'array' as const, text, values: valuesFor(parameters, input) }
      const ask = (on: { pool: pg.Pool }) => poolQueryWithin<pg.QueryArrayResult>(budget, on.pool, config, writes)
      return (await (route ? route.run(text, ask) : ask({ pool }))).rows
    },
  }
}
