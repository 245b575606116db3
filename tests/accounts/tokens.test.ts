import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { newId } from '../../src/lib/uuid.js'
import { statementsOf } from '../support/statements.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

const day = 86_400_000

async function tokenOf(person: Person, body: object = {}): Promise<{ id: string; token: string }> {
  return made(person.post('/api/tokens', { name: 'Robot', scopes: ['write'], ...body }))
}

describe('a token', () => {
  it('acts for its user at REST and at GraphQL, until it is revoked', async () => {
    const ann = await api.person()
    const { id, token } = await tokenOf(ann)
    const robot = api.byToken(token)
    expect((await made(robot.get('/api/auth/me'))).user).toMatchObject({ id: ann.id, username: ann.username })
    expect(await made(robot.graph('{ viewer { userId isService } }'))).toEqual({
      viewer: { userId: ann.id, isService: false },
    })
    const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
    const { id: personaId } = await made(robot.post('/api/personas', persona))
    expect((await made(ann.get(`/api/personas/${personaId}`))).userId).toBe(ann.id)
    await made(ann.delete(`/api/tokens/${id}`))
    for (const answer of [await robot.get('/api/personas'), await robot.get('/api/auth/me')]) {
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'The token is not valid' })
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer realm="parallax", error="invalid_token", error_description="The token is not valid"',
      )
    }
    const graph = await robot.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { userId } }' }),
    })
    expect(graph.status).toBe(401)
    expect(graph.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('is shown once, and the database holds its SHA-256 alone', async () => {
    const ann = await api.person()
    const answer = await ann.post('/api/tokens', { name: 'Robot', scopes: ['read', 'read'] })
    expect(answer.status).toBe(201)
    const { token, ...rest } = answer.body
    expect(token).toMatch(/^plx_[\w-]{43}$/)
    expect(rest).toMatchObject({
      name: 'Robot',
      scopes: ['read'],
      projectIds: null,
      lastUsedAt: null,
      tail: `...${token.slice(-4)}`,
      userId: ann.id,
      createdBy: ann.id,
    })
    const days = (Date.parse(rest.expiresAt) - Date.parse(rest.createdAt)) / day
    expect(days).toBe(90)
    const listed = await ann.get('/api/tokens')
    expect(listed.body).toEqual([rest])
    expect(listed.text).not.toContain(token)
    const row = await api.app.services.db
      .selectFrom('apiTokens')
      .selectAll()
      .where('id', '=', rest.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token.slice(4))
    expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('hex'))
  })

  it('costs as many statements as a session, and one write a minute', async () => {
    const ann = await api.person()
    const robot = api.byToken((await tokenOf(ann)).token)
    await made(ann.get('/api/personas'))
    await made(robot.get('/api/personas'))
    const bySession = await statementsOf(() => made(ann.get('/api/personas')))
    const byToken = await statementsOf(() => made(robot.get('/api/personas')))
    expect(bySession.statements.length).toBeGreaterThan(0)
    expect(byToken.statements.length).toBe(bySession.statements.length)
    const writes = (statements: string[]) => statements.filter((text) => text.startsWith('update'))
    expect(writes(byToken.statements)).toEqual([])
    const used = async () => (await made(ann.get('/api/tokens')))[0].lastUsedAt as string
    const before = await used()
    api.clock.forward(61_000)
    try {
      const later = await statementsOf(() => made(robot.get('/api/personas')))
      expect(writes(later.statements)).toHaveLength(1)
      expect(Date.parse(await used()) - Date.parse(before)).toBeGreaterThanOrEqual(61_000)
    } finally {
      api.clock.reset()
    }
  })

  it('expires, and the refusal names when', async () => {
    const ann = await api.person()
    const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + day).toISOString()
    const { token } = await tokenOf(ann, { expiresAt })
    const robot = api.byToken(token)
    await made(robot.get('/api/personas'))
    api.clock.forward(day + 2000)
    try {
      const refused = await robot.get('/api/personas')
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ message: `The token expired at ${expiresAt}`, expiredAt: expiresAt })
      expect(refused.headers.get('www-authenticate')).toContain(expiresAt)
    } finally {
      api.clock.reset()
    }
  })

  it('has an expiry within the bounds of the server', async () => {
    const ann = await api.person()
    const making = (body: object) => ann.post('/api/tokens', { name: 'Robot', scopes: ['read'], ...body })
    const at = (days: number) => new Date(Date.now() + days * day).toISOString()
    for (const [expiresAt, message] of [
      [null, 'expiresAt: tokens expire after 365 days at the latest (TOKENS_MAX_DAYS)'],
      [at(366), 'expiresAt: must be at most 365 days away (TOKENS_MAX_DAYS)'],
      [at(-1), 'expiresAt: must be in the future'],
    ]) {
      const refused = await making({ expiresAt })
      expect(refused.status).toBe(400)
      expect(refused.body.message).toBe(message)
    }
    expect((await making({ expiresAt: at(364) })).status).toBe(201)
  })

  it('has known scopes, and admin only for administrators', async () => {
    const ann = await api.person()
    const unknown = await ann.post('/api/tokens', { name: 'Robot', scopes: ['read', 'fly'] })
    expect(unknown.status).toBe(400)
    expect(unknown.body.message).toBe('scopes.1: "fly" is no scope; there are read, write, export, admin')
    const none = await ann.post('/api/tokens', { name: 'Robot', scopes: [] })
    expect(none.status).toBe(400)
    const high = await ann.post('/api/tokens', { name: 'Robot', scopes: ['admin'] })
    expect(high.status).toBe(400)
    expect(high.body.message).toBe('scopes: admin is for administrators')
    const { token } = await tokenOf(admin, { scopes: ['admin'] })
    await made(api.byToken(token).get('/api/admin/users'))
  })

  it('of an administrator reaches what is for administrators only with the scope admin', async () => {
    const { token } = await tokenOf(admin, { scopes: ['write'] })
    const robot = api.byToken(token)
    const refused = await robot.get('/api/admin/users')
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe('The token lacks the scope admin')
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
  })

  it('is read in place of the cookie, and sets none', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { id, token } = await tokenOf(ann)
    const both = { authorization: `Bearer ${token}` }
    const answer = await ben.get('/api/auth/me', both)
    expect(answer.body.user.id).toBe(ann.id)
    expect(answer.headers.getSetCookie()).toEqual([])
    await made(ann.delete(`/api/tokens/${id}`))
    const refused = await ben.get('/api/auth/me', both)
    expect(refused.status).toBe(401)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect((await ben.get('/api/auth/me')).status).toBe(200)
  })

  it('makes no token, no session and no password, and reads no provider keys', async () => {
    const { token } = await tokenOf(admin, { scopes: [...scopes] })
    const robot = api.byToken(token)
    const { id: serviceId } = await made(robot.post('/api/admin/service-accounts', service()))
    const { id: userId } = await api.person()
    await made(admin.post('/api/api-keys', { provider: 'openai', keyName: 'key', key: 'sk-0123456789' }))
    const before = await rows()
    const sign = { username: 'admin', password: adminPassword }
    const acts: [string, Promise<Answer<any>>][] = [
      ['make a token', robot.post('/api/tokens', { name: 'Child', scopes: ['read'] })],
      [
        'make one for a service account',
        robot.post('/api/admin/tokens', { name: 'C', scopes: ['read'], userId: serviceId }),
      ],
      ['sign in', robot.post('/api/auth/login', sign)],
      ['register', robot.post('/api/auth/register', { ...sign, username: 'new-one', displayName: 'New' })],
      ['extend a session', robot.post('/api/auth/extend-session')],
      ['sign out', robot.post('/api/auth/logout')],
      ['read the state of a session', robot.get('/api/auth/session-status')],
      ['change the own password', robot.put('/api/user/profile', { password: 'another-word-1' })],
      ['change the password of others', robot.put(`/api/admin/users/${userId}`, { password: 'another-word-1' })],
      ['make an account', robot.post('/api/admin/users', { ...service(), password: 'another-word-1' })],
      ['list provider keys', robot.get('/api/api-keys')],
      ['list shared provider keys', robot.get('/api/admin/api-keys')],
    ]
    for (const [what, act] of acts) {
      const { status, headers } = await act
      expect([what, status, headers.getSetCookie()]).toEqual([what, 403, []])
    }
    const input = '(input: { name: "Child", scopes: [READ] })'
    for (const query of [
      `mutation { createToken${input} { secret } }`,
      'mutation { extendSession { session { id } } }',
      `mutation { login(input: { username: "admin", password: "${adminPassword}" }) { account { userId } } }`,
      'mutation { updateProfile(input: { password: "another-word-1" }) { account { userId } } }',
      '{ apiKeys { nodes { keyMask } } }',
      '{ sharedApiKeys { nodes { keyMask } } }',
      'query { ...Keys } fragment Keys on Query { apiKeys { totalCount } }',
    ]) {
      const { errors } = await robot.graph(query)
      expect([query, errors?.[0]?.extensions['code']]).toEqual([query, 'FORBIDDEN'])
    }
    const [key] = await made(admin.get('/api/api-keys'))
    expect(await made(robot.graph(`{ node(id: "${key.id}") { id } }`))).toEqual({ node: null })
    expect(await rows()).toEqual(before)
  })

  it('needs none of the guards that protect people at a browser', async () => {
    const robot = api.byToken((await tokenOf(await api.person())).token)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
    expect((await robot.post('/api/personas', persona, foreign)).status).toBe(201)
    const graph = await robot.post('/graphql', { query: '{ viewer { userId } }' }, foreign)
    expect([graph.status, graph.body.errors]).toEqual([200, undefined])
    const get = await robot.get(`/graphql?query=${encodeURIComponent('{ viewer { userId } }')}`, foreign)
    expect([get.status, get.body.errors]).toEqual([200, undefined])
    // A page can send no token of its own making either.
    expect((await api.byToken('plx_of-a-page').post('/api/personas', persona, foreign)).status).toBe(401)
  })

  it('is refused with 401 in any other form, also where nobody needs to sign in', async () => {
    for (const token of ['', 'x', `plx_${'A'.repeat(43)}`, `plx_${'A'.repeat(44)}`, 'eyJhbGciOiJub25lIn0.e30.'])
      for (const path of ['/api/auth/me', '/api/personas', '/api/projects', '/graphql?query={__typename}']) {
        const answer = await api.anonymous.request(path, { headers: { authorization: `bearer ${token}` } })
        expect([path, answer.status]).toEqual([path, 401])
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="parallax", error="invalid_token"/)
        await answer.text()
      }
    // What a proxy asked for is no token.
    const basic = { authorization: 'Basic YW5uOndvcmQ=' }
    expect((await admin.get('/api/auth/me', basic)).status).toBe(200)
  })

  it('ends with the account, and holds while its user is active', async () => {
    const ann = await api.person()
    const robot = api.byToken((await tokenOf(ann)).token)
    const at = `/api/admin/users/${ann.id}`
    await made(admin.put(at, { isActive: false }))
    expect((await robot.get('/api/personas')).status).toBe(401)
    await made(admin.put(at, { isActive: true }))
    expect((await made(admin.get(`${at}/deletion-preview`))).tokens).toBe(1)
    await made(robot.get('/api/personas'))
    await made(admin.delete(`${at}?content=delete`))
    expect((await robot.get('/api/personas')).status).toBe(401)
    expect(
      await api.app.services.db.selectFrom('apiTokens').where('userId', '=', ann.id).select('id').execute(),
    ).toEqual([])
  })

  it('is one of at most 100 of a user', async () => {
    const ann = await api.person()
    for (let n = 0; n < 100; n++) await tokenOf(ann)
    const refused = await ann.post('/api/tokens', { name: 'One more', scopes: ['read'] })
    expect([refused.status, refused.body.message]).toEqual([409, 'A user has at most 100 tokens; revoke one of them'])
  })
})

