// Measures answer times at a fixed rate of arrival: 90 reads to 10 writes of one team, while an export and an import
// run all the time. A request's time counts from the moment at which it was due, also when all connections were busy
// then, so that a pause of the server counts for each request that it delayed. First finds the greatest rate of 32
// clients that wait for their answers, then runs a quarter, a half and three quarters of it, and then looks for the
// rate at which the 99th percentile passes 50 ms. Usage: node bench/open-loop.mjs
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { rounded } from './compare.mjs'
import { connect, httpRequest, load } from './load.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const scale = process.env.BENCH_EXCHANGE_SCALE ?? '1'
const mostConnections = 256
const slowMs = 50
const statuses = [200, 201]

if (isMainThread) await measureAll()
else await arrivals(workerData)

async function measureAll() {
  const { startServer } = await import('./server.mjs')
  const { fillReads } = await import('./read-data.mjs')
  const { download, upload } = await import('./transfer.mjs')
  const server = await startServer()
  try {
    const cookie = await server.user('bench')
    const requests = await requestsOf(server, cookie, await fillReads(server.databaseUrl, 'bench'))
    const engineer = await server.user('engineer')
    const file = join(server.folder, 'import.jsonl')
    const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
    spawnSync(process.execPath, [generator, '--scale', scale, '--out', file], { stdio: 'inherit' })
    const exchange = { exports: 0, imports: 0 }
    let over = false
    const again = async (name, act) => {
      while (!over) {
        await act()
        exchange[name]++
      }
    }
    await upload(server, engineer, '/api/import', file)
    const greatest = await load({
      port: server.port,
      request: turns(requests),
      concurrency: 32,
      seconds,
      expectStatus: statuses,
    })
    console.log(
      JSON.stringify({
        what: 'greatest rate of 32 clients, without exchange',
        perSecond: rounded(greatest.perSecond, 0),
        p50: greatest.p50,
        p99: greatest.p99,
      }),
    )
    const running = [
      again('exports', () => download(server, engineer, '/api/export/all')),
      again('imports', () =>
        upload(server, engineer, '/api/import', file, { conflictResolution: { duplicateIds: 'regenerate-id' } }),
      ),
    ]
    const postmaster = await postmasterOf(server.databaseUrl)
    const at = async (rate) => {
      const before = { ...exchange, node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
      const times = await runFor({ port: server.port, requests, rate })
      const figures = { rate: rounded(rate, 0), ...times }
      const cpuMs = {
        node: rounded((nodeMs(server.pid) - before.node) / (seconds * 1000)),
        postgres: rounded((postgresMs(postmaster) - before.postgres) / (seconds * 1000)),
      }
      console.log(
        JSON.stringify({
          ...figures,
          exports: exchange.exports - before.exports,
          imports: exchange.imports - before.imports,
          coresBusy: cpuMs,
          postgres: server.postgres,
        }),
      )
      return times
    }
    for (const share of [0.25, 0.5, 0.75]) await at(share * greatest.perSecond)
    // The largest rate that is known to be fast enough, and the smallest that is not.
    let [fast, slow] = [0, greatest.perSecond]
    for (let i = 0; i < 5; i++) {
      const rate = (fast + slow) / 2
      const { p99 } = await at(rate)
      if (p99 <= slowMs) fast = rate
      else slow = rate
    }
    console.log(
      JSON.stringify({ what: `rate at which p99 passes ${slowMs} ms`, from: rounded(fast, 0), to: rounded(slow, 0) }),
    )
    over = true
    await Promise.all(running)
  } finally {
    await server.stop()
  }
}

/** Returns the requests in the order in which they arrive: nine reads of what the desk shows, then a write. */
async function requestsOf(server, cookie, { summaryId, videoId, personaIds }) {
  const { readFileSync } = await import('node:fs')
  const call = async (method, path, body) => (await server.call(cookie, method, path, body)).json()
  const of = (method, path, body) =>
    httpRequest({ method, path, headers: { Cookie: cookie }, body: body && JSON.stringify(body) })
  const query = (name, variables = {}) =>
    of('POST', '/graphql', {
      query: readFileSync(new URL(`../db/queries/${name}.graphql`, import.meta.url), 'utf8'),
      variables,
    })
  const [personaId] = personaIds
  const boxes = [0, 20, 40].map((frameNumber) => ({ frameNumber, x: 1, y: 2, width: 30, height: 40, isKeyframe: true }))
  const annotation = { videoId: 'open', personaId, type: 'type', label: 'entity-1', frames: { boxes } }
  const { annotationIds } = await call('POST', '/api/annotations/bulk', { annotations: Array(1000).fill(annotation) })
  const { nodes } = (await call('POST', '/graphql', { query: '{ summaries(first: 20) { nodes { id } } }' })).data
    .summaries
  const me = of('GET', '/api/auth/me')
  const claims = nodes.map(({ id }) => of('GET', `/api/summaries/${id}/claims`))
  const reads = [
    me,
    query('page-of-summaries'),
    claims,
    me,
    query('page-of-annotations', { id: videoId }),
    claims,
    me,
    query('personas-with-types'),
    claims,
  ]
  const writes = [
    [of('POST', '/api/annotations', annotation)],
    annotationIds.map((id, i) => of('PUT', `/api/annotations/${id}`, { ...annotation, confidence: (i % 10) / 10 })),
    [
      of('POST', `/api/summaries/${summaryId}/claims`, {
        text: 'The crane lifts a container.',
        confidence: 0.5,
        gloss: [],
      }),
    ],
  ]
  return Array.from({ length: 30_000 }, (_, i) => {
    const one = i % 10 < 9 ? reads[i % 10] : writes[Math.floor(i / 10) % writes.length]
    return Array.isArray(one) ? one[Math.floor(i / 10) % one.length] : one
  })
}

/** Returns for `load` the next of the requests, whichever connection is free. */
function turns(requests) {
  let next = 0
  return () => requests[next++ % requests.length]
}

/** Runs one rate in a thread of its own. Returns the percentiles of the answer times, in milliseconds. */
async function runFor({ port, requests, rate }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, requests, rate } })
  return new Promise((done, fail) => {
    worker.once('message', done)
    worker.once('error', fail)
  })
}

