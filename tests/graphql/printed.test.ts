import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { personAt, startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { frames, made } from '../support/workspace.js'
import { runsByReference } from './reference.js'

vi.mock('../../src/graphql/run/operation.js', async (original) => {
  const { withReference } = await import('./reference.js')
  return withReference(original as () => Promise<typeof import('../../src/graphql/run/operation.js')>)
})

/**
 * Two servers on the same database: one executes operations field by field, the other lets PostgreSQL print as much of
 * the response as it can.
 */
let stepwise: TestApi
let printing: TestApi
let ann: Person
let annStepwise: Person
let summaryId: string

const odd = '“東京” \\ "quoted" \u0007 {"type":1} 🜚'
const all = `__typename id summaryId summaryType text parentClaimId claimerType claimEventId claimTimeId claimLocationId confidence modelUsed
  extractionStrategy comment version createdAt updatedAt audio video metadata gloss { __typename type content refType refPersonaId refClaimId }
  creator { id username } textSpans { sentenceIndex charStart charEnd } claimerGloss { type content } claimRelation { content }`

beforeAll(async () => {
  printing = await startApi()
  stepwise = await startApi({ DATABASE_URL: printing.app.services.config.database.url })
  runsByReference(stepwise.app)
  ann = await printing.person('ann')
  annStepwise = personAt(stepwise.url, ann.cookie, ann.id, ann.username)
  const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
  summaryId = (await made(ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'A text.' }))).id
  const claim = async (body: object) => (await made(ann.post(`/api/summaries/${summaryId}/claims`, body))).id as string
  const root = await claim({
    text: odd,
    confidence: 1e-7,
    gloss: [
      { type: 'text', content: odd, more: [1] },
      { type: 'typeRef', content: 't', refType: 'entity', refPersonaId: persona.id },
    ],
  })
  await claim({ text: 'second root', gloss: [] })
  const child = await claim({
    text: 'child',
    parentClaimId: root,
    confidence: 1,
    textSpans: [{ charStart: 0, charEnd: 4, note: 'x' }],
    audio: ['speech'],
    claimerGloss: [],
  })
  await claim({
    text: 'grandchild',
    parentClaimId: child,
    comment: odd,
    claimRelation: [{ type: 'text', content: 'says' }],
    summaryType: 'collection',
  })
  await claim({
    text: 'second child',
    parentClaimId: root,
    claimerType: 'author',
    claimEventId: 'e',
    video: ['text', 'non-text'],
    metadata: [],
  })
})
afterAll(async () => {
  await stepwise.stop()
  await printing.stop()
})

const shapes: Record<string, string> = {
  'every column, three levels deep': `claims { ${all} subclaims { ${all} subclaims { ${all} } } }`,
  'roots alone': 'claims { id text }',
  'fewer levels than there are': 'claims { id subclaims { id } }',
  'more levels than there are': 'claims { id subclaims { id subclaims { id subclaims { id subclaims { id } } } } }',
  'names of its own, subclaims in the middle':
    'all: claims { a: text below: subclaims { a: text b: version } b: version }',
  'two selections side by side': 'a: claims { id } b: claims { text subclaims { text } }',
  'fragments, also on what a claim implements': '... on Summary { claims { ...C subclaims { ...C } } }',
  'one field twice': 'claims { id id gloss { type } text }',
  'two selections that merge': 'claims { id } claims { text subclaims { id } }',
  'two selections that merge through a fragment': 'claims { id } ...S',
  'levels that select different things': 'claims { id subclaims { text } }',
  'subclaims first': 'claims { subclaims { id } id }',
  'whoever made them':
    'claims { by: creator { __typename name: displayName username id } id subclaims { by: creator { __typename name: displayName username id } id } }',
  'a field that is no column': 'claims { id creator { id } summary { id } }',
  'a condition that holds and one that does not': 'claims { id text @include(if: $yes) comment @skip(if: $yes) }',
  'a condition on the whole field': 'claims @include(if: $yes) { id } none: claims @skip(if: $yes) { id }',
  'the count beside it': 'claimCount claims { id }',
}
const fragments = `fragment C on Node { id ... on Claim { text gloss { ...G } } } fragment G on GlossItem { content } fragment S on Summary { claims { text } }`

/**
 * Builds a document. GraphQL refuses unused fragments, so it holds only those that the selection names, directly or
 * not.
 */
function documentOf(selection: string): string {
  const used = fragments.split(/(?=fragment )/).filter((one) => {
    const name = /fragment (\w+)/.exec(one)?.[1]
    return selection.includes(`...${name}`) || (name === 'G' && selection.includes('...C'))
  })
  const variables = selection.includes('$yes') ? '($id: ID!, $yes: Boolean!)' : '($id: ID!)'
  return `query ${variables} { summary(id: $id) { id ${selection} } } ${used.join(' ')}`
}

/** Normalises JSON but keeps the order of members: PostgreSQL writes 1e-07 where JavaScript writes 1e-7. */
const normal = (text: string) => JSON.stringify(JSON.parse(text), null, 1)

