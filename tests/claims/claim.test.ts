import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let summaryId: string
let personaId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  personaId = (await ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })).body.id
  summaryId = await newSummary('video-1')
})
afterAll(() => api.stop())

async function newSummary(videoId: string): Promise<string> {
  const { body, status, text } = await ann.post('/api/summaries', {
    videoId,
    personaId,
    summary: 'A pitcher throws. A batter swings.',
  })
  expect(status, text).toBe(201)
  return body.id
}

const claimsOf = (id: string) => `/api/summaries/${id}/claims`
const missing = '0193e5a0-0000-7000-8000-000000000000'

describe('claims', () => {
  it('are created with defaults, and the answer is the claim alone, however many the summary has (C-06, C-07)', async () => {
    const id = await newSummary('defaults')
    const made = await ann.post(claimsOf(id), { text: 'A pitcher throws' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      summaryId: id,
      summaryType: 'video',
      text: 'A pitcher throws',
      gloss: [],
      parentClaimId: null,
      textSpans: null,
      claimerType: null,
      claimerGloss: null,
      claimRelation: null,
      claimEventId: null,
      claimTimeId: null,
      claimLocationId: null,
      confidence: null,
      modelUsed: null,
      extractionStrategy: 'manual',
      audio: null,
      video: null,
      metadata: null,
      comment: null,
      createdBy: ann.id,
      projectId: null,
      subclaims: [],
    })
    const another = await ann.post(claimsOf(id), { text: 'Another' }, { prefer: 'return=minimal' })
    expect(another.headers.get('preference-applied')).toBe('return=minimal')
    const path = `${claimsOf(id)}/${made.body.id}`
    const changed = await ann.put(path, { text: 'A pitcher threw' })
    expect(changed.body).toEqual((await ann.get(path)).body)
    for (const { body } of [made, another, changed]) expect(Object.keys(body)).not.toContain('claims')
  })

  it('nest to any depth and come back as the same tree from every door', async () => {
    const id = await newSummary('depth')
    let parentClaimId: string | null = null
    for (let level = 0; level < 60; level++) {
      const made: { body: { id: string } } = await ann.post(
        claimsOf(id),
        { text: `level ${level}`, parentClaimId },
        { prefer: 'return=minimal' },
      )
      parentClaimId = made.body.id
    }
    let [node] = (await ann.get(claimsOf(id))).body
    for (let level = 0; level < 60; level++) {
      expect(node.text).toBe(`level ${level}`)
      node = node.subclaims[0]
    }
    const { data } = await ann.graph(
      'query ($id: ID!) { summary(id: $id) { claimTree(first: 100) { totalCount edges { depth path node { text } } } } }',
      { id },
    )
    expect(data.summary.claimTree.totalCount).toBe(60)
    expect(data.summary.claimTree.edges[59]).toMatchObject({ depth: 59, node: { text: 'level 59' } })
  })

  it('keep matching claims with their ancestors and prune other branches (C-03, C-04)', async () => {
    const id = await newSummary('filters')
    const add = async (text: string, confidence: number | null, parentClaimId: string | null = null) =>
      (
        await ann.post(claimsOf(id), {
          text,
          confidence,
          parentClaimId,
          gloss: [{ type: 'text', content: `gloss of ${text}` }],
        })
      ).body.id as string
    const root = await add('root', 0.1)
    await add('Child Match', 0.9, root)
    await add('child other', 0.2, root)
    await add('lonely', null)
    const { body } = await ann.get(`${claimsOf(id)}?minConfidence=0.5`)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ text: 'root', subclaims: [{ text: 'Child Match' }] })
    expect((await ann.get(`${claimsOf(id)}?search=GLOSS OF LONELY`)).body).toMatchObject([{ text: 'lonely' }])
    expect(
      (await ann.get(`${claimsOf(id)}?includeSubclaims=false`)).body.map((one: any) => [one.text, one.subclaims]),
    ).toEqual([
      ['root', []],
      ['lonely', []],
    ])
    for (const outside of ['7', '1e400', '-1e400'])
      expect((await ann.get(`${claimsOf(id)}?minConfidence=${outside}`)).status, outside).toBe(400)
    expect((await ann.get(`${claimsOf(id)}?includeSubclaims=maybe`)).status).toBe(400)
  })

  it('refuse a parent of another summary, a blank text, a confidence outside 0 to 1 and unknown words (C-08, C-09)', async () => {
    const other = await newSummary('other')
    const { body: parent } = await ann.post(claimsOf(other), { text: 'elsewhere' })
    const wrongParent = await ann.post(claimsOf(summaryId), { text: 'x', parentClaimId: parent.id })
    expect(wrongParent.status).toBe(400)
    expect(wrongParent.body).toMatchObject({
      error: 'Validation error',
      details: [{ field: 'parentClaimId', message: 'Invalid parent claim' }],
    })
    for (const bad of [
      { text: ' ' },
      {},
      { text: 'x', confidence: 7 },
      { text: 'x', audio: ['music'] },
      { text: 'x', gloss: 'junk' },
      { text: 'x', gloss: [{ type: 'typeRef', content: 't', refPersonaId: { a: 1 } }] },
      { text: 'x', claimerGloss: [{ type: 'objectRef', content: 't', refType: ['entity'] }] },
      { text: 'x', textSpans: [{ charStart: 0, charEnd: 3_000_000_000 }] },
      { text: 'x', evidence: [{ text: 't', source: 'seen', frames: [{ frameNumber: 3_000_000_000 }] }] },
    ]) {
      const refused = await ann.post(claimsOf(summaryId), bad)
      expect(refused.status, JSON.stringify(bad)).toBe(400)
      expect(refused.body.details.length).toBeGreaterThan(0)
    }
  })

  it('change by given fields only, collapse doubled words and cannot be moved below themselves (C-09, C-10)', async () => {
    const { body: top } = await ann.post(claimsOf(summaryId), {
      text: 'top',
      audio: ['speech', 'speech'],
      comment: 'kept',
    })
    expect(top.audio).toEqual(['speech'])
    const { body: below } = await ann.post(claimsOf(summaryId), { text: 'below', parentClaimId: top.id })
    const changed = await ann.put(`/api/claims/${top.id}`, { text: 'top 2', audio: null })
    expect(changed.body).toMatchObject({ text: 'top 2', audio: null, comment: 'kept', subclaims: [{ id: below.id }] })
    const circle = await ann.put(`/api/claims/${top.id}`, { parentClaimId: below.id })
    expect(circle.status).toBe(400)
    expect((await ann.put(`/api/claims/${top.id}`, { parentClaimId: top.id })).status).toBe(400)
    const nested = await ann.put(`/api/summaries/${summaryId}/claims/${below.id}`, { text: 'below 2' })
    expect(nested.body).toMatchObject({ text: 'below 2' })
  })

  it('cannot be moved into a circle by two moves at once', async () => {
    const id = await newSummary('circle')
    const a = (await ann.post(claimsOf(id), { text: 'a' })).body.id
    const b = (await ann.post(claimsOf(id), { text: 'b' })).body.id
    const both = await Promise.all([
      ann.put(`/api/claims/${a}`, { parentClaimId: b }),
      ann.put(`/api/claims/${b}`, { parentClaimId: a }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 400])
  })

  it('go with their branch, counted in the answer (C-11, C-12)', async () => {
    const id = await newSummary('deletion')
    const { body: top } = await ann.post(claimsOf(id), { text: 'top' })
    const { body: mid } = await ann.post(claimsOf(id), { text: 'mid', parentClaimId: top.id })
    await made(ann.post(claimsOf(id), { text: 'leaf', parentClaimId: mid.id }))
    expect((await ann.delete(`/api/summaries/${summaryId}/claims/${top.id}`)).status).toBe(404)
    expect((await ann.delete(`/api/claims/${top.id}`)).body).toEqual({
      success: true,
      message: 'Claim and 2 subclaims deleted successfully',
    })
    expect((await ann.get(`/api/claims/${mid.id}`)).status).toBe(404)
    await made(ann.post(claimsOf(id), { text: 'one' }))
    await made(ann.post(claimsOf(id), { text: 'two' }))
    expect((await ann.delete(claimsOf(id))).body).toEqual({ success: true, message: 'Deleted 2 claims successfully' })
    const summary = (await ann.get('/api/videos/deletion/summaries')).body[0]
    expect(summary).toMatchObject({ claimsJson: null, claimsVersion: null, claimsExtractedAt: null })
  })

  it('come in bulk, all or nothing, in input order (C-13)', async () => {
    const id = await newSummary('bulk')
    const answer = await ann.post(`${claimsOf(id)}/bulk`, {
      claims: [
        { text: 'one', confidence: 0.5 },
        { text: 'two', confidence: null },
      ],
    })
    expect(answer.status).toBe(201)
    expect(answer.body.created).toBe(2)
    expect((await ann.get(claimsOf(id))).body.map((one: any) => one.id)).toEqual(answer.body.claimIds)
    const refused = await ann.post(`${claimsOf(id)}/bulk`, {
      claims: [{ text: 'three', confidence: 0.5 }, { text: 'four' }],
    })
    expect(refused.status).toBe(400)
    expect(refused.body.details).toEqual([{ field: 'claims.1.confidence', message: 'is required' }])
    const elsewhere = await made(ann.post(claimsOf(summaryId), { text: 'elsewhere' }))
    const stray = await ann.post(`${claimsOf(id)}/bulk`, {
      claims: [
        { text: 'five', confidence: 0.5 },
        { text: 'six', confidence: 0.5, parentClaimId: elsewhere.id },
      ],
    })
    expect([stray.status, stray.body.details]).toEqual([
      400,
      [{ field: 'claims.1.parentClaimId', message: 'Invalid parent claim' }],
    ])
    expect((await ann.get(claimsOf(id))).body).toHaveLength(2)
  })

  it('of somebody else cannot be told from missing ones by any route (G-14)', async () => {
    const { body: claim } = await ann.post(claimsOf(summaryId), { text: 'private' })
    for (const [id, summary] of [
      [claim.id, summaryId],
      [missing, missing],
    ]) {
      expect((await ben.get(claimsOf(summary))).body).toMatchObject({ error: 'Summary not found' })
      expect((await ben.post(claimsOf(summary), { text: 'x' })).body).toMatchObject({ error: 'Summary not found' })
      expect((await ben.delete(claimsOf(summary))).status).toBe(404)
      expect((await ben.get(`/api/claims/${id}`)).body).toMatchObject({ error: 'Claim not found' })
      expect((await ben.put(`/api/claims/${id}`, { text: 'x' })).status).toBe(404)
      expect((await ben.delete(`/api/claims/${id}`)).status).toBe(404)
      expect((await ben.get(`/api/claims/${id}/relations`)).status).toBe(404)
      expect((await ben.graph('query ($id: ID!) { claim(id: $id) { id } }', { id })).data.claim).toBeNull()
    }
    expect((await api.anonymous.get(claimsOf(summaryId))).status).toBe(401)
    expect((await ann.get('/api/summaries/junk/claims')).body.details).toEqual([
      { field: 'summaryId', message: 'must be a UUID' },
    ])
  })

  it('for a video and persona make an empty summary first (C-22)', async () => {
    await api.app.services.db
      .insertInto('videos')
      .values({ id: 'seen', filename: 'seen.mp4', path: 'seen.mp4' })
      .execute()
    const path = `/api/videos/seen/personas/${personaId}/claims`
    const first = await ann.post(path, { text: 'first' })
    expect(first.status).toBe(201)
    const second = await ann.post(path, { text: 'second' })
    expect(second.body.summaryId).toBe(first.body.summaryId)
    expect(first.body.claim).toMatchObject({ text: 'first', subclaims: [] })
    expect((await ann.get('/api/videos/seen/summaries')).body[0]).toMatchObject({
      summary: '',
      summaryGloss: [],
      claimsJson: { metadata: { totalClaims: 2, totalSubclaims: 0, maxDepth: 1 } },
    })
    expect((await ann.post(`/api/videos/unknown/personas/${personaId}/claims`, { text: 'x' })).body).toMatchObject({
      error: 'Video not found',
    })
    expect((await ann.post(`/api/videos/seen/personas/${missing}/claims`, { text: 'x' })).body).toMatchObject({
      error: 'Persona not found',
    })
  })
})

