import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.js'

/**
 * A transaction on a connection of its own, for work that mixes statements with COPY. Nothing stays without `commit`.
 */
export interface HeldTransaction {
  /** Kysely over the connection. */
  db: Kysely<DB>
  /** The connection itself, for COPY. */
  client: pg.PoolClient
  /** Runs an act; when it fails, all that it did is undone, its error is thrown and the transaction can go on. */
  attempt<T>(act: () => Promise<T>): Promise<T>
  commit(): Promise<void>
}

/** Runs `act` in a transaction with these settings, such as `{ work_mem: '64MB' }`, and gives the connection back. */
export async function inHeldTransaction<T>(
  pool: pg.Pool,
  settings: Record<string, string>,
  act: (held: HeldTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  const run = async (statement: string) => void (await client.query(statement))
  const held: HeldTransaction = {
    db: databaseOn(client),
    client,
    async attempt(tried) {
      await run('savepoint attempt')
      try {
        const result = await tried()
        await run('release savepoint attempt')
        return result
      } catch (error) {
        // Attempts stand inside each other under one name; the release gives it back to the one outside.
        await run('rollback to savepoint attempt; release savepoint attempt').catch(onError)
        throw error
      }
    },
    commit: () => run('commit'),
  }
  try {
    await run(
      ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; '),
    )
    return await act(held)
  } finally {
    // After a commit this is a statement without effect.
    await run('rollback').catch(onError)
    client.off('error', onError)
    client.release(broken)
  }
}

function databaseOn(client: pg.PoolClient): Kysely<DB> {
  const held = { query: client.query.bind(client), release: () => undefined } as unknown as PostgresPoolClient
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => held, end: async () => undefined } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