describe('Claims that PostgreSQL prints', () => {
  for (const [name, selection] of Object.entries(shapes)) {
    it(`answer what field by field execution answers, in the same order and at the same cost: ${name}`, async () => {
      const body = {
        query: documentOf(selection),
        variables: { id: summaryId, ...(selection.includes('$yes') && { yes: true }) },
      }
      const expected = await annStepwise.post('/graphql', body)
      expect(expected.body.errors).toBeUndefined()
      expect(normal((await ann.post('/graphql', body)).text)).toBe(normal(expected.text))
    })
  }

  it('are counted by one statement for a page of summaries, and no claim is read for it', async () => {
    const { result, statements } = await statementsOf(() =>
      ann.graph('{ summaries(first: 10) { nodes { claimCount } } }'),
    )
    expect(result.data.summaries.nodes).toEqual([{ claimCount: 5 }])
    const ofClaims = statements.filter((one) => one.includes('from claims c'))
    expect(ofClaims).toHaveLength(1)
    expect(ofClaims[0]).toContain('count(*)')
  })

  it('are read by one statement that names the selected columns alone, for a page of summaries too', async () => {
    const query = '{ summaries(first: 10) { nodes { claims { id text subclaims { id text } } } } }'
    const { statements } = await statementsOf(() => ann.graph(query))
    const ofClaims = statements.filter((one) => one.includes('from claims c'))
    expect(ofClaims).toHaveLength(1)
    expect(ofClaims[0]).not.toContain('gloss')
  })

  it('are those that a member with grants for own claims alone may read, children of others as roots, by every door', async () => {
    const [bob, admin] = [await printing.person('bob'), await printing.admin()]
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: 'port' }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: bob.id, role: 'annotator' }))
    const grants = await made(
      admin.get('/api/admin/permissions?scope=project&role=annotator&resourceType=claim&action=read'),
    )
    expect(grants).toHaveLength(1)
    // Everybody may read what they made themselves, with or without a permission row.
    await made(admin.delete(`/api/admin/permissions/${grants[0].id}`))
    const persona = await made(
      ann.post('/api/personas', { name: 'q', role: 'r', informationNeed: 'i', projectId: project.id }),
    )
    const summary = await made(ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 's' }))
    const add = async (who: Person, text: string, parentClaimId?: string) =>
      (
        await made(
          who.post(`/api/summaries/${summary.id}/claims`, { text, parentClaimId }, { Prefer: 'return=minimal' }),
        )
      ).id as string
    const hers = await add(ann, 'hers')
    const below = await add(bob, 'his below hers', hers)
    const herReply = await add(ann, 'her reply', below)
    const last = await add(bob, 'his below her reply', herReply)
    const own = await add(bob, 'his root')
    const ownChild = await add(bob, 'his child', own)
    const shared = await add(ann, 'shared', hers)
    await add(ann, 'below the shared one', shared)
    await made(ann.post('/api/sharing', { resourceType: 'claim', resourceId: shared, sharedWithUserId: bob.id }))

    const fields = 'id text parent { id }'
    const query = {
      query: `query ($id: ID!, $own: ID!, $hers: ID!) {
        summary(id: $id) { claimCount claims { id text subclaims { id text subclaims { id text } } } }
        own: claim(id: $own) { ${fields} subclaims { ${fields} subclaims { id } } }
        hers: claim(id: $hers) { id }
        claims(filter: { summaryId: $id }, first: 50) { nodes { ${fields} } } }`,
      variables: { id: summary.id, own: below, hers },
    }
    const expected = [
      { text: 'his below hers', subclaims: [] },
      { text: 'his below her reply', subclaims: [] },
      { text: 'his root', subclaims: [{ text: 'his child', subclaims: [] }] },
      { text: 'shared', subclaims: [{ text: 'below the shared one', subclaims: [] }] },
    ]
    const printed = await bob.post('/graphql', query)
    expect(printed.body.errors).toBeUndefined()
    expect(printed.body.data.summary).toMatchObject({ claimCount: 6, claims: expected })
    expect(printed.body.data).toMatchObject({ own: { id: below, parent: null, subclaims: [] }, hers: null })
    expect(printed.body.data.claims.nodes).toHaveLength(6)
    const inSteps = await personAt(stepwise.url, bob.cookie, bob.id, bob.username).post('/graphql', query)
    expect(normal(inSteps.text)).toBe(normal(printed.text))

    expect((await bob.get(`/api/summaries/${summary.id}/claims`)).body).toMatchObject(expected)
    expect((await bob.get(`/api/videos/v/summaries/${persona.id}`)).body.claimsJson).toMatchObject({
      claims: expected,
      metadata: { totalClaims: 4, totalSubclaims: 2 },
    })
    expect((await bob.get(`/api/claims/${below}`)).body).toMatchObject({ text: 'his below hers', subclaims: [] })
    expect((await bob.get(`/api/claims/${own}`)).body.subclaims).toMatchObject([{ id: ownChild }])
    expect((await bob.get(`/api/claims/${last}`)).status).toBe(200)
    expect((await bob.get(`/api/claims/${herReply}`)).status).toBe(404)
    expect((await ann.post('/graphql', query)).body.data.summary).toMatchObject({ claimCount: 8 })
  })
})

describe('A field that fails where nothing may be null', () => {
  it.each([
    ['nodes', 'nodes ITEM', ['nodes', 0], { nodes: [null] }],
    ['edges', 'edges { node ITEM }', ['edges', 0, 'node'], { edges: [{ node: null }] }],
  ])('empties the next place that may be null, above the %s of a page', async (list, selection, path, left) => {
    const videoId = `broken ${list}`
    await made(ann.post('/api/annotations', { videoId, type: 'object', label: 'ferry', frames }))
    const query = `query ($id: ID!) {
      annotations(filter: { videoId: $id }) { ${selection.replace('ITEM', '{ id boxes(step: 0) { x } }')} } }`
    for (const who of [ann, annStepwise]) {
      const { data, errors } = await who.graph(query, { id: videoId })
      expect([data, errors?.map((one) => one.path)]).toEqual([
        { annotations: left },
        [['annotations', ...path, 'boxes']],
      ])
    }
  })
})
