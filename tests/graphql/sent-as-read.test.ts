import fc from 'fast-check'
import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { everythingInTheWorld, everythingOfAType } from './everything.js'

// A document that a client has read can be sent again, and is then stored as it was: the documented members are fields
// of the same names in answers and in inputs, and `extra` has everything else.

let api: TestApi
let ann: Person
let schema: GraphQLSchema
let personaId: string
let summaryId: string

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  api = await startApi({ GRAPHQL_MAX_COST: '1000000', GRAPHQL_MAX_FIELDS: '5000' })
  ann = await api.person('ann')
  personaId = (await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))).id
  summaryId = (await made(ann.post('/api/summaries', { videoId: 'v', personaId, summary: 'Text.' }))).id
})
afterAll(() => api.stop())

/** Selects of an object everything that the input has. */
function selectionOf(input: GraphQLInputObjectType, type: GraphQLObjectType): string {
  const fields = Object.values(input.getFields()).map((field) => {
    const [below, read] = [getNamedType(field.type), type.getFields()[field.name]]
    if (!read) throw new Error(`${type.name} has no ${field.name}`)
    return isInputObjectType(below)
      ? `${field.name} { ${inputSelection(below, getNamedType(read.type).name)} }`
      : field.name
  })
  return ['__typename', ...fields].join(' ')
}

