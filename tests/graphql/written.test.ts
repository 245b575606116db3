import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let videoId: string
let content: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  videoId = await makeVideo(api)
  content = await makeContent(ann, videoId)
  // The access rules of a user are compiled at the first request.
  await made(ann.get('/api/auth/me'))
})
afterAll(() => api.stop())

const claimFields = `__typename id summaryId summaryType text parentClaimId confidence extractionStrategy modelUsed comment
  creatorId version createdAt updatedAt audio gloss { type content refType } textSpans { charStart charEnd }
  evidence { text } claimerType originalText projectId creator { username } summary { id } parent { id }`
const annotationFields = `__typename id videoId personaId creatorId projectId type label linkType confidence source
  frames { boxes { frameNumber x y width height isKeyframe extra } interpolationMode keyframeCount extra }
  keyframeCount boxCount interpolatedFrameCount firstFrame lastFrame version stale createdAt updatedAt
  persona { name } video { id } creator { username }`
const frames = (x: number) => ({
  boxes: [0, 10].map((frameNumber) => ({ frameNumber, x, y: 2.5, width: 3, height: 4, isKeyframe: true })),
  interpolationMode: 'linear',
})
const gloss = [{ type: 'text', content: 'A "ferry" at 東京.' }]

/** Mutations that write one row, each with the fields of its type and the query that reads it. */
const writes = {
  createClaim: () => ({
    input: { summaryId: content.summaryId, text: 'It leaves.', gloss, confidence: 0.25, audio: ['speech'] },
    fields: claimFields,
    query: 'claim',
  }),
  updateClaim: () => ({
    input: {
      id: content.claimId,
      text: 'It stays.',
      comment: null,
      parentClaimId: null,
      evidence: [{ text: 'seen', source: 'frame' }],
    },
    fields: claimFields,
    query: 'claim',
  }),
  createClaimForVideo: () => ({
    input: { videoId, personaId: content.personaId, text: 'It turns.' },
    fields: claimFields,
    query: 'claim',
  }),
  createAnnotation: () => ({
    input: { videoId, personaId: content.personaId, type: 'type', label: 'ship', frames: frames(1) },
    fields: annotationFields,
    query: 'annotation',
  }),
  updateAnnotation: () => ({
    input: { id: content.annotationId, personaId: content.personaId, label: 'ferry', frames: frames(7) },
    fields: annotationFields,
    query: 'annotation',
  }),
}

const mutationOf = (name: keyof typeof writes, fields: string) =>
  `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
    ${name}(input: $input) { ${writes[name]().query} { ${fields} } } }`

describe('what a mutation answers', () => {
  for (const name of Object.keys(writes) as (keyof typeof writes)[]) {
    it(`${name}: equals what is read afterwards, in one transaction too`, async () => {
      const { input, fields, query } = writes[name]()
      const read = async (id: string) => (await made(ann.graph(`{ ${query}(id: "${id}") { ${fields} } }`)))[query]
      const one = (await made(ann.graph(mutationOf(name, fields), { input })))[name][query]
      expect(one).toEqual(await read(one.id))
      const twice = mutationOf(name, fields).replace(
        /\}$/,
        `again: ${name}(input: $input) { ${query} { ${fields} } } }`,
      )
      const again = (await made(ann.graph(twice, { input }))).again[query]
      expect(again).toEqual(await read(again.id))
      expect({ ...again, id: 0, version: 0, createdAt: 0, updatedAt: 0 }).toEqual({
        ...one,
        id: 0,
        version: 0,
        createdAt: 0,
        updatedAt: 0,
      })
    })
  }

  it('shows fields that lead to other rows, and those that resolvers compute', async () => {
    const input = { ...writes.createClaim().input, gloss: [{ type: 'objectRef', content: 'nowhere' }] }
    const fields = 'viewerCan { update } gloss { target { __typename } } subclaims { id } outgoing { id }'
    const { createClaim } = await made(ann.graph(mutationOf('createClaim', fields), { input }))
    expect(createClaim.claim).toEqual({
      viewerCan: { update: true },
      gloss: [{ target: null }],
      subclaims: [],
      outgoing: [],
    })
  })
})

describe('a reviewer who changes what others made', () => {
  it('stores the comment and the confidence, and nothing else', async () => {
    const ben = await api.person('ben')
    const project = await made(ann.post('/api/projects', { name: 'Harbour', slug: unique('harbour') }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'reviewer' }))
    const { claimId, annotationId } = await makeContent(ann, videoId, project.id)
    const comment = mutationOf('updateClaim', 'comment')
    expect(
      (await made(ben.graph(comment, { input: { id: claimId, comment: 'Seen.' } }))).updateClaim.claim.comment,
    ).toBe('Seen.')
    await made(ben.put(`/api/claims/${claimId}`, { confidence: 0.125 }))
    await made(ben.put(`/api/annotations/${annotationId}`, { confidence: 0.25 }))
    expect((await ben.put(`/api/claims/${claimId}`, { text: 'Mine.', comment: 'x' })).status).toBe(404)
    expect((await ben.put(`/api/annotations/${annotationId}`, { confidence: 1, label: 'x' })).status).toBe(404)
    const { text } = await made(ann.get(`/api/claims/${claimId}`))
    expect(
      await made(
        ben.graph(`{ claim(id: "${claimId}") { text comment confidence }
      annotation(id: "${annotationId}") { confidence } }`),
      ),
    ).toEqual({ claim: { text, comment: 'Seen.', confidence: 0.125 }, annotation: { confidence: 0.25 } })
  })
})

/** Takes the numbers of new tracks, for all requests that arrive together. */
const takesNumbers = /insert into track_numbers/

describe('a write takes one statement besides that of the session', () => {
  const count = async (act: () => Promise<unknown>) => {
    await act()
    const { statements } = await statementsOf(act)
    return statements.filter((text) => !/\bsessions\b/.test(text))
  }
  const plain = {
    claim: 'id text version createdAt gloss { content }',
    annotation: 'id label frames { boxes { x extra } extra } version',
  }

  it.each(['createClaim', 'updateClaim', 'createAnnotation', 'updateAnnotation'] as const)('%s', async (name) => {
    const { input, query } = writes[name]()
    const mutation = mutationOf(name, plain[query as keyof typeof plain])
    const sent = await count(() => made(ann.graph(mutation, { input })))
    expect(sent.filter((text) => !takesNumbers.test(text))).toHaveLength(1)
  })

  it('POST and PUT of claims and annotations', async () => {
    const { summaryId, claimId, otherClaimId, annotationId } = content
    const annotation = writes.createAnnotation().input
    const acts = {
      'POST claim': () => ann.post(`/api/summaries/${summaryId}/claims`, { text: 'It is late.' }),
      'PUT claim': () => ann.put(`/api/claims/${otherClaimId}`, { text: 'It is early.' }),
      'POST annotation': () => ann.post('/api/annotations', annotation),
      'PUT annotation': () => ann.put(`/api/annotations/${annotationId}`, { label: 'boat', frames: frames(9) }),
      'PUT persona of annotation': () => ann.put(`/api/annotations/${annotationId}`, { personaId: content.personaId }),
    }
    for (const [what, act] of Object.entries(acts)) {
      const sent = await count(() => made(act()))
      expect(
        sent.filter((text) => !takesNumbers.test(text)),
        what,
      ).toHaveLength(1)
      expect(sent, what).toHaveLength(what === 'POST annotation' ? 2 : 1)
    }
    // The answer has the claims below it, which are read where there are some.
    expect(await count(() => made(ann.put(`/api/claims/${claimId}`, { text: 'It is noon.' })))).toHaveLength(2)
  })
})
