import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

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
    expect(await made(robot.graph('{ viewer { id isService } }'))).toEqual({ viewer: { id: ann.id, isService: false } })
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
      body: JSON.stringify({ query: '{ viewer { id } }' }),
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
      expect(refused.body.message).toBe(`The token expired at ${expiresAt}`)
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
})
