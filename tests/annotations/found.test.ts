import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { linesOf, literal, random, walk, walkRest } from '../support/walk.js'
import { frames, made, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
/** Ann owns the project, Ben and Dan are annotators in it, all with worlds of their own. Cem shares nothing with them. */
const people: Record<string, Person> = {}
let projectId: string
const videos: string[] = []
const personas: string[] = []

interface Row {
  id: string
  videoId: string
  personaId: string | null
  projectId: string | null
  createdByUserId: string
  type: string | undefined
  linkType: string | null
  label: string
  source: string | undefined
  confidence: number | null
  firstFrame: number
  lastFrame: number
  createdAt: string
  updatedAt: string
  target: { id: string } | null
}
/** What each person reads, by `node`, row by row. */
const read: Record<string, Row[]> = {}

const columns = `id videoId personaId projectId createdByUserId: creatorId type linkType label source confidence firstFrame lastFrame
  createdAt updatedAt target { ... on OntologyType { id } ... on Entity { id } ... on Event { id } ... on TimeObject { id }
  ... on EntityCollection { id } ... on EventCollection { id } ... on TimeCollection { id } }`

/** Returns the words of enums that clients choose freely as they are stored. */
const stored = ({ type, source }: Row) => ({ type: type?.toLowerCase(), source: source?.toLowerCase() })

const { next, oneOf } = random(20261126)

/** Keys that several kinds of things have, in several worlds, so that kind and project decide what a label means. */
const keys = ['ferry', 'pier', 'leaving', 'a/b', `${'long '.repeat(30)}1`, `${'long '.repeat(30)}2`]
const named = (list: readonly string[]) => list.map((id) => ({ id, name: id }))

beforeAll(async () => {
  api = await startApi()
  for (const name of ['ann', 'ben', 'cem', 'dan']) people[name] = await api.person(name)
  people['admin'] = await api.admin()
  const [ann, ben, dan] = [people['ann']!, people['ben']!, people['dan']!]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  for (const { id } of [ben, dan])
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: id, role: 'annotator' }))
  const ofProject = `/api/projects/${projectId}/world`
  const [some, others] = [keys.slice(0, 4), keys.slice(2)]
  await made(ann.put('/api/world', { entities: named(keys), events: named(others), times: named(some) }))
  await made(
    ann.put(ofProject, { entities: named(some), entityCollections: named(keys), eventCollections: named(keys) }),
  )
  await made(ben.put('/api/world', { events: named(some) }))
  // Dan's world in the project is older than Ben's, and both have keys that no world of Ann's has.
  await made(dan.put(ofProject, { events: named(['tide', 'pier', 'quay']), times: named(['quay', 'leaving']) }))
  await made(ben.put(ofProject, { entities: named(['tide', 'quay', 'a/b']) }))
  for (let i = 0; i < 4; i += 1) videos.push(await makeVideo(api))
  for (const inProject of [{}, { projectId }]) {
    const input = { name: 'Scout', role: 'Scout', informationNeed: 'Who?', ...inProject }
    const { id } = await made(ann.post('/api/personas', input))
    const types = { entities: named(some), events: named(others), roles: named(keys), relationTypes: named(keys) }
    await made(ann.put(`/api/personas/${id}/ontology`, types))
    personas.push(id)
  }
  const ids: string[] = []
  for (let i = 0; i < 12; i += 1) {
    const who = oneOf([ann, ann, ben, dan])
    const annotations = Array.from({ length: 25 }, () => {
      const isObject = next() < 0.6
      const from = Math.floor(next() * 50)
      const [box] = frames.boxes
      return {
        videoId: oneOf(videos),
        label: oneOf(isObject ? [...keys, 'tide', 'quay'] : keys),
        ...(isObject
          ? { type: 'object', linkType: oneOf(['entity', 'location', 'event', 'time', 'entity-collection', null]) }
          : { type: oneOf(['type', 'entity', 'event', 'role', 'relation', 'other']) }),
        personaId: isObject ? null : who === ann ? oneOf(personas) : personas[1],
        projectId: who === ann ? oneOf([null, projectId]) : projectId,
        source: oneOf(['manual', 'tracking', 'import']),
        confidence: oneOf([null, 0, 0.25, 0.5, 0.75, 1]),
        frames: {
          boxes: [
            { ...box, frameNumber: from },
            { ...box, frameNumber: from + Math.floor(next() * 20) + 1 },
          ],
        },
      }
    })
    ids.push(...(await made(who.post('/api/annotations/bulk', { annotations }))).annotationIds)
  }
  // A fifth of the rows is changed later, with times of their own.
  for (const id of ids.filter((_id, i) => i % 5 === 0))
    await made(ann.put(`/api/annotations/${id}`, { source: 'late' }).then(orRefused))
  for (const [name, who] of Object.entries(people)) {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Annotation { ${columns} } } }`
    read[name] = []
    for (let at = 0; at < ids.length; at += 50) {
      const { nodes } = await made(who.graph(query, { ids: ids.slice(at, at + 50) }))
      for (const node of nodes) if (node) read[name].push({ ...node, ...stored(node) })
    }
    read[name].sort((a, b) =>
      a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1,
    )
  }
  expect([read['ann']?.length, read['cem']?.length]).toEqual([300, 0])
  expect(read['ben']?.length).toBeGreaterThan(100)
  expect(read['ben']?.length).toBeLessThan(300)
})
afterAll(() => api.stop())

/** Ann may not change what Ben made; such an answer is no fault of the setup. */
const orRefused = <A extends { status: number }>(answer: A) =>
  answer.status === 404 ? { ...answer, status: 200 } : answer

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe('the annotations of a thing', () => {
  it('are those whose target it is, of every kind of thing and for every reader', async () => {
    let compared = 0
    for (const name of ['ann', 'ben', 'dan', 'admin']) {
      const rows = read[name]!
      const things = new Set(rows.flatMap(({ target }) => target?.id ?? []))
      for (const id of things) {
        const list = (page: string) => `node(id: ${JSON.stringify(id)}) { ... on ${typeOf(id)} { annotations(${page})`
        const visible = (await made(people[name]!.graph(`{ node(id: ${JSON.stringify(id)}) { id } }`))).node
        // The target of a label may be shown by name alone, to those who may not read the world that it is in.
        if (!visible) continue
        expect(await walk(people[name]!, list, ['node', 'annotations']), `${name} ${id}`).toEqual(
          ids(rows.filter(({ target }) => target?.id === id)),
        )
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(40)
  })

  it('are read for all entities of a world by one statement, with a filter as without', async () => {
    const query = `{ world { entities { id annotations(first: 3, filter: { source: "manual" }) { nodes { id } totalCount } } } }`
    await made(people['ann']!.graph(query))
    const { result, statements } = await statementsOf(() => people['ann']!.graph(query))
    const { entities } = (await made(Promise.resolve(result))).world
    expect(entities).toHaveLength(keys.length)
    for (const { id, annotations } of entities) {
      const those = read['ann']!.filter(({ target, source }) => target?.id === id && source === 'manual')
      expect([annotations.nodes.map((one: Row) => one.id), annotations.totalCount]).toEqual([
        ids(those).slice(0, 3),
        those.length,
      ])
    }
    expect(statements.filter((text) => text.includes('annotations'))).toHaveLength(2)
  })
})

const typeNames: Record<string, string> = {
  entity: 'Entity',
  event: 'Event',
  time: 'TimeObject',
  entity_collection: 'EntityCollection',
  event_collection: 'EventCollection',
}
/** The type of the thing with a composite id; the ids of types begin with that of a persona. */
const typeOf = (id: string) => (personas.includes(id.split('/')[0]!) ? 'OntologyType' : typeNames[id.split('/')[1]!]!)

/** Each filter as GraphQL takes it, and the same condition in plain JavaScript. */
function filters(): [Record<string, unknown>, (row: Row) => boolean][] {
  const since = read['ann']!.map((row) => row.updatedAt).sort()[270]!
  const [object] = read['ann']!.flatMap(({ target }) => (target?.id.includes('/entity/') ? [target.id] : []))
  const type = read['ann']!.find(({ target }) => target && personas.includes(target.id.slice(0, 36)))!.target!.id
  return [
    [{}, () => true],
    [{ videoId: videos[1] }, (row) => row.videoId === videos[1]],
    [{ personaId: personas[0] }, (row) => row.personaId === personas[0]],
    [{ projectId }, (row) => row.projectId === projectId],
    [{ type: 'object' }, (row) => row.type === 'object'],
    [{ linkType: 'LOCATION' }, (row) => row.linkType === 'LOCATION'],
    [{ label: 'a/b' }, (row) => row.label === 'a/b'],
    [{ source: 'tracking' }, (row) => row.source === 'tracking'],
    [{ creatorId: people['ben']!.id }, (row) => row.createdByUserId === people['ben']!.id],
    [{ minConfidence: 0.5 }, (row) => row.confidence !== null && row.confidence >= 0.5],
    [{ maxConfidence: 0.25 }, (row) => row.confidence !== null && row.confidence <= 0.25],
    [{ minConfidence: 0.5, maxConfidence: 0.5 }, (row) => row.confidence === 0.5],
    [{ changedSince: since }, (row) => row.updatedAt >= since],
    [{ objectId: object }, (row) => row.target?.id === object],
    [{ ontologyTypeId: type }, (row) => row.target?.id === type],
    [{ visibleIn: { from: 40, to: 45 } }, (row) => row.firstFrame <= 45 && row.lastFrame >= 40],
    [
      { projectId, source: 'import', minConfidence: 0.25, creatorId: people['ann']!.id },
      (row) =>
        row.projectId === projectId &&
        row.source === 'import' &&
        (row.confidence ?? 0) >= 0.25 &&
        row.createdByUserId === people['ann']!.id,
    ],
  ]
}

describe('the list of the annotations of all videos', () => {
  it('has the rows that the reader may read and that a plain filter lets through, in pages', async () => {
    let found = 0
    for (const name of ['ann', 'ben', 'cem', 'admin'])
      for (const [filter, holds] of filters()) {
        const expected = ids(read[name]!.filter(holds))
        const list = (page: string) => `annotations(${page}, filter: ${literal(filter)})`
        expect(await walk(people[name]!, list, ['annotations']), `${name} ${JSON.stringify(filter)}`).toEqual(expected)
        if (name === 'ann') expect(expected.length, JSON.stringify(filter)).toBeGreaterThan(0)
        found += expected.length
      }
    expect(found).toBeGreaterThan(1000)
  })

  it('is one statement for a page, and another for its number', async () => {
    const query = `{ annotations(first: 20, filter: { source: "manual" }) { nodes { id label } totalCount } }`
    await made(people['ben']!.graph(query))
    const { result, statements } = await statementsOf(() => people['ben']!.graph(query))
    expect((await made(Promise.resolve(result))).annotations.nodes).toHaveLength(20)
    expect(statements.filter((text) => text.includes('annotations'))).toHaveLength(2)
  })

  it('is refused with the name of a filter that is not well formed', async () => {
    const cases: [string, string][] = [
      ['objectId: "ferry"', 'objectId'],
      ['ontologyTypeId: "x/entity/ship"', 'ontologyTypeId'],
      ['minConfidence: 2', 'minConfidence'],
      ['personaId: "ann"', 'personaId'],
    ]
    for (const [filter, field] of cases) {
      const { errors } = await people['ann']!.graph(`{ annotations(filter: { ${filter} }) { nodes { id } } }`)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: `filter.${field}` }],
      })
    }
  })
})

describe('the list of the annotations of all videos in REST', () => {
  /** The filters of GraphQL as queries of REST, where words are in lower case and a window has its ends. */
  const queries = () =>
    filters().map(([{ visibleIn, linkType, creatorId, ...filter }, holds]) => {
      const query = {
        ...filter,
        ...(creatorId !== undefined && { createdBy: creatorId }),
        ...(linkType !== undefined && { linkType: 'location' }),
        ...(visibleIn as object),
      }
      return [query, holds] as const
    })

  it('has the same rows as a plain filter, in pages and as lines', async () => {
    for (const name of ['ben', 'cem', 'admin'])
      for (const [query, holds] of queries()) {
        const expected = ids(read[name]!.filter(holds))
        const who = people[name]!
        expect(await walkRest(who, '/api/annotations', query), `${name} ${JSON.stringify(query)}`).toEqual(expected)
        const lines = await linesOf(who, '/api/annotations', query)
        expect(lines.map(({ id }) => id)).toEqual(expected)
      }
  })

  it('is in the order asked for, forward and backward, with the cursors of GraphQL', async () => {
    const ann = people['ann']!
    const expected = [...read['ann']!].sort((a, b) => a.firstFrame - b.firstFrame || (a.id < b.id ? -1 : 1))
    const query = { orderBy: 'firstFrame', source: 'manual' }
    const manual = ids(expected.filter(({ source }) => source === 'manual'))
    expect(await walkRest(ann, '/api/annotations', query)).toEqual(manual)
    expect(await walkRest(ann, '/api/annotations', { ...query, direction: 'desc' })).toEqual([...manual].reverse())
    const last = await made(ann.get('/api/annotations?last=5'))
    expect(ids(last.annotations)).toEqual(ids(read['ann']!.slice(-5)))
    const { annotations } = await made(
      ann.graph(`{ annotations(before: "${last.pageInfo.startCursor}", last: 5) { nodes { id } } }`),
    )
    expect(ids(annotations.nodes)).toEqual(ids(read['ann']!.slice(-10, -5)))
  })

  it('has each line in the form of an annotation, whole', async () => {
    const [line] = await linesOf(people['ann']!, '/api/annotations', { videoId: videos[0] })
    const [row] = await made(people['ann']!.get(`/api/annotations/${videos[0]}`))
    expect(line).toEqual(row)
  })

  it('sends more lines than are read at once', async () => {
    const dan = await api.person()
    const annotations = Array.from({ length: 1000 }, (_, i) => ({
      videoId: 'many',
      type: 'type',
      label: `l${i}`,
      frames,
      personaId: null,
    }))
    const input = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
    const personaId = (await made(dan.post('/api/personas', input))).id
    const { annotationIds } = await made(
      dan.post('/api/annotations/bulk', { annotations: annotations.map((one) => ({ ...one, personaId })) }),
    )
    const lines = await linesOf(dan, '/api/annotations', {})
    expect(lines.map(({ id }) => id).sort()).toEqual([...annotationIds].sort())
  })

  it('is refused with the name of what is unknown, malformed or of a page', async () => {
    const ann = people['ann']!
    const refused = async (query: string, headers = {}) => {
      const { status, body } = await ann.get(`/api/annotations?${query}`, headers)
      return [status, body.details?.map(({ field }: { field: string }) => field)]
    }
    expect(await refused('sources=manual')).toEqual([400, ['sources']])
    expect(await refused('minConfidence=high')).toEqual([400, ['minConfidence']])
    expect(await refused('objectId=ferry')).toEqual([400, ['objectId']])
    expect(await refused('first=101')).toEqual([400, ['first']])
    expect(await refused('orderBy=shoeSize')).toEqual([400, ['orderBy']])
    expect(await refused('after=x')).toEqual([400, ['after']])
    expect(await refused('first=5', { accept: 'application/x-ndjson' })).toEqual([400, ['first']])
    expect((await api.anonymous.get('/api/annotations')).status).toBe(401)
  })
})