describe('wrong tokens', () => {
  it('count like logins: a network that guesses is refused, and the right token is not', async () => {
    const strict = await startApi({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_LOGIN_MAX: '5' })
    try {
      const ann = await strict.person()
      const { token } = await tokenOf(ann)
      // One that has only expired counts for nothing.
      const old = await tokenOf(ann, { expiresAt: new Date(Date.now() + day).toISOString() })
      strict.clock.forward(2 * day)
      for (let n = 0; n < 7; n++) expect((await strict.byToken(old.token).get('/api/personas')).status).toBe(401)
      strict.clock.reset()
      const statuses: number[] = []
      for (let n = 0; n < 7; n++) {
        const { status, headers } = await strict.byToken(`plx_${String(n).repeat(43)}`).get('/api/personas')
        statuses.push(status)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect((await strict.byToken(token).get('/api/personas')).status).toBe(200)
      const login = { username: ann.username, password: 'password-1' }
      expect((await strict.anonymous.post('/api/auth/login', login)).status).toBe(429)
    } finally {
      await strict.stop()
    }
  })
})

describe('tokens of administrators', () => {
  it('list those of all users with their owners, and revoke any', async () => {
    const ann = await api.person()
    const { id, token } = await tokenOf(ann)
    const found = (await made(admin.get('/api/admin/tokens'))).find((one: { id: string }) => one.id === id)
    expect(found).toMatchObject({ userId: ann.id, user: { id: ann.id, username: ann.username }, name: 'Robot' })
    const query =
      'query ($userId: ID) { allTokens(filter: { userId: $userId }) { totalCount nodes { id scopes user { username } } } }'
    const { allTokens } = await made(admin.graph(query, { userId: ann.id }))
    expect(allTokens).toEqual({ totalCount: 1, nodes: [{ id, scopes: ['WRITE'], user: { username: ann.username } }] })
    const ben = await api.person()
    expect((await ben.delete(`/api/tokens/${id}`)).status).toBe(404)
    expect((await ben.get('/api/admin/tokens')).status).toBe(403)
    const revoking = 'mutation ($id: ID!) { revokeToken(input: { id: $id, asAdministrator: true }) { deletedIds } }'
    expect((await ben.graph(revoking, { id })).errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    expect(await made(admin.graph(revoking, { id }))).toEqual({ revokeToken: { deletedIds: [id] } })
    expect((await api.byToken(token).get('/api/personas')).status).toBe(401)
  })

  it('never expire only where TOKENS_MAX_DAYS is 0', async () => {
    const free = await startApi({ TOKENS_MAX_DAYS: '0' })
    try {
      const ann = await free.person()
      expect((await made(ann.post('/api/tokens', { name: 'R', scopes: ['read'], expiresAt: null }))).expiresAt).toBe(
        null,
      )
    } finally {
      await free.stop()
    }
    const short = await startApi({ TOKENS_MAX_DAYS: '7' })
    try {
      const ann = await short.person()
      const { createdAt, expiresAt } = await made(ann.post('/api/tokens', { name: 'R', scopes: ['read'] }))
      expect((Date.parse(expiresAt) - Date.parse(createdAt)) / day).toBe(7)
    } finally {
      await short.stop()
    }
  })
})

describe('a service account', () => {
  it('has no password, cannot sign in, and acts by tokens that administrators make', async () => {
    const input = service()
    const account = await made(admin.post('/api/admin/service-accounts', input))
    expect(account).toMatchObject({ username: input.username, isService: true, isAdmin: false, isActive: true })
    for (const password of ['', 'password-1', 'null'])
      expect((await api.anonymous.post('/api/auth/login', { username: input.username, password })).status).not.toBe(200)
    const refused = await admin.put(`/api/admin/users/${account.id}`, { password: 'another-word-1' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'password: a service account has none; it acts by tokens',
    ])
    const body = { name: 'Nightly', scopes: ['write'], userId: account.id }
    const { token, createdBy, userId } = await made(admin.post('/api/admin/tokens', body))
    expect([userId, createdBy]).toEqual([account.id, admin.id])
    const robot = api.byToken(token)
    expect(await made(robot.graph('{ viewer { username isService } }'))).toEqual({
      viewer: { username: input.username, isService: true },
    })
    const ann = await api.person()
    const ofPerson = await admin.post('/api/admin/tokens', { ...body, userId: ann.id })
    expect([ofPerson.status, ofPerson.body.details[0].field]).toEqual([400, 'userId'])
    expect((await ann.post('/api/admin/tokens', body)).status).toBe(403)
    expect((await ann.post('/api/admin/service-accounts', service())).status).toBe(403)
  })

  it('has a name of its own, and gets tokens while it is there and active', async () => {
    const input = service()
    const { id: userId } = await made(admin.post('/api/admin/service-accounts', input))
    expect((await admin.post('/api/admin/service-accounts', input)).status).toBe(409)
    expect((await admin.post('/api/admin/service-accounts', { ...input, username: '' })).status).toBe(400)
    const making = (of: string) => admin.post('/api/admin/tokens', { name: 'Nightly', scopes: ['read'], userId: of })
    expect((await making(newId())).status).toBe(404)
    const { id } = await made(making(userId))
    await made(admin.put(`/api/admin/users/${userId}`, { isActive: false }))
    const refused = await making(userId)
    expect([refused.status, refused.body.message]).toEqual([409, 'The account is deactivated'])
    await made(admin.delete(`/api/admin/tokens/${id}`))
    expect((await admin.delete(`/api/admin/tokens/${id}`)).status).toBe(404)
    expect((await admin.delete('/api/admin/tokens/no-id')).status).toBe(400)
  })

  it('is a member like others, and shown as what it is', async () => {
    const input = service()
    const { id: userId } = await made(admin.post('/api/admin/service-accounts', input))
    const ann = await api.person()
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    expect(await made(ann.get(`/api/users?username=${input.username}`))).toMatchObject([
      { id: userId, isService: true },
    ])
    await made(ann.post(`/api/projects/${id}/members`, { userId, role: 'annotator' }))
    const query = '{ projects { nodes { members { role user { id isService } } } } }'
    const member = { role: 'ANNOTATOR', user: { id: userId, isService: true } }
    expect((await made(ann.graph(query))).projects.nodes[0].members).toContainEqual(member)
    const rest = (await made(ann.get(`/api/projects/${id}/members`))) as { userId: string; user: object }[]
    expect(rest.map((one) => one.user)).toContainEqual(expect.objectContaining({ id: userId, isService: true }))
    const body = { name: 'Nightly', scopes: ['write'], userId, projectIds: [id] }
    const { token } = await made(admin.post('/api/admin/tokens', body))
    expect(await made(api.byToken(token).get('/api/projects'))).toMatchObject([{ id, myRole: 'annotator' }])
  })
})

const scopes = ['read', 'write', 'export', 'admin']
const service = () => ({ username: unique('service'), displayName: 'Nightly exporter' })

/** What a token could make that it must not: tokens, sessions, accounts with a password and their passwords. */
async function rows() {
  const { db } = api.app.services
  const tokens = await db.selectFrom('apiTokens').select('id').orderBy('id').execute()
  const sessions = await db.selectFrom('sessions').select(['id', 'expiresAt']).orderBy('id').execute()
  const users = await db.selectFrom('users').select(['id', 'passwordHash']).orderBy('id').execute()
  return { tokens, sessions, users }
}
