import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { linesOf, literal, random, walk, walkRest } from '../support/walk.js'
import { made, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
/** Ann owns the project, Ben and Dan are annotators in it, all with worlds of their own. Cem shares nothing with them. */
const people: Record<string, Person> = {}
let projectId: string
const videos: string[] = []
const personas: string[] = []
const summaries: { id: string; videoId: string; personaId: string }[] = []

interface Row {
  id: string
  text: string
  summaryId: string
  parentClaimId: string | null
  projectId: string | null
  createdBy: string
  confidence: number | null
  extractionStrategy: string
  createdAt: string
  updatedAt: string
  /** The ids of all that the claim refers to. */
  named: string[]
}
/** What each person reads, in the order of the lists. */
const read: Record<string, Row[]> = {}

const target = `target { ... on OntologyType { id } ... on Entity { id } ... on Event { id } ... on TimeObject { id }
  ... on EntityCollection { id } ... on EventCollection { id } ... on TimeCollection { id } }`
const columns = `id text summaryId parentClaimId projectId createdBy: creatorId confidence extractionStrategy createdAt updatedAt
  gloss { ${target} } claimerGloss { ${target} } claimRelation { ${target} }
  claimEvent { id } claimTime { id } claimLocation { id }`

const { next, oneOf } = random(1126)

const keys = ['ferry', 'pier', 'leaving', 'a/b', 'long '.repeat(90)]
const keysOfTexts = [...keys, 'tide', 'quay']
const named = (list: readonly string[]) => list.map((id) => ({ id, name: id }))

/** Rich text with some references, whose kinds are right, wrong or left open. */
function richText() {
  const items: object[] = [{ type: 'text', content: 'The ' }]
  while (next() < 0.6)
    items.push(
      next() < 0.5
        ? { type: 'objectRef', content: oneOf(keysOfTexts), ...oneOf([{}, ...kinds.map((refType) => ({ refType }))]) }
        : {
            type: 'typeRef',
            content: oneOf(keys),
            ...oneOf([{}, { refPersonaId: personas[0] }, { refPersonaId: personas[1]!.toUpperCase() }]),
            ...oneOf([{}, { refType: 'entity' }, { refType: 'event' }, { refType: 'role' }, { refType: 'relation' }]),
          },
    )
  return items
}
const kinds = ['entity', 'event-object', 'time', 'location-object', 'entity-collection', 'thing']

beforeAll(async () => {
  api = await startApi()
  for (const name of ['ann', 'ben', 'cem', 'dan']) people[name] = await api.person(name)
  people['admin'] = await api.admin()
  const [ann, ben, dan] = [people['ann']!, people['ben']!, people['dan']!]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  for (const { id } of [ben, dan])
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: id, role: 'annotator' }))
  const [some, others] = [keys.slice(0, 3), keys.slice(2)]
  await made(ann.put('/api/world', { entities: named(keys), events: named(others), times: named(some) }))
  const ofProject = { entities: named(some), events: named(some), entityCollections: named(keys) }
  await made(ann.put(`/api/projects/${projectId}/world`, ofProject))
  await made(ben.put('/api/world', { events: named(some) }))
  // Dan's world in the project is older than Ben's, and both have keys that no world of Ann's has.
  const ofDan = { events: named(['tide', 'pier', 'quay']), times: named(['quay', 'leaving']) }
  await made(dan.put(`/api/projects/${projectId}/world`, ofDan))
  await made(ben.put(`/api/projects/${projectId}/world`, { entities: named(['tide', 'quay', 'a/b']) }))
  for (let i = 0; i < 3; i += 1) videos.push(await makeVideo(api))
  for (const inProject of [{}, { projectId }]) {
    const input = { name: 'Scout', role: 'Scout', informationNeed: 'Who?', ...inProject }
    const { id } = await made(ann.post('/api/personas', input))
    const types = { entities: named(some), events: named(others), roles: named(keys), relationTypes: named(keys) }
    await made(ann.put(`/api/personas/${id}/ontology`, types))
    personas.push(id)
  }
  const ids: string[] = []
  const makers: Person[] = []
  for (const personaId of personas)
    for (const videoId of videos) {
      const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' }))
      summaries.push({ id, videoId, personaId })
      const below: string[] = []
      for (let n = 0; n < 30; n += 1) {
        const who = personaId === personas[1] ? oneOf([ann, ben, dan]) : ann
        const claim = {
          text: oneOf(['A ferry leaves', 'The pier is empty', 'Somebody waits']),
          gloss: richText(),
          ...(next() < 0.3 && { claimerGloss: richText() }),
          ...(next() < 0.3 && { claimRelation: richText() }),
          ...(next() < 0.2 && { claimEventId: oneOf(keysOfTexts) }),
          ...(next() < 0.2 && { claimTimeId: oneOf(keysOfTexts) }),
          ...(next() < 0.2 && { claimLocationId: oneOf(keysOfTexts) }),
          ...(below.length && next() < 0.6 && { parentClaimId: oneOf(below) }),
          confidence: oneOf([null, 0, 0.25, 0.5, 0.75, 1]),
          extractionStrategy: oneOf(['manual', 'sentence-based']),
        }
        makers.push(who)
        below.push((await made(who.post(`/api/summaries/${id}/claims`, claim))).id)
      }
      ids.push(...below)
    }
  for (const [i, id] of ids.entries())
    if (i % 5 === 0) await made(makers[i]!.put(`/api/claims/${id}`, { confidence: 0.5 }))
  for (const [name, who] of Object.entries(people)) {
    read[name] = []
    for (let at = 0; at < ids.length; at += 50) {
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Claim { ${columns} } } }`
      const { nodes } = await made(who.graph(query, { ids: ids.slice(at, at + 50) }))
      for (const node of nodes) if (node) read[name].push({ ...node, named: namedBy(node) })
    }
    read[name].sort(inOrder)
  }
  expect([read['ann']?.length, read['ben']?.length, read['cem']?.length]).toEqual([180, 90, 0])
})
afterAll(() => api.stop())

const inOrder = (a: Row, b: Row) =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1

type Item = { target: { id?: string } | null }
function namedBy(node: Record<string, Item[] | { id: string } | null>): string[] {
  const texts = ['gloss', 'claimerGloss', 'claimRelation'].flatMap((name) => (node[name] ?? []) as Item[])
  const fields = ['claimEvent', 'claimTime', 'claimLocation'].map((name) => node[name] as { id: string } | null)
  return [...texts.map((one) => one.target), ...fields].flatMap((one) => one?.id ?? [])
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
const typeNames: Record<string, string> = {
  entity: 'Entity',
  event: 'Event',
  time: 'TimeObject',
  entity_collection: 'EntityCollection',
}
/** The type of the thing with a composite id; the ids of types begin with that of a persona. */
const typeOf = (id: string) => (personas.includes(id.split('/')[0]!) ? 'OntologyType' : typeNames[id.split('/')[1]!]!)

describe('the claims of a thing', () => {
  it('are those that refer to it, of every kind of thing and for every reader', async () => {
    let compared = 0
    for (const name of ['ann', 'ben', 'dan', 'admin']) {
      const rows = read[name]!
      for (const id of new Set(rows.flatMap((row) => row.named))) {
        const node = `node(id: ${JSON.stringify(id)})`
        // What a claim refers to may be shown by name alone, to those who may not read the world that it is in.
        if (!(await made(people[name]!.graph(`{ ${node} { id } }`))).node) continue
        const list = (page: string) => `${node} { ... on ${typeOf(id)} { claims(${page})`
        expect(await walk(people[name]!, list, ['node', 'claims']), `${name} ${id}`).toEqual(
          ids(rows.filter((row) => row.named.includes(id))),
        )
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })

  it('are found as they are after a change of a claim', async () => {
    const ann = people['ann']!
    const { entities } = (await made(ann.graph('{ world { entities { id key } } }'))).world
    const { id, key } = entities[4]
    const query = `{ node(id: ${JSON.stringify(id)}) { ... on Entity { claims { nodes { id } } } } }`
    const found = async () => (await made(ann.graph(query))).node.claims.nodes.map((one: Row) => one.id) as string[]
    const before = await found()
    const other = read['ann']!.find((row) => row.createdBy === ann.id && !before.includes(row.id))!.id
    await made(ann.put(`/api/claims/${other}`, { gloss: [{ type: 'objectRef', content: key, refType: 'entity' }] }))
    expect((await found()).sort()).toEqual([...before, other].sort())
    await made(ann.put(`/api/claims/${other}`, { gloss: [{ type: 'text', content: 'nothing' }] }))
    expect(await found()).toEqual(before)
    const { nodes } = await made(ann.graph(`{ nodes(ids: ["${other}"]) { ... on Claim { ${columns} } } }`))
    for (const name of Object.keys(read))
      read[name] = read[name]!.map((row) => (row.id === other ? { ...nodes[0], named: namedBy(nodes[0]) } : row))
  })

  it('are read for all types of an ontology by one statement', async () => {
    const query = `{ persona(id: "${personas[0]}") { ontology { types { id claims(first: 3) { nodes { id } totalCount } } } } }`
    await made(people['ann']!.graph(query))
    const { result, statements } = await statementsOf(() => people['ann']!.graph(query))
    const { types } = (await made(Promise.resolve(result))).persona.ontology
    expect(types.length).toBeGreaterThan(10)
    expect(types.some((one: { claims: { totalCount: number } }) => one.claims.totalCount > 3)).toBe(true)
    expect(statements.filter((text) => text.includes('claim_references'))).toHaveLength(2)
  })
})

/** Each filter as GraphQL takes it, and the same condition in plain JavaScript. */
function filters(name = 'ann'): [Record<string, unknown>, (row: Row) => boolean][] {
  const since = read['ann']!.map((row) => row.updatedAt).sort()[150]!
  const ofSummary = (row: Row) => summaries.find(({ id }) => id === row.summaryId)!
  const all = read['ann']!.flatMap((row) => row.named)
  const object = all.find((id) => id.includes('/entity/') && typeOf(id) === 'Entity')!
  const type = all.find((id) => id.startsWith(personas[name === 'ann' ? 0 : 1]!))!
  return [
    [{}, () => true],
    [{ summaryId: summaries[4]!.id }, (row) => row.summaryId === summaries[4]!.id],
    [{ videoId: videos[1] }, (row) => ofSummary(row).videoId === videos[1]],
    [{ personaId: personas[1] }, (row) => ofSummary(row).personaId === personas[1]],
    [{ projectId }, (row) => row.projectId === projectId],
    [{ creatorId: people['ben']!.id }, (row) => row.createdBy === people['ben']!.id],
    [{ search: 'someBODY' }, (row) => row.text.startsWith('Somebody')],
    [{ strategy: 'sentence-based' }, (row) => row.extractionStrategy === 'SENTENCE_BASED'],
    [{ model: 'none' }, () => false],
    [{ minConfidence: 0.5 }, (row) => row.confidence !== null && row.confidence >= 0.5],
    [{ maxConfidence: 0.25 }, (row) => row.confidence !== null && row.confidence <= 0.25],
    [{ changedSince: since }, (row) => row.updatedAt >= since],
    [{ objectId: object }, (row) => row.named.includes(object)],
    [{ ontologyTypeId: type }, (row) => row.named.includes(type)],
    [
      { videoId: videos[0], personaId: personas[1], minConfidence: 0.25, ontologyTypeId: type },
      (row) =>
        ofSummary(row).videoId === videos[0] &&
        ofSummary(row).personaId === personas[1] &&
        (row.confidence ?? 0) >= 0.25 &&
        row.named.includes(type),
    ],
  ]
}

describe('the list of the claims of all summaries', () => {
  it('has the rows that the reader may read and that a plain filter lets through, in pages', async () => {
    let found = 0
    for (const name of ['ann', 'cem'])
      for (const [filter, holds] of filters()) {
        const expected = ids(read[name]!.filter(holds))
        const conditions = Object.entries(filter).map(([key, value]) => `${key}: ${literal(value)}`)
        const list = (page: string) => `claims(${page}, filter: { ${conditions.join(', ')} })`
        expect(await walk(people[name]!, list, ['claims']), `${name} ${JSON.stringify(filter)}`).toEqual(expected)
        found += expected.length
      }
    expect(found).toBeGreaterThan(500)
  })

  it('is the same for readers of a part of them', async () => {
    for (const [filter, holds] of filters('ben').filter(([given]) => !given['objectId'])) {
      const conditions = Object.entries(filter).map(([key, value]) => `${key}: ${literal(value)}`)
      const list = (page: string) => `claims(${page}, filter: { ${conditions.join(', ')} })`
      expect(await walk(people['ben']!, list, ['claims']), JSON.stringify(filter)).toEqual(
        ids(read['ben']!.filter(holds)),
      )
    }
  })

  it('has nothing by a thing that the reader may not read', async () => {
    const type = read['ann']!.flatMap((row) => row.named).find((id) => id.startsWith(personas[0]!))!
    const list = (page: string) => `claims(${page}, filter: { ontologyTypeId: ${literal(type)} })`
    expect((await walk(people['ann']!, list, ['claims'])).length).toBeGreaterThan(0)
    expect(await walk(people['ben']!, list, ['claims'])).toEqual([])
  })

  it('is refused with the name of a filter that is not well formed', async () => {
    const cases: [string, string][] = [
      ['objectId: "ferry"', 'objectId'],
      ['summaryId: "s"', 'summaryId'],
      ['maxConfidence: -1', 'maxConfidence'],
    ]
    for (const [filter, field] of cases) {
      const { errors } = await people['ann']!.graph(`{ claims(filter: { ${filter} }) { nodes { id } } }`)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: `filter.${field}` }],
      })
    }
  })
})

describe('the list of the claims of all summaries in REST', () => {
  it('has the same rows as a plain filter, in pages and as lines', async () => {
    for (const [{ creatorId, ...given }, holds] of filters('ben').filter(([one]) => !one['objectId'])) {
      const query = { ...given, ...(creatorId !== undefined && { createdBy: creatorId }) }
      const expected = ids(read['ben']!.filter(holds))
      const who = people['ben']!
      expect(await walkRest(who, '/api/claims', query), JSON.stringify(query)).toEqual(expected)
      expect((await linesOf(who, '/api/claims', query)).map(({ id }) => id)).toEqual(expected)
    }
    expect(await linesOf(people['cem']!, '/api/claims', {})).toEqual([])
  })

  it('has each line in the form of a claim without those below it', async () => {
    const [line] = await linesOf(people['ann']!, '/api/claims', { summaryId: summaries[0]!.id })
    const { subclaims: _below, ...claim } = await made(people['ann']!.get(`/api/claims/${line!.id}`))
    expect(line).toEqual(claim)
  })

  it('is in the order asked for', async () => {
    const expected = [...read['ann']!].sort((a, b) =>
      a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1,
    )
    const query = { orderBy: 'updatedAt', direction: 'desc', projectId }
    expect(await walkRest(people['ann']!, '/api/claims', query)).toEqual(
      ids(expected.filter((row) => row.projectId === projectId)),
    )
  })

  it('is refused with the name of what is unknown or malformed', async () => {
    const refused = async (query: string) => {
      const { status, body } = await people['ann']!.get(`/api/claims?${query}`)
      return [status, body.details?.map(({ field }: { field: string }) => field)]
    }
    expect(await refused('persona=x')).toEqual([400, ['persona']])
    expect(await refused('summaryType=book')).toEqual([400, ['summaryType']])
    expect(await refused('ontologyTypeId=ship')).toEqual([400, ['ontologyTypeId']])
    expect(await refused('changedSince=yesterday')).toEqual([400, ['changedSince']])
    expect((await api.anonymous.get('/api/claims')).status).toBe(401)
  })
})

describe('the tree of claims', () => {
  /** The tree as a plain model: matching claims and those above them, depth first, siblings in order. */
  function modelled(rows: readonly Row[], holds: (row: Row) => boolean, compare: (a: Row, b: Row) => number) {
    const byId = new Map(rows.map((row) => [row.id, row]))
    const kept = new Set<string>()
    for (const row of rows.filter(holds))
      for (let at: Row | undefined = row; at; at = byId.get(at.parentClaimId ?? '')) kept.add(at.id)
    const below = (parent: string | null): string[] =>
      rows
        .filter((row) => row.parentClaimId === parent && kept.has(row.id))
        .sort(compare)
        .flatMap((row) => [row.id, ...below(row.id)])
    return below(null)
  }

  it('keeps the claims that pass a filter with those above them, in the order asked for', async () => {
    const summary = summaries[1]!.id
    const rows = read['ann']!.filter((row) => row.summaryId === summary)
    const confidence = (a: Row, b: Row) =>
      a.confidence === b.confidence
        ? a.id < b.id
          ? 1
          : -1
        : a.confidence === null
          ? 1
          : b.confidence === null
            ? -1
            : b.confidence - a.confidence
    const cases: [string, (row: Row) => boolean, (a: Row, b: Row) => number][] = [
      ['', () => true, inOrder],
      ['search: "somebody"', (row) => row.text.startsWith('Somebody'), inOrder],
      ['minConfidence: 0.75', (row) => (row.confidence ?? 0) >= 0.75, (a, b) => inOrder(b, a)],
      ['strategy: "manual"', (row) => row.extractionStrategy === 'MANUAL', confidence],
      ['model: "none"', () => false, inOrder],
    ]
    for (const [filter, holds, compare] of cases) {
      const order =
        compare === inOrder
          ? ''
          : `, orderBy: { field: ${compare === confidence ? 'CONFIDENCE' : 'CREATED_AT'}, direction: DESC }`
      const list = (page: string) => `summary(id: "${summary}") { claimTree(${page}, filter: { ${filter} }${order})`
      const expected = modelled(rows, holds, compare)
      expect(await walk(people['ann']!, list, ['summary', 'claimTree']), filter).toEqual(expected)
      const all = `{ ${list('first: 100')} { edges { matches depth childCount path node { id } } } } }`
      const { edges } = (await made(people['ann']!.graph(all))).summary.claimTree
      for (const edge of edges) {
        const row = rows.find(({ id }) => id === edge.node.id)!
        const children = expected.filter((id) => rows.find((one) => one.id === id)!.parentClaimId === row.id)
        expect([edge.matches, edge.childCount, edge.path.length]).toEqual([holds(row), children.length, edge.depth + 1])
      }
    }
  })
})
