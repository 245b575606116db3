import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../src/accounts/session.service.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import {
  frames,
  made,
  makeCorrespondence,
  makeDecision,
  makeVideo,
  makeWorkspace,
  unique,
  urlOf,
} from '../support/workspace.js'

interface Operation {
  parameters?: { name: string }[]
  responses: { 200?: { headers?: object; content?: Record<string, { schema: { type?: string } }> } }
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, { get?: Operation }> }
const arrays = Object.entries(paths).flatMap(([path, { get }]) =>
  get?.responses[200]?.content?.['application/json']?.schema.type === 'array' ? [{ path, operation: get }] : [],
)
/** Lists that are never longer than what one screen shows. */
const short = ['/api/users', '/api/projects/{projectId}/reviews']
/** A search is answered in parts only. */
const lists = arrays.map(({ path }) => path).filter((path) => ![...short, '/api/search'].includes(path))

let api: TestApi
let ann: Person
let admin: Person
let stranger: Person
let ids: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  stranger = await api.person()
  admin = await api.admin()
  ids = (await makeWorkspace(api, ann)).ids
  for (let i = 0; i < 5; i++) await addToEveryList()
}, 120_000)
afterAll(() => api.stop())

async function addToEveryList(): Promise<void> {
  const other = await api.person()
  const { projectId, groupId, videoId, summaryId, claimId } = ids
  await openSession(api.app.context(), ann.id, 7, { ipAddress: null, userAgent: 'tests' })
  await made(ann.post('/api/tokens', { name: unique('token'), scopes: ['read'] }))
  const key = { provider: unique('provider'), keyName: unique('key'), apiKey: 'sk-0123456789' }
  await made(ann.post('/api/api-keys', key))
  await made(admin.post('/api/admin/api-keys', key))
  await made(ann.post('/api/groups', { name: 'Pier', slug: unique('pier') }))
  await made(ann.post(`/api/groups/${groupId}/members`, { userId: other.id, role: 'group_member' }))
  await made(ann.post('/api/projects', { name: 'Quay', slug: unique('quay') }))
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: other.id, role: 'annotator' }))
  const invited = await api.person()
  await made(ann.post(`/api/projects/${projectId}/invitations`, { userId: invited.id, role: 'viewer' }))
  await made(admin.post(`/api/projects/${projectId}/videos`, { videoId: await makeVideo(api) }))
  const named = [{ field: 'filename', operator: 'contains', value: unique('never') }]
  const rule = { name: unique('rule'), targetType: 'project', targetId: projectId, conditions: named, isActive: false }
  await made(admin.post('/api/admin/video-assignments/rules', rule))
  const about = { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }
  const persona = await made(ann.post('/api/personas', about))
  await made(ann.post('/api/personas', { ...about, name: unique('Scout'), projectId }))
  await made(ann.post('/api/annotations', { videoId, personaId: persona.id, type: 'type', label: 'ship', frames }))
  // A track that the other persona does not have, and a type that corresponds to one of another persona.
  const { id: annotationId } = await made(
    ann.post('/api/annotations', { videoId, personaId: ids['personaId'], type: 'type', label: 'ship', frames }),
  )
  await makeDecision(ann, { videoId: videoId ?? '', annotationId, personaId: persona.id })
  await makeCorrespondence(ann, ids['personaId'] ?? '')
  const personaIds = [ids['personaId'], ids['otherPersonaId']]
  await made(ann.post(`/api/projects/${projectId}/agreement`, { personaIds }))
  await made(ann.post('/api/summaries', { videoId, personaId: persona.id, summary: 'A ferry leaves.' }))
  const root = await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: unique('A ferry leaves') }))
  const below = await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'Late', parentClaimId: root.id }))
  await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: unique('Very late'), parentClaimId: below.id }))
  const share = { resourceType: 'claim', resourceId: claimId, sharedWithUserId: other.id, permissionLevel: 'read_only' }
  await made(ann.post('/api/sharing', share))
  const theirs = await made(other.post('/api/personas', { ...about, name: unique('Scout') }))
  const back = { resourceType: 'persona', resourceId: theirs.id, sharedWithUserId: ann.id }
  await made(other.post('/api/sharing', { ...back, permissionLevel: 'read_only' }))
  const order = { id: newId(), createdBy: ann.id, contents: 'all', scope: 'own', filters: '{}', format: 'ndjson' }
  const orderedAt = { createdAt: new Date() }
  await api.app.services.db
    .insertInto('frozenExports')
    .values({ ...order, ...orderedAt })
    .execute()
}

/** What the lists of comparisons need. */
const compared = () => `personaIds=${ids['personaId']},${ids['otherPersonaId']}`
const addressOf = (path: string) => {
  const address = urlOf(path.replace(/\{(\w+)\}/g, ':$1'), ids)
  return path.endsWith('/disagreements') ? withQuery(address, compared()) : address
}
const readerOf = (path: string) => (path.startsWith('/api/admin/') ? admin : ann)

/** Returns the parts of a list, from the first to the one that names no next. */
async function partsOf(who: Person, address: string): Promise<any[][]> {
  const parts: any[][] = []
  for (let next: string | undefined = address; next;) {
    const { status, body, headers } = await who.get<any[]>(next)
    expect({ next, status }).toEqual({ next, status: 200 })
    parts.push(body)
    next = nextOf(headers)
  }
  return parts
}

