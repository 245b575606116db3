// Measures the effect of one user's allowed requests on another user: every documented operation and every paged list
// of GraphQL is sent 200 times at once by one user (the public ones without a session), while another user reads
// auth/me and a page of claims, and edits a claim. BENCH_NEIGHBOURS_ONLY: a regular expression of the acts to measure.
// BENCH_NEIGHBOURS_LIMITS=off lifts the rate limits. BENCH_NEIGHBOURS_SCALE: the size of the data (default 2).
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { graphLists, restActs } from './neighbours/acts.mjs'
import { forgetPeak, megabytesOf } from './processes.mjs'
import { fillReads } from './read-data.mjs'

const scale = process.env.BENCH_NEIGHBOURS_SCALE ?? '2'
const only = new RegExp(process.env.BENCH_NEIGHBOURS_ONLY ?? '')
const limits = process.env.BENCH_NEIGHBOURS_LIMITS !== 'off'
const parallel = 200
const leastMs = 1_500
/** The requests of one row; the default rate limit allows an address 1,000 a minute. */
const mostRequests = 1_000
const round = (value) => Math.round(value * 10) / 10
const beside = (name) => fileURLToPath(new URL(name, import.meta.url))

process.env.BENCH_NODE_FLAGS = `--max-semi-space-size=32 --import=${new URL('./neighbours/turns.mjs', import.meta.url).href}`
const { startServer } = await import('./server.mjs')
const { freePort } = await import('../dist/src/database/launch/postmaster.js')
const turnsPort = await freePort()
const env = { BENCH_TURNS_PORT: String(turnsPort), RATE_LIMIT_DISABLED: String(!limits), LOG_LEVEL: 'fatal' }
const server = await startServer(env)
const client = new pg.Client({ connectionString: server.databaseUrl })
const load = new Worker(beside('./neighbours/load.mjs'))
try {
  await client.connect()
  const attacker = await server.user('busy')
  const neighbour = await server.user('bench')
  const { ids, file } = await fill(attacker)
  const probes = await neighbourProbes(neighbour)
  // Cold code is slow for all users.
  await attack({ method: 'GET', path: '/api/auth/me' }, attacker, 250)
  await measuredDuring(probes, () => new Promise((done) => setTimeout(done, 2_000)))
  const quiet = await measuredDuring(probes, () => new Promise((done) => setTimeout(done, 3_000)))
  print({ act: 'quiet', ...quiet })
  const rows = []
  const trashAgain = { name: 'GET /api/trash after all', method: 'GET', path: '/api/trash?first=100' }
  const acts = [...graphLists(), ...restActs(ids, file), trashAgain].filter(({ name }) => only.test(name))
  for (const [i, act] of acts.entries()) {
    const alone = only.source === '(?:)' ? {} : { alone: await attempt(act, attacker) }
    forgetPeak(server.pid)
    const before = megabytesOf(server.pid, 'VmRSS')
    await longestTurn()
    let answered
    const figures = await measuredDuring(probes, async () => {
      answered = await attack(act, attacker, i)
      return answered
    })
    const turn = await longestTurn()
    const memory = megabytesOf(server.pid, 'VmHWM') - before
    const row = { act: act.name, ...alone, ...figures, turnMs: round(turn), memoryMB: round(memory), ...answered }
    rows.push(row)
    print(row)
  }
  const worst = (by) => rows.toSorted((one, other) => other[by] - one[by]).slice(0, 10)
  for (const by of ['p99', 'turnMs', 'memoryMB']) print({ worst: by, acts: worst(by).map((row) => [row.act, row[by]]) })
  const failed = rows.filter(({ p99, failures, turnMs, memoryMB }) => {
    return p99 > 250 || p99 > 10 * quiet.p99 || failures || turnMs > 100 || memoryMB > 300
  })
  print({ acts: rows.length, beyondAims: failed.length, quietP99: quiet.p99 })
} finally {
  await load.terminate()
  await client.end()
  await server.stop()
}

function print(figures) {
  console.log(JSON.stringify(figures))
}

async function longestTurn() {
  return Number(await (await fetch(`http://127.0.0.1:${turnsPort}/`)).text())
}

/** Sends an act once; returns the milliseconds and bytes of its answer. */
async function attempt({ method, path, type, body }, cookie) {
  const began = performance.now()
  const headers = { cookie, ...(type && { 'content-type': type }) }
  const answer = await fetch(server.url + path, { method, headers, body, signal: AbortSignal.timeout(60_000) })
  const { byteLength } = await answer.arrayBuffer().catch(() => new ArrayBuffer(0))
  return { ms: round(performance.now() - began), bytes: byteLength, status: answer.status }
}

