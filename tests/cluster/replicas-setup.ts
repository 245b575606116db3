import type { TestProject } from 'vitest/node'
import globalSetup from '../support/global-setup.js'
import { startPrimary, startReplica } from './replica.js'

/** Runs the suites on a primary with a streaming replica, to which the API may send reads. */
export default async function replicasSetup(project: TestProject): Promise<() => Promise<void>> {
  const primary = await startPrimary()
  const replica = await startReplica(primary.url, 'shared')
  process.env['TEST_DATABASE_URL'] = primary.url
  project.provide('databaseVariables', { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url })
  const end = await globalSetup(project)
  return async () => {
    await replica.stop()
    await end()
    await primary.stop()
  }
}