/** Sends each request when it is due, or as soon after that as a connection is free. */
async function arrivals({ port, requests, rate }) {
  const times = []
  const idle = []
  const due = []
  let open = 0
  let failure
  const send = (connection, at) => {
    connection.sentFor = at
    connection.send(requests[Math.round((at - began) * (rate / 1000)) % requests.length])
  }
  const opened = () => {
    open++
    const connection = connect(
      { port },
      () => give(connection),
      (error) => (failure ??= error),
      (status, _bytes, head) => {
        if (!statuses.includes(status)) failure ??= new Error(`answered ${status}: ${head}`)
        times.push(performance.now() - connection.sentFor)
        give(connection)
      },
    )
  }
  const give = (connection) => {
    if (due.length) send(connection, due.shift())
    else idle.push(connection)
  }
  const began = performance.now()
  const count = Math.floor(rate * seconds)
  for (let arrived = 0; arrived < count && !failure; await sleep(1)) {
    for (; arrived < count && began + (arrived * 1000) / rate <= performance.now(); arrived++) {
      const connection = idle.pop()
      const at = began + (arrived * 1000) / rate
      if (connection) send(connection, at)
      else {
        due.push(at)
        if (open < mostConnections) opened()
      }
    }
  }
  // What is still under way ten seconds later counts as if it ended then.
  const last = performance.now() + 10_000
  while (times.length < count && performance.now() < last && !failure) await sleep(5)
  if (failure) throw failure
  const missing = count - times.length
  for (let i = 0; i < missing; i++) times.push(10_000)
  times.sort((a, b) => a - b)
  const at = (p) => rounded(times[Math.min(times.length - 1, Math.floor(times.length * p))], 1)
  for (const connection of idle) connection.end()
  parentPort.postMessage({ p50: at(0.5), p99: at(0.99), p999: at(0.999), longest: at(1), unanswered: missing })
}
