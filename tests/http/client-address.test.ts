import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, startApi, type TestApi } from '../support/api.js'

let api: TestApi
/** Requests of one client network in a window. */
const most = 5

beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: '1', RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_MAX: String(most) })
})
afterAll(() => api.stop())

const from = (forwarded: string) => api.anonymous.get('/api/config', { 'x-forwarded-for': forwarded })

describe('the address of a client behind a proxy', () => {
  it.each([
    ['with a port', (i: number) => `192.0.2.1:${4000 + i}`],
    ['in brackets', () => '[2001:db8:1::1]'],
    ['in brackets with a port', (i: number) => `[2001:db8:2::1]:${4000 + i}`],
    ['within one /64 network', (i: number) => `2001:db8:3::${i + 1}`],
    ['behind what the client itself claims', (i: number) => `10.0.0.${i}, 192.0.2.2`],
    ['as an IPv4 address in IPv6 form or not', (i: number) => (i % 2 ? '192.0.2.3' : '::ffff:192.0.2.3')],
  ])('is one client for the limits: %s', async (_name, address) => {
    for (let i = 0; i < most; i++) expect((await from(address(i))).status).toBe(200)
    expect((await from(address(most))).status).toBe(429)
  })

  it('is that of the proxy where the proxy sends no address', async () => {
    const odd = ['unknown', '_hidden', '1.2.3.4:x', '[::1', '1.2.3.4.5:80']
    for (const value of odd) expect((await from(value)).status).toBe(200)
    expect((await from('garbage')).status).toBe(429)
  })

  it('is shown without its port in the list of sessions', async () => {
    const login = await api.anonymous.post(
      '/api/auth/login',
      { username: 'admin', password: adminPassword },
      { 'x-forwarded-for': '198.51.100.7:50123' },
    )
    expect(login.status).toBe(200)
    const admin = api.as(login.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    const sessions = await admin.get('/api/sessions', { 'x-forwarded-for': '[2001:db8:9::1]:1' })
    expect(sessions.body.map((one: { ipAddress: string }) => one.ipAddress)).toEqual(['198.51.100.7'])
  })

  it('is read from every form that proxies send, and is that of the proxy for all else', async () => {
    const proxy = '127.0.0.1'
    const forms: [string, string][] = [
      ['192.0.2.1', '192.0.2.1'],
      [' 192.0.2.1 ', '192.0.2.1'],
      ['192.0.2.1:80', '192.0.2.1'],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['[2001:db8::1]:65535', '2001:db8::1'],
      ['[192.0.2.1]', proxy],
      ['192.0.2.1:', proxy],
      ['192.0.2.300:80', proxy],
      ['unix:', proxy],
      ['', proxy],
    ]
    const unlimited = await startApi({ TRUST_PROXY: '1' })
    try {
      const found: [string, string][] = []
      for (const [value] of forms) {
        const login = { username: 'admin', password: adminPassword }
        const { status, headers } = await unlimited.anonymous.post('/api/auth/login', login, {
          'x-forwarded-for': value,
        })
        expect(status).toBe(200)
        const admin = unlimited.as(headers.getSetCookie()[0]?.split(';')[0] ?? '')
        const [current] = (await admin.get('/api/sessions')).body.filter((one: { isCurrent: boolean }) => one.isCurrent)
        found.push([value, current.ipAddress])
      }
      expect(found).toEqual(forms)
    } finally {
      await unlimited.stop()
    }
  })
})
