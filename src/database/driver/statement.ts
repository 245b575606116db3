import type { Kysely, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import type { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'
import type { Database } from './client.js'
import { asArray, decodedRows, rawRows } from './answers.js'
import { onTransaction } from './driver.js'
import { sendGrouped } from './group-commit.js'
import type { RawRow } from './wire-client.js'
import { onPool } from './within-budget.js'

/** A parameter of a statement: `read` takes its value from the input of each execution. */
export class Slot<I> {
  constructor(readonly read: (input: I) => unknown) {}
}

/** Returns a parameter of a statement, for the template that builds it. */
export const slot = <I>(read: (input: I) => unknown): Slot<I> => new Slot(read)

/** The target of a statement, such as the context of a request. If `db` is a transaction, statements run in it. */
export interface StatementTarget {
  db: Database
  /** The pool of the primary. */
  pool: pg.Pool
  /** The budget that rows and their bytes are charged to. */
  budget?: Budget
  /** The route of a read-only request, which chooses the server for its reads. */
  route?: Route
}

/**
 * A statement that is compiled once and prepared once on each connection, for the most frequent reads and writes, where
 * building SQL costs as much as running it. It throws if the request ends before its rows have arrived.
 */
export interface Statement<I> {
  /** The SQL as it is sent, for the files of db/queries. */
  sql(db: Kysely<DB>): string
  /** Returns the rows as received, to be printed by a RowPrinter. */
  bytes(on: StatementTarget, input: I): Promise<RawRow[]>
  /** Returns the rows as arrays of JavaScript values. */
  rows(on: StatementTarget, input: I): Promise<unknown[][]>
}

export interface StatementOptions<I> {
  /** False for a statement whose text is rarely repeated: it is not prepared (true). */
  named?: boolean
  /**
   * True for a statement that changes rows: it is sent only once, to the primary, and the log of changes gets its
   * origin.
   */
  writes?: boolean
  /**
   * Returns the id of the row, for a statement that writes a single row. Such statements are committed together if they
   * arrive together; each still succeeds or fails by itself.
   */
  changes?: (input: I) => string
}

/**
 * The maximum number of statements that are prepared by name. Every connection keeps each prepared statement, at some
 * tens of kilobytes; statements beyond this number are planned each time.
 */
const mostNames = 400
const names = new Map<string, string>()

/** Returns the name of an SQL text, so that equal texts are prepared once; undefined if there are too many names. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= mostNames) return name
  const next = `statement-${names.size}`
  names.set(text, next)
  return next
}

/** Returns a statement whose slots are filled from the input of each execution. */
export function statement<I>(
  build: () => RawBuilder<unknown>,
  { named = true, changes, writes = changes !== undefined }: StatementOptions<I> = {},
): Statement<I> {
  let compiled: { text: string; name: string | undefined; parameters: readonly unknown[] } | undefined
  const compile = (db: Database) => {
    if (compiled) return compiled
    const { sql: text, parameters } = build().compile(db as Kysely<DB>)
    return (compiled = { text, name: named ? nameOf(text) : undefined, parameters })
  }
  const configFor = (db: Database, input: I): pg.QueryConfig => {
    const { text, name, parameters } = compile(db)
    const values = parameters.map((value) => (value instanceof Slot ? (value as Slot<I>).read(input) : value))
    return { text, values, ...(name !== undefined && { name }) }
  }
  return {
    sql: (db) => compile(db).text,
    async bytes(on, input) {
      const { budget } = on
      const config = configFor(on.db, input)
      const origin = writes ? budget?.origin : undefined
      const send = () => sendTo(on, writes, (client) => rawRows(client, config, budget, origin))
      const isAlone = on.db.isTransaction || budget?.sent !== undefined
      const isGrouped = changes && origin !== undefined && !isAlone && isSmall(config.values!)
      const rows = isGrouped
        ? await sendGrouped(on.pool, { config, origin, row: changes(input), budget, alone: send })
        : await send()
      budget?.check()
      return rows
    },
    async rows(on, input) {
      const { budget } = on
      const config = configFor(on.db, input)
      const origin = writes ? budget?.origin : undefined
      const answer = await sendTo(on, writes, (client) => decodedRows(client, config, asArray, budget, origin))
      return answer.rows
    },
  }
}

/** Sends a statement in the open transaction, else a read to the server of the route and a write to the primary. */
function sendTo<T>(
  { db, pool, budget, route }: StatementTarget,
  writes: boolean,
  send: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return onTransaction(db, budget, send)
  if (route && !writes) return route.read((on) => onPool(on.pool, budget, send))
  route?.stay()
  return onPool(pool, budget, send)
}

/** The maximum length of the texts of a grouped statement, in characters: a long one delays the rest of its group. */
const mostGrouped = 1 << 13

function isSmall(values: readonly unknown[]): boolean {
  let length = 0
  for (const value of values) if (typeof value === 'string') length += value.length
  return length <= mostGrouped
}

/** The number of shapes of one statement that are kept compiled; others are compiled each time. */
const keptShapes = 40

/** Returns a function that returns the statement for a shape. Shapes with equal keys share one. */
export function statementsBy<I, S>(
  keyOf: (shape: S) => string,
  make: (shape: S) => Statement<I>,
): (shape: S) => Statement<I> {
  const kept = new Map<string, Statement<I>>()
  return (shape) => {
    const key = keyOf(shape)
    const made = kept.get(key) ?? make(shape)
    if (kept.size < keptShapes) kept.set(key, made)
    return made
  }
}
