import { suiteOf } from './suites.js'

export default suiteOf('../support/global-setup.ts', ['tests/cluster/upgrade.test.ts'])
