import type { TestProject } from 'vitest/node'
import { startThrowawayPostgres } from '../../src/database/launch/embedded-postgres.js'
import globalSetup from '../support/global-setup.js'
import { startPgbouncer } from './pgbouncer.js'

/** Runs the suites on a database behind PgBouncer in transaction mode, without support for prepared statements. */
export default async function poolerSetup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
  const pooler = await startPgbouncer(server.url, 4)
  process.env['TEST_DATABASE_URL'] = server.url
  const through = new URL(server.url)
  through.port = String(pooler.port)
  project.provide('databaseVariables', {
    DATABASE_URL: through.href,
    DATABASE_DIRECT_URL: server.url,
    PREPARED_STATEMENTS: 'off',
  })
  const end = await globalSetup(project)
  return async () => {
    await pooler.stop()
    await end()
    await server.stop()
  }
}
