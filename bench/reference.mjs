// The limit that a benchmark is measured against: how often PostgreSQL runs one statement, driven by pgbench if it is
// installed, else by plain pg clients in a separate process.
import { execFile, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns the executions per second of a statement over `concurrency` connections. It has no parameters, except that
 * `:n` is a random number from 1 to `numbers`.
 */
export async function statementRate({ databaseUrl, statement, concurrency = 16, seconds = 5, numbers = 1 }) {
  const pgbench = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  return pgbench
    ? byPgbench({ databaseUrl, statement, concurrency, seconds, numbers })
    : byClients({ databaseUrl, statement, concurrency, seconds, numbers })
}

async function byPgbench({ databaseUrl, statement, concurrency, seconds, numbers }) {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-pgbench-'))
  const file = join(folder, 'statement.sql')
  const draw = statement.includes(':n') ? `\\set n random(1, ${numbers})\n` : ''
  writeFileSync(file, `${draw}${statement.replace(/\s+/g, ' ').trim()};\n`)
  try {
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(concurrency), '-j', '1', '-T', String(seconds), '-f', file, databaseUrl],
      // JIT compilation of a statement takes seconds and would make the limit too low.
      { maxBuffer: 1e8, env: { ...process.env, PGOPTIONS: '-c jit=off' } },
    )
    return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)[1]), by: 'pgbench' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function byClients(options) {
  const child = fork(fileURLToPath(import.meta.url), [], { stdio: 'inherit' })
  child.send(options)
  const perSecond = await new Promise((done) => child.once('message', done))
  await new Promise((done) => child.once('exit', done))
  return { perSecond, by: 'bare pg clients' }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: pg } = await import('pg')
  process.once('message', async ({ databaseUrl, statement, concurrency, seconds, numbers }) => {
    const text = statement.replaceAll(':n', '$1::int')
    const values = () => (text === statement ? [] : [1 + Math.floor(Math.random() * numbers)])
    const until = performance.now() + seconds * 1000
    let count = 0
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
        await client.connect()
        while (performance.now() < until) {
          await client.query({ name: 'reference', text, values: values(), rowMode: 'array' })
          count++
        }
        await client.end()
      }),
    )
    process.send(count / seconds, () => process.exit(0))
  })
}