const inputSelection = (input: GraphQLInputObjectType, typeName: string) => {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`)
  return selectionOf(input, type)
}
const everythingOf = (typeName: string, inputName = `${typeName}Input`) =>
  inputSelection(schema.getType(inputName) as GraphQLInputObjectType, typeName)

/** Returns what was read as an input: without the names of types. */
function asInput(read: unknown): unknown {
  if (Array.isArray(read)) return read.map(asInput)
  if (typeof read !== 'object' || read === null) return read
  // JSON is sent as it was read.
  const members = Object.entries(read).filter(([name]) => name !== '__typename')
  return Object.fromEntries(members.map(([name, value]) => [name, name === 'extra' ? value : asInput(value)]))
}

const unknown = fc.record(
  {
    colour: fc.constantFrom('red', 5, null, true, [], {}),
    nested: fc.constant({ list: [null, { a: 1 }], text: 'é "x" \\ \u2028' }),
    wikidataId: fc.constantFrom('Q1', 'Q2', 7, null),
    'two words': fc.constant([[]]),
    __proto: fc.constant(1),
  },
  { requiredKeys: [] },
)
const odd = fc.constantFrom<unknown[]>(
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
  [5, 'x'],
  [{}],
  [[]],
)

/** Generates variants of a document: members missing, of another form, and unknown ones at every depth. */
function variants(document: unknown, oddness = 3): fc.Arbitrary<any> {
  if (Array.isArray(document)) {
    const items = fc.tuple(...document.map((item: unknown) => variants(item, oddness)))
    return fc.oneof(
      { arbitrary: items, weight: 12 },
      { arbitrary: fc.constant([]), weight: 1 },
      { arbitrary: fc.tuple(items, odd).map(([all, one]) => [...all, one]), weight: oddness > 0 ? 1 : 0 },
    )
  }
  if (typeof document !== 'object' || document === null) return fc.constant(document)
  const members = Object.entries(document).map(([name, value]) =>
    fc
      .oneof(
        { arbitrary: variants(value, oddness), weight: 12 },
        { arbitrary: odd, weight: oddness },
        { arbitrary: fc.constant(undefined), weight: oddness },
      )
      .map((one) => (one === undefined ? {} : { [name]: one })),
  )
  return fc.tuple(unknown, ...members).map((parts) => Object.assign({}, ...parts) as object)
}

/** Returns as many variants as asked for; the same ones in each run. */
const some = (document: unknown, count: number, oddness?: number): any[] =>
  fc.sample(variants(document, oddness), { numRuns: count, seed: 51 })

/** Returns variants of the members of a row, which has no other members: some tame ones, and wilder ones. */
const rows = (documents: Record<string, unknown>): object[] =>
  [0, 1].flatMap((oddness) => {
    const members = Object.entries(documents).map(([name, one]) => [name, variants(one, oddness)])
    return fc.sample(fc.record(Object.fromEntries(members)), { numRuns: oddness ? 90 : 40, seed: 51 })
  })

async function graph(query: string, variables: object): Promise<any> {
  const { data, errors } = await ann.graph<any>(query, variables as Record<string, unknown>)
  expect(errors?.map(({ message, extensions }) => [message, extensions])).toBeUndefined()
  return data
}

describe('a document that is sent as it was read is stored as it was', () => {
  it('in a world', async () => {
    const world = Object.fromEntries(
      Object.entries(everythingInTheWorld(personaId)).map(([array, items]) => [
        array,
        items
          .flatMap(({ id, ...item }) => some({ ...item, older: 1 }, 40).map((one) => ({ ...one, id: String(id) })))
          .map((one, i) => ({ ...one, id: `${one.id}-${i}` })),
      ]),
    )
    const types: Record<string, string> = {
      ...{ entities: 'Entity', events: 'Event', times: 'TimeObject', relations: 'WorldRelation' },
      entityCollections: 'EntityCollection',
      eventCollections: 'EventCollection',
      timeCollections: 'TimeCollection',
    }
    await made(ann.put('/api/world', world))
    const stored = (await ann.get('/api/world')).body as Record<string, unknown>
    for (const [array, type] of Object.entries(types)) {
      const read = await graph(`{ world { ${array} { ${everythingOf(type)} } } }`, {})
      await made(ann.put('/api/world', { [array]: [] }))
      const input = { [array]: asInput(read.world[array]) }
      await graph('mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id } } }', { input })
      expect((await ann.get('/api/world')).body).toMatchObject({ [array]: stored[array] })
      expect(((await ann.get('/api/world')).body as Record<string, unknown>)[array]).toEqual(stored[array])
    }
  }, 120_000)

  it('in an ontology', async () => {
    const { id, ...type } = everythingOfAType
    const path = `/api/personas/${personaId}/ontology`
    // Types whose choices are refused are left out.
    const types: object[] = []
    await taken(
      some(type, 60).map((one, i) => ({ ...one, id: `${id}-${i}`, name: 'Ship' })),
      async (one) => {
        const answer = await ann.put(`${path}/entities/${(one as { id: string }).id}`, one)
        if (answer.status < 300) types.push(one)
        return answer
      },
    )
    const arrays = ['entities', 'roles', 'events', 'relationTypes'].map((array) => [array, types])
    const relations = [{ id: 'r', of: 'older clients' }]
    await made(ann.put(path, { ...Object.fromEntries(arrays), relations }))
    const stored = (await ann.get(path)).body as Record<string, unknown>
    const names = ['entityTypes', 'roleTypes', 'eventTypes', 'relationTypes']
    const lists = names.map((name) => `${name} { ${everythingOf('OntologyType')} }`).join(' ')
    const read = asInput(
      (await graph(`{ persona(id: "${personaId}") { ontology { ${lists} } } }`, {})).persona.ontology,
    )
    const emptied = { entities: [], roles: [], events: [], relationTypes: [] }
    for (const [mutation, input] of [
      ['updateOntology', { personaId, ...(read as object) }],
      ['saveOntologyData', { personas: [], personaOntologies: [{ personaId, ...(read as object) }] }],
    ] as const) {
      await made(ann.put(path, emptied))
      const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
      await graph(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input })
      const now = (await ann.get(path)).body as Record<string, unknown>
      for (const array of [...Object.keys(emptied), 'relations']) expect(now[array]).toEqual(stored[array])
    }
  }, 120_000)

  const gloss = [
    { type: 'text', content: 'A boat by ' },
    { type: 'objectRef', content: 'pier', refType: 'entity', refPersonaId: null, refClaimId: 'c' },
  ]
  const spans = [{ sentenceIndex: 0, charStart: 0, charEnd: 4 }]
  const evidence = [
    {
      ...{ text: 'A ferry', source: 'seen', confidence: 0.5, startTime: 0, endTime: 1 },
      frames: [
        {
          ...{ frameNumber: 1, timestamp: 0.04 },
          boxes: [{ label: 'ship', x: 0.1, y: 0.2, width: 0.3, height: 0.4, typeId: 'ship', typeName: 'Ship' }],
        },
      ],
    },
  ]

  const change = async (mutation: string, input: object) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    await graph(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input })
  }
  const glossFields = () => `{ ${everythingOf('GlossItem')} }`

  /** Creates by REST what it takes of the documents, and returns the ids. */
  async function taken(documents: readonly object[], create: (one: object, i: number) => Promise<{ status: number }>) {
    let count = 0
    for (const [i, one] of documents.entries()) count += Number((await create(one, i)).status < 300)
    expect(count).toBeGreaterThan(documents.length / 5)
  }

  it('in a claim, and in a relation of one', async () => {
    const documents = { gloss, claimerGloss: gloss, claimRelation: gloss, textSpans: spans }
    const path = `/api/summaries/${summaryId}/claims`
    await taken(rows(documents), (one) => ann.post(path, { text: 'A claim', evidence, ...one }))
    const all = (await ann.get(path)).body as any[]
    const ends = `{ ${everythingOf('TextSpan')} }`
    const fields = `gloss ${glossFields()} claimerGloss ${glossFields()} claimRelation ${glossFields()} textSpans ${ends}
      evidence { ${everythingOf('Evidence')} }`
    const read = await graph(`{ summary(id: "${summaryId}") { claims { id ${fields} } } }`, {})
    for (const claim of all) {
      const sent = asInput(read.summary.claims.find((one: any) => one.id === claim.id)) as object
      const none = { gloss: [], claimerGloss: null, claimRelation: null, textSpans: null, evidence: null }
      await made(ann.put(`/api/claims/${claim.id}`, none))
      await change('updateClaim', sent)
      const now = (await ann.get(`/api/claims/${claim.id}`)).body as Record<string, unknown>
      for (const name of Object.keys(documents)) expect(now[name]).toEqual(claim[name])
      // Evidence keeps no other members, and stores no null: null and an absent member are the same there.
      expect(now['evidence']).toEqual(claim.evidence)
    }
    const [one, other] = all
    const ofRelation = { sourceSpans: spans, targetSpans: spans }
    await taken(rows(ofRelation).slice(0, all.length - 1), (spans, i) =>
      ann.post(`/api/claims/${one.id}/relations`, { targetClaimId: all[i + 1].id, relationTypeId: 'r', ...spans }),
    )
    const relations = async (id: string) =>
      ((await ann.get(`/api/claims/${id}/relations`)).body as any).outgoing as any[]
    const { claim } = await graph(
      `{ claim(id: "${one.id}") { outgoing { targetClaimId relationTypeId sourceSpans ${ends} targetSpans ${ends} } } }`,
      {},
    )
    const stored = await relations(one.id)
    for (const relation of asInput(claim.outgoing) as any[]) {
      if (relation.targetClaimId === other.id) continue
      await change('createClaimRelation', { ...relation, sourceClaimId: other.id })
    }
    const spansOf = ({ sourceSpans, targetSpans }: any) => ({ sourceSpans, targetSpans })
    const others = stored.filter(({ targetClaimId }: any) => targetClaimId !== other.id)
    expect((await relations(other.id)).map(spansOf)).toEqual(others.map(spansOf))
  }, 120_000)

  it('in a summary', async () => {
    const segments = [{ start: 0, end: 1, text: 'a', speaker: 'A', confidence: 0.5 }]
    const documents = {
      summary: gloss,
      keyFrames: [{ frame_number: 1, timestamp: 0.04, description: 'd', confidence: 0.5 }],
      transcriptJson: { segments, language: 'en' },
    }
    await taken(rows(documents), (one, i) => ann.post('/api/summaries', { videoId: `w${i}`, personaId, ...one }))
    const fields = `summary ${glossFields()} keyFrames { ${everythingOf('KeyFrame')} }
      transcriptJson { ${everythingOf('SummaryTranscript', 'TranscriptInput')} }`
    const { persona } = await graph(`{ persona(id: "${personaId}") { summaries { id videoId ${fields} } } }`, {})
    for (const { videoId, ...read } of persona.summaries) {
      const path = `/api/videos/${videoId}/summaries/${personaId}`
      const stored = (await ann.get(path)).body as Record<string, unknown>
      await made(ann.put(path, { summary: '', keyFrames: null, transcriptJson: null }))
      await change('updateSummary', asInput(read) as object)
      const now = (await ann.get(path)).body as Record<string, unknown>
      for (const name of ['keyFrames', 'transcriptJson']) expect(now[name]).toEqual(stored[name])
      // A text that REST has stored as a string is rich text afterwards.
      expect(now['summary']).toEqual(typeof stored['summary'] === 'string' ? stored['summaryGloss'] : stored['summary'])
    }
  }, 120_000)

  it('in an annotation', async () => {
    const box = { frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true, confidence: 0.5, visible: true }
    const frames = {
      ...{ trackId: 't', interpolationMode: 'linear', trackingSource: 'manual', trackingConfidence: 0.5 },
      boxes: [box, { ...box, frameNumber: 10 }],
      interpolationSegments: [
        {
          startFrame: 0,
          endFrame: 10,
          type: 'bezier',
          controlPoints: [
            { x: 0.2, y: 0.3 },
            { x: 0.4, y: 0.5 },
          ],
        },
      ],
      visibilityRanges: [{ startFrame: 0, endFrame: 10, visible: true }],
      ...{ totalFrames: 11, keyframeCount: 2, interpolatedFrameCount: 9 },
    }
    const annotation = { videoId: 'boxes', type: 'object', label: 'boat' }
    let count = 0
    for (const one of rows({ frames })) {
      const { status, body } = await ann.post('/api/annotations', { ...annotation, ...one })
      if (status >= 300) continue
      count += 1
      const { id, frames: stored } = body as { id: string; frames: object }
      const framesOf = (body: unknown) => (body as { frames: object }).frames
      const read = await graph(`{ annotation(id: "${id}") { frames { ${everythingOf('BoxSequence')} } } }`, {})
      await made(ann.put(`/api/annotations/${id}`, { frames: { boxes: [box] } }))
      await change('updateAnnotation', { id, frames: asInput(read.annotation.frames) })
      const all = (await ann.get('/api/annotations/boxes')).body as { id: string }[]
      expect(framesOf(all.find((one) => one.id === id))).toEqual(stored)
    }
    expect(count).toBeGreaterThan(20)
  }, 120_000)
})

describe('a field of a document', () => {
  const claim =
    'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id gloss { content extra } } } }'

  it('may not be given in `extra` as well', async () => {
    const item = { type: 'TEXT', content: 'A', refType: 'ENTITY', extra: { refType: 'event', colour: 'red' } }
    const { errors } = await ann.graph(claim, { input: { summaryId, text: 'T', gloss: [item] } })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.gloss.0.extra.refType', message: 'must not be given together with refType' }],
    })
  })

  it('is left out of the document where it is null', async () => {
    const item = { type: 'TEXT', content: 'A', refType: null, extra: { refClaimId: null } }
    const { data } = await ann.graph<any>(claim, { input: { summaryId, text: 'T', gloss: [item] } })
    const { id, gloss } = data.createClaim.claim
    expect(gloss).toEqual([{ content: 'A', extra: { refClaimId: null } }])
    const stored = ((await ann.get(`/api/claims/${id}`)).body as any).gloss
    expect(stored).toEqual([{ type: 'text', content: 'A', refClaimId: null }])
  })

  it('is validated in `extra` as beside it', async () => {
    const item = { type: 'TEXT', content: 'A', extra: { refClaimId: 5 } }
    const { errors } = await ann.graph(claim, { input: { summaryId, text: 'T', gloss: [item] } })
    expect(errors?.[0]?.extensions).toMatchObject({ details: [{ field: 'input.gloss.0.extra.refClaimId' }] })
  })
})
