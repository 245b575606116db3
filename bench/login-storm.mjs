// Sixteen connections sign in again and again: logins a second against the limit of bcrypt, and how fast health answers meanwhile.
import bcrypt from 'bcryptjs'
import { httpRequest, load } from './load.mjs'
import { startServer } from './server.mjs'

const server = await startServer()
try {
  await server.user('storm')
  const startedAt = performance.now()
  for (let i = 0; i < 5; i++) bcrypt.compareSync('benchmark-1', bcrypt.hashSync('x', 12))
  const limit = 10_000 / (performance.now() - startedAt)
  const login = httpRequest({ method: 'POST', path: '/api/auth/login', body: JSON.stringify({ username: 'storm', password: 'benchmark-1' }) })
  const health = httpRequest({ path: '/api/health' })
  const quiet = await load({ port: server.port, request: health, concurrency: 1, seconds: 3 })
  const [logins, during] = await Promise.all([
    load({ port: server.port, request: login, concurrency: 16, seconds: 10 }),
    load({ port: server.port, request: health, concurrency: 1, seconds: 10 }),
  ])
  const me = httpRequest({ path: '/api/user/profile', headers: { Cookie: server.admin } })
  const cached = await load({ port: server.port, request: me, concurrency: 16, seconds: 3 })
  console.log(JSON.stringify({ what: 'login storm of 16 connections', loginsPerSecond: logins.perSecond, bcryptLimitPerSecond: limit, healthP99: during.p99, healthP99Quiet: quiet.p99 }))
  console.log(JSON.stringify({ what: 'signed-in read, access cached', perSecond: cached.perSecond, p50: cached.p50, p99: cached.p99 }))
} finally {
  await server.stop()
}
