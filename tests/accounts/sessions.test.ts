import { unsealData } from 'iron-session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../support/statements.js'
import { adminPassword, startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
const day = 86_400_000

async function another(of: Person): Promise<Person> {
  const { openSession } = await import('../../src/accounts/session.service.js')
  const session = await openSession(api.app.context(), of.id, 7, { ipAddress: '10.0.0.9', userAgent: 'other' })
  return api.as(`session_token=${session.sealed}`, of.id, of.username)
}

async function tokenOf(person: Person): Promise<string | undefined> {
  const sealed = decodeURIComponent(person.cookie.replace('session_token=', ''))
  const password = { 2: api.app.services.config.session.secret }
  return (await unsealData<{ token?: string }>(sealed, { password, ttl: 0 })).token
}

describe('sessions', () => {
  it('are told apart when their requests arrive together, and share the statement that reads them', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => api.person()))
    const ended = await another(people[0] as Person)
    await made(ended.post('/api/auth/logout'))
    const callers = [...people, ended, ...people, api.as('session_token=forged')]
    const { result, statements } = await statementsOf(() => Promise.all(callers.map((one) => one.get('/api/auth/me'))))
    expect(result.map(({ status, body }) => (status === 200 ? body.user.id : status))).toEqual([
      ...people.map(({ id }) => id),
      401,
      ...people.map(({ id }) => id),
      401,
    ])
    const reads = statements.filter((text) => text.includes('from sessions s join users'))
    expect(reads.length).toBeLessThan(callers.length)
    const alone = await statementsOf(() => (people[0] as Person).get('/api/auth/me'))
    expect(alone.statements.filter((text) => text.includes('users u'))).toHaveLength(1)
  })

  it('keep the first 255 characters of the user agent, signed in through REST or GraphQL', async () => {
    const user = await api.person()
    const agent = { 'user-agent': 'x'.repeat(14_000) }
    const login = { username: user.username, password: 'password-1' }
    await made(api.anonymous.post('/api/auth/login', login, agent))
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { account { userId } } }'
    const headers = { 'content-type': 'application/json', ...agent }
    const body = JSON.stringify({ query, variables: { input: login } })
    const answer = await api.anonymous.request('/graphql', { method: 'POST', headers, body })
    expect(await answer.json()).not.toHaveProperty('errors')
    const kept = (await made(user.get('/api/sessions'))) as { userAgent: string }[]
    expect(kept.map(({ userAgent }) => userAgent)).toEqual(['x'.repeat(255), 'x'.repeat(255), 'tests'])
  })

  it('show no more than that of sessions from before it was cut', async () => {
    const user = await api.person()
    const { db } = api.app.services
    await db
      .updateTable('sessions')
      .set({ userAgent: 'y'.repeat(14_000) })
      .where('userId', '=', user.id)
      .execute()
    expect(await made(user.get('/api/sessions'))).toMatchObject([{ userAgent: 'y'.repeat(255) }])
    const { sessions } = await made(user.graph('{ sessions { nodes { userAgent } } }'))
    expect(sessions.nodes).toEqual([{ userAgent: 'y'.repeat(255) }])
  })

  it('are at most 100 of a person: the next one ends the oldest', async () => {
    const first = await api.person()
    const second = await another(first)
    for (let n = 2; n < 100; n++) await another(first)
    expect(await made(second.get('/api/sessions'))).toHaveLength(100)
    expect((await first.get('/api/auth/me')).status).toBe(200)
    await another(first)
    expect((await first.get('/api/auth/me')).status).toBe(401)
    expect(await made(second.get('/api/sessions'))).toHaveLength(100)
  })

  it('are listed newest first with a masked token and a mark at the present one (SE-01)', async () => {
    const ann = await api.person()
    const second = await another(ann)
    const { status, body } = await ann.get('/api/sessions')
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    expect(body.map((one: { isCurrent: boolean }) => one.isCurrent)).toEqual([false, true])
    expect(Object.keys(body[0])).toEqual(
      expect.arrayContaining(['id', 'token', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'isCurrent']),
    )
    expect(body[0]).toMatchObject({
      ipAddress: '10.0.0.9',
      userAgent: 'other',
      token: `...${(await tokenOf(second))?.slice(-8)}`,
    })
    const { data } = await ann.graph('{ sessions { nodes { id token isCurrent user { username } } totalCount } }')
    const user = { username: ann.username }
    expect(data.sessions.nodes).toEqual(
      body.map(({ id, token, isCurrent }: Record<string, unknown>) => ({ id, token, isCurrent, user })),
    )
    api.clock.forward(7 * day + 1000)
    expect((await (await another(ann)).get('/api/sessions')).body).toHaveLength(1)
    api.clock.reset()
  })

  it('are ended by their user: 400, 404, 403 for what is not theirs; the present one clears the cookie (SE-02, SE-03)', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const second = await another(ann)
    const [other, current] = (await ann.get('/api/sessions')).body
    const foreign = await ben.delete(`/api/sessions/${other.id}`)
    expect([foreign.status, foreign.body.error]).toEqual([403, 'Insufficient permissions'])
    expect((await ben.delete('/api/sessions/nonsense')).status).toBe(400)
    expect((await ben.delete(`/api/sessions/${missing}`)).body.error).toBe('Session not found')
    expect((await api.anonymous.delete(`/api/sessions/${other.id}`)).status).toBe(401)
    const ended = await ann.delete(`/api/sessions/${other.id}`)
    expect([ended.status, ended.body, ended.headers.getSetCookie()]).toEqual([200, { success: true }, []])
    expect((await second.get('/api/auth/me')).status).toBe(401)
    expect((await ann.delete(`/api/sessions/${other.id}`)).status).toBe(404)
    const own = await ann.delete(`/api/sessions/${current.id}`)
    expect(own.headers.getSetCookie()[0]).toMatch(/^session_token=;/)
    expect((await ann.get('/api/auth/me')).status).toBe(401)
  })

  it('of everybody are listed and ended by administrators (SE-04)', async () => {
    const ann = await api.person()
    const list = (await admin.get('/api/admin/sessions')).body
    const hers = list.find((one: { userId: string }) => one.userId === ann.id)
    expect(hers).toMatchObject({
      token: expect.stringMatching(/^\.\.\.[0-9a-f]{8}$/),
      username: ann.username,
      displayName: ann.username,
      user: { id: ann.id, username: ann.username, displayName: ann.username },
    })
    const times = list.map((one: { createdAt: string }) => one.createdAt)
    expect(times).toEqual([...times].sort().reverse())
    const { data } = await admin.graph('{ allSessions(first: 100) { nodes { id user { username } } } }')
    expect(data.allSessions.nodes).toContainEqual({ id: hers.id, user: { username: ann.username } })
    for (const method of ['get', 'delete'] as const) {
      const at = method === 'get' ? '/api/admin/sessions' : `/api/admin/sessions/${hers.id}`
      expect((await api.anonymous[method](at)).status).toBe(401)
      expect((await ann[method](at)).status).toBe(403)
    }
    expect((await admin.delete('/api/admin/sessions/x')).status).toBe(400)
    expect((await admin.delete(`/api/admin/sessions/${missing}`)).status).toBe(404)
    expect((await admin.delete(`/api/admin/sessions/${hers.id}`)).body).toEqual({ success: true })
    expect((await ann.get('/api/auth/me')).status).toBe(401)
  })

  it('are ended by GraphQL the same way', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const [{ id }] = (await ann.get('/api/sessions')).body
    const revoke = (who: Person, input: object) =>
      who.graph('mutation ($input: RevokeSessionInput!) { revokeSession(input: $input) { deletedIds } }', { input })
    expect((await revoke(ben, { id })).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await revoke(ben, { id, asAdministrator: true })).errors?.[0]?.message).toBe('Admin access required')
    expect((await revoke(admin, { id, asAdministrator: true })).data.revokeSession.deletedIds).toEqual([id])
    expect((await revoke(ben, { id: 'x' })).errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })
})

