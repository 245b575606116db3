import { chosenSuites, ofPrimary, suiteOf } from './suites.js'

export default suiteOf('replicas-setup.ts', ['tests/cluster/replicas.test.ts', ...chosenSuites], ofPrimary)
