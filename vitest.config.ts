import { createRequire } from 'node:module'
import { configDefaults, defineConfig } from 'vitest/config'

const tests = (folder: string, names = '**/*') => `tests/${folder}/${names}.test.ts`
const ofModelService = 'model-service/tests/**/*.test.ts'

/** The desk and the example front end, and everything in which models look, listen and read. */
const desk = [
  tests('browser'),
  ofModelService,
  tests('annotations', '{tracking,detected-types}'),
  tests('claims', 'model-notes'),
  tests('clients', '{caches,typed-clients}'),
  tests('summaries', 'summary'),
]

/**
 * What goes wrong: kills, restarts, backups, embedded starts, slow clients, faulty models, hostile and random input,
 * round trips of everything, and the greatest sizes.
 */
const faults = [
  tests('embedded'),
  tests('operations', '!(connections|openapi|places|request-places|schedule)'),
  tests('queue'),
  tests('access', '{edges,processes,rows,table}'),
  tests('accounts', '{login-races,token-processes}'),
  tests('annotations', '{sequence-parts,two-editors}'),
  tests('changes', '{*-killed,feed-acts,feed-alive,model}'),
  tests('clients', '{put-off,python-exports}'),
  tests('claims', 'deep-*'),
  tests('deletion', 'deleted-ids'),
  tests(
    'exchange',
    '{consistency,cvat-round-trip,disasters,fair-imports,frozen-exports,killed-import,line-schema,long-lines,properties,real-sizes,resumed-exports,round-trip,slow-exports,split-cvat,unread-exports}',
  ),
  tests('graphql', '{budget,limits,odd-values,random-*,ties,version-17}'),
  tests('http', '{bad-input,fuzz,long-answers}'),
  tests('jobs', '{model-service-restarts,job-faults,job-model-faults,lost-jobs}'),
  tests('models'),
  tests('pages', '{commands,start}'),
  tests('sharing', 'model'),
  tests('unit', 'ndjson'),
  tests('videos', '{model-routes,rule}'),
]

/** Suites that start the SDK of OpenTelemetry: it patches `pg`, and modules that measure find it once. */
const telemetry = [tests('access', 'measure'), tests('operations', '{model-spans,telemetry}')]

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
export const resolve = {
  alias: [
    // One copy of graphql, that of `require`: type-graphql and the Apollo packages must see the same classes.
    { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
    // The workspaces' sources, which their package.json names for types alone.
    { find: /^@parallax\/([\w-]+)\/(.+)\.js$/, replacement: `${import.meta.dirname}/$1/src/$2.ts` },
  ],
}

/**
 * The suites of a project follow each other in three processes, as an operator starts a server again and again: to load
 * every module anew for each of them took a quarter of the time (1,400 s and 1,010 s).
 */
const project = (name: string, include: string[], others: string[]) => ({
  resolve,
  test: { ...shared, name, include, exclude: [...shared.exclude, ...others], isolate: false },
})

export default defineConfig({
  // For the global setup, which runs before the workspaces are built.
  resolve,
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // They wait for a quarter of their time: three at once keep two cores busy.
    maxWorkers: 3,
    // `npm test` runs the first, `npm run test:all` all of them.
    projects: [
      project('api', [tests('**', '*')], [...desk, ...faults, ...telemetry]),
      project('desk', desk, telemetry),
      project('faults', faults, telemetry),
      { resolve, test: { ...shared, name: 'telemetry', include: telemetry } },
    ],
  },
})
