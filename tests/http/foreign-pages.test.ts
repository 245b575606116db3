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
      const graph = await api.anonymous.post('/graphql', { query: 'mutation { logout }' }, headers)
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
