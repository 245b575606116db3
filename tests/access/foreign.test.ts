import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { frames, idName, made, makeWorkspace, missingId, types, urlOf, type Workspace } from '../support/workspace.js'

let api: TestApi
let owner: Person
let stranger: Person
let workspace: Workspace
/** The same names, with ids that do not exist. */
let nothing: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  owner = await api.person()
  stranger = await api.person()
  workspace = await makeWorkspace(api, owner)
  await stranger.get('/api/personas')
  const scout = { name: 'Scout', role: 'Scout', informationNeed: 'Who leaves?' }
  const { id: otherPersonaId } = await made(owner.post('/api/personas', scout))
  nothing = Object.fromEntries(
    Object.entries(workspace.ids).map(([name, id]) => [
      name,
      name === 'jobId' ? id.replace(/[0-9a-f]{8}-/, '0193e5a0-') : missingId,
    ]),
  )
  workspace.ids['otherPersonaId'] = otherPersonaId
  nothing['otherPersonaId'] = missingId.replace('0193e5a0', '0193e5a1')
})
afterAll(() => api.stop())

const area = { x: 0, y: 0, width: 1, height: 1 }
/** Request bodies that would be accepted from the owner. */
const bodies: Record<string, (ids: Record<string, string>) => unknown> = {
  'PUT /api/api-keys/:keyId': () => ({ keyName: 'mine now' }),
  'PUT /api/personas/:id': () => ({ name: 'Mine' }),
  'PUT /api/personas/:id/ontology': () => types,
  ...Object.fromEntries(
    ['entities', 'events', 'roles', 'relation-types'].map((array) => [
      `PUT /api/personas/:personaId/ontology/${array}/:typeId`,
      () => ({ name: 'Mine' }),
    ]),
  ),
  'PUT /api/videos/:videoId/presence': () => ({ page: 'mine', frame: 1 }),
  'POST /api/videos/:videoId/detect': () => ({ manualQuery: 'a ferry' }),
  'POST /api/videos/:videoId/detections': (ids) => ({ personaId: ids['personaId'] }),
  'POST /api/videos/:videoId/track': (ids) => ({
    type: 'type',
    label: 'mine',
    personaId: ids['personaId'],
    frame: 0,
    box: area,
  }),
  'POST /api/videos/:videoId/detections/adopt': (ids) => ({
    type: 'type',
    personaId: ids['personaId'],
    videoWidth: 640,
    videoHeight: 480,
    frames: [{ frameNumber: 0, detections: [{ label: 'mine', boundingBox: area }] }],
  }),
  'PUT /api/annotations/:id': () => ({ label: 'mine' }),
  'PATCH /api/annotations/:id/sequence': () => ({ upsert: [{ frameNumber: 3, ...area }] }),
  'PUT /api/videos/:videoId/summaries/:summaryId': () => ({ summary: 'mine' }),
  'POST /api/summaries/:summaryId/claims': () => ({ text: 'mine' }),
  'PUT /api/claims/:claimId': () => ({ text: 'mine' }),
  'POST /api/summaries/:summaryId/claims/bulk': () => ({ claims: [{ text: 'mine', confidence: 1 }] }),
  'PUT /api/summaries/:summaryId/claims/:claimId': () => ({ text: 'mine' }),
  'POST /api/videos/:videoId/personas/:personaId/claims': () => ({ text: 'mine' }),
  'POST /api/claims/:sourceClaimId/relations': (ids) => ({
    targetClaimId: ids['otherClaimId'],
    relationTypeId: 'supports',
  }),
  'POST /api/summaries/:summaryId/claims/:claimId/relations': (ids) => ({
    targetClaimId: ids['otherClaimId'],
    relationTypeId: 'supports',
  }),
  'POST /api/videos/:videoId/agreement/decisions': (ids) => ({
    ...{
      kind: 'missing',
      things: [{ id: ids['annotationId'], version: 1 }],
      personaId: ids['personaId'],
      note: 'mine',
    },
  }),
}

/** What a path needs behind it to be accepted from the owner. */
const ofPersonas = (ids: Record<string, string>) => `?personaIds=${ids['personaId']},${ids['otherPersonaId']}`
const queries: Record<string, (ids: Record<string, string>) => string> = {
  'GET /api/videos/:videoId/agreement': ofPersonas,
  'GET /api/videos/:videoId/agreement/claims': ofPersonas,
  'GET /api/videos/:videoId/agreement/disagreements': ofPersonas,
  'GET /api/personas/:personaId/type-correspondences/suggestions': (ids) => `?otherPersonaId=${ids['otherPersonaId']}`,
}

/**
 * Routes with an id in the path that must hide whether it exists. Left out are those for which docs/api.md documents
 * 403: sessions, groups, projects, shares, and what only administrators may do; and the objects of the caller's own
 * world, whose ids are unique in that world alone.
 */
const hidden = documentedRoutes.filter(
  ({ path, refusals }) => path.includes(':') && !path.startsWith('/api/world/') && !refusals.includes(403),
)

/** Sends a request; returns everything of the response that a client sees and that does not differ between any two. */
async function seen(who: Person, method: string, path: string, ids: Record<string, string>) {
  const body = bodies[`${method} ${path}`]?.(ids)
  const answer = await who.request(urlOf(path, ids) + (queries[`${method} ${path}`]?.(ids) ?? ''), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name)),
  )
  // The rate limit headers change with every request.
  return { status: answer.status, headers: { ...headers, ratelimit: undefined }, text: await answer.text() }
}

