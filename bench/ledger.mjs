// A load of writes, imports, exports and jobs, and a ledger of the acknowledged requests, which is finally compared
// with the database. bench/chaos.mjs uses it on one machine, tests/cluster/whole.test.ts on a cluster.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const dated = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-02T00:00:00.000Z' }
const claimsOfImport = 40

/**
 * Opens a ledger of the requests that the server at `url` acknowledges. The caller sets `cookie`, the session that
 * sends the load, and may set `stranger`, the session of a user who must never see any of the written content.
 */
export function openLedger(url) {
  /** For each persona id the possible names: two if the response to a change was lost. */
  const personas = new Map()
  const imports = new Map()
  const jobs = new Map()
  const counts = { writes: 0, imports: 0, exports: 0, jobs: 0, refused: 0, lost: 0, readBack: 0, lookedAtByStranger: 0 }
  const latencies = {}
  const unexpected = []
  const failures = []
  const ledger = { cookie: '', stranger: '', personas, imports, jobs, counts, latencies, unexpected, failures }
  let over = false
  let personaOfJobs

  ledger.request = async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: ledger.cookie,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    return { status: answer.status, text, json: () => JSON.parse(text) }
  }

  /** Sends one request of the load; returns its response, or null without one. */
  async function act(name, method, path, body) {
    const startedAt = performance.now()
    try {
      const answer = await ledger.request(method, path, body)
      if (answer.status < 300) (latencies[name] ??= []).push(performance.now() - startedAt)
      else {
        counts.refused += 1
        failures.push({ at: performance.now(), what: `${name} ${answer.status} ${codeOf(answer.text)}` })
        if (answer.status === 500) unexpected.push(`${method} ${path} answered 500: ${answer.text.slice(0, 200)}`)
        await sleep(50)
      }
      return answer
    } catch (error) {
      counts.lost += 1
      failures.push({ at: performance.now(), what: `${name} without an answer (${error.cause?.code ?? error.name})` })
      await sleep(50)
      return null
    }
  }

  /** Reads what this client has just written and reports a stale answer. */
  async function readBack(id, name) {
    const read = await act('read back', 'GET', `/api/personas/${id}`)
    if (read === null || read.status >= 500) return
    counts.readBack += 1
    const found = read.status === 200 ? read.json().name : read.status
    if (found !== name) unexpected.push(`persona ${id} was written as ${name} and read as ${found}`)
  }

  async function lookAsStranger(id) {
    const headers = { cookie: ledger.stranger }
    const seen = await ledger.request('GET', `/api/personas/${id}`, undefined, headers).catch(() => null)
    if (seen === null || seen.status >= 500) return
    counts.lookedAtByStranger += 1
    if (seen.status !== 404 && seen.status !== 403)
      unexpected.push(`a stranger who reads persona ${id} is answered ${seen.status}`)
  }

  async function write(n) {
    const made = await act('write', 'POST', '/api/personas', { name: 'made', role: 'r', informationNeed: 'i' })
    if (made?.status !== 201) return
    counts.writes += 1
    const { id } = made.json()
    personas.set(id, new Set(['made']))
    const name = `changed ${n}`
    const changed = await act('write', 'PUT', `/api/personas/${id}`, { name, role: 'r', informationNeed: 'i' })
    if (changed === null || changed.status >= 500) return void personas.get(id).add(name)
    if (changed.status >= 300) return
    counts.writes += 1
    personas.set(id, new Set([name]))
    await readBack(id, name)
    if (ledger.stranger) await lookAsStranger(id)
  }

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

  /** Repeats `run` until the load ends, at most `perSecond` times a second. */
  async function repeat(perSecond, run) {
    for (let n = 0; !over; n += 1) {
      const startedAt = performance.now()
      await run(n)
      await sleep(Math.max(0, 1000 / perSecond - (performance.now() - startedAt)))
    }
  }

  ledger.signIn = async (username, password) => {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    if (!login.ok) throw new Error(`signing in answered ${login.status}`)
    return login.headers.getSetCookie()[0].split(';')[0]
  }

  /**
   * Starts the load, with at most the given requests a second of each kind (writes: in each of three loops). Returns a
   * function that ends the load and resolves when the last request has ended.
   */
  ledger.begin = async ({ writes, imports: importsPerSecond, exports: exportsPerSecond, jobs: jobsPerSecond }) => {
    const forJobs = await ledger.request('POST', '/api/personas', { name: 'jobs', role: 'r', informationNeed: 'i' })
    personaOfJobs = forJobs.json().id
    const load = [
      ...[1, 2, 3].map((n) => repeat(writes, (turn) => write(`${n}/${turn}`))),
      repeat(importsPerSecond, importFile),
      repeat(exportsPerSecond, exportAll),
      repeat(jobsPerSecond, startJob),
    ]
    return async () => {
      over = true
      await Promise.all(load)
    }
  }

  /** Returns all contradictions between the database and the ledger; `query` runs a statement and returns the rows. */
  ledger.findings = async (query) => {
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
    const rows = await query(
      `select public_id, status, error, result, summary_id,
              attempt = max_attempts and error = 'The worker stopped before the job was done' as stopped from jobs`,
    )
    const byId = new Map(rows.map((one) => [one.public_id, one]))
    for (const id of jobs.keys()) if (!byId.has(id)) found.push(`job ${id} is gone`)
    for (const { public_id: id, status, error, result, stopped, summary_id: summaryId } of rows) {
      // A job that was killed in each of its attempts fails (J-01), one of some hundred at a kill every seven seconds.
      if (stopped && (claims.get(summaryId) ?? 0) === 0) continue
      if (status !== 'completed') found.push(`job ${id} is ${status}: ${error}`)
      else if ((result?.count ?? 0) > (claims.get(summaryId) ?? 0))
        found.push(`job ${id} has fewer claims than it says`)
      else if ((claims.get(summaryId) ?? 0) > (result?.count ?? 0) * 4) found.push(`job ${id} took effect twice`)
    }
    const [{ count: halves }] = await query(
      `select count(*)::int as count from import_history h where h.success and h.items_imported <> $1`,
      [claimsOfImport + 2],
    )
    if (halves) found.push(`${halves} imports that the history calls whole are not`)
    return found
  }

  /** Returns lines to print: the counts, and the latencies of each kind of request. */
  ledger.report = () => [
    JSON.stringify(counts),
    'what            answers    p50 ms    p99 ms    max ms',
    ...Object.entries(latencies).map(
      ([name, values]) =>
        `${name.padEnd(14)} ${ms(values.length)}   ${ms(quantile(values, 0.5))}   ${ms(quantile(values, 0.99))}   ${ms(Math.max(...values))}`,
    ),
  ]
  return ledger
}

/** Returns the error code of a response, such as DATABASE_UNAVAILABLE; empty if a proxy answered instead. */
function codeOf(text) {
  try {
    return JSON.parse(text).code ?? ''
  } catch {
    return ''
  }
}

export const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
export const ms = (value) => Math.round(value).toString().padStart(7)

/** Returns a random generator with a seed, so that runs can be repeated: numbers from 0 to below 1 (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Yields `all` endlessly, shuffled in each round, so that even a short run contains each of them. */
export function* inRandomRounds(all, random) {
  for (;;)
    yield* all
      .map((one) => [random(), one])
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one)
}
