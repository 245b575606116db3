import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminPassword, startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

const day = 86_400_000
const secret = 'a secret of at least thirty-two characters'

function cookieOf(answer: Answer<unknown>): { value: string; attributes: Record<string, string> } {
  const [pair = '', ...rest] = (answer.headers.getSetCookie()[0] ?? '').split('; ')
  const attributes = Object.fromEntries(
    rest.map((one) => [one.split('=')[0]?.toLowerCase() ?? '', one.split('=')[1] ?? '']),
  )
  return { value: pair, attributes }
}

/** Tells whether the response empties the session cookie and lets it expire in the past. */
function isCleared(answer: Answer<unknown>): boolean {
  const { value, attributes } = cookieOf(answer)
  return value === 'session_token=' && Date.parse(attributes['expires'] ?? '') < Date.now()
}

describe('multi-user mode', () => {
  let api: TestApi
  let ann: Person
  beforeAll(async () => {
    api = await startApi({ ALLOW_REGISTRATION: 'true' })
    ann = await api.person('ann')
  })
  beforeEach(() => api.clock.reset())
  afterAll(() => api.stop())

  const login = (body: unknown, cookie = '') => api.as(cookie).post('/api/auth/login', body)
  const good = { username: 'ann', password: 'password-1' }

  describe('login', () => {
    it('refuses oversized login bodies from anonymous callers', async () => {
      const more = 'x'.repeat(1024 * 1024)
      expect((await login({ ...good, more })).status).toBe(413)
      const operation = { query: '{ viewer { userId } }', variables: { more } }
      expect((await api.anonymous.post('/graphql', operation)).status).toBe(413)
      expect((await ann.post('/graphql', operation)).status).toBe(200)
    })

    it('answers the public user and sets a cookie for 7 days, for 30 with rememberMe (AU-06, AU-08)', async () => {
      const answer = await login(good)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        user: { id: ann.id, username: 'ann', email: 'ann@example.org', displayName: 'ann', isAdmin: false },
      })
      const { value, attributes } = cookieOf(answer)
      expect(value).toMatch(/^session_token=\S{100,}$/)
      expect(attributes).toMatchObject({ path: '/', httponly: '', samesite: 'Lax' })
      expect('secure' in attributes).toBe(false)
      const lifetime = (one: Answer<unknown>) =>
        Math.round((Date.parse(cookieOf(one).attributes['expires'] ?? '') - Date.now()) / day)
      expect(lifetime(answer)).toBe(7)
      expect(lifetime(await login({ ...good, rememberMe: true }))).toBe(30)
      expect((await api.as(value).get('/api/auth/me')).body).toEqual(answer.body)
      const { data } = await api.as(value).graph('{ viewer { userId username email isAdmin } }')
      expect(data.viewer).toEqual({ userId: ann.id, username: 'ann', email: 'ann@example.org', isAdmin: false })
    })

    it('refuses missing, empty and mistyped fields with 400 (AU-01)', async () => {
      for (const body of [
        {},
        { username: 'ann' },
        { ...good, username: '' },
        { ...good, password: '' },
        { ...good, password: 7 },
        { ...good, rememberMe: 'yes' },
      ]) {
        expect((await login(body)).status).toBe(400)
      }
      expect((await login('not json')).body.error).toBe('Invalid JSON body')
    })

    it('says the same for an unknown user, a wrong password and an account without one (AU-02, U-05)', async () => {
      await api.app.services.db
        .insertInto('users')
        .values({
          id: '0193e5a0-0000-7000-8000-00000000000a',
          username: 'nobody',
          displayName: 'n',
          passwordHash: null,
        })
        .execute()
      for (const username of ['ghost', 'ann', 'nobody']) {
        const refused = await login({ username, password: 'wrong' })
        expect([username, refused.status, refused.body.error, refused.body.code]).toEqual([
          username,
          401,
          'Invalid credentials',
          'UNAUTHENTICATED',
        ])
      }
      await login(good)
    })

    it('ends the session of the cookie presented with it (ST-01)', async () => {
      const first = cookieOf(await login(good)).value
      const second = cookieOf(await login(good, first)).value
      expect((await api.as(first).get('/api/auth/me')).status).toBe(401)
      expect((await api.as(second).get('/api/auth/me')).status).toBe(200)
    })

    it('takes the whole user name, in any case (U-01)', async () => {
      expect((await login({ ...good, username: 'ANN' })).body.user.username).toBe('ann')
      expect((await login({ ...good, username: 'an' })).status).toBe(401)
      expect((await login({ ...good, username: 'ann ' })).status).toBe(401)
    })

    it('works by GraphQL the same way', async () => {
      const response = await api.anonymous.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'mutation ($input: LoginInput!) { login(input: $input) { account { username } } }',
          variables: { input: good },
        }),
      })
      expect(await response.json()).toMatchObject({ data: { login: { account: { username: 'ann' } } } })
      expect(response.headers.getSetCookie()[0]).toMatch(/^session_token=\S+; .*HttpOnly/)
      const { errors } = await api.anonymous.graph(
        'mutation ($input: LoginInput!) { login(input: $input) { account { username } } }',
        { input: { ...good, password: 'x' } },
      )
      expect(errors?.[0]).toMatchObject({ message: 'Invalid credentials', extensions: { code: 'UNAUTHENTICATED' } })
      await login(good)
    })
  })

  describe('the lockout (AU-04, AU-05)', () => {
    it('grows with failures in tiers, ends by itself, and is reset by a success', async () => {
      const name = { username: (await api.person()).username }
      const fail = async () => (await login({ ...name, password: 'wrong' })).status
      const locked = async () => {
        const answer = await login({ ...name, password: 'password-1' })
        return answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0
      }
      const near = (seconds: number) => async () => {
        const left = await locked()
        expect(left).toBeGreaterThan(seconds - 10)
        expect(left).toBeLessThanOrEqual(seconds)
      }
      for (let n = 1; n <= 4; n++) expect(await fail()).toBe(401)
      await near(30)()
      expect(await fail()).toBe(429)
      for (let n = 5; n <= 6; n++) {
        api.clock.forward(31_000)
        expect(await fail()).toBe(401)
      }
      await near(30)()
      api.clock.forward(31_000)
      expect(await fail()).toBe(401)
      await near(300)()
      api.clock.forward(270_000)
      expect(await locked()).toBeGreaterThan(0)
      for (let n = 8; n <= 9; n++) {
        api.clock.forward(301_000)
        expect(await fail()).toBe(401)
      }
      await near(300)()
      api.clock.forward(301_000)
      expect(await fail()).toBe(401)
      await near(900)()
      api.clock.forward(901_000)
      expect(await locked()).toBe(0)
      for (let n = 1; n <= 3; n++) expect(await fail()).toBe(401)
      expect(await locked()).toBe(0)
    })

    it('has the documented body and header, and counts unknown usernames alike', async () => {
      for (let n = 1; n <= 4; n++) await login({ username: 'stranger', password: 'x' })
      const refused = await login({ username: 'stranger', password: 'x' })
      const seconds = refused.body.retryAfter
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe(String(seconds))
      expect(refused.body).toEqual({
        error: 'Rate limit exceeded',
        message: `Login locked for ${seconds} seconds after repeated failures`,
        code: 'ACCOUNT_LOCKED',
        retryAfter: seconds,
        details: { retryAfterSeconds: seconds },
      })
      const { errors } = await api.anonymous.graph(
        'mutation { login(input: { username: "stranger", password: "x" }) { account { userId } } }',
      )
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'ACCOUNT_LOCKED', retryAfter: expect.any(Number) })
    })

    it('does not record the attempts it refuses, and forgets after 24 hours', async () => {
      for (let n = 1; n <= 4; n++) await login({ username: 'forgetful', password: 'x' })
      for (let n = 1; n <= 5; n++) expect((await login({ username: 'forgetful', password: 'x' })).status).toBe(429)
      const { count } = await api.app.services.db
        .selectFrom('loginAttempts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('username', '=', 'forgetful')
        .executeTakeFirstOrThrow()
      expect(count).toBe(4)
      api.clock.forward(day)
      for (let n = 1; n <= 3; n++) expect((await login({ username: 'forgetful', password: 'x' })).status).toBe(401)
    })

    it('of one name does not touch another', async () => {
      for (let n = 1; n <= 4; n++) await login({ username: 'victim', password: 'x' })
      expect((await login(good)).status).toBe(200)
    })
  })

  describe('logout', () => {
    it('ends the session and always answers success with the cookie cleared (AU-09)', async () => {
      const { value } = cookieOf(await login(good))
      const answer = await api.as(value).post('/api/auth/logout', '', { 'content-type': 'application/json' })
      expect([answer.status, answer.body, isCleared(answer)]).toEqual([200, { success: true }, true])
      expect((await api.as(value).get('/api/auth/me')).status).toBe(401)
      for (const cookie of ['', value, 'session_token=nonsense']) {
        const again = await api.as(cookie).post('/api/auth/logout')
        expect([again.status, again.body]).toEqual([200, { success: true }])
      }
      const other = cookieOf(await login(good)).value
      expect((await api.as(other).graph('mutation { logout { deletedIds } }')).data.logout.deletedIds).toHaveLength(1)
      expect((await api.as(other).get('/api/auth/me')).status).toBe(401)
    })
  })

  describe('me and session-status', () => {
    it('tell a missing cookie from an unusable one, which is cleared (AU-07, AU-10, AU-14)', async () => {
      expect((await api.anonymous.get('/api/auth/me')).body.error).toBe('Not authenticated')
      expect((await api.anonymous.get('/api/auth/session-status')).body.error).toBe('No session found')
      expect((await api.anonymous.post('/api/auth/extend-session')).body.error).toBe('No session found')
      expect((await api.anonymous.get('/api/sessions')).body.error).toBe('Authentication required')
      for (const [method, path] of [
        ['get', '/api/auth/me'],
        ['get', '/api/auth/session-status'],
        ['post', '/api/auth/extend-session'],
        ['get', '/api/sessions'],
      ] as const) {
        const refused = await api.as('session_token=forged')[method](path)
        expect([path, refused.status, refused.body.error, isCleared(refused)]).toEqual([
          path,
          401,
          'Session expired',
          true,
        ])
      }
    })

    it('end with the session: its first use after expiry removes the row (ST-02)', async () => {
      const { value } = cookieOf(await login(good))
      const { body } = await api.as(value).get('/api/sessions')
      const { id } = body.find((one: { isCurrent: boolean }) => one.isCurrent)
      api.clock.forward(7 * day + 1000)
      const expired = await api.as(value).get('/api/auth/me')
      expect([expired.status, expired.body.error, isCleared(expired)]).toEqual([401, 'Session expired', true])
      expect(await api.app.services.db.selectFrom('sessions').select('id').where('id', '=', id).execute()).toEqual([])
    })

    it('note activity once a minute, session-status never (U-08)', async () => {
      const person = api.as(cookieOf(await login(good)).value)
      const first = (await person.get('/api/auth/session-status')).body
      expect(Object.keys(first)).toEqual(['expiresAt', 'lastActivityAt'])
      api.clock.forward(30_000)
      await person.get('/api/sessions')
      expect((await person.get('/api/auth/session-status')).body).toEqual(first)
      api.clock.forward(31_000)
      expect((await person.get('/api/auth/session-status')).body).toEqual(first)
      await person.get('/api/sessions')
      const later = (await person.get('/api/auth/session-status')).body
      expect(Date.parse(later.lastActivityAt) - Date.parse(first.lastActivityAt)).toBeGreaterThan(60_000)
    })

    it('still know a cookie sealed with the previous secret (AU-07)', async () => {
      const { hashToken, newToken, sealToken, tokenHashOf } = await import('../../src/accounts/token.js')
      const token = newToken()
      const before = { secret, previousSecret: null }
      const newest = 'another secret of at least 32 characters!'
      const sealed = () => sealToken(token, before)
      expect(await tokenHashOf(await sealed(), { secret: newest, previousSecret: secret })).toBe(hashToken(token))
      expect(await tokenHashOf(await sealed(), { secret: newest, previousSecret: null })).toBeNull()
      expect(await tokenHashOf(await sealed(), before)).toBe(hashToken(token))
    })

    it('keep the cookie where the fault is the server’s (AU-10)', async () => {
      const { value } = cookieOf(await login(good))
      const { db } = api.app.services
      await sql`alter table sessions rename to sessions_away`.execute(db)
      try {
        for (const [method, path] of [
          ['get', '/api/auth/me'],
          ['get', '/api/auth/session-status'],
          ['post', '/api/auth/extend-session'],
        ] as const) {
          const failed = await api.as(value)[method](path)
          expect([path, failed.status, failed.headers.getSetCookie()]).toEqual([path, 500, []])
        }
      } finally {
        await sql`alter table sessions_away rename to sessions`.execute(db)
      }
      expect((await api.as(value).get('/api/auth/me')).status).toBe(200)
    })
  })

  describe('extend-session (AU-15)', () => {
    it('gives a full lifetime from now, re-issues the cookie, and never shortens', async () => {
      const { value } = cookieOf(await login(good))
      api.clock.forward(3 * day)
      const extended = await api.as(value).post('/api/auth/extend-session', '', { 'content-type': 'application/json' })
      expect(extended.status).toBe(200)
      expect(Object.keys(extended.body)).toEqual(['expiresAt', 'lastActivityAt'])
      expect(Math.round((Date.parse(extended.body.expiresAt) - api.clock.now().getTime()) / day)).toBe(7)
      expect(Math.abs(Date.parse(extended.body.lastActivityAt) - api.clock.now().getTime())).toBeLessThan(5000)
      expect(cookieOf(extended).value).toBe(value)
      const remembered = cookieOf(await login({ ...good, rememberMe: true })).value
      const before = (await api.as(remembered).get('/api/auth/session-status')).body.expiresAt
      expect((await api.as(remembered).post('/api/auth/extend-session')).body.expiresAt).toBe(before)
      const { data } = await api
        .as(value)
        .graph('mutation { extendSession { session { expiresAt isCurrent token user { username } } } }')
      expect(data.extendSession.session).toMatchObject({
        isCurrent: true,
        token: expect.stringMatching(/^\.\.\.[0-9a-f]{8}$/),
        user: { username: 'ann' },
      })
    })
  })

  describe('register', () => {
    const newcomer = (name: string) => ({
      username: name,
      email: `${name}@example.org`,
      password: 'long-enough',
      displayName: 'New',
    })

    it('makes an ordinary account and signs it in (AU-13)', async () => {
      for (const more of [{ isAdmin: true }, { systemRole: 'system_admin' }])
        expect((await api.anonymous.post('/api/auth/register', { ...newcomer('newcomer'), ...more })).status).toBe(400)
      const answer = await api.anonymous.post('/api/auth/register', newcomer('newcomer'))
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        user: {
          id: expect.any(String),
          username: 'newcomer',
          email: 'newcomer@example.org',
          displayName: 'New',
          isAdmin: false,
        },
      })
      const person = api.as(cookieOf(answer).value)
      expect((await person.get('/api/auth/me')).body).toEqual(answer.body)
      expect((await person.get('/api/admin/users')).status).toBe(403)
      expect((await login({ username: 'newcomer', password: 'long-enough' })).status).toBe(200)
    })

    it('takes an account without an e-mail address, absent, null or empty, by REST and GraphQL (AU-13, U-02)', async () => {
      for (const email of [undefined, null, '']) {
        const name = `quiet-${email}`.padEnd(10, 'x')
        const answer = await api.anonymous.post('/api/auth/register', { ...newcomer(name), email })
        expect([answer.status, answer.body.user]).toEqual([
          201,
          expect.objectContaining({ username: name, email: null }),
        ])
      }
      const graph = await api.anonymous.graph(
        'mutation { register(input: { username: "quiet", password: "long-enough", displayName: "Q" }) { account { email } } }',
      )
      expect(graph.data).toEqual({ register: { account: { email: null } } })
    })

    it('refuses duplicates with 400, e-mail addresses in any case (AU-12, U-02)', async () => {
      await made(api.anonymous.post('/api/auth/register', newcomer('first')))
      const name = await api.anonymous.post('/api/auth/register', { ...newcomer('first'), email: 'second@example.org' })
      expect([name.status, name.body.message]).toEqual([400, 'Username already exists'])
      const email = await api.anonymous.post('/api/auth/register', {
        ...newcomer('second'),
        email: 'FIRST@example.org',
      })
      expect([email.status, email.body.message]).toEqual([400, 'Email already exists'])
      const { errors } = await api.anonymous.graph(
        'mutation ($input: RegisterInput!) { register(input: $input) { account { userId } } }',
        { input: newcomer('first') },
      )
      expect(errors?.[0]).toMatchObject({
        message: 'Username already exists',
        extensions: { code: 'VALIDATION_ERROR' },
      })
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.anonymous.post('/api/auth/register', newcomer('racer'))),
      )
      expect(answers.map((one) => one.status).sort()).toEqual([201, 400, 400])
    })

    it('refuses what is too short, too long or no address with 400 (U-01, U-04)', async () => {
      const wrong: [string, object][] = [
        ['username', { username: 'ab' }],
        ['username', { username: 'x'.repeat(51) }],
        ['username', { username: '    ' }],
        ['email', { email: 'nobody' }],
        ['password', { password: 'seven77' }],
        ['password', { password: 'ä'.repeat(37) }],
        ['displayName', { displayName: '' }],
      ]
      for (const [field, change] of wrong) {
        const refused = await api.anonymous.post('/api/auth/register', { ...newcomer('other'), ...change })
        expect([change, refused.status, refused.body.details?.[0]?.field]).toEqual([change, 400, field])
      }
    })
  })

  describe('the own profile (AU-16, AU-17)', () => {
    it("is the administrators' user object and takes e-mail, name and password", async () => {
      const eva = await api.person('eva')
      const { body } = await eva.get('/api/user/profile')
      expect(Object.keys(body)).toEqual([
        'id',
        'username',
        'email',
        'displayName',
        'isAdmin',
        'systemRole',
        'isActive',
        'isService',
        'createdAt',
        'updatedAt',
      ])
      const changed = await eva.put('/api/user/profile', {
        email: 'Eva@Example.org',
        displayName: 'Eva',
        username: 'other',
        isAdmin: true,
      })
      expect(changed.body).toMatchObject({
        email: 'Eva@Example.org',
        displayName: 'Eva',
        username: 'eva',
        isAdmin: false,
      })
      expect((await eva.put('/api/user/profile', { email: '' })).body.email).toBeNull()
      expect((await eva.put('/api/user/profile', {})).body).toMatchObject({ email: null, displayName: 'Eva' })
      expect((await eva.put('/api/user/profile', { email: 'ANN@example.org' })).body).toMatchObject({
        error: 'Email already exists',
        code: 'CONFLICT',
      })
      expect((await eva.put('/api/user/profile', { password: 'short' })).status).toBe(400)
      expect((await api.anonymous.get('/api/user/profile')).status).toBe(401)
      expect((await api.anonymous.put('/api/user/profile', {})).status).toBe(401)
    })

    it('compares the current password where it is sent, and counts wrong ones like failed logins', async () => {
      const amy = await api.person('amy')
      const change = (currentPassword: string) =>
        amy.put('/api/user/profile', { currentPassword, password: 'password-2' })
      const refused = await change('password-0')
      expect([refused.status, refused.body.details]).toEqual([
        400,
        [{ field: 'currentPassword', message: 'is not the password of this account' }],
      ])
      expect((await login({ username: 'amy', password: 'password-1' })).status).toBe(200)
      expect((await change('password-1')).status).toBe(200)
      expect((await login({ username: 'amy', password: 'password-2' })).status).toBe(200)
      for (let n = 0; n < 4; n++) expect((await change('password-0')).status).toBe(400)
      const locked = await change('password-2')
      expect([locked.status, locked.body.code]).toEqual([429, 'ACCOUNT_LOCKED'])
      expect((await login({ username: 'amy', password: 'password-2' })).status).toBe(429)
      const { errors } = await amy.graph(
        'mutation { updateProfile(input: { currentPassword: "password-0", password: "password-3" }) { account { userId } } }',
      )
      expect(errors?.[0]?.extensions?.code).toBe('ACCOUNT_LOCKED')
    })

    it('ends every other session with a new password, and only those (ST-03)', async () => {
      const zoe = await api.person('zoe')
      const credentials = { username: 'zoe', password: 'password-1' }
      const [one, two] = [
        api.as(cookieOf(await login(credentials)).value),
        api.as(cookieOf(await login(credentials)).value),
      ]
      expect((await one.put('/api/user/profile', { displayName: 'Zoe' })).status).toBe(200)
      expect((await two.get('/api/auth/me')).status).toBe(200)
      expect((await one.put('/api/user/profile', { password: 'password-2' })).status).toBe(200)
      expect((await one.get('/api/auth/me')).status).toBe(200)
      for (const ended of [two, zoe]) expect((await ended.get('/api/auth/me')).status).toBe(401)
      expect((await login(credentials)).status).toBe(401)
      expect((await login({ ...credentials, password: 'password-2' })).status).toBe(200)
    })
  })

  it('silently keeps isSystemGenerated from everybody but administrators (AM-14)', async () => {
    const base = { name: 'n', role: 'r', informationNeed: 'i', isSystemGenerated: true }
    const { body } = await ann.post('/api/personas', base)
    expect(body.isSystemGenerated).toBe(false)
    expect((await ann.put(`/api/personas/${body.id}`, { isSystemGenerated: true })).body.isSystemGenerated).toBe(false)
    expect((await (await api.admin()).post('/api/personas', base)).body.isSystemGenerated).toBe(true)
  })
})

