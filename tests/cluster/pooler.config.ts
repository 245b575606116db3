import { chosenSuites, suiteOf } from './suites.js'

export default suiteOf('pooler-setup.ts', ['tests/cluster/pooler.test.ts', ...chosenSuites])
