import type { TestProject } from 'vitest/node'
import { partitionableTables } from '../../src/database/partition/tables.js'
import globalSetup from '../support/global-setup.js'

/** Runs the suites on a database in which every table is partitioned that can be. */
export default function partitionedSetup(project: TestProject): Promise<() => Promise<void>> {
  return globalSetup(project, partitionableTables)
}
