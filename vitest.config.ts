import { configDefaults, defineConfig } from 'vitest/config'

/** Suites that start the SDK of OpenTelemetry: it patches `pg`, and modules that measure find it once. */
const apart = [
  'tests/access/measure.test.ts',
  'tests/operations/model-spans.test.ts',
  'tests/operations/telemetry.test.ts',
]

/** What all suites are run with, those of tests/cluster too. */
export const shared = {
  setupFiles: ['tests/support/setup.ts'],
  // A guard against tests that hang, no promise: some make summaries with detector and reader on two busy cores.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The same guard for what a test waits for. What is promised within a time is measured where it is promised.
  expect: { poll: { timeout: 15_000 } },
  pool: 'forks' as const,
  // Real parts of a cluster, by tests/cluster/run.
  exclude: ['tests/cluster/**', ...configDefaults.exclude],
}
// One copy of graphql: type-graphql and the Apollo packages must see the same classes.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      // Suites follow each other in two processes, as an operator starts a server again and again: to load every module
      // anew for each of them took a quarter of the time (1,400 s and 1,010 s).
      {
        resolve,
        test: {
          ...shared,
          name: 'suites',
          include: ['tests/**/*.test.ts'],
          exclude: [...shared.exclude, ...apart],
          isolate: false,
        },
      },
      { resolve, test: { ...shared, name: 'apart', include: apart } },
    ],
  },
})
