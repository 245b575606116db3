import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { makeVideo, makeWorkspace, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let admin: Person
let ids: Record<string, string>

beforeAll(async () => {
  api = await startApi({ BASE_PATH: '/annotation' })
  ann = await api.person()
  admin = await api.admin()
  ids = (await makeWorkspace(api, ann)).ids
})
afterAll(() => api.stop())

const named = () => ({ name: unique('N'), slug: unique('n') })
const gloss = [{ type: 'text', content: 'A ship' }]

describe('what a request has created', () => {
  const requests: [string, () => [string, object], (() => Person)?][] = [
    ['a persona', () => ['/api/personas', { name: 'P', role: 'R', informationNeed: 'I' }]],
    ['a project', () => ['/api/projects', named()]],
    ['a group', () => ['/api/groups', named()]],
    ['a claim', () => [`/api/summaries/${ids['summaryId']}/claims`, { text: 'A ship', gloss }]],
    [
      'a claim of a video and a persona',
      () => [`/api/videos/${ids['videoId']}/personas/${ids['personaId']}/claims`, { text: 'A boat', gloss }],
    ],
    ['a webhook', () => ['/api/webhooks', { url: 'https://example.org/hook', projectId: ids['projectId'] }]],
    [
      'an account',
      () => ['/api/admin/users', { username: unique('bob'), password: 'longenough', displayName: 'B' }],
      () => admin,
    ],
    [
      'a service account',
      () => ['/api/admin/service-accounts', { username: unique('bot'), displayName: 'Bot' }],
      () => admin,
    ],
  ]
  it.each(requests)(
    'is read at the Location of the answer, also of a repeated one: %s',
    async (_, what, who = () => ann) => {
      const [path, body] = what()
      const key = { 'idempotency-key': unique('key') }
      const made = await who().post(path, body, key)
      expect(made.status, made.text).toBe(201)
      const location = made.headers.get('location') ?? ''
      expect(location).toMatch(/^\/annotation\/api\//)
      const read = await who().get(location.slice('/annotation'.length))
      const thing = made.body.claim ?? made.body
      expect([read.status, read.body.id]).toEqual([200, thing.id])
      const again = await who().post(path, body, key)
      if (again.headers.get('idempotency-replayed')) expect(again.headers.get('location')).toBe(location)
    },
  )

  it('is read at its Location: a summary, by its video and persona', async () => {
    const videoId = await makeVideo(api)
    const made = await ann.post('/api/summaries', { videoId, personaId: ids['personaId'], summary: gloss })
    const location = made.headers.get('location') ?? ''
    expect(location).toBe(`/annotation/api/videos/${videoId}/summaries/${ids['personaId']}`)
    expect((await ann.get(location.slice('/annotation'.length))).body.id).toBe(made.body.id)
  })

  it('is read at its own path: an object of a world', async () => {
    const path = `/api/world/entities/${unique('quay')}`
    const made = await ann.put(path, { name: 'Quay' })
    expect([made.status, made.headers.get('location')]).toEqual([201, `/annotation${path}`])
    const changed = await ann.put(path, { name: 'Pier' })
    expect([changed.status, changed.headers.get('location')]).toEqual([200, null])
  })

  it('can be edited with the ETag of the answer, without being read first', async () => {
    const claims = `/api/summaries/${ids['summaryId']}/claims`
    const creations: [string, object, (id: string) => string, object][] = [
      [claims, { text: 'A ship', gloss }, (id) => `/api/claims/${id}`, { confidence: 0.5 }],
      ['/api/personas', { name: 'P', role: 'R', informationNeed: 'I' }, (id) => `/api/personas/${id}`, { name: 'Q' }],
    ]
    for (const [path, body, at, change] of creations) {
      const made = await ann.post(path, body)
      const tag = made.headers.get('etag') ?? ''
      const edit = () => ann.put(at(made.body.id as string), change, { 'if-match': tag })
      expect((await edit()).status, path).toBe(200)
      const other = await ann.put(at(made.body.id as string), { ...change, name: 'R', text: 'R' }, { 'if-match': tag })
      expect([400, 412], path).toContain(other.status)
    }
  })
})

describe('the header Prefer', () => {
  it('leaves out the body of a write with return=minimal, and says so', async () => {
    const minimal = { prefer: 'return=minimal' }
    const made = await ann.post('/api/personas', { name: 'P', role: 'R', informationNeed: 'I' }, minimal)
    expect([made.status, made.text, made.headers.get('preference-applied')]).toEqual([201, '', 'return=minimal'])
    const path = made.headers.get('location')!.slice('/annotation'.length)
    const changed = await ann.put(path, { name: 'Q' }, minimal)
    expect([changed.status, changed.text, changed.headers.get('preference-applied')]).toEqual([
      204,
      '',
      'return=minimal',
    ])
    const read = await ann.get(path)
    expect([read.body.name, read.headers.get('etag')]).toEqual(['Q', changed.headers.get('etag')])
  })

  it('returns the representation with return=representation, and says so', async () => {
    const sent = { prefer: 'respond-async, return="representation"' }
    const { status, body, headers } = await ann.put(`/api/personas/${ids['personaId']}`, { details: unique('d') }, sent)
    expect([status, body.id, headers.get('preference-applied')]).toEqual([
      200,
      ids['personaId'],
      'return=representation',
    ])
  })

  it('changes no refusal, and is not said to be applied to a read', async () => {
    const refused = await ann.put(`/api/personas/${ids['personaId']}`, { name: 5 }, { prefer: 'return=minimal' })
    expect([refused.status, refused.body.code, refused.headers.get('preference-applied')]).toEqual([
      400,
      'VALIDATION_ERROR',
      null,
    ])
    const read = await ann.get(`/api/personas/${ids['personaId']}`, { prefer: 'return=minimal' })
    expect([read.status, read.body.id, read.headers.get('preference-applied')]).toEqual([200, ids['personaId'], null])
  })
})

describe('errors as problem details (RFC 9457)', () => {
  const accept = 'application/json, application/problem+json'

  it('are sent to clients that accept them, with the documented members', async () => {
    const refused = await ann.put(`/api/personas/${ids['personaId']}`, { name: 5 }, { accept })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(JSON.parse(refused.text)).toMatchObject({
      type: 'about:blank',
      title: 'Validation error',
      status: 400,
      code: 'VALIDATION_ERROR',
      details: [{ field: 'name' }],
    })
    const unknown = await ann.get('/api/nowhere', { accept })
    expect(JSON.parse(unknown.text)).toMatchObject({ title: 'Not found', status: 404, code: 'NOT_FOUND' })
    expect(unknown.headers.get('cache-control')).toBe('no-store')
  })

  it('are not sent to clients that accept anything', async () => {
    for (const other of ['*/*', 'application/json', 'application/problem+json;q=0, */*']) {
      const refused = await ann.put(`/api/personas/${ids['personaId']}`, { name: 5 }, { accept: other })
      expect(refused.headers.get('content-type'), other).toBe('application/json; charset=utf-8')
      expect(refused.body.error, other).toBe('Validation error')
    }
  })
})
