import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type KyselyPlugin,
  type QueryId,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Budget } from '../lib/budget.js'
import type { DB } from './schema.js'
import { queryWithin } from './within-budget.js'

/** Whose statement it is. */
const budgets = new WeakMap<QueryId, Budget>()

/**
 * The database as a request uses it: it starts no statement once the request has ended, what it reads counts, and what
 * still runs then is cancelled.
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

class Connection implements DatabaseConnection {
  constructor(readonly client: pg.PoolClient) {}

  async executeQuery<R>({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<R>> {
    const config = { text: sql, values: [...parameters] }
    const { command, rowCount, rows } = await queryWithin<pg.QueryResult>(budgets.get(queryId), this.client, config)
    const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows: rows as R[], ...(changed && { numAffectedRows: BigInt(rowCount ?? 0) }) }
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

/** Kysely's driver, but that its connections know for which request a statement runs. */
/** What is asked of a pool. */
type Connections = Pick<pg.Pool, 'connect'>

class Driver extends PostgresDriver {
  constructor(private readonly pool: Connections) {
    super({ pool: pool as pg.Pool, cursor: Cursor })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(await this.pool.connect())
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as Connection).client.release()
  }
}

export class Dialect extends PostgresDialect {
  constructor(private readonly pool: Connections) {
    super({ pool: pool as pg.Pool, cursor: Cursor })
  }

  override createDriver(): Driver {
    return new Driver(this.pool)
  }
}
