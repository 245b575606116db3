import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personAt, startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'

/**
 * The same database behind two doors: one executes operations field by field, the other lets PostgreSQL print what it
 * can.
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
  printing = await startApi({ GRAPHQL_COMPILED: 'true' })
  stepwise = await startApi({ GRAPHQL_COMPILED: 'false', DATABASE_URL: printing.app.services.config.database.url })
  ann = await printing.person('ann')
  annStepwise = personAt(stepwise.url, ann.cookie, ann.id, ann.username)
  const persona = (await ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })).body
  summaryId = (await ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'A text.' })).body.id
  const made = async (body: object) => (await ann.post(`/api/summaries/${summaryId}/claims`, body)).body.id as string
  const root = await made({
    text: odd,
    confidence: 1e-7,
    gloss: [
      { type: 'text', content: odd, more: [1] },
      { type: 'typeRef', content: 't', refType: 'entity', refPersonaId: persona.id },
    ],
  })
  await made({ text: 'second root', gloss: [] })
  const child = await made({
    text: 'child',
    parentClaimId: root,
    confidence: 1,
    textSpans: [{ charStart: 0, charEnd: 4, note: 'x' }],
    audio: ['speech'],
    claimerGloss: [],
  })
  await made({
    text: 'grandchild',
    parentClaimId: child,
    comment: odd,
    claimRelation: [{ type: 'text', content: 'says' }],
    summaryType: 'collection',
  })
  await made({
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

/** Fragments must be used, so only those that the shape names are sent, with those that they name. */
function documentOf(selection: string): string {
  const used = fragments.split(/(?=fragment )/).filter((one) => {
    const name = /fragment (\w+)/.exec(one)?.[1]
    return selection.includes(`...${name}`) || (name === 'G' && selection.includes('...C'))
  })
  const variables = selection.includes('$yes') ? '($id: ID!, $yes: Boolean!)' : '($id: ID!)'
  return `query ${variables} { summary(id: $id) { id ${selection} } } ${used.join(' ')}`
}

/** As text, members in order; PostgreSQL writes 1e-07 where JavaScript writes 1e-7. */
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

  it('are read by one statement that names the selected columns alone, for a page of summaries too', async () => {
    const query = '{ summaries(first: 10) { nodes { claims { id text subclaims { id text } } } } }'
    const { statements } = await statementsOf(() => ann.graph(query))
    const ofClaims = statements.filter((one) => one.includes('from claims c'))
    expect(ofClaims).toHaveLength(1)
    expect(ofClaims[0]).not.toContain('gloss')
  })

  it('are those the viewer may read, with a claim whose parent is hidden as a root', async () => {
    const bob = await printing.person('bob')
    const [root] = (await ann.graph(`{ summary(id: "${summaryId}") { claims { subclaims { id } } } }`)).data.summary
      .claims
    await ann.post('/api/shares', {
      resourceType: 'claim',
      resourceId: root.subclaims[0].id,
      targetType: 'user',
      targetId: bob.id,
      permission: 'read',
    })
    const query = {
      query: `query ($id: ID!) { summary(id: $id) { claims { id text } } }`,
      variables: { id: summaryId },
    }
    const expected = await personAt(stepwise.url, bob.cookie, bob.id, bob.username).post('/graphql', query)
    expect(normal((await bob.post('/graphql', query)).text)).toBe(normal(expected.text))
  })
})
