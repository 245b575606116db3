import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let admin: Person
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: 'loopback', RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_MAX: '200' })
  ann = await api.person()
  admin = await api.admin()
})
afterAll(() => api.stop())

/** The first line and the body of the answer to a request that no client library would send. */
function raw(text: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { hostname, port } = new URL(api.url)
  return new Promise((done, fail) => {
    let answer = ''
    connect(Number(port), hostname)
      .on('data', (chunk) => (answer += String(chunk)))
      .on('error', fail)
      .on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        done({ status: Number(head.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> })
      })
      .write(text)
  })
}

describe('answers', () => {
  it('as JSON are kept by no cache, or only to be asked for again where they have an ETag', async () => {
    const { id } = await made(ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))
    const cachingOf = async (path: string) => (await ann.get(path)).headers.get('cache-control')
    for (const path of ['/api/auth/me', '/api/personas', '/api/sessions', '/api/nowhere', '/api/config'])
      expect([path, await cachingOf(path)]).toEqual([path, 'no-store'])
    for (const path of [`/api/personas/${id}`, '/api/world'])
      expect([path, await cachingOf(path)]).toEqual([path, 'private, no-cache'])
    const graph = await ann.post('/graphql', { query: '{ viewer { userId } }' })
    expect(graph.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['/docs', () => ann],
    ['/admin/queues', () => admin],
  ])('that are pages of libraries have a policy that keeps scripts of others out: %s', async (path, who) => {
    const page = await who().request(path)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(page.status).toBe(200)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    const inline = [...(await page.text()).matchAll(/<script([^>]*)>/g)].filter(
      ([, more = '']) => !/src=|json/.test(more),
    )
    expect(inline).toEqual([])
  })

  it('to malformed URLs have the form of all errors', async () => {
    for (const path of ['/api/%zz', '/%', '/api/personas/%E0%A4%A']) {
      const { status, body } = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect([path, status, body['code'], typeof body['message']]).toEqual([path, 400, 'VALIDATION_ERROR', 'string'])
    }
  })
})

describe('the limit of requests', () => {
  it('counts the addresses of one IPv6 /64 network together, and those of others apart', async () => {
    const from = (address: string) =>
      api.anonymous.get('/api/config', { 'x-forwarded-for': address }).then(({ status }) => status)
    const statuses = []
    for (let n = 1; n <= 210; n++) statuses.push(await from(`2001:db8:1:2::${n.toString(16)}`))
    expect(statuses.filter((status) => status === 200)).toHaveLength(200)
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    expect(await from('192.0.2.7')).toBe(200)
    expect(await from('192.0.2.8')).toBe(200)
  })
})
