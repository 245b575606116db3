import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type TestApi } from '../support/api.js'
import { unique } from '../support/workspace.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi({
    RATE_LIMIT_DISABLED: 'false',
    RATE_LIMIT_MAX: '100000',
    RATE_LIMIT_LOGIN_MAX: '100000',
    RATE_LIMIT_LOGIN_FAILURES: '3',
  })
})
afterAll(() => api.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (address: string, username: string, password: string) =>
  api.anonymous.post('/api/auth/login', { username, password }, from(address)) as Promise<Answer<any>>
const guess = async (address: string) => (await login(address, unique('name'), 'x')).status
const graphGuess = async (address: string) => {
  const answer = await api.anonymous.post(
    '/graphql',
    {
      query: 'mutation ($input: LoginInput!) { login(input: $input) { account { userId } } }',
      variables: { input: { username: unique('name'), password: 'x' } },
    },
    from(address),
  )
  return (answer.body as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code
}

describe('guesses of one address over many names', () => {
  it('are refused after so many failures, the right password too, and other addresses are not', async () => {
    const ann = await api.person()
    for (let n = 0; n < 3; n++) expect(await guess('192.0.2.1')).toBe(401)
    const refused = await login('192.0.2.1', ann.username, 'password-1')
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.body.retryAfter).toBeGreaterThan(600)
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter))
    expect(await graphGuess('192.0.2.1')).toBe('RATE_LIMITED')
    expect((await login('192.0.2.2', ann.username, 'password-1')).status).toBe(200)
    api.clock.forward(15 * 60_000 + 1000)
    expect((await login('192.0.2.1', ann.username, 'password-1')).status).toBe(200)
    api.clock.reset()
  })

  it('count by REST and GraphQL together, and what succeeds counts for nothing', async () => {
    const ann = await api.person()
    for (let n = 0; n < 3; n++) expect((await login('192.0.2.3', ann.username, 'password-1')).status).toBe(200)
    expect(await guess('192.0.2.3')).toBe(401)
    for (let n = 0; n < 2; n++) expect(await graphGuess('192.0.2.3')).toBe('UNAUTHENTICATED')
    expect(await guess('192.0.2.3')).toBe(429)
  })

  it('that come at once, each for another name, look at no more passwords than one after the other', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => guess('192.0.2.4')))
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(17)
  })

  it('count together within the /64 network of an IPv6 address', async () => {
    for (let n = 0; n < 3; n++) expect(await guess(`2001:db8:1:2::${n + 1}`)).toBe(401)
    expect(await guess('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await guess('2001:db8:1:3::1')).toBe(401)
  })
})
