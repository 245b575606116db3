import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.js'

/** Kysely over one client that the caller holds, for work that mixes statements with COPY in one transaction. */
export function databaseOn(client: pg.PoolClient): Kysely<DB> {
  const held = { query: client.query.bind(client), release: () => undefined } as unknown as PostgresPoolClient
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => held, end: async () => undefined } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