describe('claim relations', () => {
  it('connect two claims once and are listed by direction (CR-01, CR-05, RF-34)', async () => {
    const a = (await ann.post(claimsOf(summaryId), { text: 'a' })).body.id
    const b = (await ann.post(claimsOf(summaryId), { text: 'b' })).body.id
    const first = await ann.post(`/api/claims/${a}/relations`, {
      targetClaimId: b,
      relationTypeId: 'supports',
      confidence: 0.5,
      notes: 'n',
    })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      sourceClaimId: a,
      targetClaimId: b,
      relationTypeId: 'supports',
      sourceSpans: null,
      targetSpans: null,
      confidence: 0.5,
      notes: 'n',
      createdBy: ann.id,
    })
    expect((await ann.post(`/api/claims/${a}/relations`, { targetClaimId: b, relationTypeId: 'other' })).status).toBe(
      409,
    )
    expect(
      (
        await ann.post(`/api/summaries/${summaryId}/claims/${b}/relations`, {
          targetClaimId: a,
          relationTypeId: 'supports',
        })
      ).status,
    ).toBe(409)
    await made(
      ann.post(`/api/summaries/${summaryId}/claims/${b}/relations`, { targetClaimId: a, relationTypeId: 'other' }),
    )
    const { body } = await ann.get(`/api/claims/${a}/relations`)
    expect(body.outgoing).toEqual([first.body])
    expect(Object.keys(body)).toEqual(['outgoing', 'incoming'])
    expect((await ann.get(`/api/summaries/${summaryId}/claims/${a}/relations`)).body).toEqual(body)
    expect((await ann.post(`/api/claims/${a}/relations`, { targetClaimId: a, relationTypeId: 'x' })).status).toBe(400)
    expect((await ann.post(`/api/claims/${a}/relations`, { targetClaimId: missing, relationTypeId: 'x' })).status).toBe(
      404,
    )
    expect((await ann.delete(`/api/claims/relations/${first.body.id}`)).body).toEqual({
      success: true,
      message: 'Claim relation deleted successfully',
    })
    expect((await ann.delete(`/api/claims/relations/${first.body.id}`)).status).toBe(404)
  })
})

