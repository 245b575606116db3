// npm run bench [-- NAME ...]: runs the benchmarks of docs/performance.md one after the other, on each PostgreSQL:
// BENCH_POSTGRES=system (the one installed on the machine), package (that of the npm package), or unset for both.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAll, isStale } from '../bin/build.mjs'

const all = ['reads', 'writes', 'bulk', 'limits', 'heavy', 'exchange', 'exchange-project', 'formats', 'login-storm']
/** Measured only by name: they take half an hour, or need the registry of npm. */
const named = ['neighbours', 'open-loop', 'peers', 'cold', 'budgets']
const wanted = process.argv.slice(2).length ? process.argv.slice(2) : all
for (const name of wanted) {
  if (![...all, ...named].includes(name)) {
    console.error(`There is no benchmark ${name}; there are ${[...all, ...named].join(', ')}.`)
    process.exit(2)
  }
}
if (isStale()) await buildAll()
for (const programs of await programsToMeasure()) {
  for (const name of wanted) {
    console.log(`# ${name}${programs === undefined ? '' : `, PostgreSQL ${programs}`}`)
    const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))], {
      stdio: 'inherit',
      env: { ...process.env, ...(programs !== undefined && { PARALLAX_POSTGRES_BIN: programs }) },
    })
    const code = await new Promise((done) => child.once('exit', done))
    if (code) process.exit(code)
  }
}

/**
 * Returns the values of PARALLAX_POSTGRES_BIN to run with; [undefined] if the environment already names a database or a
 * folder of programs.
 */
async function programsToMeasure() {
  if (process.env.BENCH_DATABASE_URL || process.env.PARALLAX_POSTGRES_BIN) return [undefined]
  const { BENCH_POSTGRES: which = 'system,package' } = process.env
  const { installedBinaries } = await import('../dist/src/database/launch/find-postgres.js')
  const { choosePostgresHome } = await import('../dist/src/database/launch/postgres-home.js')
  const folder = mkdtempSync(join(tmpdir(), 'parallax-bench-'))
  const [installed] = await installedBinaries(choosePostgresHome(folder).account)
  rmSync(folder, { recursive: true })
  const chosen = which.split(',').map((one) => (one === 'system' ? installed?.bin : one))
  const found = chosen.filter((one) => one !== undefined)
  if (found.length < chosen.length) console.log('# no PostgreSQL is installed on this machine')
  return found
}
