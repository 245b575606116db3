import { chosenSuites, suiteOf } from './suites.js'

// Exports are on the replica, and that suite kills the connections that they have to the primary.
const others = chosenSuites.map((one) => one.replace('consistency,', ''))

export default suiteOf('replicas-setup.ts', ['tests/cluster/replicas.test.ts', ...others])