const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
const withQuery = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`

describe('parts of lists', () => {
  it('are documented for every list of REST, with their parameters and the header that leads on', () => {
    const documented = arrays.filter(({ path }) => !short.includes(path))
    for (const { path, operation } of documented) {
      expect({ path, names: operation.parameters?.map(({ name }) => name) }).toMatchObject({
        names: expect.arrayContaining(['limit', 'cursor']) as unknown,
      })
      expect({ path, headers: operation.responses[200]?.headers }).toMatchObject({ headers: { Link: {} } })
    }
    expect(documented.length).toBeGreaterThanOrEqual(28)
  })

  it.each(lists)('make up the whole list: %s', async (path) => {
    const [who, address] = [readerOf(path), addressOf(path)]
    const whole = await who.get<any[]>(address)
    expect(whole.body.length).toBeGreaterThanOrEqual(5)
    expect(whole.headers.get('link')).toBeNull()
    const parts = await partsOf(who, withQuery(address, 'limit=2'))
    expect(parts.flat()).toEqual(whole.body)
    expect(parts.slice(0, -1).every((part) => part.length === 2)).toBe(true)
    expect((await partsOf(who, withQuery(address, 'limit=100'))).flat()).toEqual(whole.body)
  })

  it.each(lists)('are refused, by name, for a wrong size and a cursor of elsewhere: %s', async (path) => {
    const [who, address] = [readerOf(path), addressOf(path)]
    const other = await admin.get('/api/admin/video-assignments/rules?limit=1')
    const elsewhere = path.endsWith('/rules')
      ? nextOf((await ann.get('/api/personas?limit=1')).headers)
      : nextOf(other.headers)
    const cursor = new URL(elsewhere!, api.url).searchParams.get('cursor')!
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=two', 'limit'],
      ['cursor=nonsense', 'cursor'],
      ['cursor=', 'cursor'],
      [`cursor=${cursor}`, 'cursor'],
    ] as const) {
      const { status, body } = await who.get(withQuery(address, query))
      expect({ query, status, body }).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: [{ field }] },
      })
    }
  })

  it.each(lists)('show a stranger who has the cursor nothing else than the whole list does: %s', async (path) => {
    const address = addressOf(path)
    const next = nextOf((await readerOf(path).get(withQuery(address, 'limit=2'))).headers)!
    const whole = await stranger.get<any[]>(address)
    const part = await stranger.get<any[]>(next)
    expect(part.status).toBe(whole.status)
    if (whole.status === 200) for (const item of part.body) expect(whole.body).toContainEqual(item)
  })

  it.each(lists)('cost the same number of statements, whatever their size: %s', async (path) => {
    const [who, address] = [readerOf(path), addressOf(path)]
    const counts = []
    for (const limit of [1, 4])
      counts.push((await statementsOf(() => who.get(withQuery(address, `limit=${limit}`)))).statements.length)
    expect(counts[1]).toBe(counts[0])
  })

  it('keep the filter and the size of the first one, and begin anywhere with 50 items', async () => {
    const filtered = `/api/summaries/${ids['summaryId']}/claims?search=very%20late`
    const whole = await ann.get(filtered)
    expect(whole.body).toHaveLength(5)
    expect((await partsOf(ann, `${filtered}&limit=2`)).map((part) => part.length)).toEqual([2, 2, 1])
    expect((await partsOf(ann, `${filtered}&limit=2`)).flat()).toEqual(whole.body)
    const next = new URL(nextOf((await ann.get(`${filtered}&limit=1`)).headers)!, api.url)
    expect([next.pathname, next.searchParams.get('search'), next.searchParams.get('limit')]).toEqual([
      `/api/summaries/${ids['summaryId']}/claims`,
      'very late',
      '1',
    ])
    next.searchParams.delete('limit')
    expect((await ann.get(next.pathname + next.search)).body).toEqual(whole.body.slice(1))
  })

  it.each([
    ['includeSubclaims=false'],
    ['includeSubclaims=false&search=ferry'],
    ['minConfidence=0.5'],
    ['search=late&minConfidence=0'],
  ])('of trees of claims make up the whole list with %s', async (query) => {
    const address = `/api/summaries/${ids['summaryId']}/claims?${query}`
    expect((await partsOf(ann, `${address}&limit=1`)).flat()).toEqual((await ann.get(address)).body)
  })

  it('of a summary that the caller may not read are not found', async () => {
    const { status } = await stranger.get(`/api/summaries/${ids['summaryId']}/claims?limit=1`)
    expect(status).toBe(404)
  })

  it.each([
    ['/api/videos', 'videos', ''],
    ['/api/personas', 'personas', ''],
    ['/api/projects', 'projects', ''],
    ['/api/groups', 'groups', ''],
    ['/api/sessions', 'sessions', ''],
    ['/api/tokens', 'tokens', ''],
    ['/api/sharing/sent', 'sharesSent', ''],
    ['/api/annotations/{videoId}', 'annotations', 'filter: { videoId: $videoId }'],
    ['/api/videos/{videoId}/summaries', 'summaries', 'filter: { videoId: $videoId }'],
  ])('have the cursors of the GraphQL list of the same items: %s', async (path, list, argument) => {
    const address = addressOf(path)
    const next = nextOf((await ann.get(`${address}?limit=2`)).headers)!
    const after = new URL(next, api.url).searchParams.get('cursor')
    const declared = argument ? ', $videoId: ID!' : ''
    const data = await made(
      ann.graph(
        `query Next($after: String${declared}) { ${list}(first: 2, after: $after${argument && `, ${argument}`}) { nodes { id } } }`,
        { after, ...(argument && { videoId: ids['videoId'] }) },
      ),
    )
    const ofRest = (await ann.get<{ id: string }[]>(next)).body
    expect(data[list].nodes).toEqual(ofRest.map(({ id }) => ({ id })))
  })
})
