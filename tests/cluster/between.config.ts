import { allSuites, ofPrimary, suiteOf } from './suites.js'

// Every suite of REST and GraphQL, with a replica for reads and PgBouncer before the primary.
export default suiteOf('between-setup.ts', allSuites, ofPrimary)