describe('two relations at once', () => {
  it('to and fro by the same type: one is made, by two types both (RF-34)', async () => {
    for (const [there, back, refused] of [
      ['refines', 'refines', 1],
      ['refines', 'generalizes', 0],
    ] as const)
      for (let round = 0; round < 5; round++) {
        const a = (await made(ann.post(claimsOf(summaryId), { text: 'a' }))).id
        const b = (await made(ann.post(claimsOf(summaryId), { text: 'b' }))).id
        const answers = await Promise.all([
          ann.post(`/api/claims/${a}/relations`, { targetClaimId: b, relationTypeId: there }),
          ann.post(`/api/claims/${b}/relations`, { targetClaimId: a, relationTypeId: back }),
        ])
        expect(answers.filter((one) => one.status === 409)).toHaveLength(refused)
        expect(answers.filter((one) => one.status === 201)).toHaveLength(2 - refused)
      }
  })
})

describe('limits of claims', () => {
  it('hold per user over REST and GraphQL and say how long to wait (L-01, L-02)', async () => {
    const limited = await startApi({ RATE_LIMIT_DISABLED: 'false' })
    try {
      const eva = await limited.person('eva')
      const { body: persona } = await eva.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })
      const { body: summary } = await eva.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 's' })
      const blank = () => eva.post(claimsOf(summary.id), {})
      for (let i = 0; i < 99; i++) expect((await blank()).status).toBe(400)
      const { errors } = await eva.graph(
        'mutation ($id: ID!) { createClaim(input: { summaryId: $id, text: "one" }) { claim { id } } }',
        { id: summary.id },
      )
      expect(errors).toBeUndefined()
      const refused = await blank()
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({
        error: 'Rate limit exceeded',
        code: 'RATE_LIMITED',
        retryAfter: expect.any(Number),
      })
      expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfter)
      expect(refused.headers.get('ratelimit-policy')).toBe('"claims-claims";q=100;w=60')
      expect(
        (
          await eva.graph(
            'mutation ($id: ID!) { createClaim(input: { summaryId: $id, text: "two" }) { claim { id } } }',
            { id: summary.id },
          )
        ).errors?.[0]?.extensions.code,
      ).toBe('RATE_LIMITED')
      // Reads and writes have separate buckets; neither uses up the other.
      for (let i = 0; i < 100; i++) expect((await eva.get(claimsOf(summary.id))).status).toBe(200)
      const unread = await eva.get(claimsOf(summary.id))
      expect([unread.status, unread.headers.get('ratelimit-policy')]).toEqual([429, '"claims-reads";q=100;w=60'])
      expect((await eva.get(`/api/claims/${missing}/relations`)).status).toBe(404)
    } finally {
      await limited.stop()
    }
  })
})

