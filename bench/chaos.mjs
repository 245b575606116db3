// Runs a whole installation (`npm start`) under a load of writes, imports, exports and jobs, while its processes are
// killed at random moments (`npm run chaos -- --minutes 10 --seed 1`) or left alone (`npm run soak -- --minutes 60`).
// Finally compares a ledger of the acknowledged requests with the database. Exits with 1 if they disagree.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startFollower } from './chaos-follow.mjs'
import { startReceiver } from './chaos-webhooks.mjs'
import { inRandomRounds, ms, openLedger, quantile, seeded } from './ledger.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { buildAll, isStale } = await import('../bin/build.mjs')
if (isStale()) await buildAll()
const { freePort, isAlive, readPostmaster } = await import('../dist/src/database/launch/postmaster.js')

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    calm: { type: 'boolean', default: false },
  },
})
const durationMs = Number(options.minutes) * 60_000
const calm = options.calm
const random = seeded(Number(options.seed))
const print = (line) => writeSync(1, `${line}\n`)

const dataDir = mkdtempSync(join(tmpdir(), 'parallax-chaos-'))
chmodSync(dataDir, 0o755)
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = {
  PATH: process.env.PATH,
  PARALLAX_DATA_DIR: dataDir,
  PARALLAX_POSTGRES_BIN: process.env.PARALLAX_POSTGRES_BIN ?? '',
  HOST: '127.0.0.1',
  PORT: String(port),
  RATE_LIMIT_DISABLED: 'true',
  JOB_LEASE_SECONDS: '5',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'fatal',
}
const cluster = join(dataDir, 'postgres')
const names = { serve: 'API', worker: 'worker', 'model-service': 'model service' }

let launcher
let launcherEnd
let over = false
let stopping = false
function launch() {
  let output = ''
  launcher = spawn(process.execPath, ['bin/parallax.mjs', 'up'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const own = launcher
  for (const stream of [own.stdout, own.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)))
  launcherEnd = new Promise((done) =>
    own.once('exit', (code, signal) => {
      if (signal === null && !stopping) unexpected.push(`npm start ended with ${code}: ${output.slice(-600)}`)
      done(code ?? signal)
    }),
  )
}

/** Returns the process ids of the launcher's children, by the names above. */
function parts() {
  const found = {}
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      if (Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) !== launcher.pid) continue
      const name = names[readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1)]
      if (name && isAlive(Number(entry))) found[name] = Number(entry)
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found
}

/** Returns the process ids of the API's serving processes, which are children of the part named API. */
function apiProcesses() {
  const { API } = parts()
  return readdirSync('/proc')
    .filter((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
        return API !== undefined && Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === API
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Returns the process ids of the PostgreSQL backends that serve Parallax. */
function backends() {
  const postmaster = readPostmaster(cluster)?.pid
  return readdirSync('/proc').filter((entry) => {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0])
      return parent === postmaster && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('parallax parallax')
    } catch {
      return false
    }
  })
}

const ledger = openLedger(url)
const { unexpected, counts, request } = ledger
async function untilReady(withinMs = 60_000) {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(50)) {
    const answer = await request('GET', '/api/health/ready').catch(() => undefined)
    if (answer?.status === 200) return true
  }
  throw new Error(`not ready within ${withinMs / 1000} s`)
}

const recoveries = {}
const victims = ['API', 'API process', 'worker', 'model service', 'backend', 'postmaster', 'everything']
async function kill(victim) {
  const before = parts()
  const pids = {
    'API process': () => apiProcesses().slice(0, 1),
    backend: () => backends().slice(0, 1).map(Number),
    postmaster: () => [readPostmaster(cluster)?.pid],
    everything: () => [launcher.pid, ...Object.values(before), ...apiProcesses(), readPostmaster(cluster)?.pid],
  }[victim]?.() ?? [before[victim]]
  const alive = pids.filter((pid) => pid > 0 && isAlive(pid))
  if (alive.length === 0) return
  const startedAt = performance.now()
  for (const pid of alive) process.kill(pid, 'SIGKILL')
  if (victim === 'everything') {
    await launcherEnd
    launch()
  }
  const again = async () => {
    if (victim === 'worker' || victim === 'model service') return (parts()[victim] ?? alive[0]) !== alive[0]
    const body = { name: 'probe', role: 'r', informationNeed: 'i' }
    const answer = await request('POST', '/api/personas', body).catch(() => null)
    return answer?.status === 201 && (victim !== 'API' || parts().API !== alive[0])
  }
  for (const until = Date.now() + 60_000; !(await again()); await sleep(20)) {
    if (Date.now() < until) continue
    unexpected.push(`${victim}: not back within a minute`)
    break
  }
  ;(recoveries[victim] ??= []).push(performance.now() - startedAt)
}