describe('registration switched off', () => {
  it('is refused with 403 before the body is looked at (AU-11)', async () => {
    const api = await startApi()
    const refused = await api.anonymous.post('/api/auth/register', {})
    expect([refused.status, refused.body.error]).toEqual([403, 'Registration is disabled'])
    const unread = await api.anonymous.post('/api/auth/register', '{')
    expect([unread.status, unread.body.error]).toEqual([403, 'Registration is disabled'])
    const { errors } = await api.anonymous.graph(
      'mutation { register(input: { username: "", email: "", password: "", displayName: "" }) { account { userId } } }',
    )
    expect(errors?.[0]).toMatchObject({ message: 'Registration is disabled', extensions: { code: 'FORBIDDEN' } })
    await api.stop()
  })
})

describe('production', () => {
  it('marks the cookie Secure (AU-06)', async () => {
    const api = await startApi({ NODE_ENV: 'production' })
    const answer = await api.anonymous.post('/api/auth/login', { username: 'admin', password: adminPassword })
    expect(answer.status).toBe(200)
    expect('secure' in cookieOf(answer).attributes).toBe(true)
    await api.stop()
  })
})

describe('single-user mode', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ SERVICE_MODE: 'single-user', ALLOW_REGISTRATION: 'true' })
  })
  afterAll(() => api.stop())

  it('acts as the default user without login, who is no administrator (G-19, AM-02, AM-04)', async () => {
    const { body } = await api.anonymous.get('/api/user/profile')
    expect(body).toMatchObject({ username: 'default-user', displayName: 'Default User', email: null, isAdmin: false })
    expect((await api.anonymous.get('/api/admin/users')).status).toBe(403)
    expect((await api.anonymous.get('/api/sessions')).body.every((one: { isCurrent: boolean }) => !one.isCurrent)).toBe(
      true,
    )
    expect((await api.anonymous.graph('{ viewer { username } }')).data.viewer.username).toBe('default-user')
  })

  it('gives a 30-day session at /me and session-status, one each (AU-10, AU-14)', async () => {
    for (const path of ['/api/auth/me', '/api/auth/session-status']) {
      const answer = await api.anonymous.get(path)
      expect(answer.status).toBe(200)
      const { value, attributes } = cookieOf(answer)
      expect(Math.round((Date.parse(attributes['expires'] ?? '') - Date.now()) / day)).toBe(30)
      const known = await api.as(value).get(path)
      expect([known.status, known.headers.getSetCookie()]).toEqual([200, []])
    }
    const before = (await api.anonymous.get('/api/sessions')).body.length
    const extended = await api.anonymous.post('/api/auth/extend-session')
    expect(extended.status).toBe(200)
    expect((await api.as(cookieOf(extended).value).get('/api/sessions')).body).toHaveLength(before + 1)
  })

  it('says of the session that GraphQL has just opened that it is the current one (AU-15)', async () => {
    const { data, errors } = await api.anonymous.graph('mutation { extendSession { session { isCurrent } } }')
    expect([errors, data]).toEqual([undefined, { extendSession: { session: { isCurrent: true } } }])
  })

  it('has a new default user for a session that is extended, by GraphQL as by REST (AM-03, AU-14, AU-15)', async () => {
    const { db } = api.app.services
    const forget = () => db.deleteFrom('users').where('username', '=', 'default-user').execute()
    await forget()
    const rest = await api.anonymous.post('/api/auth/extend-session')
    expect(rest.status).toBe(200)
    await forget()
    const { errors } = await api.anonymous.graph('{ personas { totalCount } }')
    expect(errors).toEqual([{ message: 'Default user not found', extensions: { code: 'INTERNAL_ERROR' } }])
    const mixed = await api.anonymous.graph(
      'mutation { extendSession { session { id } } updateProfile(input: { displayName: "x" }) { account { userId } } }',
    )
    expect(mixed.errors?.[0]?.message).toBe('Default user not found')
    const response = await api.anonymous.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation { ...extend } fragment extend on Mutation { extendSession { session { isCurrent user { username } } } }',
      }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { data: { extendSession: { session: { isCurrent: true, user: { username: 'default-user' } } } } },
    ])
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await api.as(cookie).get('/api/sessions')).body).toMatchObject([{ isCurrent: true }])
  })

  it('lets an administrator sign in and out by GraphQL where the default user is missing, as by REST (AM-03)', async () => {
    await api.app.services.db.deleteFrom('users').where('username', '=', 'default-user').execute()
    const input = { username: 'admin', password: adminPassword }
    expect((await api.anonymous.post('/api/auth/login', input)).status).toBe(200)
    const signIn = 'mutation ($input: LoginInput!) { login(input: $input) { account { isAdmin } } }'
    expect(await api.anonymous.graph(signIn, { input })).toMatchObject({
      data: { login: { account: { isAdmin: true } } },
    })
    expect((await api.anonymous.graph('mutation { logout { deletedIds } }')).data).toEqual({
      logout: { deletedIds: [] },
    })
    await made(api.anonymous.get('/api/auth/me'))
  })

  it('refuses registration, but an administrator may log in (AU-03, AU-11)', async () => {
    expect((await api.anonymous.post('/api/auth/register', {})).body.error).toBe('Registration is disabled')
    const answer = await api.anonymous.post('/api/auth/login', { username: 'admin', password: adminPassword })
    expect(answer.body.user.isAdmin).toBe(true)
    const admin = api.as(cookieOf(answer).value)
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    expect((await api.anonymous.post('/api/auth/login', { username: 'default-user', password: 'x' })).status).toBe(401)
  })

  it('answers 500 without default user until /me makes one again (AM-03)', async () => {
    await api.app.services.db.deleteFrom('users').where('username', '=', 'default-user').execute()
    const broken = await api.anonymous.get('/api/personas')
    expect([broken.status, broken.body.error]).toEqual([500, 'Default user not found'])
    const answers = await Promise.all([1, 2, 3].map(() => api.anonymous.get('/api/auth/me')))
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => one.body.user.id)).size).toBe(1)
    expect((await api.anonymous.get('/api/personas')).status).toBe(200)
  })
})
