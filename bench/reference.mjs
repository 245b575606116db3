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
 * Returns the executions per second of a statement over `concurrency` connections, or of several statements that run
 * one after the other and count as one. They have no parameters, except that `:n` is a random number from 1 to
 * `numbers`, which no other connection draws. `perTransaction` executions share a transaction.
 */
export async function statementRate(options) {
  const { statement, concurrency = 16, seconds = 5, numbers = 1, perTransaction = 1 } = options
  const { databaseUrl } = options
  const pgbench = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  const load = { databaseUrl, statements: [statement].flat(), concurrency, seconds, numbers, perTransaction }
  return pgbench ? byPgbench(load) : byClients(load)
}

async function byPgbench({ databaseUrl, statements, concurrency, seconds, numbers, perTransaction }) {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-pgbench-'))
  const file = join(folder, 'statement.sql')
  const lines = statements.map((one) => `${one.replace(/\s+/g, ' ').trim()};\n`)
  const share = Math.max(1, Math.floor(numbers / concurrency))
  if (lines.some((line) => line.includes(':n')))
    lines.unshift(`\\set n 1 + (:client_id + ${concurrency} * random(0, ${share - 1})) % ${numbers}\n`)
  const once = lines.join('')
  writeFileSync(file, perTransaction === 1 ? once : `begin;\n${once.repeat(perTransaction)}commit;\n`)
  try {
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(concurrency), '-j', '1', '-T', String(seconds), '-f', file, databaseUrl],
      // JIT compilation of a statement takes seconds and would make the limit too low.
      { maxBuffer: 1e8, env: { ...process.env, PGOPTIONS: '-c jit=off' } },
    )
    return { perSecond: perTransaction * Number(/tps = ([\d.]+)/.exec(stdout)[1]), by: 'pgbench' }
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
  process.once('message', async ({ databaseUrl, statements, concurrency, seconds, numbers, perTransaction }) => {
    const texts = statements.map((one) => one.replaceAll(':n', '$1::int'))
    const share = Math.max(1, Math.floor(numbers / concurrency))
    const draw = (client) => 1 + ((client + concurrency * Math.floor(Math.random() * share)) % numbers)
    const until = performance.now() + seconds * 1000
    let count = 0
    await Promise.all(
      Array.from({ length: concurrency }, async (_, number) => {
        const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
        await client.connect()
        while (performance.now() < until) {
          if (perTransaction > 1) await client.query('begin')
          for (let done = 0; done < perTransaction; done++, count++)
            for (const [i, text] of texts.entries()) {
              const values = text.includes('$1') ? [draw(number)] : []
              await client.query({ name: `reference ${i}`, text, values, rowMode: 'array' })
            }
          if (perTransaction > 1) await client.query('commit')
        }
        await client.end()
      }),
    )
    process.send(count / seconds, () => process.exit(0))
  })
}
