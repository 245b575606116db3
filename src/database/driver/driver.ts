import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type KyselyPlugin,
  type QueryExecutorProvider,
  type QueryId,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Budget } from '../../lib/fairness/budget.js'
import { giveWay } from '../../lib/fairness/turns.js'
import { Route } from '../replicas/route.js'
import type { DB } from '../schema.js'
import { connectFor, type Connections } from './fair-pool.js'
import { asObject, decodedRows } from './answers.js'
import { effectOf } from './effect.js'
import { countIn } from './round-trip.js'
import { isBroken, onPool } from './within-budget.js'

/** The budget of the request to which a statement belongs. */
const budgets = new WeakMap<QueryId, Budget>()

/**
 * Returns the database within the budget of a request. Once the request has ended, a new statement throws, and a
 * running one is cancelled. The rows that statements read are counted. Streams are only checked when they start.
 */
export function databaseWithin(db: Kysely<DB>, budget: Budget): Kysely<DB> {
  const counted: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      budget.check()
      budgets.set(queryId, budget)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(counted)
}

/**
 * Results with more rows than this are returned in a later round of the event loop: 16 requests that receive their rows
 * at the same moment, and work for 20 ms on a thousand objects each, would otherwise block it for 320 ms.
 */
const manyRows = 250

class Connection implements DatabaseConnection {
  private isBroken = false

  constructor(private readonly client: pg.PoolClient) {}

  release(): void {
    this.client.release(this.isBroken)
  }

  /** Runs `act` on the connection, which is closed when it is released if an error has left it unusable. */
  async use<T>(budget: Budget | undefined, act: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    try {
      return await act(this.client)
    } catch (error) {
      if (isBroken(error, budget)) this.isBroken = true
      throw error
    }
  }

  async executeQuery<R>({ sql, parameters, queryId, query }: CompiledQuery): Promise<QueryResult<R>> {
    const config = { text: sql, values: [...parameters] }
    const budget = budgets.get(queryId)
    const changes = query.kind !== 'SelectQueryNode' && effectOf(sql) === 'changes rows'
    const origin = changes ? budget?.origin : undefined
    const { rows, tag } = await this.use(budget, (client) => decodedRows(client, config, asObject, budget, origin))
    if (budget && rows.length > manyRows) await giveWay(budget)
    const changed = /^(INSERT|UPDATE|DELETE|MERGE)/.test(tag)
    return { rows: rows as R[], ...(changed && { numAffectedRows: BigInt(countIn(tag)) }) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    const cursor = this.client.query(new Cursor<R>(sql, [...parameters]))
    try {
      for (let rows = await cursor.read(size); rows.length; rows = await cursor.read(size)) yield { rows }
    } finally {
      await cursor.close()
    }
  }
}

/**
 * The connection of a request. Each statement of a read-only request runs on the server of its route; a transaction or
 * a stream holds one connection to the primary. A connection is checked out with the first statement, whose budget
 * names the person, because people take turns.
 */
class RequestConnection implements DatabaseConnection {
  private held: Connection | undefined
  /** Begins the transaction of the statements; undefined once it has begun, and without a transaction. */
  private begin: ((on: Connection) => Promise<void>) | undefined

  constructor(private readonly on: Connections | Route) {}

  /** Announces a transaction, which begins with the first statement. */
  beginWith(begin: (on: Connection) => Promise<void>): void {
    if (this.on instanceof Route) this.on.stay()
    this.begin = begin
  }

  /** Whether a transaction was announced and has not begun, because no statement has been sent. */
  get isToBegin(): boolean {
    return this.begin !== undefined
  }

  /** Returns the connection of the transaction or stream, after it has begun the announced transaction. */
  async hold(budget: Budget | undefined): Promise<Connection> {
    const pool = this.on instanceof Route ? this.on.primary.pool : this.on
    this.held ??= new Connection(await connectFor(pool, budget?.person))
    const { begin } = this
    this.begin = undefined
    await begin?.(this.held)
    return this.held
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { on } = this
    if (on instanceof Route && !this.held && !this.begin) return on.run(query.sql, ({ pool }) => executeOn(pool, query))
    return (await this.hold(budgets.get(query.queryId))).executeQuery(query)
  }

  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    if (this.on instanceof Route) this.on.stay()
    yield* (await this.hold(budgets.get(query.queryId))).streamQuery<R>(query, size)
  }

  release(): void {
    this.held?.release()
  }
}

function executeOn<R>(pool: Connections, query: CompiledQuery): Promise<QueryResult<R>> {
  return onPool(pool, budgets.get(query.queryId), (client) => new Connection(client).executeQuery<R>(query))
}

/** Runs `act` on the connection of the open transaction of `db`. */
export function onTransaction<T>(
  db: QueryExecutorProvider,
  budget: Budget | undefined,
  act: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return db
    .getExecutor()
    .provideConnection(async (connection) => (await (connection as RequestConnection).hold(budget)).use(budget, act))
}

/** The number of milliseconds for which shared rows are kept for later requests. */
const sharedMs = 500

/**
 * Reads that several requests share: a request that repeats a statement, with the same values, while it runs or within
 * 500 ms after it has ended gets the same rows. Only for requests that accept rows of that age. The statements have no
 * budget, so that the end of a request does not cancel them.
 */
export class SharedReads {
  private readonly running = new Map<string, Promise<QueryResult<unknown>>>()

  constructor(private readonly pool: Connections) {}

  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const key = JSON.stringify([query.sql, query.parameters])
    const shared = this.running.get(key)
    if (shared) return shared as Promise<QueryResult<R>>
    const result = executeOn<R>(this.pool, query)
    const forget = () => this.running.delete(key)
    this.running.set(key, result)
    result.then(() => setTimeout(forget, sharedMs).unref(), forget)
    return result
  }
}

/** The connection of a request that shares its reads. */
class SharedConnection implements DatabaseConnection {
  constructor(private readonly reads: SharedReads) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.reads.execute(query)
  }

  streamQuery(): never {
    throw new Error('shared reads have no streams and no transactions')
  }

  release(): void {
    // Each statement releases its connection.
  }
}

/**
 * Kysely's PostgreSQL driver with connections that know to which request a statement belongs and on which server it
 * runs.
 */
class Driver extends PostgresDriver {
  constructor(private readonly on: Connections | Route | SharedReads) {
    super({ pool: on as unknown as pg.Pool, cursor: Cursor })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.on instanceof SharedReads ? new SharedConnection(this.on) : new RequestConnection(this.on)
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof SharedConnection) connection.streamQuery()
    ;(connection as RequestConnection).beginWith((on) => super.beginTransaction(on, settings))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection as RequestConnection).isToBegin) await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection as RequestConnection).isToBegin) await super.rollbackTransaction(connection)
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as RequestConnection | SharedConnection).release()
  }
}

export class Dialect extends PostgresDialect {
  constructor(private readonly on: Connections | Route | SharedReads) {
    super({ pool: on as unknown as pg.Pool, cursor: Cursor })
  }

  override createDriver(): Driver {
    return new Driver(this.on)
  }
}
