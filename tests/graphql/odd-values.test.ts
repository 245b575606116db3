import type { FastifyInstance } from 'fastify'
import { getNamedType, isCompositeType, isInterfaceType, isObjectType, isUnionType, type GraphQLSchema } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../src/api.js'
import { createApp, type App } from '../../src/app.js'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type GraphError, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { everythingInTheWorld, everythingOfAType } from './everything.js'
import { callOf } from './generated-query.js'
import { runsByReference } from './reference.js'

vi.mock('../../src/graphql/run/operation.js', async (original) => {
  const { withReference } = await import('./reference.js')
  return withReference(original as () => Promise<typeof import('../../src/graphql/run/operation.js')>)
})

let api: TestApi
/** A second server on the same database that runs operations by graphql-js. */
let plain: { app: App; server: FastifyInstance; url: string }
let ann: Person
let schema: GraphQLSchema
let personaId: string

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  // Both servers have the same fixed time, so that responses with times are equal.
  const moment = new Date()
  api = await startApi({ GRAPHQL_MAX_COST: '1000000', GRAPHQL_MAX_FIELDS: '5000' }, { now: () => moment })
  const app = createApp(api.app.services.config, pino({ level: 'silent' }), { now: () => moment })
  runsByReference(app)
  const server = await createApi(app)
  plain = { app, server, url: await server.listen({ host: '127.0.0.1', port: 0 }) }
  ann = await api.person()
  personaId = (await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))).id
})
afterAll(async () => {
  await plain.server.close()
  await plain.app.close()
  await api.stop()
})

const oddValues = [
  null,
  5,
  -0.5,
  'text',
  '',
  true,
  {},
  { odd: null },
  [],
  [null],
  [5, 'text', true],
  [[]],
  [[{}]],
  [{}],
]

/** Returns copies of a document in each of which one value, at any depth, has another form, or one list an odd item. */
function oddCopies(document: unknown): unknown[] {
  const copies = oddValues.filter((value) => JSON.stringify(value) !== JSON.stringify(document))
  if (Array.isArray(document)) {
    const items = document as unknown[]
    const [first] = items
    return [...copies, [null, ...items], [...items, 7], ...oddCopies(first).map((one) => [one, ...items.slice(1)])]
  }
  if (typeof document !== 'object' || document === null) return copies
  return [...copies, ...oddMembers(document)]
}

const oddMembers = (document: object): object[] =>
  Object.entries(document).flatMap(([name, value]) => oddCopies(value).map((one) => ({ ...document, [name]: one })))

/** Returns the item with each member in every odd form but its id, each copy under an id of its own. */
const oddItems = (item: object & { name?: unknown }): object[] => {
  const { id: _id, name, ...members } = item as Record<string, unknown>
  return oddMembers(members).map((members, i) => ({ id: `odd-${i}`, name, ...members }))
}

const texts: Record<string, string> = { 'boxAt.frame': '5', 'boxes.from': '0', 'boxes.to': '20' }

