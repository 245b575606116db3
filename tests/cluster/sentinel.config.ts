import { suiteOf } from './suites.js'

export default suiteOf('../support/global-setup.ts', ['tests/cluster/sentinel.test.ts'])