/** Sends an act many times at once, from a separate address of the loopback network. */
function attack({ method, path, type, body, isPublic }, cookie, i) {
  const headers = { ...(!isPublic && { cookie }), ...(type && { 'content-type': type }) }
  if (body) headers['content-length'] = Buffer.byteLength(body)
  const localAddress = `127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}`
  const what = { url: `${server.url}${path}`, method, headers, body, localAddress }
  load.postMessage({ what, parallel, leastMs, mostRequests })
  return new Promise((done) =>
    load.once('message', ({ ms, statuses }) => done({ seconds: round(ms / 1000), statuses })),
  )
}

/** Runs the neighbour's requests one after the other while `act` runs; returns their times and failures. */
async function measuredDuring(probes, act) {
  let isOver = false
  const times = []
  let failures = 0
  const longest = {}
  const asking = (async () => {
    while (!isOver)
      for (const [name, probe] of Object.entries(probes)) {
        const began = performance.now()
        const status = await probe().catch(() => 0)
        const took = performance.now() - began
        times.push(took)
        longest[name] = Math.max(longest[name] ?? 0, round(took))
        if (status === 0 || status >= 500) failures += 1
      }
  })()
  await act()
  isOver = true
  await asking
  times.sort((one, other) => one - other)
  const at = (part) => round(times[Math.min(times.length - 1, Math.floor(times.length * part))])
  return { p50: at(0.5), p99: at(0.99), max: round(times.at(-1)), longest, asked: times.length, failures }
}

/** Returns the neighbour's requests, on 500 claims: the session, a page of claims, an edit. */
async function neighbourProbes(cookie) {
  const { summaryId } = await fillReads(server.databaseUrl, 'bench')
  const { rows } = await client.query('select id from claims where summary_id = $1 limit 1', [summaryId])
  const headers = { cookie, 'content-type': 'application/json' }
  const call = async (path, init) => {
    const answer = await fetch(server.url + path, { headers, signal: AbortSignal.timeout(60_000), ...init })
    await answer.arrayBuffer()
    return answer.status
  }
  let edits = 0
  return {
    me: () => call('/api/auth/me'),
    claims: () => call(`/api/claims?summaryId=${summaryId}&first=20`),
    edit: () =>
      call(`/api/claims/${rows[0].id}`, { method: 'PUT', body: JSON.stringify({ text: `Edit ${(edits += 1)}` }) }),
  }
}

/** Imports the data set as the busy user; returns ids of its content and the beginning of the file. */
async function fill(cookie) {
  const out = join(server.folder, 'data.jsonl')
  const run = (args) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [beside('./generate.mjs'), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      child.stdout.on('data', (part) => (text += part))
      child.once('exit', (code) => (code ? fail(new Error('generate failed')) : done(text)))
    })
  const videos = JSON.parse(await run(['--scale', scale, '--list-videos']))
  for (const id of videos)
    await client.query(
      `insert into videos (id, filename, path, frame_rate, duration) values ($1, $2, $3, 30, 600) on conflict do nothing`,
      [id, `${id}.mp4`, `${id}.mp4`],
    )
  await run(['--scale', scale, '--out', out])
  const text = readFileSync(out, 'utf8')
  const form = new FormData()
  form.set('file', new File([text], 'data.jsonl'))
  const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers: { cookie }, body: form })
  const report = await answer.text()
  if (!answer.ok || !JSON.parse(report).success) throw new Error(`the import failed: ${report.slice(0, 1_000)}`)
  await client.query('vacuum analyze')
  const one = async (sql) => (await client.query(sql)).rows[0]?.id
  const user = `(select id from users where username = 'busy')`
  const ids = {
    userId: await one(`select id from users where username = 'busy'`),
    personaId: await one(`select id from personas where user_id = ${user} order by id limit 1`),
    videoId: videos[0],
    summaryId: await one(
      `select summary_id as id from claims where created_by = ${user} group by 1 order by count(*) desc limit 1`,
    ),
    claimId: await one(`select id from claims where created_by = ${user} limit 1`),
    annotationId: await one(`select id from annotations where created_by_user_id = ${user} limit 1`),
  }
  ids.historyId = ids.annotationId
  return { ids, file: text.slice(0, text.lastIndexOf('\n', 300_000)) }
}
