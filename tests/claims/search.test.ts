import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilitiesOf } from '../../src/access/abilities.js'
import { searchStatement } from '../../src/claims/search/search.sql.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let personaId: string
let summaryId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  personaId = await persona(ann)
  const gloss = [
    { type: 'text', content: 'A wall of dust that buries a harbour ' },
    { type: 'typeRef', content: 'quayside', refType: 'entity' },
  ]
  await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'front', name: 'Haboob', gloss }] }))
  const written = [{ type: 'text', content: 'The ferry leaves the harbour at noon, before the storm.' }]
  summaryId = (await ann.post('/api/summaries', { videoId: 'v1', personaId, summary: written })).body.id
  for (const text of [
    'A thunderstorm approaches the harbour',
    'Two ferries wait; <b>nobody</b> boards',
    'The mayor speaks about fish',
  ]) {
    expect((await ann.post(`/api/summaries/${summaryId}/claims`, { text })).status).toBe(201)
  }
})
afterAll(() => api.stop())

async function persona(person: Person): Promise<string> {
  return (await person.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'Weather?' })).body.id
}

const hitQuery = `query ($query: String!, $kinds: [Kind!], $first: Int, $after: String, $last: Int, $before: String) {
  search(query: $query, filter: { kinds: $kinds }, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    pageInfo { hasNextPage endCursor startCursor }
    edges { kind rank snippet { text matches }
      node { __typename ... on Claim { text } ... on Summary { videoId } ... on OntologyType { typeName: name key } ... on Node { id } } }
  }
}`

async function found(person: Person, query: string, more: Record<string, unknown> = {}) {
  const { data, errors } = await person.graph(hitQuery, { query, ...more })
  expect(errors).toBeUndefined()
  return data.search
}

