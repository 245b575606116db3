// A whole installation under writers, imports, exports and jobs, while its parts are killed at random moments
// (`npm run chaos -- --minutes 10 --seed 1`), or in peace (`npm run soak -- --minutes 60`). A ledger of what was
// acknowledged is compared with the database in the end. Exits with 1 when a promise was broken.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'

const root = fileURLToPath(new URL('..', import.meta.url))
const { buildAll, isStale } = await import('../bin/build.mjs')
if (isStale()) await buildAll()
const { freePort, isAlive, readPostmaster } = await import('../dist/src/database/postmaster.js')

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
  LOG_LEVEL: 'fatal',
}
const cluster = join(dataDir, 'postgres')
const names = { serve: 'API', worker: 'worker', 'model-service': 'model service' }

let launcher
let launcherEnd
const unexpected = []
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

/** The processes that the launcher runs, by name. */
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
      // It has ended meanwhile.
    }
  }
  return found
}

/** Backends of the server that work for Parallax. */
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

let cookie = ''
async function request(method, path, body, headers = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: { cookie, ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) }
}

async function untilReady(withinMs = 60_000) {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(50)) {
    const answer = await request('GET', '/api/health/ready').catch(() => undefined)
    if (answer?.status === 200) return true
  }
  throw new Error(`not ready within ${withinMs / 1000} s`)
}

// What was acknowledged, and what may or may not have happened because its answer was lost.
const personas = new Map()
const imports = new Map()
const jobs = new Map()
const counts = { writes: 0, imports: 0, exports: 0, jobs: 0, refused: 0, lost: 0 }
const latencies = {}
let over = false
let stopping = false

/** One act of the load: its status, or null when no answer came. */
async function act(name, method, path, body) {
  const startedAt = performance.now()
  try {
    const answer = await request(method, path, body)
    if (answer.status < 300) (latencies[name] ??= []).push(performance.now() - startedAt)
    else {
      counts.refused += 1
      if (answer.status === 500) unexpected.push(`${method} ${path} answered 500: ${answer.text.slice(0, 200)}`)
      await sleep(50)
    }
    return answer
  } catch {
    counts.lost += 1
    await sleep(50)
    return null
  }
}

async function write(n) {
  const made = await act('write', 'POST', '/api/personas', { name: 'made', role: 'r', informationNeed: 'i' })
  if (made?.status !== 201) return
  counts.writes += 1
  const { id } = made.json()
  personas.set(id, new Set(['made']))
  const name = `changed ${n}`
  const changed = await act('write', 'PUT', `/api/personas/${id}`, { name, role: 'r', informationNeed: 'i' })
  if (changed === null || changed.status >= 500) personas.get(id).add(name)
  else if (changed.status < 300) {
    counts.writes += 1
    personas.set(id, new Set([name]))
  }
}

