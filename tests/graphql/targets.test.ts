import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { personAt, startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel } from '../support/faulty-model.js'
import { statementsOf } from '../support/statements.js'
import { frames, made } from '../support/workspace.js'
import { runsByReference } from './reference.js'

vi.mock('../../src/graphql/run/operation.js', async (original) => {
  const { withReference } = await import('./reference.js')
  return withReference(original as () => Promise<typeof import('../../src/graphql/run/operation.js')>)
})

/** Two servers on the same database, of which one executes operations field by field. */
let model: Awaited<ReturnType<typeof startFaultyModel>>
let api: TestApi
let stepwise: TestApi
let ann: Person
let ben: Person
let annStepwise: Person
let small: string
let large: string

/** Makes a summary of claims on three levels, which refer to types, objects, annotations and other claims. */
async function referringSummary(videoId: string, personaId: string, perLevel: number): Promise<string> {
  const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' }))
  const annotationIds: string[] = []
  for (let i = 0; i < 5; i++) {
    const annotation = { videoId, personaId, type: 'type', label: `type-${i}`, frames }
    annotationIds.push((await made(ann.post('/api/annotations', annotation))).id)
  }
  let above: string[] = []
  for (let level = 0; level < 3; level++) {
    const claims = Array.from({ length: perLevel }, (_, i) => ({
      text: `claim ${i}`,
      confidence: 0.5,
      ...(above.length && { parentClaimId: above[i] }),
      gloss: [
        { type: 'text', content: 'The ' },
        { type: 'typeRef', content: `type-${i % 20}`, refType: 'entity', refPersonaId: personaId },
        { type: 'objectRef', content: `object-${i % 30}`, ...(i % 2 && { refType: 'entity' }) },
        { type: 'annotationRef', content: annotationIds[i % 5] },
        ...(above.length
          ? [{ type: 'claimRef', content: 'as before', refClaimId: above[(i * 7) % above.length] }]
          : []),
        ...(i % 9
          ? []
          : [
              { type: 'claimRef', content: 'no id' },
              { type: 'annotationRef', content: id },
            ]),
      ],
    }))
    above = (await made(ann.post(`/api/summaries/${id}/claims/bulk`, { claims }))).claimIds
  }
  return id
}

beforeAll(async () => {
  model = await startFaultyModel()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  stepwise = await startApi({ DATABASE_URL: api.app.services.config.database.url })
  runsByReference(stepwise.app)
  ann = await api.person('ann')
  ben = await api.person('ben')
  annStepwise = personAt(stepwise.url, ann.cookie, ann.id, ann.username)
  const named = (word: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `${word}-${i}`, name: `${word} ${i}` }))
  await made(ann.put('/api/world', { entities: named('object', 30), events: named('object', 30) }))
  const personaId = (await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))).id
  await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: named('type', 20) }))
  small = await referringSummary('small', personaId, 10)
  large = await referringSummary('large', personaId, 200)
})
afterAll(async () => {
  await stepwise.stop()
  await api.stop()
  await model.stop()
})

const documentOf = (target: string) => `fragment Referring on Claim { id gloss { type content target { ${target} } } }
  query ($id: ID!) { summary(id: $id) {
    claims { ...Referring subclaims { ...Referring subclaims { ...Referring } } } } }`

async function read(id: string, target: string) {
  const { result, statements } = await statementsOf(() => ann.graph(documentOf(target), { id }))
  expect(result.errors, JSON.stringify(result.errors)).toBeUndefined()
  return { data: result.data, statements: plain(statements) }
}

/** The statements without the quotes around names. */
const plain = (statements: readonly string[]) => statements.map((text) => text.replaceAll('"', ''))

const tables = {
  types: 'ontology_types t',
  objects: 'from world_objects o ',
  objectsOfOpenKind: 'join world_objects',
  claims: 'from claims c ',
  annotations: 'from annotations',
}
const countOf = (statements: readonly string[], table: keyof typeof tables) =>
  statements.filter((text) => text.includes(tables[table]) && !text.includes('c.summary_id = any')).length