describe('references of claims', () => {
  it('resolve to what they name, and to null where it is gone', async () => {
    const id = await newSummary('references')
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 't1', name: 'Pitcher' }] }))
    await made(
      ann.put('/api/world', {
        entities: [{ id: 'e1', name: 'The pitcher' }],
        events: [{ id: 'v1', name: 'The throw' }],
      }),
    )
    const { body: first } = await ann.post(claimsOf(id), { text: 'first' })
    await made(
      ann.post(claimsOf(id), {
        text: 'second',
        claimEventId: 'v1',
        claimTimeId: 'gone',
        gloss: [
          { type: 'text', content: 'see ' },
          { type: 'typeRef', content: 't1', refType: 'entity', refPersonaId: personaId },
          { type: 'objectRef', content: 'e1' },
          { type: 'claimRef', content: 'the first', refClaimId: first.id },
          { type: 'typeRef', content: 'gone', refPersonaId: personaId },
        ],
      }),
    )
    const { data, errors } = await ann.graph(
      `query ($id: ID!) { summary(id: $id) { claims { text claimEvent { name } claimTime { name } gloss { content target {
        __typename ... on OntologyType { name } ... on Entity { entityName: name } ... on Claim { text } } } } } }`,
      { id },
    )
    expect(errors).toBeUndefined()
    const [, second] = data.summary.claims
    expect(second).toMatchObject({ claimEvent: { name: 'The throw' }, claimTime: null })
    expect(second.gloss.map((one: any) => one.target)).toEqual([
      null,
      { __typename: 'OntologyType', name: 'Pitcher' },
      { __typename: 'Entity', entityName: 'The pitcher' },
      { __typename: 'Claim', text: 'first' },
      null,
    ])
  })
})