const dated = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-02T00:00:00.000Z' }
const claimsOfImport = 40
async function importFile() {
  const personaId = randomUUID()
  const summaryId = randomUUID()
  const details = { details: null, isSystemGenerated: false, hidden: false, ...dated }
  const lines = [
    { type: 'persona', data: { id: personaId, name: 'imported', role: 'r', informationNeed: 'i', ...details } },
    { type: 'summary', data: { id: summaryId, videoId: `v-${summaryId}`, personaId, summary: [], ...dated } },
    ...Array.from({ length: claimsOfImport }, (_, i) => ({
      type: 'claim',
      data: { id: randomUUID(), summaryId, summaryType: 'video', text: `claim ${i}`, gloss: [], ...dated },
    })),
  ]
  const form = new FormData()
  form.set('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'lines.jsonl')
  const answer = await act('import', 'POST', '/api/import', form)
  const done = answer?.status === 200 && answer.json().success === true
  if (answer?.status === 200 && !done) unexpected.push(`an import was refused: ${answer.text.slice(0, 300)}`)
  if (done) counts.imports += 1
  imports.set(summaryId, done ? 'done' : 'unknown')
}

async function exportAll() {
  const answer = await act('export', 'GET', '/api/export/personas')
  if (answer?.status !== 200) return
  for (const line of answer.text.split('\n').filter(Boolean)) JSON.parse(line)
  counts.exports += 1
}

let personaOfJobs
async function startJob() {
  const summary = 'The ship left the harbour at noon. Two tugs towed it. Nobody was on board.'
  const made = await act('write', 'POST', '/api/summaries', {
    videoId: `j-${randomUUID()}`,
    personaId: personaOfJobs,
    summary,
  })
  if (made?.status !== 201 && made?.status !== 200) return
  const { id } = made.json()
  const started = await act('job', 'POST', `/api/summaries/${id}/claims/extract`, {})
  if (started?.status >= 300 || started === null) return
  counts.jobs += 1
  jobs.set(started.json().jobId, id)
}

/** Repeats an act until the end, so many a second at most. */
async function repeat(perSecond, run) {
  for (let n = 0; !over; n += 1) {
    const startedAt = performance.now()
    await run(n)
    await sleep(Math.max(0, 1000 / perSecond - (performance.now() - startedAt)))
  }
}

const recoveries = {}
const victims = ['API', 'worker', 'model service', 'backend', 'postmaster', 'everything']
async function kill(victim) {
  const before = parts()
  const pids = {
    backend: () => backends().slice(0, 1).map(Number),
    postmaster: () => [readPostmaster(cluster)?.pid],
    everything: () => [launcher.pid, ...Object.values(before), readPostmaster(cluster)?.pid],
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
  // A shuffled round after the other, so that a short run kills each part as well.
  for (let round = []; !over;) {
    if (round.length === 0) round = victims.map((one) => [random(), one]).sort(([a], [b]) => a - b)
    await sleep(1500 + random() * 4000)
    if (!over) await kill(round.pop()[1])
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

/** Memory in MB and open descriptors of each process, and the connections of the database. */
async function atRest() {
  const measured = {}
  for (const [name, pid] of Object.entries({ launcher: launcher.pid, ...parts() })) {
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    measured[name] = { MB: Math.round(rss / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length }
  }
  const [{ count }] = await query(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return { measured, connections: count }
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
const ms = (value) => Math.round(value).toString().padStart(7)

async function findings() {
  const found = [...unexpected]
  const stored = new Map((await query('select id, name from personas')).map(({ id, name }) => [id, name]))
  for (const [id, allowed] of personas)
    if (!allowed.has(stored.get(id))) found.push(`persona ${id} is ${stored.get(id)}, acknowledged ${[...allowed]}`)
  const claims = new Map(
    (await query('select summary_id, count(*)::int as count from claims group by 1')).map((one) => [
      one.summary_id,
      one.count,
    ]),
  )
  for (const [id, state] of imports) {
    const count = claims.get(id) ?? 0
    if (count !== claimsOfImport && (count !== 0 || state === 'done'))
      found.push(`an import is ${state}, with ${count} claims`)
  }
  const rows = await query('select public_id, status, error, result, summary_id from jobs')
  const byId = new Map(rows.map((one) => [one.public_id, one]))
  for (const id of jobs.keys()) if (!byId.has(id)) found.push(`job ${id} is gone`)
  for (const { public_id: id, status, error, result, summary_id: summaryId } of rows) {
    if (status !== 'completed') found.push(`job ${id} is ${status}: ${error}`)
    else if ((result?.count ?? 0) > (claims.get(summaryId) ?? 0)) found.push(`job ${id} has fewer claims than it says`)
    else if ((claims.get(summaryId) ?? 0) > (result?.count ?? 0) * 4) found.push(`job ${id} took effect twice`)
  }
  const [{ count: halves }] = await query(
    `select count(*)::int as count from import_history h where h.success and h.items_imported <> $1`,
    [claimsOfImport + 2],
  )
  if (halves) found.push(`${halves} imports that the history calls whole are not`)
  return found
}

const begun = Date.now()
launch()
try {
  await untilReady(120_000)
  const { ADMIN_PASSWORD: password } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  if (!login.ok) throw new Error(`signing in answered ${login.status}`)
  cookie = login.headers.getSetCookie()[0].split(';')[0]
  personaOfJobs = (await request('POST', '/api/personas', { name: 'jobs', role: 'r', informationNeed: 'i' })).json().id
  if (calm) await sleep(12_000)
  const before = calm ? await atRest() : undefined

  const load = [
    ...[1, 2, 3].map((n) => repeat(calm ? 5 : 30, (turn) => write(`${n}/${turn}`))),
    repeat(calm ? 1 : 3, importFile),
    repeat(calm ? 0.5 : 2, exportAll),
    repeat(1, startJob),
  ]
  const chaos = calm ? undefined : killAtRandom()
  await sleep(durationMs)
  over = true
  await Promise.all([...load, chaos])
  await untilReady()
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(500)) {
    const [{ count }] = await query(
      `select count(*)::int as count from jobs where status not in ('completed', 'failed')`,
    )
    if (count === 0) break
  }
  if (calm) await sleep(15_000)
  const after = calm ? await atRest() : undefined
  const found = await findings()

  print(`${calm ? 'soak' : 'chaos'} of ${options.minutes} minutes, seed ${options.seed}: ${JSON.stringify(counts)}`)
  const failed = (await query(`select count(*)::int as count from jobs where status = 'failed'`))[0].count
  print(
    `jobs failed: ${failed} of ${jobs.size}; imports begun: ${imports.size}; personas in the ledger: ${personas.size}`,
  )
  print('what            answers    p50 ms    p99 ms    max ms')
  for (const [name, values] of Object.entries(latencies))
    print(
      `${name.padEnd(14)} ${ms(values.length)}   ${ms(quantile(values, 0.5))}   ${ms(quantile(values, 0.99))}   ${ms(Math.max(...values))}`,
    )
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

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