async function killAtRandom() {
  for (const victim of inRandomRounds(victims, random)) {
    await sleep(1500 + random() * 4000)
    if (over) return
    await kill(victim)
  }
}

const databaseUrl = () =>
  `postgres://parallax:${readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()}@127.0.0.1:` +
  `${readPostmaster(cluster)?.port}/parallax`
async function query(text, values) {
  const client = new pg.Client({ connectionString: databaseUrl() })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the resident memory in MB and the open file descriptors of each process, and the number of connections. */
async function atRest() {
  const measured = {}
  const processes = apiProcesses().map((pid, n) => [`API process ${n}`, pid])
  for (const [name, pid] of [...Object.entries({ launcher: launcher.pid, ...parts() }), ...processes]) {
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    measured[name] = { MB: Math.round(rss / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length }
  }
  const [{ count }] = await query(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return { measured, connections: count }
}

const begun = Date.now()
launch()
try {
  await untilReady(120_000)
  const { ADMIN_PASSWORD: password } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  ledger.cookie = await ledger.signIn('admin', password)
  if (calm) await sleep(12_000)
  const before = calm ? await atRest() : undefined

  const receiver = calm ? undefined : await startReceiver({ request, random })
  const end = await ledger.begin(
    calm ? { writes: 5, imports: 1, exports: 0.5, jobs: 1 } : { writes: 30, imports: 3, exports: 2, jobs: 1 },
  )
  const chaos = calm ? undefined : killAtRandom()
  const follower = calm ? undefined : startFollower({ url, cookie: ledger.cookie, folder: dataDir, random })
  await sleep(durationMs)
  over = true
  await Promise.all([end(), chaos])
  await untilReady()
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(500)) {
    const [{ count }] = await query(
      `select count(*)::int as count from jobs where status not in ('completed', 'failed')`,
    )
    if (count === 0) break
  }
  if (calm) await sleep(15_000)
  const after = calm ? await atRest() : undefined
  const found = await ledger.findings(query)
  if (follower) found.push(...(await follower.findings(request)))
  if (receiver) found.push(...(await receiver.findings(query)))

  const failed = (await query(`select count(*)::int as count from jobs where status = 'failed'`))[0].count
  print(
    `${calm ? 'soak' : 'chaos'} of ${options.minutes} minutes, seed ${options.seed}; jobs failed: ${failed} of ${counts.jobs}`,
  )
  ledger.report().forEach(print)
  for (const one of [follower, receiver]) if (one) print(one.report)
  if (!calm)
    print('killed            times    p50 ms    max ms   until a write is acknowledged, or the part runs again')
  for (const [name, values] of Object.entries(recoveries))
    print(`${name.padEnd(14)} ${ms(values.length)}   ${ms(quantile(values, 0.5))}   ${ms(Math.max(...values))}`)
  if (before && after) {
    print('at rest        MB before   after   descriptors before   after')
    for (const [name, one] of Object.entries(after.measured))
      print(
        `${name.padEnd(14)} ${ms(before.measured[name]?.MB ?? 0)}    ${ms(one.MB)}   ${ms(before.measured[name]?.descriptors ?? 0)}             ${ms(one.descriptors)}`,
      )
    print(`connections of the database: ${before.connections} before, ${after.connections} after`)
    if (after.connections > before.connections + 30) found.push('connections are left over')
  }
  stopping = true
  launcher.kill('SIGTERM')
  const code = await launcherEnd
  if (code !== 0) found.push(`npm start ended with ${code} after SIGTERM`)
  for (const one of found.slice(0, 20)) print(`BROKEN: ${one}`)
  print(found.length ? `${found.length} promises were broken` : 'Every promise was kept.')
  process.exitCode = found.length ? 1 : 0
} finally {
  stopping = true
  launcher.kill('SIGTERM')
  await launcherEnd
  if (process.exitCode === 0) rmSync(dataDir, { recursive: true, force: true })
  else print(`What is left is in ${dataDir}, after ${Math.round((Date.now() - begun) / 1000)} s.`)
}
