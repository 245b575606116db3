import type { ViteUserConfig } from 'vitest/config'
import { resolve, shared } from '../../vitest.config.js'

/** Suites of the server, unchanged: one or more of each area that reads and writes in a way of its own. */
export const chosenSuites = [
  'tests/accounts/{auth,sessions,users,login-races}.test.ts',
  'tests/claims/*.test.ts',
  'tests/annotations/*.test.ts',
  'tests/exchange/{import,export,round-trip,conflicts,consistency,disasters,kept}.test.ts',
  'tests/graphql/{documents,every-field,records,deadline,order,contract,node}.test.ts',
  'tests/jobs/fair-jobs.test.ts',
]

/** Suites on servers that a setup of this folder starts. */
export function suiteOf(setup: string, include: string[]): ViteUserConfig {
  const globalSetup = [`tests/cluster/${setup}`]
  return { resolve, test: { ...shared, include, exclude: [], globalSetup, maxWorkers: 2 } }
}