describe('what rich text refers to', () => {
  it.each([
    ['__typename', /\bbody\b|c\.text|a\.label/],
    ['... on Node { id } ... on Claim { text } ... on Entity { name }', /\bbody\b|c\.gloss|a\.label/],
    [
      '... on Claim { text creator { username } } ... on Annotation { label } ... on OntologyType { extra }',
      /c\.gloss|a\.link_type/,
    ],
  ])(
    'is read by one statement a kind, however many claims there are, and no more than is asked for: %s',
    async (target, other) => {
      await read(small, target)
      const few = await read(small, target)
      // The event loop pauses within an answer of this size: several answers, because it does so at different places.
      for (let i = 0; i < 5; i++) {
        const many = await read(large, target)
        for (const table of Object.keys(tables) as (keyof typeof tables)[])
          expect(countOf(many.statements, table), table).toBe(1)
        expect(many.statements.length).toBe(few.statements.length)
        expect(many.statements.filter((text) => !text.includes('c.summary_id = any')).join('\n')).not.toMatch(other)
      }
    },
  )

  it.each([
    '__typename',
    '... on Node { id }',
    `__typename ... on OntologyType { id key name kind persona { id } } ... on Entity { id key title: name }
      ... on Event { id extra } ... on Annotation { id label target { __typename ... on OntologyType { name } } }
      ... on Claim { id text parent { id } gloss { content target { __typename ... on Claim { text } } } }`,
  ])('is the same as when each field is resolved for itself: %s', async (target) => {
    const body = { query: documentOf(target), variables: { id: small } }
    const [planned, expected] = [await ann.post('/graphql', body), await annStepwise.post('/graphql', body)]
    expect(planned.body.errors).toBeUndefined()
    expect(planned.text).toBe(expected.text)
    expect(planned.text).toContain('CLAIM_REF')
  })

  it('is null where the reader may not see a claim or an annotation of another person', async () => {
    const personaId = (await made(ben.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))).id
    const { summary } = await made(ann.graph('query ($id: ID!) { summary(id: $id) { claims { id } } }', { id: small }))
    const { id } = await made(ben.post('/api/summaries', { videoId: 'small', personaId, summary: 'A text.' }))
    const gloss = [
      { type: 'claimRef', content: 'hers', refClaimId: summary.claims[0].id },
      { type: 'objectRef', content: 'object-1', refType: 'constructor' },
    ]
    const claim = await made(ben.post(`/api/summaries/${id}/claims`, { text: 'mine', gloss }))
    const again = [...gloss, { type: 'claimRef', content: claim.id.toUpperCase() }]
    await made(ben.put(`/api/claims/${claim.id}`, { gloss: again }))
    const query = 'query ($id: ID!) { claim(id: $id) { gloss { target { ... on Claim { id text } } } } }'
    expect(await made(ben.graph(query, { id: claim.id }))).toEqual({
      claim: { gloss: [{ target: null }, { target: null }, { target: { id: claim.id, text: 'mine' } }] },
    })
  })
})

describe('what labels of annotations name', () => {
  it('is read by one statement a kind, and no document where only names are asked for', async () => {
    const query =
      '{ annotations(filter: { videoId: "large" }) { nodes { label target { __typename ... on OntologyType { id name } } } } }'
    const { result, statements } = await statementsOf(() => ann.graph(query))
    expect(result.data.annotations.nodes.map((node: any) => node.target.name)).toEqual([
      'type 0',
      'type 1',
      'type 2',
      'type 3',
      'type 4',
    ])
    expect(countOf(plain(statements), 'types')).toBe(1)
    expect(plain(statements).join('\n')).not.toMatch(/t\.body/)
  })
})

describe('what a search finds', () => {
  const search = (found: string, more = '') =>
    `{ search(query: "harbour"${more}) { nodes { ${found} } edges { kind node { ${found} } } } }`

  it('is read by one statement a kind with the columns that are asked for', async () => {
    const personaId = (await made(ann.post('/api/personas', { name: 'harbour', role: 'r', informationNeed: 'i' }))).id
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'h', name: 'harbour' }] }))
    const { id } = await made(ann.post('/api/summaries', { videoId: 'h', personaId, summary: 'The harbour.' }))
    for (const text of ['harbour 1', 'harbour 2']) await made(ann.post(`/api/summaries/${id}/claims`, { text }))
    const found = '__typename ... on Claim { id text } ... on Persona { name } ... on OntologyType { typeName: name }'
    const { result, statements } = await statementsOf(() => ann.graph(search(found)))
    const { nodes, edges } = result.data.search
    expect(edges.map(({ node }: any) => node)).toEqual(nodes)
    const kinds = edges.map(({ kind }: any) => kind).sort()
    expect(kinds).toEqual(['CLAIM', 'CLAIM', 'ENTITY_TYPE', 'PERSONA', 'SUMMARY'])
    const read = plain(statements).filter((text) => !text.includes('ts_headline'))
    for (const table of [/from claims c/, /from video_summaries s/, /from personas p\s+where/, /from ontology_types t/])
      expect(
        read.filter((text) => table.test(text)),
        String(table),
      ).toHaveLength(1)
    expect(read.join('\n')).not.toMatch(/c\.gloss|t\.body|p\.role/)
    const body = { query: search(found) }
    expect((await ann.post('/graphql', body)).text).toBe((await annStepwise.post('/graphql', body)).text)
  })

  it('is null where it was deleted while the search was running', async () => {
    const { nodes } = (await made(ann.graph(search('... on Claim { id }', ', filter: { kinds: [CLAIM] }')))).search
    model.behave((request, response, body) => {
      const { texts } = JSON.parse(body) as { texts: string[] }
      void ann
        .delete(`/api/claims/${nodes[0].id}`)
        .then(() => answer(200, { scores: texts.map((_text, at) => 1 - at / 10) })(request, response, body))
    })
    const query = search('... on Claim { id }', ', filter: { kinds: [CLAIM] }, semantic: true')
    const { data, errors } = await ann.graph(query)
    expect(errors).toBeUndefined()
    expect(data.search.nodes).toEqual([null, { id: nodes[1].id }])
    expect(data.search.edges.map(({ node }: any) => node)).toEqual(data.search.nodes)
  })
})
