// Counts hops: the files and named functions of src that one warm request passes through, by flow and process. V8
// counts them (hops-counter.mjs) in the processes of `parallax up`. Usage: node bench/hops.mjs [flow ...]; HOPS_LIST=1
// also lists them.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildAll, isStale } from '../bin/build.mjs'

if (isStale()) await buildAll()
const { freePort } = await import('../dist/src/database/launch/postmaster.js')
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'parallax-hops-'))
chmodSync(folder, 0o755)
for (const name of ['data', 'videos']) mkdirSync(join(folder, name))
const file = join(folder, 'hops.ndjson')
writeFileSync(file, '')
const port = await freePort()
const password = 'Correct-horse-7'
const up = spawn(process.execPath, [join(root, 'bin/parallax.mjs'), 'up'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_OPTIONS: `--import=${new URL('./hops-counter.mjs', import.meta.url)}`,
    HOPS_FILE: file,
    PARALLAX_DATA_DIR: join(folder, 'data'),
    STORAGE_PATH: join(folder, 'videos'),
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PASSWORD: password,
    API_PROCESSES: '1',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: 'fatal',
  },
})

let cookie = ''
async function call(method, path, body) {
  const json = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie, ...(json && { 'content-type': 'application/json' }) },
    body: json ? JSON.stringify(body) : body,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  cookie ||= answer.headers.getSetCookie().map((one) => one.split(';')[0])[0] ?? ''
  return text
}
const made = async (path, body) => JSON.parse(await call('POST', path, body))

async function started() {
  for (let i = 0; i < 240; i++) {
    const answers = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answers) return
    await sleep(250)
  }
  throw new Error('the server did not start')
}

/** Returns the ids of the Node processes below `up`, found by their parent ids in /proc. */
function processes() {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ pid: Number(name), parent: Number(parent), runs: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return [] // The process ended while we were reading.
      }
    })
  const found = [up.pid]
  for (const above of found) found.push(...parents.filter(({ parent }) => parent === above).map(({ pid }) => pid))
  return parents.filter(({ pid, runs }) => found.includes(pid) && runs.includes('/main.js')).map(({ pid }) => pid)
}

const lines = () => readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)

/** Sends SIGUSR2 to all processes, waits until each has written its line, and returns the lines parsed. */
async function signal(pids) {
  const before = lines().length
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  for (let i = 0; i < 200 && lines().length < before + pids.length; i++) await sleep(50)
  return lines()
    .slice(before)
    .map((line) => JSON.parse(line))
}

/**
 * Counts a flow three times and prints the lowest count, because periodic work of the server falls into some of the
 * runs.
 */
async function count(flow, act) {
  await act()
  await act()
  const pids = processes()
  const fewest = new Map()
  for (let i = 0; i < 3; i++) {
    await signal(pids)
    await act()
    await sleep(200)
    for (const { process: name, files } of await signal(pids)) {
      const functions = Object.values(files).flat().length
      if (functions < (fewest.get(name)?.functions ?? Infinity)) fewest.set(name, { functions, files })
    }
  }
  for (const [name, { files, functions }] of fewest) {
    if (!functions) continue
    console.log(JSON.stringify({ flow, process: name, files: Object.keys(files).length, functions }))
    if (process.env.HOPS_LIST) console.log(JSON.stringify(files, null, 1))
  }
}

try {
  await started()
  await made('/api/auth/login', { username: 'admin', password })
  const persona = await made('/api/personas', { name: 'P', role: 'r', informationNeed: 'i' })
  const summary = await made('/api/summaries', {
    videoId: 'v',
    personaId: persona.id,
    summary: [{ type: 'text', content: 'The ferry leaves. The storm comes.' }],
  })
  const claims = `/api/summaries/${summary.id}/claims`
  const tree = { claims: Array.from({ length: 6 }, (_, i) => ({ text: `claim ${i}`, confidence: 0.5, gloss: [] })) }
  const { claimIds } = await made(`${claims}/bulk`, tree)
  await made(claims, { text: 'below', parentClaimId: claimIds[0] })
  await made('/api/annotations', {
    videoId: 'v',
    personaId: persona.id,
    type: 'type',
    label: 'x',
    frames: { boxes: [{ frameNumber: 0, x: 1, y: 1, width: 5, height: 5, isKeyframe: true }] },
  })
  const query = 'query ($id: ID!) { summary(id: $id) { claims { id text gloss { content } subclaims { id text } } } }'
  const exported = await call('GET', '/api/export/all')
  const flows = {
    claims: () => call('POST', '/graphql', { query, variables: { id: summary.id } }),
    export: () => call('GET', '/api/export'),
    async import() {
      const form = new FormData()
      form.append('file', new Blob([exported]), 'all.jsonl')
      await call('POST', '/api/import', form)
    },
    async job() {
      const { jobId } = await made(`${claims}/generate`, {})
      for (let i = 0; i < 300; i++) {
        const { status } = JSON.parse(await call('GET', `/api/jobs/${jobId}`))
        if (status === 'completed') return
        if (status === 'failed') throw new Error('the job failed')
        await sleep(100)
      }
    },
  }
  const wanted = process.argv.slice(2)
  for (const [name, act] of Object.entries(flows)) if (!wanted.length || wanted.includes(name)) await count(name, act)
} finally {
  const ended = new Promise((done) => up.once('exit', done))
  up.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
