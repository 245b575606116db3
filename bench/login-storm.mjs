// Sixteen connections sign in again and again. Compares the logins per second with bcrypt alone in one thread, in
// turns, and reports the latency of the logins, and meanwhile of /api/health and of another user's reads.
import { Worker } from 'node:worker_threads'
import { median } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { startServer } from './server.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 10)

/** Returns the bcrypt comparisons per second of one thread; the server, too, hashes in one. */
function comparisons() {
  const code = `const { parentPort } = require('node:worker_threads')
    import('bcryptjs').then(({ default: bcrypt }) => {
      const hash = bcrypt.hashSync('benchmark-1', 12)
      const until = performance.now() + ${seconds * 1000}
      let count = 0
      const began = performance.now()
      while (performance.now() < until) { bcrypt.compareSync('benchmark-1', hash); count++ }
      parentPort.postMessage(count * 1000 / (performance.now() - began))
    })`
  return new Promise((done, fail) => new Worker(code, { eval: true }).once('message', done).once('error', fail))
}

const server = await startServer()
try {
  await server.user('storm')
  const login = httpRequest({
    method: 'POST',
    path: '/api/auth/login',
    body: JSON.stringify({ username: 'storm', password: 'benchmark-1' }),
  })
  const health = httpRequest({ path: '/api/health' })
  // Another user, who is signed in and reads their personas.
  const read = httpRequest({ path: '/api/personas', headers: { Cookie: server.admin } })
  const one = (request, during) => load({ port: server.port, request, concurrency: 1, seconds: during })
  const quiet = await one(health, 3)
  const quietReads = await one(read, 3)
  const runs = []
  for (let i = 0; i < rounds; i++) {
    const limit = await comparisons()
    const [logins, during, reads] = await Promise.all([
      load({ port: server.port, request: login, concurrency: 16, seconds }),
      one(health, seconds),
      one(read, seconds),
    ])
    runs.push({
      ratio: logins.perSecond / limit,
      logins: logins.perSecond,
      limit,
      healthP99: during.p99,
      loginP50: logins.p50,
      loginP99: logins.p99,
      readP50: reads.p50,
      readP99: reads.p99,
    })
  }
  const me = httpRequest({ path: '/api/user/profile', headers: { Cookie: server.admin } })
  const cached = await load({ port: server.port, request: me, concurrency: 16, seconds: 3 })
  const of = (name) => Number(median(runs.map((run) => run[name])).toFixed(2))
  console.log(
    JSON.stringify({
      what: 'login storm of 16 connections',
      ratio: of('ratio'),
      loginsPerSecond: of('logins'),
      bcryptPerSecond: of('limit'),
      healthP99: of('healthP99'),
      healthP99Quiet: quiet.p99,
      loginP50: of('loginP50'),
      loginP99: of('loginP99'),
      readP50: of('readP50'),
      readP99: of('readP99'),
      readP50Quiet: quietReads.p50,
      readP99Quiet: quietReads.p99,
    }),
  )
  console.log(
    JSON.stringify({
      what: 'signed-in read, access cached',
      perSecond: cached.perSecond,
      p50: cached.p50,
      p99: cached.p99,
    }),
  )
} finally {
  await server.stop()
}
