import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../../lib/budget.js'
import type { Database } from './client.js'
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

export interface Connections {
  db: Database
  pool: pg.Pool
  wirePool: pg.Pool
  budget?: Budget
  /** The route of a read-only request, which chooses the server for its reads. */
  route?: Route
}

export interface Prepared<I> {
  /** Runs the statement and returns its rows as arrays of parsed values. */
  rows(on: Connections, input: I): Promise<unknown[][]>
  /** Runs the statement and returns its rows as arrays of the received bytes (UTF-8); the columns must be text. */
  bytes(on: Connections, input: I): Promise<(Buffer | null)[][]>
}

/**
 * A statement that is compiled once and prepared once per connection: for the hottest reads and writes, where building
 * SQL costs as much as running it. Inside a transaction it runs on the transaction's connection. `name` must be unique
 * and at most 63 bytes, otherwise this throws; with null the statement is compiled once and planned each time.
 */
export function prepare<I>(name: string | null, build: () => RawBuilder<unknown>): Prepared<I> {
  if (name && Buffer.byteLength(name) > 63) throw new Error(`PostgreSQL would cut the name of the statement ${name}`)
  let compiled: { text: string; parameters: readonly unknown[] } | undefined
  const statement = (db: Database, input: I) => {
    if (!compiled) {
      const { sql, parameters } = build().compile(db as Kysely<DB>)
      compiled = { text: sql, parameters }
    }
    return { text: compiled.text, values: valuesFor(compiled.parameters, input) }
  }
  const configOf = (db: Database, input: I) => ({
    ...(name && { name }),
    rowMode: 'array' as const,
    ...statement(db, input),
  })
  const inTransaction = async (db: Database, input: I) => {
    const { text, values } = statement(db, input)
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
    return rows.map((row) => Object.values(row))
  }
  return {
    async rows({ db, pool, budget, route }, input) {
      if (db.isTransaction) return inTransaction(db, input)
      const config = configOf(db, input)
      const ask = (on: { pool: pg.Pool }) => poolQueryWithin<pg.QueryArrayResult>(budget, on.pool, config)
      return (await (route ? route.run(config.text, ask) : ask({ pool }))).rows
    },
    async bytes({ db, wirePool, budget, route }, input) {
      if (db.isTransaction)
        return (await inTransaction(db, input)).map((row) =>
          row.map((value) => (value === null ? null : Buffer.from(String(value)))),
        )
      const config = configOf(db, input)
      const ask = (on: { wirePool: pg.Pool }) =>
        poolQueryWithin<pg.QueryArrayResult<(Buffer | null)[]>>(budget, on.wirePool, config)
      return (await (route ? route.run(config.text, ask) : ask({ wirePool }))).rows
    },
  }
}

/**
 * The number of shapes of one statement that are prepared by name; further ones are planned each time, because every
 * connection keeps what is prepared on it.
 */
const keptShapes = 40

/**
 * Returns a function that gives the prepared statement for a shape of the statement. Shapes with equal `keyOf` share
 * one.
 */
export function prepareShapes<I, S>(
  name: string,
  keyOf: (shape: S) => string,
  build: (shape: S) => RawBuilder<unknown>,
): (shape: S) => Prepared<I> {
  const shapes = new Map<string, Prepared<I>>()
  return (shape) => {
    const key = keyOf(shape)
    const known = shapes.get(key)
    if (known) return known
    const made = prepare<I>(shapes.size < keptShapes ? `${name}/${shapes.size}` : null, () => build(shape))
    shapes.set(key, made)
    return made
  }
}
