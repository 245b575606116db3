import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'

const uuid = '0193e5a0-0000-7000-8000-00000000000b'
const uploads = /^\/api\/(import|telemetry|videos\/upload)/

describe('what a page of another site can make a browser send', () => {
  let api: TestApi
  let admin: Person
  beforeAll(async () => {
    api = await startApi({ ALLOW_REGISTRATION: 'true', ALLOWED_ORIGINS: 'https://front.example' })
    admin = await api.admin()
  })
  afterAll(() => api.stop())

  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  const own = (): Record<string, string>[] => [
    {},
    { origin: 'https://front.example' },
    { origin: 'https://front.example', 'sec-fetch-site': 'cross-site' },
    { origin: api.url },
    { origin: 'http://a-proxy.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ]
  const good = { username: 'admin', password: 'admin-password-1' }

  it('is no JSON as text/plain, on any route (E-05)', async () => {
    const routes = documentedRoutes.filter(
      ({ method, path }) => ['POST', 'PUT', 'PATCH'].includes(method) && !uploads.test(path),
    )
    expect(routes.filter(({ method }) => method === 'PUT').length).toBeGreaterThan(15)
    const wrong: string[] = []
    for (const { method, path } of routes) {
      const url = path.replace(/:\w+/g, uuid)
      for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded']) {
        const answer = await admin.request(url, { method, headers: { 'content-type': type }, body: '{"name":"x"}' })
        const { message = '' } = (await answer.json()) as { message?: string }
        if (answer.status !== 400 || message !== 'Content-Type must be application/json')
          wrong.push(`${method} ${path} ${type}: ${answer.status} ${message}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('signs nobody in (CF-15)', async () => {
    for (const headers of foreign) {
      const answer = await api.anonymous.post('/api/auth/login', good, headers)
      expect([answer.status, answer.body.code, answer.headers.getSetCookie()]).toEqual([403, 'FORBIDDEN', []])
      const graph = await api.anonymous.post('/graphql', { query: 'mutation { logout { deletedIds } }' }, headers)
      expect([graph.status, graph.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
    }
    for (const headers of own()) expect((await api.anonymous.post('/api/auth/login', good, headers)).status).toBe(200)
  })

  it('changes nothing with the cookie of somebody (CF-15)', async () => {
    const body = { name: 'p', role: 'r', informationNeed: 'n' }
    for (const headers of foreign) {
      expect((await admin.post('/api/personas', body, headers)).status).toBe(403)
      expect((await admin.put(`/api/groups/${uuid}`, { name: 'x' }, headers)).status).toBe(403)
      expect((await admin.delete(`/api/personas/${uuid}`, undefined, headers)).status).toBe(403)
      expect((await admin.get('/api/personas', headers)).status).toBe(200)
      for (const path of ['/api/videos/upload', '/api/import']) {
        const form = new FormData()
        form.append('file', new Blob(['x']), 'x.webm')
        const answer = await admin.request(path, { method: 'POST', headers, body: form })
        expect([path, answer.status, await answer.json()]).toMatchObject([path, 403, { code: 'FORBIDDEN' }])
      }
    }
    for (const headers of own()) expect((await admin.post('/api/personas', body, headers)).status).toBe(201)
  })
})

describe('single-user mode', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ SERVICE_MODE: 'single-user' })
  })
  afterAll(() => api.stop())

  it('refuses changes of other pages though it asks for no cookie (CF-15)', async () => {
    const body = { name: 'p', role: 'r', informationNeed: 'n' }
    const answer = await api.anonymous.post('/api/personas', body, { origin: 'https://evil.example' })
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await api.anonymous.post('/api/personas', body)).status).toBe(201)
  })
})

describe('a page whose host name points to the server (DNS rebinding)', () => {
  const own = [
    'localhost',
    'LOCALHOST:3001',
    'desk.localhost',
    '127.0.0.1',
    '[::1]:3001',
    '10.0.0.9',
    'desk.example:80',
  ]
  const others = ['evil.example', 'evil.example:3001', '127.0.0.1.evil.example', 'localhost.evil.example', 'x y']
  /** The status of a request under a host name; fetch would not send the header. */
  const statusOf = (api: TestApi, host: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<number>((done, fail) => {
      const { port } = new URL(api.url)
      request({ port, path, method, headers: { ...headers, host } }, (answer) => {
        answer.resume()
        done(answer.statusCode ?? 0)
      })
        .on('error', fail)
        .end(method === 'GET' ? undefined : '{}')
    })
  const json = { 'content-type': 'application/json' }

  it('reads and writes nothing in single-user mode, whatever else it sends', async () => {
    const api = await startApi({ SERVICE_MODE: 'single-user', ALLOWED_HOSTS: 'desk.example' })
    try {
      const paths = ['/api/personas', '/api/auth/me', '/graphql?query=%7B__typename%7D', '/api/nowhere', '/', '/docs']
      for (const path of paths) {
        for (const host of others) expect([path, host, await statusOf(api, host, path)]).toEqual([path, host, 403])
        const forged = { 'x-forwarded-host': 'localhost', origin: 'http://evil.example', forwarded: 'host=localhost' }
        expect(await statusOf(api, 'evil.example', path, forged)).toBe(403)
      }
      for (const host of own) expect([host, await statusOf(api, host, '/api/personas')]).toEqual([host, 200])
      expect(await statusOf(api, 'evil.example', '/api/groups', json, 'POST')).toBe(403)
      expect(await statusOf(api, 'localhost', '/api/groups', json, 'POST')).toBe(400)
    } finally {
      await api.stop()
    }
  })

  it('is refused where only addresses and loopback names are allowed, which is the default in single-user mode', async () => {
    const api = await startApi({ SERVICE_MODE: 'single-user' })
    try {
      expect(await statusOf(api, 'desk.example', '/api/personas')).toBe(403)
      expect(await statusOf(api, 'localhost:5173', '/api/personas')).toBe(200)
    } finally {
      await api.stop()
    }
  })

  it('is refused in multi-user mode where ALLOWED_HOSTS is set, and nobody is where it is not', async () => {
    const named = await startApi({ ALLOWED_HOSTS: 'desk.example, api.example' })
    const usual = await startApi()
    try {
      expect(await statusOf(named, 'evil.example', '/api/config')).toBe(403)
      expect(await statusOf(named, 'api.example', '/api/config')).toBe(200)
      expect(await statusOf(usual, 'any.example', '/api/config')).toBe(200)
    } finally {
      await named.stop()
      await usual.stop()
    }
  })
})