describe('what belongs to others', () => {
  it('answers its owner, by the same requests', async () => {
    const readable = hidden.filter(
      ({ method, path }) =>
        ['GET', 'PUT'].includes(method) && !/stream|thumbnail|synthesis|frames$|boxes$|file$/.test(path),
    )
    for (const { method, path } of readable) {
      const { status, text } = await seen(owner, method, path, workspace.ids)
      expect(status, `${method} ${path} ${text}`).toBe(200)
    }
  })

  it('answers as if it did not exist, by every route with an id in it (G-14)', async () => {
    expect(hidden.length).toBeGreaterThan(55)
    const differences: object[] = []
    for (const { method, path } of hidden) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => idName(path, name))
      const missing = await seen(stranger, method, path, { ...nothing, typeId: 'ship' })
      if (missing.status >= 400 && missing.status !== 404) differences.push({ route: `${method} ${path}`, missing })
      const foreign = await seen(stranger, method, path, workspace.ids)
      if (JSON.stringify(foreign) !== JSON.stringify(missing))
        differences.push({ route: `${method} ${path}`, foreign, missing })
      for (const name of names.length > 1 ? names : []) {
        const mixed = await seen(stranger, method, path, { ...workspace.ids, [name]: missingId })
        if (JSON.stringify(mixed) !== JSON.stringify(missing))
          differences.push({ route: `${method} ${path}`, only: name, mixed, missing })
      }
    }
    expect(differences).toEqual([])
  })

  it('answers so to people who may read it but not write it, except that they can read it (SH-09)', async () => {
    const reader = await api.person()
    const share = { sharedWithUserId: reader.id, permissionLevel: 'read_only' }
    for (const [resourceType, resourceId] of [
      ['persona', 'personaId'],
      ['summary', 'summaryId'],
      ['annotation', 'annotationId'],
    ] as const) {
      expect(
        (await owner.post('/api/sharing', { resourceType, resourceId: workspace.ids[resourceId], ...share })).status,
      ).toBe(201)
    }
    const writes = hidden.filter(
      ({ method, path }) => ['PUT', 'DELETE'].includes(method) && /personas|annotations|summar|claims/.test(path),
    )
    expect(writes.length).toBeGreaterThan(10)
    for (const { method, path } of writes) {
      expect(await seen(reader, method, path, workspace.ids), `${method} ${path}`).toEqual(
        await seen(reader, method, path, { ...nothing, typeId: 'ship' }),
      )
    }
  })

  it('answers so where a body refers to it', async () => {
    const persona = await made(stranger.post('/api/personas', { name: 'Own', role: 'r', informationNeed: 'i' }))
    const summary = await made(stranger.post('/api/summaries', { videoId: 'own', personaId: persona.id, summary: 's' }))
    const claim = await made(stranger.post(`/api/summaries/${summary.id}/claims`, { text: 'own' }))
    const requests: [string, (ids: Record<string, string>) => unknown][] = [
      ['/api/annotations', ({ personaId }) => ({ videoId: 'own', personaId, type: 'type', label: 'l', frames })],
      [
        '/api/annotations',
        ({ videoId }) => ({
          videoId: videoId === missingId ? workspace.ids['videoId'] : videoId,
          personaId: persona.id,
          type: 'type',
          label: 'l',
          frames,
        }),
      ],
      ['/api/summaries', ({ personaId }) => ({ videoId: 'own', personaId, summary: 's' })],
      ['/api/videos/summaries/generate', ({ videoId }) => ({ videoId, personaId: persona.id })],
      ['/api/ontology/augment', ({ personaId }) => ({ personaId, domain: 'd', targetCategory: 'entity' })],
      [`/api/summaries/${summary.id}/claims`, ({ claimId }) => ({ text: 't', parentClaimId: claimId })],
      [`/api/claims/${claim.id}/relations`, ({ claimId }) => ({ targetClaimId: claimId, relationTypeId: 'supports' })],
      ...(
        [
          ['persona', 'personaId'],
          ['annotation', 'annotationId'],
          ['summary', 'summaryId'],
          ['claim', 'claimId'],
          ['world_state', 'worldId'],
        ] as const
      ).map(([resourceType, name]): [string, (ids: Record<string, string>) => unknown] => [
        '/api/sharing',
        (ids) => ({ resourceType, resourceId: ids[name], sharedWithUserId: owner.id }),
      ]),
      ['/api/personas', ({ projectId }) => ({ name: 'n', role: 'r', informationNeed: 'i', projectId })],
      ['/api/projects', ({ groupId }) => ({ name: 'n', slug: 'of-a-group', ownerGroupId: groupId })],
    ]
    for (const [path, body] of requests) {
      const [foreign, missing] = [
        await stranger.post(path, body(workspace.ids)),
        await stranger.post(path, body(nothing)),
      ]
      expect(foreign.status, `${path} ${foreign.text}`).toBeGreaterThanOrEqual(400)
      expect({ status: foreign.status, text: foreign.text }, path).toEqual({
        status: missing.status,
        text: missing.text,
      })
    }
  })

  it('is null by every GraphQL field with an id, as what does not exist', async () => {
    const fields = ['persona', 'annotation', 'summary', 'claim', 'video', 'job', 'node']
    const query = `query (${fields.map((name) => `$${name}: ID!`).join(' ')}) { ${fields.map((name) => `${name}(id: $${name}) { id }`).join(' ')} }`
    const ask = (ids: Record<string, string>) =>
      stranger.graph(
        query,
        Object.fromEntries(fields.map((name) => [name, ids[name === 'node' ? 'relationId' : `${name}Id`]])),
      )
    const foreign = await ask(workspace.ids)
    expect(foreign).toEqual({ ...(await ask(nothing)), extensions: (foreign as { extensions?: unknown }).extensions })
    expect(foreign.data).toEqual(Object.fromEntries(fields.map((name) => [name, null])))
  })
})
