import { suiteOf } from './suites.js'

const areas = [
  ...[
    'access',
    'accounts',
    'annotations',
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

// Every suite of REST and GraphQL, with a replica for reads and PgBouncer before the primary.
export default suiteOf(
  'between-setup.ts',
  areas.map((area) => `tests/${area}/**/*.test.ts`),
)
