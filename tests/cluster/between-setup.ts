import type { TestProject } from 'vitest/node'
import globalSetup from '../support/global-setup.js'
import { startPgbouncer } from './pgbouncer.js'
import { startPrimary, startReplica } from './replica.js'

/**
 * Runs the suites on a primary behind PgBouncer in transaction mode, without support for prepared statements, and with a
 * streaming replica, to which the API may send reads.
 */
export default async function betweenSetup(project: TestProject): Promise<() => Promise<void>> {
  const primary = await startPrimary()
  const replica = await startReplica(primary.url, 'shared')
  const pooler = await startPgbouncer(primary.url, 8)
  const through = new URL(primary.url)
  through.port = String(pooler.port)
  process.env['TEST_DATABASE_URL'] = primary.url
  project.provide('databaseVariables', {
    DATABASE_URL: through.href,
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_REPLICA_URLS: replica.url,
    PREPARED_STATEMENTS: 'off',
  })
  const end = await globalSetup(project)
  return async () => {
    await pooler.stop()
    await replica.stop()
    await end()
    await primary.stop()
  }
}
