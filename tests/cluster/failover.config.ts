import { suiteOf } from './suites.js'

export default suiteOf('failover-setup.ts', ['tests/cluster/failover.test.ts'])
