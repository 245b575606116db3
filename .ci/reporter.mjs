import { writeFileSync } from 'node:fs'

/**
 * Reporter of vitest that writes to the file REPORT what became of each test file: the number of tests that passed and
 * failed, and the first error. `errors` are those that occurred outside of any test.
 */
export default class {
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => {
      const failed = [...module.children.allTests('failed')]
      const faults = [...module.errors(), ...failed.flatMap((test) => test.result().errors ?? [])]
      return {
        file: module.relativeModuleId,
        passed: [...module.children.allTests('passed')].length,
        // A file that cannot even be loaded counts once.
        failed: failed.length || (module.ok() ? 0 : 1),
        first: [failed[0]?.fullName, faults[0]?.message?.split('\n')[0]].filter(Boolean).join(': '),
      }
    })
    writeFileSync(process.env.REPORT, JSON.stringify({ files, errors: errors.map(({ message }) => message) }))
  }
}