describe('search in REST', () => {
  /** The hits of GraphQL, as REST writes them. */
  const asRest = ({ edges }: any) =>
    edges.map(({ kind, rank, snippet, node }: any) => ({ kind: kind.toLowerCase(), id: node.id, rank, snippet }))

  it('finds the same in the same order as in GraphQL, in parts', async () => {
    const all = asRest(await found(ann, 'harbour'))
    expect(all.length).toBeGreaterThan(2)
    const whole = await ann.get('/api/search?q=harbour')
    expect([whole.body, whole.headers.get('link')]).toEqual([all, null])
    const parts = []
    for (let next: string | undefined = '/api/search?q=harbour&limit=1'; next;) {
      const { body, headers }: { body: any[]; headers: Headers } = await ann.get(next)
      parts.push(...body)
      next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(parts).toEqual(all)
    expect((await found(ann, 'harbour', { first: 1 })).pageInfo.endCursor).toBe(
      new URL(
        /<(.*)>/.exec((await ann.get('/api/search?q=harbour&limit=1')).headers.get('link')!)![1]!,
        api.url,
      ).searchParams.get('cursor'),
    )
  })

  it('takes kinds, and shows others only what they may read', async () => {
    const { body } = await ann.get('/api/search?q=harbour&kinds=claim,summary')
    expect([...new Set(body.map(({ kind }: any) => kind))].sort()).toEqual(['claim', 'summary'])
    expect((await ben.get('/api/search?q=harbour')).body).toEqual([])
  })

  it.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20', 'q'],
    ['q=harbour&kinds=ship', 'kinds.0'],
    ['q=harbour&limit=0', 'limit'],
    ['q=harbour&cursor=x', 'cursor'],
    ['q=harbour&query=x', 'query'],
  ])('refuses a wrong parameter by its name: %s', async (query, field) => {
    expect(await ann.get(`/api/search?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ field }] },
    })
  })
})

describe('search', () => {
  it('finds claims, summaries and types by words of text and rich text, each with its typed target', async () => {
    const { edges, totalCount } = await found(ann, 'harbour')
    expect(totalCount).toBe(3)
    expect(edges.map((hit: any) => hit.kind).sort()).toEqual(['CLAIM', 'ENTITY_TYPE', 'SUMMARY'])
    expect(edges.map((hit: any) => hit.node)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ __typename: 'Claim', text: 'A thunderstorm approaches the harbour' }),
        expect.objectContaining({ __typename: 'Summary', videoId: 'v1' }),
        expect.objectContaining({ __typename: 'OntologyType', typeName: 'Haboob', key: 'front' }),
      ]),
    )
    expect((await found(ann, 'harbour', { kinds: ['CLAIM'] })).totalCount).toBe(1)
  })

  it('finds personas, videos, and the entities and events of worlds by name and description', async () => {
    const eva = await api.person()
    const video = newId()
    const row = { id: video, filename: 'Zanzibar dhow.mp4', path: '/nowhere/dhow.mp4' }
    await api.app.services.db.insertInto('videos').values(row).execute()
    await made(eva.post('/api/personas', { name: 'Zanzibar pilot', role: 'Pilot', informationNeed: 'Where?' }))
    await made(
      eva.put('/api/world', {
        entities: [{ id: 'dhow', name: 'Dhow', description: 'A boat of Zanzibar' }],
        events: [{ id: 'race', name: 'Zanzibar race' }],
        times: [{ id: 'noon', type: 'instant', label: 'Zanzibar noon' }],
      }),
    )
    const { edges } = await found(eva, 'zanzibar')
    const kinds = edges.map(({ kind, node }: any) => [kind, node.__typename]).sort()
    expect(kinds).toEqual([
      ['ENTITY', 'Entity'],
      ['EVENT', 'Event'],
      ['PERSONA', 'Persona'],
      ['VIDEO', 'Video'],
    ])
    expect(edges.find(({ kind }: any) => kind === 'VIDEO').node.id).toBe(video)
    expect((await found(ben, 'zanzibar')).edges.map(({ kind }: any) => kind)).toEqual(['VIDEO'])
    const { data } = await eva.graph(
      '{ search(query: "zanzibar", filter: { kinds: [ENTITY] }) { nodes { ... on Entity { name } } } }',
    )
    expect(data.search.nodes).toEqual([{ name: 'Dhow' }])
  })

  it('does not find ids that rich text refers to', async () => {
    expect((await found(ann, 'quayside')).edges).toEqual([])
  })

  it('gives snippets in pieces: markup of the text stays text, the words looked for are told apart', async () => {
    const [hit] = (await found(ann, 'ferries', { kinds: ['CLAIM'] })).edges
    expect(hit.snippet.filter((part: any) => part.matches)).toEqual([{ text: 'ferries', matches: true }])
    const [marked] = (
      await ann.post(`/api/summaries/${summaryId}/claims`, { text: 'odd \u0001marks\u0002 around zeppelins' })
    ).body.id
      ? (await found(ann, 'zeppelins')).edges
      : []
    expect(marked.snippet.filter((part: any) => part.matches)).toEqual([{ text: 'zeppelins', matches: true }])
  })

  it('puts exact hits before similar ones, which misspelt words find too', async () => {
    const { edges } = await found(ann, 'ferry')
    expect(edges[0]).toMatchObject({ kind: 'SUMMARY' })
    expect(edges[0].rank).toBeGreaterThan(1)
    const misspelt = (await found(ann, 'thunderstrom')).edges
    expect(misspelt.map((hit: any) => hit.node.text)).toEqual(['A thunderstorm approaches the harbour'])
    expect(misspelt[0].rank).toBeLessThan(1)
  })

  it('puts things of that name first, then those whose name begins with it, before all texts', async () => {
    const personaId = await persona(ann)
    const entities = ['Lantern', 'Lantern keeper', 'Old lantern'].map((name) => ({ id: name, name, gloss: [] }))
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    const written = [{ type: 'text', content: 'A pier.' }]
    const { id } = (await ann.post('/api/summaries', { videoId: 'v2', personaId, summary: written })).body
    for (let n = 0; n < 3; n++)
      await made(ann.post(`/api/summaries/${id}/claims`, { text: `A lantern, lantern and lantern ${n}` }))
    const { edges } = await found(ann, 'lantern')
    expect(edges.map(({ node }: any) => node.typeName ?? node.text).slice(0, 2)).toEqual(['Lantern', 'Lantern keeper'])
    expect(edges).toHaveLength(6)
    expect((await found(ann, ' LANTERN ')).edges[0].node.typeName).toBe('Lantern')
  })

  it('takes phrases, alternatives and exclusions to the letter', async () => {
    expect((await found(ann, '"approaches the harbour"')).totalCount).toBe(1)
    expect((await found(ann, '"harbour approaches"')).totalCount).toBe(0)
    expect((await found(ann, 'mayor or haboob')).totalCount).toBe(2)
    const without = await found(ann, 'harbour -thunderstorm')
    expect(without.totalCount).toBe(2)
    expect((await found(ann, 'harbour (-thunderstorm)')).edges).toEqual(without.edges)
  })

  it('pages by cursors of rank and id, forward and backward, without gaps or repeats', async () => {
    const all = (await found(ann, 'harbour')).edges.map((hit: any) => hit.node.id)
    const first = await found(ann, 'harbour', { first: 2 })
    expect(first.pageInfo.hasNextPage).toBe(true)
    const second = await found(ann, 'harbour', { first: 2, after: first.pageInfo.endCursor })
    expect([...first.edges, ...second.edges].map((hit: any) => hit.node.id)).toEqual(all)
    const back = await found(ann, 'harbour', { last: 2, before: second.pageInfo.startCursor })
    expect(back.edges.map((hit: any) => hit.node.id)).toEqual(all.slice(0, 2))
    const other = await ann.graph(hitQuery, { query: 'ferry', first: 2, after: first.pageInfo.endCursor })
    expect(other.errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })

  it('shows nobody what they may not read, and shared things from the moment they are shared', async () => {
    expect((await found(ben, 'harbour')).edges).toEqual([])
    expect((await found(ben, 'thunderstrom')).totalCount).toBe(0)
    const shared = await ann.post('/api/sharing', {
      resourceType: 'summary',
      resourceId: summaryId,
      sharedWithUserId: ben.id,
    })
    expect(shared.status, shared.text).toBeLessThan(300)
    expect((await found(ben, 'harbour')).edges.map((hit: any) => hit.kind).sort()).toEqual(['CLAIM', 'SUMMARY'])
  })

  it('is for signed-in users, and for queries of 1 to 200 characters', async () => {
    const code = async (person: Person, query: string) =>
      (await person.graph(hitQuery, { query })).errors?.[0]?.extensions
    expect(await code(api.anonymous, 'harbour')).toMatchObject({ code: 'UNAUTHENTICATED' })
    for (const query of ['', '   ', 'x'.repeat(201)]) {
      expect(await code(ann, query)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'query' }] })
    }
    for (const query of ['!!', "' & | :* (", '"', '-x', '(-x)', '!-x', '|-x', '東京'])
      expect((await found(ann, query)).edges, query).toEqual([])
  })

  it('takes no semantic order without a model service that can compare sentences, and says so', async () => {
    const { errors } = await ann.graph(`{ search(query: "harbour", semantic: true) { edges { rank } } }`)
    expect(errors?.[0]?.message).toMatch(/^The semantic order needs a model service that can compare sentences: /)
    expect(errors?.[0]?.extensions.code).toBe('MODEL_SERVICE_UNREACHABLE')
    expect((await found(ann, 'harbour')).totalCount).toBe(3)
  })

  it('is one statement, however many hits', async () => {
    const query = 'query ($q: String!) { search(query: $q) { edges { kind rank snippet { text } } } }'
    await made(ann.graph(query, { q: 'harbour' }))
    const { result, statements } = await statementsOf(() => ann.graph(query, { q: 'harbour' }))
    expect(result.data.search.edges).toHaveLength(3)
    expect(statements.filter((text) => text.includes('websearch_to_tsquery'))).toHaveLength(1)
    expect(statements.length).toBeLessThanOrEqual(2)
  })

  it('takes text of any length and any words', async () => {
    const text = Array.from({ length: 120_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
    expect((await ann.post(`/api/summaries/${summaryId}/claims`, { text: `${'x'.repeat(5000)} ${text}` })).status).toBe(
      201,
    )
    expect((await found(ann, 'w2s', { kinds: ['CLAIM'] })).totalCount).toBe(1)
  })

  it('reads indexes, not tables, on the data of the benchmarks', async () => {
    const { db } = api.app.services
    const lines = execFileSync(process.execPath, ['bench/generate.mjs', '--scale', '1', '--only', 'claim'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const rows = lines
      .trim()
      .split('\n')
      .map((line) => ({ id: newId(), ...pick(JSON.parse(line).data) }))
    await sql`insert into claims (id, summary_id, text, gloss, created_by) select r.id, ${summaryId}, r.text, r.gloss, ${ann.id}
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, text text, gloss json)`.execute(db)
    await sql`analyze claims`.execute(db)
    const abilities = await abilitiesOf({
      ...api.app.context(),
      actor: { userId: ann.id, accessVersion: 1, isAdmin: false } as never,
    })
    const statement = searchStatement({ query: 'thunderstorm harbour', fuzzy: true, kinds: ['claim'] }, abilities, {
      limit: 10,
      backward: false,
      after: null,
      before: null,
    })
    const { rows: plan } = await sql<Record<string, string>>`explain ${statement}`.execute(db)
    const text = plan.map((row) => Object.values(row)[0]).join('\n')
    expect(text).toContain('claims_words')
    expect(text).toContain('claims_trigrams')
    expect(text).not.toContain('Seq Scan on claims')
  })
})

const pick = ({ text, gloss }: { text: string; gloss: unknown }) => ({ text, gloss })
