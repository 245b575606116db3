/**
 * Runs the tests (arguments: which, as `vitest run` takes them; without any, those of `npm test` and then all others)
 * and ends with a line `N passed, N failed`. Files that failed are run once more, each by itself, when the others have
 * ended: then a busy machine costs minutes. Such a file counts by its second run and is named as unsteady. Where more
 * than five files fail, or five prove unsteady, nothing is forgiven.
 *
 * A run of all tests writes coverage/routes.md: which test got which status of which route. A documented status that no
 * test got is a fault.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { coverageOf } from './coverage.mjs'

const mostFiles = 5
const folder = mkdtempSync(join(tmpdir(), 'ci-tests-'))
const given = process.argv.slice(2)
const coverage = resolve('coverage')
const requests = join(coverage, 'requests')
rmSync(coverage, { recursive: true, force: true })
mkdirSync(requests, { recursive: true })

/** Runs vitest; its report, or a fault in its place where it ended without one. */
function run(args) {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=./.ci/reporter.mjs']
  const { status } = spawnSync('npx', ['vitest', 'run', ...reporters, ...args], {
    stdio: 'inherit',
    env: { ...process.env, REPORT: report, COVERAGE_DIR: requests },
  })
  try {
    return { status, ...JSON.parse(readFileSync(report, 'utf8')) }
  } catch (error) {
    return { status, files: [], errors: [`The test report cannot be read: ${error.message}`] }
  }
}

const runs = (
  given.length
    ? [given]
    : [
        ['--project', 'api'],
        ['--project', '!api'],
      ]
).map(run)
let files = runs.flatMap((one) => one.files)
const broken = files.filter(({ failed }) => failed > 0)
let errors = runs.flatMap((one) => one.errors)
// An exit code without a failed test or a known error is a fault all the same.
for (const one of runs)
  if (one.status !== 0 && one.errors.length === 0 && one.files.every(({ failed }) => failed === 0))
    errors.push('The tests ended with a fault')

if (broken.length > 0 && broken.length <= mostFiles) {
  const again = new Map()
  for (const { file } of broken) {
    console.log(`== once more, by itself: ${file}`)
    const second = run([file])
    errors = [...errors, ...second.errors]
    const same = second.files.find((one) => one.file === file)
    if (same) again.set(file, same)
  }
  const unsteady = broken.filter(({ file }) => again.get(file)?.failed === 0)
  for (const { file, first: what } of unsteady) console.log(`unsteady: ${file}: ${what}`)
  if (unsteady.length < mostFiles) files = files.map((one) => again.get(one.file) ?? one)
}

if (given.length === 0) {
  const { page, missing } = coverageOf(requests)
  writeFileSync(join(coverage, 'routes.md'), page)
  if (missing.length) errors.push(`no test got these statuses of docs/api.md: ${missing.join(', ')}`)
}

const sum = (name) => files.reduce((total, one) => total + one[name], 0)
for (const message of errors) console.log(`outside of the tests: ${message}`)
// Faults outside of any test must not hide behind a row of passed tests.
const failed = sum('failed') + errors.length
rmSync(folder, { recursive: true, force: true })
console.log(`${sum('passed')} passed, ${failed} failed`)
process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0
