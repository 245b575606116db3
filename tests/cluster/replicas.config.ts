import { chosenSuites, suiteOf } from './suites.js'

// The suite `consistency` kills the connections of exports to the primary; here exports read from the replica.
const others = chosenSuites.map((one) => one.replace('consistency,', ''))

export default suiteOf('replicas-setup.ts', ['tests/cluster/replicas.test.ts', ...others])