describe('a dump of the database', () => {
  it('holds no token that opens a session and no password (U-09)', async () => {
    const ann = await api.person()
    const token = await tokenOf(ann)
    const chosen = { username: 'chosen', password: 'a-chosen-password-1', displayName: 'C' }
    await made(admin.post('/api/admin/users', chosen))
    const rows = await api.app.services.db.selectFrom('sessions').selectAll().where('userId', '=', ann.id).execute()
    const users = await api.app.services.db.selectFrom('users').selectAll().execute()
    const dump = JSON.stringify([rows, users])
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(dump).not.toContain(token)
    expect(dump).not.toContain('password-1')
    expect(dump).not.toContain(adminPassword)
    expect(dump).not.toContain(chosen.password)
    expect(users.find(({ username }) => username === 'chosen')?.passwordHash).toMatch(/^\$2[aby]\$12\$/)
    for (const value of Object.values(rows[0] ?? {}).map(String)) {
      expect((await api.as(`session_token=${encodeURIComponent(value)}`).get('/api/auth/me')).status).toBe(401)
    }
  })
})

describe('the address of a client (TRUST_PROXY)', () => {
  const forged = { 'x-forwarded-for': '6.6.6.6, 2.2.2.2, 1.1.1.1' }

  it.each([
    ['0', '127.0.0.1'],
    ['1', '1.1.1.1'],
    ['2', '2.2.2.2'],
  ])('with %s proxies of ours is %s, whatever else is claimed', async (hops, expected) => {
    const proxied = await startApi({ TRUST_PROXY: hops })
    const answer = await proxied.anonymous.post(
      '/api/auth/login',
      { username: 'admin', password: adminPassword },
      forged,
    )
    const person = proxied.as(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    expect((await person.get('/api/sessions')).body[0].ipAddress).toBe(expected)
    await proxied.stop()
  })

  it('cannot be changed from request to request to escape the limit of logins (G-17)', async () => {
    const limited = await startApi({ TRUST_PROXY: '0', RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_LOGIN_MAX: '3' })
    const answers = []
    for (let n = 0; n < 5; n++)
      answers.push(
        await limited.anonymous.post(
          '/api/auth/login',
          { username: '', password: '' },
          { 'x-forwarded-for': `9.9.9.${n}` },
        ),
      )
    expect(answers.map((one) => one.status)).toEqual([400, 400, 400, 429, 429])
    expect(answers[4]?.body).toMatchObject({
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    })
    expect(Number(answers[4]?.headers.get('retry-after'))).toBe(answers[4]?.body.retryAfter)
    const document =
      'mutation { register(input: { username: "someone", email: "s@example.org", password: "long-enough", displayName: "S" }) { account { userId } } }'
    expect((await limited.anonymous.graph(document)).errors?.[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    })
    await limited.stop()
  })
})

describe('the limit of logins (G-17)', () => {
  it('counts them however their path is written', async () => {
    const limited = await startApi({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_LOGIN_MAX: '3' })
    const statuses: number[] = []
    for (const door of ['/%61pi', '/api', '/a%70i', '/%61pi', '/api'])
      statuses.push((await limited.anonymous.post(`${door}/auth/login`, { username: '', password: '' })).status)
    await limited.stop()
    expect(statuses).toEqual([400, 400, 400, 429, 429])
  })

  it('counts what is refused for its form too, by REST and GraphQL alike', async () => {
    const limited = await startApi({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_LOGIN_MAX: '4' })
    const input = { username: '', password: '' }
    const byGraph = async () => {
      const login = 'mutation ($input: LoginInput!) { login(input: $input) { account { userId } } }'
      const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { userId } } }'
      const first = await limited.anonymous.graph(login, { input })
      const second = await limited.anonymous.graph(register, { input: { ...input, displayName: '' } })
      return [first, second].map(({ errors }) => errors?.[0]?.extensions['code'])
    }
    const byRest = async () => (await limited.anonymous.post('/api/auth/login', input)).body.code
    expect([...(await byGraph()), await byRest(), await byRest()]).toEqual([
      'VALIDATION_ERROR',
      'FORBIDDEN',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
    ])
    expect([...(await byGraph()), await byRest()]).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED'])
    await limited.stop()
  })
})
