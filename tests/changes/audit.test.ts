import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
let bob: Person
let projectId: string
let personaId: string
let claimId: string

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person()
  bob = await api.person()
  const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  projectId = project.id as string
  const content = await makeContent(ann, await makeVideo(api), projectId)
  personaId = content.personaId
  claimId = content.claimId
})
afterAll(() => api.stop())

interface Entry {
  position: string
  at: string
  kind: string
  thing: string | null
  operation: string
  actor: { id: string; username: string | null } | null
  via: string | null
  viaId: string | null
  requestId: string | null
  projectId: string | null
  ownerId: string | null
  members: string[]
  details: Record<string, unknown> | null
}

const audit = async (query: string): Promise<Entry[]> =>
  (await made(admin.get(`/api/admin/audit?first=100${query}`))).entries
const lines = async (query = ''): Promise<Entry[]> => {
  const answer = await admin.get(`/api/admin/audit${query}`, { accept: 'application/x-ndjson' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)
}
const orderOf = ({ at, position }: Entry) => {
  const [, tx = '', seq = ''] = position.split('-')
  return `${at} ${tx.padStart(15, '0')} ${seq.padStart(15, '0')}`
}

describe('the audit', () => {
  it('shows administrators everything, page by page with the newest first, and as lines with the oldest first', async () => {
    const found: Entry[] = []
    let after = ''
    for (;;) {
      const page = await made(admin.get(`/api/admin/audit?first=7${after}`))
      found.push(...page.entries)
      if (!page.pageInfo.hasNextPage) break
      after = `&after=${page.pageInfo.endCursor}`
    }
    const all = await lines()
    expect(found.map(orderOf)).toEqual(found.map(orderOf).sort().reverse())
    expect(found.toReversed()).toEqual(all.slice(0, found.length))
    const { rows } = await api.app.services.pool.query('select count(*)::int as count from changes')
    expect(all.length).toBe(rows[0].count)
    const { totalCount } = await made(admin.get('/api/admin/audit?first=1&totalCount=true'))
    expect(totalCount).toBe(all.length)
    const refused = await admin.get('/api/admin/audit?first=1', { accept: 'application/x-ndjson' })
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'first'])
  })

  it('reads backward from a place as well', async () => {
    const [first] = (await made(admin.get('/api/admin/audit?first=20'))).entries.slice(19) as Entry[]
    const page = await made(admin.get('/api/admin/audit?first=20'))
    const before = await made(admin.get(`/api/admin/audit?last=5&before=${page.pageInfo.endCursor}`))
    expect(before.entries).toEqual(page.entries.slice(14, 19))
    expect(page.entries.at(-1)).toEqual(first)
  })

  it('says the same over GraphQL, with the same cursors', async () => {
    const page = await made(admin.get(`/api/admin/audit?first=3&projectId=${projectId}`))
    const { audit: graph } = await made(
      admin.graph(
        `query ($projectId: ID) { audit(first: 3, filter: { projectId: $projectId }) { nodes { position at kind thing: thingId part operation
           version actor { userId username } via viaId requestId projectId ownerId members details }
           pageInfo { hasNextPage endCursor } totalCount } }`,
        { projectId },
      ),
    )
    const upper = (word: string | null) => word?.toUpperCase() ?? null
    expect(graph.nodes).toEqual(
      page.entries.map(({ actor, ...one }: any) => ({
        ...one,
        actor: actor && { userId: actor.id, username: actor.username },
        kind: upper(one.kind),
        operation: upper(one.operation),
        via: upper(one.via),
      })),
    )
    expect(graph.pageInfo.endCursor).toBe(page.pageInfo.endCursor)
    expect(graph.totalCount).toBeGreaterThan(3)
  })

  it('finds what a person did, and what was done to what is theirs', async () => {
    await made(admin.post('/api/admin/users', { username: unique('ed'), password: 'secret-1', displayName: 'Ed' }))
    await made(admin.put(`/api/admin/users/${bob.id}`, { displayName: 'Bobby' }))
    const ofBob = await audit(`&userId=${bob.id}`)
    expect(ofBob[0]).toMatchObject({
      kind: 'user',
      thing: bob.id,
      operation: 'update',
      actor: { id: admin.id, username: 'admin' },
      members: ['displayName', 'updatedAt'],
      via: 'session',
    })
    expect(await audit(`&actorId=${bob.id}`)).toEqual([])
    const byAnn = await audit(`&actorId=${ann.id}`)
    expect(byAnn.length).toBeGreaterThan(10)
    expect(new Set(byAnn.map(({ actor }) => actor?.id))).toEqual(new Set([ann.id]))
    const all = await lines()
    const wanted = all.filter(({ actor, ownerId }) => actor?.id === ann.id || ownerId === ann.id)
    expect((await lines(`?userId=${ann.id}`)).map(orderOf)).toEqual(wanted.map(orderOf))
  })

  it('is filtered by kind, operation, thing, project, way, request and time', async () => {
    const sent = await ann.put(`/api/claims/${claimId}`, { text: 'A ferry has left' }, { 'x-request-id': 'audit-1' })
    expect(sent.status).toBe(200)
    const all = await lines()
    const [last] = await audit(`&thing=${claimId}`)
    expect(last).toMatchObject({ kind: 'claim', operation: 'update', requestId: 'audit-1', actor: { id: ann.id } })
    expect(last?.members).toContain('text')
    const query = 'query ($id: ID) { audit(filter: { thingId: $id }) { nodes { requestId thingId } } }'
    const { nodes } = (await made(admin.graph(query, { id: claimId }))).audit
    expect(nodes[0]).toEqual({ requestId: 'audit-1', thingId: claimId })
    expect(new Set(nodes.map(({ thingId }: { thingId: string }) => thingId))).toEqual(new Set([claimId]))
    expect(JSON.stringify(await audit(''))).not.toContain('A ferry has left')
    const same = async (query: string, keep: (entry: Entry) => boolean) => {
      const wanted = all.filter(keep)
      expect(wanted.length, query).toBeGreaterThan(0)
      expect((await lines(`?${query}`)).map(orderOf), query).toEqual(wanted.map(orderOf))
    }
    await same('kind=claim', ({ kind }) => kind === 'claim')
    await same('operation=update', ({ operation }) => operation === 'update')
    await same(`thing=${personaId}`, ({ thing }) => thing === personaId)
    await same(`projectId=${projectId}`, (entry) => entry.projectId === projectId)
    await same('via=session', ({ via }) => via === 'session')
    await same(`viaId=${last?.viaId}`, ({ viaId }) => viaId === last?.viaId)
    await same('requestId=audit-1', ({ requestId }) => requestId === 'audit-1')
    const middle = all[Math.floor(all.length / 2)]!.at
    await same(`from=${middle}`, ({ at }) => at >= middle)
    await same(`to=${middle}`, ({ at }) => at < middle)
    await same(`kind=claim&operation=insert&actorId=${ann.id}&from=${all[0]!.at}`, ({ kind, operation }) => {
      return kind === 'claim' && operation === 'insert'
    })
  })

  it('has sign-ins, sign-outs and attempts that failed', async () => {
    const wrong = await api.anonymous.post('/api/auth/login', { username: ann.username, password: 'wrong' })
    expect(wrong.status).toBe(401)
    const [failed] = await audit('&kind=failed_sign_in')
    expect(failed).toMatchObject({ operation: 'insert', actor: null })
    expect(failed?.details).toMatchObject({ username: ann.username, ipAddress: '127.0.0.1' })
    for (const door of ['REST', 'GraphQL']) {
      const again = await api.signIn(ann.username, 'password-1')
      const [signIn] = await audit(`&kind=session&userId=${ann.id}`)
      expect(signIn).toMatchObject({ operation: 'insert', ownerId: ann.id, details: { ipAddress: '127.0.0.1' } })
      if (door === 'REST') await made(again.post('/api/auth/logout'))
      else await made(again.graph('mutation { logout { deletedIds } }'))
      const [signOut] = await audit(`&kind=session&userId=${ann.id}`)
      expect(signOut, door).toMatchObject({
        operation: 'delete',
        thing: signIn?.thing,
        actor: { id: ann.id },
        via: 'session',
        viaId: signIn?.thing,
      })
      expect(signOut?.requestId, door).toMatch(/^[\w.-]+$/)
    }
  })

  it('has every download of an export with its scope and filters, and every frozen export once', async () => {
    expect((await ann.get('/api/export/personas')).status).toBe(200)
    expect((await audit(`&kind=export&actorId=${ann.id}`))[0]).toMatchObject({
      operation: 'insert',
      thing: null,
      ownerId: ann.id,
      projectId: null,
      details: { contents: 'personas', scope: 'own', format: 'ndjson', filters: {} },
    })
    const path = `/api/export/all?scope=project:${projectId}&personaIds=${personaId}`
    expect((await ann.get(path)).status).toBe(200)
    expect((await audit(`&kind=export&projectId=${projectId}`))[0]?.details).toEqual({
      contents: 'all',
      scope: `project:${projectId}`,
      format: 'ndjson',
      filters: { personaIds: personaId },
    })
    const count = (await audit('&kind=export')).length
    expect((await bob.get(`/api/export/all?scope=project:${projectId}`)).status).toBe(404)
    expect(await audit('&kind=export')).toHaveLength(count)
    const { id } = await made(ann.post('/api/exports', { contents: 'personas' }))
    const [order] = await audit('&kind=export')
    expect(order).toMatchObject({ thing: id, details: { contents: 'personas', scope: 'own' } })
  })

  it('has settings, permissions, keys and tokens with their uses, and no secrets', async () => {
    const rule = { scope: 'project', role: 'viewer', resourceType: 'persona', action: 'fork' }
    await api.app.services.db.deleteFrom('rolePermissions').where('action', '=', 'fork').execute()
    await made(admin.post('/api/admin/permissions', rule))
    expect((await audit('&kind=permission&operation=insert'))[0]?.details).toEqual(rule)
    const { token, id } = await made(ann.post('/api/tokens', { name: 'Robot', scopes: ['read'] }))
    expect((await api.byToken(token).get('/api/personas')).status).toBe(200)
    expect((await audit(`&thing=${id}`)).map(({ operation, members }) => [operation, members])).toEqual([
      ['update', ['lastUsedAt']],
      ['insert', []],
    ])
    await made(ann.put('/api/user/profile', { password: 'another-secret-9' }))
    const [changed] = await audit(`&thing=${ann.id}`)
    expect(changed?.members).toContain('passwordHash')
    const everything = JSON.stringify(await lines())
    for (const secret of [token, 'another-secret-9', '$2']) expect(everything).not.toContain(secret)
  })

  it('is for administrators alone, and refuses conditions that it does not know', async () => {
    expect((await ann.get('/api/admin/audit')).status).toBe(403)
    expect((await api.anonymous.get('/api/admin/audit')).status).toBe(401)
    const { errors } = await ann.graph('{ audit { nodes { position } } }')
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    for (const [query, field] of [
      ['kind=anotation', 'kind'],
      ['operation=move', 'operation'],
      ['userId=me', 'userId'],
      ['from=yesterday', 'from'],
      ['from=2026-01-02&to=2026-01-01', 'to'],
      ['after=x', 'after'],
    ]) {
      const { status, body } = await admin.get(`/api/admin/audit?${query}`)
      expect([status, body.details?.[0]?.field], query).toEqual([400, field])
    }
    const graph = await admin.graph('{ audit(filter: { kind: "anotation", userId: "me" }) { nodes { position } } }')
    expect(graph.errors?.[0]?.extensions['code']).toBe('VALIDATION_ERROR')
  })

  it('says why there is none where no log is kept', async () => {
    const off = await startApi({ HISTORY_DAYS: '0' })
    try {
      const other = await off.admin()
      const { status, body } = await other.get('/api/admin/audit')
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect(body.message).toContain('HISTORY_DAYS')
      expect((await other.get('/api/export/personas')).status).toBe(200)
      const { rows } = await off.app.services.pool.query("select 1 from changes where kind = 'export'")
      expect(rows).toEqual([])
    } finally {
      await off.stop()
    }
  })
})
