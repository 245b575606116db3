import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  // One copy of graphql: type-graphql and the Apollo packages must see the same classes.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tests/**/*.test.ts'],
    // Real parts of a cluster, by tests/cluster/run.
    exclude: ['tests/cluster/**', ...configDefaults.exclude],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // A guard against tests that hang, no promise: some make summaries with detector and reader on two busy cores.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The same guard for what a test waits for. What is promised within a time is measured where it is promised.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
