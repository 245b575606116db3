import { allSuites, suiteOf } from './suites.js'

// Every suite of REST and GraphQL, on partitioned tables.
export default suiteOf('partitioned-setup.ts', allSuites)
