import type { ViteUserConfig } from 'vitest/config'
import { resolve, shared } from '../../vitest.config.js'

/** Suites that also run on a cluster, unchanged: at least one of each area with its own way to read and write. */
export const chosenSuites = [
  'tests/accounts/{auth,sessions,users,login-races}.test.ts',
  'tests/claims/*.test.ts',
  'tests/changes/{together,log}.test.ts',
  'tests/annotations/*.test.ts',
  'tests/exchange/{import,export,round-trip,conflicts,consistency,disasters,kept}.test.ts',
  'tests/graphql/{documents,every-field,records,deadline,order,contract,node}.test.ts',
  'tests/jobs/fair-jobs.test.ts',
]

const areas = [
  ...[
    'access',
    'accounts',
    'annotations',
    'changes',
    'claims',
    'deletion',
    'exchange',
    'graphql',
    'groups',
    'http',
    'jobs',
    'personas',
  ],
  ...['projects', 'sharing', 'summaries', 'videos', 'world'],
]

/** Every suite of REST and GraphQL. */
export const allSuites = areas.map((area) => `tests/${area}/**/*.test.ts`)

/** Kill or count the connections of exports to the primary, so they say nothing where exports read from a replica. */
export const ofPrimary = ['tests/exchange/consistency.test.ts', 'tests/exchange/unread-exports.test.ts']

/** The Vitest configuration that runs suites on the servers that a setup file of this folder starts. */
export function suiteOf(setup: string, include: string[], exclude: string[] = []): ViteUserConfig {
  const globalSetup = [`tests/cluster/${setup}`]
  return { resolve, test: { ...shared, include, exclude, globalSetup, maxWorkers: 2 } }
}