/** A selection of every field of a type and of what belongs to it; of other objects with an id only the id. */
function allOf(typeName: string, depth = 4): string {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`)
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const call = callOf(typeName, field, (_parent, name, { name: one }) => texts[`${name}.${one}`])
    const named = getNamedType(field.type)
    if (!isCompositeType(named)) return [call]
    if (isUnionType(named) || isInterfaceType(named)) return [`${call} { __typename }`]
    const isNode = named.getInterfaces().some(({ name }) => name === 'Node')
    if (isNode || named.name.endsWith('Connection') || depth === 0) return [`${call} { __typename }`]
    return [`${call} { ${allOf(named.name, depth - 1)} }`]
  })
  return ['__typename', ...parts].join(' ')
}

async function read(query: string): Promise<any> {
  const [planned, reference] = await Promise.all(
    [api.url, plain.url].map(async (url) => {
      const headers = { 'content-type': 'application/json', cookie: ann.cookie }
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      const { data, errors } = (await response.json()) as { data: unknown; errors?: GraphError[] }
      return { data, errors }
    }),
  )
  expect(planned!.errors?.map(({ message, path }) => `${message} at ${path?.join('.')}`)).toBeUndefined()
  expect(planned).toEqual(reference)
  return planned!.data
}

describe('a stored value of another form than documented', () => {
  it('in an object of a world reads as null or is left out at its own place', async () => {
    const world = Object.fromEntries(
      Object.entries(everythingInTheWorld(personaId)).map(([array, items]) => [
        array,
        (items as object[]).flatMap(oddItems).map((one, i) => ({ ...one, id: `odd-${i}` })),
      ]),
    )
    await made(ann.put('/api/world', world))
    const types = { entities: 'Entity', events: 'Event', times: 'TimeObject', relations: 'WorldRelation' }
    const collections = {
      entityCollections: 'EntityCollection',
      eventCollections: 'EventCollection',
      timeCollections: 'TimeCollection',
    }
    for (const [array, type] of Object.entries({ ...types, ...collections })) {
      const { world: found } = await read(`{ world { ${array} { ${allOf(type)} } } }`)
      expect(found[array]).toHaveLength(world[array]!.length)
    }
  }, 60_000)

  it('leaves the other items of its list in their order', async () => {
    const assigned = { personaId, typeId: 'ship', typeName: 'Ship' }
    const typeAssignments = [null, assigned, 5, [assigned], { typeName: 7 }]
    const { id } = await made(ann.put('/api/world/entities/mixed', { name: 'Mixed', typeAssignments }))
    const interpretations = [{ personaId, typeId: 'a', participants: [null, { entityId: id }, 'x'] }, 'leave']
    await made(ann.put('/api/world/events/mixed', { name: 'Mixed', personaInterpretations: interpretations }))
    const { entities, events } = await read(`{
      entities(filter: { search: "Mixed" }) { nodes { typeAssignments { extra typeName } extra } }
      events(filter: { search: "Mixed" }) { nodes { interpretations { typeId participants { entityId } } } } }`)
    expect(entities.nodes[0].typeAssignments).toEqual([
      { extra: null, typeName: 'Ship' },
      { extra: { typeName: 7 }, typeName: null },
    ])
    expect(entities.nodes[0].extra.typeAssignments).toEqual(typeAssignments)
    expect(events.nodes[0].interpretations).toEqual([{ typeId: 'a', participants: [{ entityId: id }] }])
  })

  it('in a type of an ontology reads as null or is left out at its own place', async () => {
    const kinds = { entities: 'entityTypes', roles: 'roleTypes', events: 'eventTypes', relationTypes: 'relationTypes' }
    const types = oddItems(everythingOfAType)
    const arrays = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, types]))
    await made(ann.put(`/api/personas/${personaId}/ontology`, arrays))
    for (const kind of Object.values(kinds)) {
      const { persona } = await read(
        `{ persona(id: "${personaId}") { ontology { ${kind} { ${allOf('OntologyType')} } } } }`,
      )
      expect(persona.ontology[kind]).toHaveLength(types.length)
    }
  }, 60_000)

  it('in a sequence of boxes is refused by REST, or reads as null at its own place', async () => {
    const box = { frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true, confidence: 0.5, visible: true }
    const frames = {
      trackId: 't',
      interpolationMode: 'linear',
      boxes: [box, { ...box, frameNumber: 10 }],
      interpolationSegments: [{ startFrame: 0, endFrame: 10, type: 'bezier', controlPoints: [{ x: 0.2, y: 0.3 }] }],
      visibilityRanges: [{ startFrame: 0, endFrame: 10, visible: true }],
      trackingSource: 'manual',
      trackingConfidence: 0.5,
      totalFrames: 11,
      keyframeCount: 2,
      interpolatedFrameCount: 9,
    }
    const annotation = { videoId: 'odd', type: 'object', label: 'mixed', linkType: 'entity' }
    let taken = 0
    for (const one of oddMembers(frames))
      taken += Number((await ann.post('/api/annotations', { ...annotation, frames: one })).status === 201)
    expect(taken).toBeGreaterThan(5)
    for (let after = '', more = true; more;) {
      const page = `annotations(filter: { videoId: "odd" }, first: 100${after}) { pageInfo { hasNextPage endCursor } nodes { ${allOf('Annotation')} } }`
      const { annotations } = await read(`{ ${page} }`)
      more = annotations.pageInfo.hasNextPage
      after = `, after: "${annotations.pageInfo.endCursor}"`
    }
  }, 120_000)

  it('in a summary or a claim is refused by REST, or reads as null at its own place', async () => {
    const gloss = [
      { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId, refClaimId: personaId },
    ]
    const place = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
    const seen = { label: 'ship', ...place, confidence: 0.5, typeId: 'ship', typeName: 'Ship' }
    const evidence = [
      {
        ...{ text: 'A ferry', source: 'seen', confidence: 0.5, startTime: 0, endTime: 1 },
        frames: [{ frameNumber: 1, timestamp: 0.04, boxes: [seen] }],
      },
    ]
    const segments = [{ start: 0, end: 1, text: 'a', speaker: 'A', confidence: 0.5 }]
    const documents = {
      summary: gloss,
      keyFrames: [{ frame_number: 1, timestamp: 0.04, description: 'd', confidence: 0.5 }],
      evidence,
      transcriptJson: { segments, language: 'en' },
    }
    const spans = [{ charStart: 0, charEnd: 4, sentenceIndex: 0 }]
    const ofClaim = { gloss, claimerGloss: gloss, claimRelation: gloss, textSpans: spans, evidence }
    const lists = { audio: ['speech'], video: ['text'], metadata: ['text'] }
    const ids: string[] = []
    for (const [i, one] of oddMembers(documents).entries()) {
      const response = await ann.post('/api/summaries', { videoId: `odd-${i}`, personaId, ...one })
      if (response.status < 300) ids.push((response.body as { id: string }).id)
    }
    expect(ids.length).toBeGreaterThan(5)
    const claims: string[] = []
    for (const one of oddMembers({ ...ofClaim, ...lists })) {
      const response = await ann.post(`/api/summaries/${ids[0]}/claims`, { text: 'A claim', ...one })
      if (response.status < 300) claims.push((response.body as { id: string }).id)
    }
    expect(claims.length).toBeGreaterThan(5)
    for (const [all, type] of [
      [ids, 'Summary'],
      [claims, 'Claim'],
    ] as const)
      for (let at = 0; at < all.length; at += 50) {
        const some = JSON.stringify(all.slice(at, at + 50))
        const { nodes } = await read(`{ nodes(ids: ${some}) { ... on ${type} { ${allOf(type)} } } }`)
        expect(nodes).not.toContain(null)
      }
  }, 120_000)
})
