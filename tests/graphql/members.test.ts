import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { worldObject } from '../../src/world/world-rows.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'
import { everythingInTheWorld, everythingOfAType } from './everything.js'

let api: TestApi
let ann: Person
let ben: Person
let personaId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  ben = await api.person()
  personaId = (await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))).id
  await made(ann.put('/api/world', everythingInTheWorld(personaId)))
  await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [everythingOfAType] }))
})
afterAll(() => api.stop())

const item = 'type content target { __typename ... on Node { id } }'
const at = '2026-01-02T03:04:05.000Z'
const given = everythingInTheWorld('')
const inUpperCase = (word: unknown) => String(word).toUpperCase()

const coordinates = ['x', 'y', 'z', 'latitude', 'longitude', 'altitude']
const spaces = fc.constantFrom('', '', '', ' ', '\n')
const coordinate = fc.oneof(
  { weight: 8, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.constantFrom('null', '1.5e3', '1e400', '"far"', '[1]', '{"x":[{}]}', 'true', '0') },
)

/** The JSON text of a list of points, whose members are in any order, missing, doubled, null or of another form. */
const boundaries = fc
  .array(
    fc
      .record({
        names: fc.oneof<fc.Arbitrary<string[]>[]>(
          fc.subarray(coordinates),
          fc.array(fc.constantFrom<string>('x', 'y', 'z', 'note', 'latitude'), { maxLength: 5 }),
        ),
        values: fc.array(coordinate, { minLength: 6, maxLength: 6 }),
        space: spaces,
      })
      .map(({ names, values, space }) => {
        const members = names.map((name, i) => `"${name}":${space}${values[i]!}`)
        return `${space}{${members.join(`,${space}`)}}`
      }),
    { maxLength: 5 },
  )
  .map((points) => `[${points.join()}]`)

describe('documented members', () => {
  it('of a type are typed fields (RF-06, RF-07)', async () => {
    const { persona } = await made(
      ann.graph(
        `query ($id: ID!) { persona(id: $id) { ontology { entityTypes { key personaId definition gloss { ${item} } description kbId
           kbUrl importedFrom importedAt synonyms parentTypeId examples constraints color
           attributes { name type required defaultValue choices perFrame }
           roleIds sourceType targetType sourceTypes targetTypes extra } } } }`,
        { id: personaId },
      ),
    )
    const { id: key, name, roles, gloss, ...members } = everythingOfAType
    expect(name).toBe('Ship')
    expect(persona.ontology.entityTypes).toEqual([
      {
        ...members,
        key,
        personaId,
        roleIds: roles,
        attributes: members.attributes.map((one) => ({ choices: null, ...one, type: one.type.toUpperCase() })),
        gloss: [
          { ...gloss[0], type: 'TEXT', target: null },
          {
            type: 'OBJECT_REF',
            content: 'ferry',
            target: { __typename: 'Entity', id: expect.stringMatching(/\/entity\/ferry$/) },
          },
        ],
        extra: null,
      },
    ])
  })

  it('of objects of the world are typed fields (RF-12, RF-13, RF-14, RF-16)', async () => {
    const { world } = await made(
      ann.graph(`{ world {
        entities { key description descriptionGloss { type content } createdAt updatedAt kbId kbUrl importedFrom importedAt type
          attributes metadata locationType coordinateSystem coordinates { latitude longitude altitude x y z }
          boundary { latitude z } boundingBox { minLatitude maxLatitude minLongitude maxLongitude minAltitude maxAltitude }
          typeAssignments { personaId typeId typeName } }
        events { key startTimeId endTimeId locationId participantIds kbId attributes interpretations { personaId typeId } }
        times { key label type value start end frame certainty vagueness vaguenessDetail { type description granularity
          bounds { earliest latest typical } } deictic { anchorType anchorTime expression } videoReferences { videoId frameNumber
          frameRange milliseconds millisecondRange } metadata }
        entityCollections { entityIds collectionType attributes aggregateProperties }
        eventCollections { eventIds collectionType timeCollectionId structure }
        timeCollections { timeIds pattern collectionType recurrence habituality cycle }
        relations { sourceId sourceType targetId targetType relationType relationTypeId confidence bidirectional attributes }
      } }`),
    )
    const [ferry, harbour] = world.entities
    expect(ferry).toMatchObject({
      key: 'ferry',
      description: null,
      descriptionGloss: [{ type: 'TEXT', content: 'Seen often' }],
      createdAt: at,
      kbId: 'Q1',
      attributes: { colour: 'white' },
      coordinates: null,
      boundary: null,
      typeAssignments: [{ personaId, typeId: 'ship', typeName: 'Ship' }],
    })
    const { coordinates, boundingBox, locationType } = given['entities']![1]!
    expect(harbour).toMatchObject({
      coordinates,
      boundingBox,
      locationType: inUpperCase(locationType),
      boundary: [{ latitude: 1, z: 6 }],
    })
    expect(world.events).toMatchObject([
      {
        startTimeId: 'noon',
        endTimeId: 'noon',
        locationId: 'harbour',
        participantIds: ['ferry'],
        interpretations: [{ personaId, typeId: 'leave' }],
      },
    ])
    const [noon, once] = world.times
    const { label, type, value, frame, vagueness, deictic, videoReferences } = given['times']![0]!
    expect(noon).toMatchObject({
      label,
      type: inUpperCase(type),
      value,
      frame,
      vagueness: inUpperCase(vagueness),
      vaguenessDetail: null,
      deictic,
      videoReferences,
    })
    expect(once).toMatchObject({
      vagueness: null,
      vaguenessDetail: { ...(given['times']![1]!.vagueness as object), type: 'BOUNDED' },
    })
    expect(world.entityCollections).toMatchObject([{ entityIds: ['ferry'], aggregateProperties: { length: 30 } }])
    expect(world.eventCollections).toMatchObject([{ eventIds: ['trip'], timeCollectionId: 'days' }])
    expect(world.timeCollections).toMatchObject([{ timeIds: ['noon'], pattern: 'daily', cycle: { of: 'week' } }])
    const { id, name, description, createdAt, updatedAt, metadata, ...relation } = given['relations']![0]!
    expect([id, name, description, createdAt, updatedAt, metadata]).not.toContain(undefined)
    expect(world.relations).toEqual([relation])
  })

  it('of another form than documented read as absent, without an error (RF-12)', async () => {
    const odd = {
      id: 'odd',
      name: 'Odd',
      description: [{ type: 'bold' }, 'words', { type: 'text', content: 'kept', refPersonaId: 7 }],
      createdAt: 'yesterday',
      kbId: 'Q9',
      wikidataUrl: 'Q9.html',
      coordinates: [1, 2],
      boundary: { latitude: 1 },
      boundingBox: { minLatitude: 'south', maxLatitude: 3 },
    }
    await made(ben.put('/api/world', { entities: [odd], times: [{ id: 't', value: '2024-13-01', frame: '7' }] }))
    const { world } = await made(
      ben.graph(`{ world { entities { description descriptionGloss { ${item} refPersonaId } createdAt kbId kbUrl coordinates { x }
        boundary { x } boundingBox { minLatitude maxLatitude } attributes type } times { value frame } } }`),
    )
    expect(world).toEqual({
      entities: [
        {
          description: null,
          descriptionGloss: [{ type: 'TEXT', content: 'kept', target: null, refPersonaId: null }],
          createdAt: null,
          kbId: 'Q9',
          kbUrl: null,
          coordinates: null,
          boundary: null,
          boundingBox: { minLatitude: null, maxLatitude: 3 },
          attributes: null,
          type: null,
        },
      ],
      times: [{ value: null, frame: null }],
    })
  })

  it('read the same from the bytes of a document as from the parsed document, whatever stands there', async () => {
    const cleo = await api.person()
    const gloss = [{ type: 'text', content: 'a "b" \\u00fc' }]
    const bodies = [
      '{}',
      '{"kbId":null,"wikidataId":"Q1"}',
      '{ "kbId" : "Q1" , "kbId":"Q2", "type":5 }',
      '{"kb\\u0049d":"Q1","locationType":"point"}',
      '{"kbId":"\\u0051\\"1\\"","type":["a"],"description":"plain \\u00fc \\n text"}',
      JSON.stringify({
        description: gloss,
        coordinates: { x: 1.5, y: null, z: 'far' },
        boundary: [{ x: 1 }, { y: 2 }],
      }),
      JSON.stringify({ description: [...gloss, 7, { type: 'text' }, null], boundary: [{ x: 1 }, 'corner'] }),
      JSON.stringify({ description: [], coordinates: 'here', boundary: {}, attributes: { a: [1, { b: null }] } }),
      JSON.stringify({ description: { type: 'text', content: 'x' }, coordinates: [], attributes: false, metadata: 0 }),
      '{"locationType":"poin\\u0074","description":[{"type":"tex\\u0074","content":"a","refType":"entit\\u0079"}]}',
      '{"locationType":"nowhere","description":[{"type":"text","content":"a","refType":"ship"},{"type":"bold","content":"b"}]}',
      '{"coordinates":{"x":1e400,"y":1e2,"z":-0.50},"boundary":[{"x":1e400}],"type":"\\ud83d\\ude80"}',
    ].map((body, i) => body.replace('{', `{"id":"e${i}","name":"E"${body === '{}' ? '' : ','}`))
    const entities = bodies.map((_, i) => ({ id: `e${i}`, name: 'E' }))
    const { id: worldId } = await made(cleo.put('/api/world', { entities }))
    for (const [i, body] of bodies.entries())
      await api.app.services.pool.query('update world_objects set body = $1 where world_id = $2 and object_id = $3', [
        body,
        worldId,
        `e${i}`,
      ])
    const point = 'x y z latitude longitude altitude'
    const members = `kbId type locationType importedFrom description descriptionGloss { type content refType }
      coordinates { ${point} } boundary { ${point} } attributes metadata`
    const { world } = await made(cleo.graph(`{ world { entities { ${members} } } }`))
    const names = members.replace(/\{[^}]*\}/g, '').split(/\s+/)
    const ofParsed = bodies.map((body, i) => {
      const row = { worldId, kind: 'entity' as const, key: `e${i}`, name: 'E', body: JSON.parse(body) as unknown }
      const object = worldObject(row) as unknown as Record<string, unknown>
      return Object.fromEntries(names.map((name) => [name, object[name]]))
    })
    const plain = JSON.parse(JSON.stringify(world.entities)) as unknown
    const inGraphQL = JSON.stringify(ofParsed)
      .replaceAll('"refType":"ship"', '"refType":null')
      .replaceAll('"z":"far"', '"z":null')
      .replaceAll(
        /"(type|refType|locationType)":"(text|entity|point)"/g,
        (_, name: string, word: string) => `"${name}":"${inUpperCase(word)}"`,
      )
    expect(plain).toMatchObject(JSON.parse(inGraphQL) as object[])
    const { world: again } = await made(cleo.graph('{ world { entities { descriptionGloss { content } } } }'))
    const contents = ofParsed.map(({ descriptionGloss }) => ({
      descriptionGloss: (descriptionGloss as { content: string }[]).map(({ content }) => ({ content })),
    }))
    expect(again.entities).toEqual(contents)
  })

  it('of points are read in any order, missing, doubled and of any form', async () => {
    const dan = await api.person()
    const texts = fc.sample(boundaries, { numRuns: 200, seed: 51 })
    const { id: worldId } = await made(dan.put('/api/world', { entities: texts.map((_, i) => ({ id: `e${i}` })) }))
    await api.app.services.pool.query(
      `update world_objects set body = ('{"id":"' || object_id || '","boundary":' || t.boundary || '}')::json
         from unnest($2::text[]) with ordinality t(boundary, n) where world_id = $1 and object_id = 'e' || n - 1`,
      [worldId, texts],
    )
    const { world } = await made(dan.graph(`{ world { entities { boundary { ${coordinates.join(' ')} } } } }`))
    const expected = texts.map((text) =>
      (JSON.parse(text) as Record<string, unknown>[]).map((point) =>
        Object.fromEntries(coordinates.map((name) => [name, Number.isFinite(point[name]) ? point[name] : null])),
      ),
    )
    expect(world.entities).toEqual(expected.map((boundary) => ({ boundary })))
  })

  it('name what they refer to in the world that they stand in, also to somebody else (SH-09)', async () => {
    const worldId = (await made(ann.get('/api/world'))).id
    const entities = everythingInTheWorld(personaId)['entities']!
    const description = [
      { type: 'objectRef', content: 'harbour', refType: 'entity' },
      { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId },
    ]
    await made(ann.put('/api/world', { entities: [{ ...entities[0], description }, entities[1]] }))
    await made(ben.put('/api/world', { entities: [{ id: 'harbour', name: "Ben's" }] }))
    const share = { resourceType: 'world_state', resourceId: worldId, sharedWithUserId: ben.id }
    await made(ann.post('/api/sharing', share))
    const query = `query ($id: ID!) { node(id: $id) { ... on World { entities { key descriptionGloss { content target { ... on Entity { id }
      ... on OntologyType { key gloss { content } } } } } } } }`
    const targets = async (person: Person) =>
      (await made(person.graph(query, { id: worldId }))).node.entities[0].descriptionGloss.map(
        (one: { target: unknown }) => one.target,
      )
    const harbour = { id: `${worldId}/entity/harbour` }
    expect(await targets(ann)).toEqual([
      harbour,
      { key: 'ship', gloss: [{ content: 'Carries ' }, { content: 'ferry' }] },
    ])
    // The persona has not been shared, so its type shows its name alone.
    expect(await targets(ben)).toEqual([harbour, { key: 'ship', gloss: [] }])
  })

  it('cost as many statements for a hundred objects as for one', async () => {
    const cleo = await api.person()
    const entities = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: `e${i}`,
        name: 'E',
        description: [{ type: 'objectRef', content: `e${(i + 1) % count}`, refType: 'entity' }],
        kbId: `Q${i}`,
        coordinates: { x: i },
      }))
    const query = `{ world { entities { key kbId description coordinates { x } descriptionGloss { target { ... on Entity { key kbId } } } } } }`
    const counts: number[] = []
    for (const count of [1, 100]) {
      await made(cleo.put('/api/world', { entities: entities(count) }))
      await made(cleo.graph(query))
      const { statements } = await statementsOf(() => made(cleo.graph(query)))
      counts.push(statements.length)
    }
    expect(counts[1]).toBe(counts[0])
  })
})

describe('inputs of documents', () => {
  const update =
    'mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { entities { key kbUrl extra } events { key } } } }'

  it('write what the same documents write, with more in `extra` (W-02)', async () => {
    const input = {
      entities: [
        {
          key: 'ferry',
          name: 'Ferry',
          kbId: 'Q1',
          descriptionGloss: [{ type: 'text', content: 'White' }],
          coordinates: { latitude: 1, longitude: 2 },
          typeAssignments: [{ personaId, typeId: 'ship', confidence: 0.5 }],
          extra: { mine: { a: 1 } },
        },
      ],
      events: [{ key: 'trip', startTimeId: 'noon', participantIds: ['ferry'] }],
    }
    const { updateWorld } = await made(ben.graph(update, { input }))
    const { entities, events } = await made(ben.get('/api/world'))
    expect(entities).toEqual([
      {
        id: 'ferry',
        name: 'Ferry',
        kbId: 'Q1',
        description: [{ type: 'text', content: 'White' }],
        coordinates: { latitude: 1, longitude: 2 },
        typeAssignments: [{ personaId, typeId: 'ship', confidence: 0.5 }],
        mine: { a: 1 },
      },
    ])
    expect(events).toEqual([{ id: 'trip', startTime: 'noon', participants: ['ferry'] }])
    expect(updateWorld.world.entities[0].extra).toEqual({ mine: { a: 1 } })
  })

  it('write types of an ontology, alone and with everything else (P-07)', async () => {
    const type = { name: 'Ship', gloss: [{ type: 'text', content: 'Carries' }], attributes: [{ name: 'length' }] }
    const write = async (mutation: string, input: object) => {
      const name = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
      await made(ann.graph(`mutation ($input: ${name}!) { ${mutation}(input: $input) { __typename } }`, { input }))
      return (await made(ann.get(`/api/personas/${personaId}/ontology`))).entities
    }
    const entityTypes = [{ key: 'ship', ...type }]
    expect(await write('updateOntology', { personaId, entityTypes })).toEqual([{ id: 'ship', ...type }])
    const others = { eventTypes: [], roleTypes: [], relationTypes: [] }
    const ontology = { personaId, entityTypes: [{ ...entityTypes[0], color: 'red' }], ...others }
    expect(await write('saveOntologyData', { personas: [], personaOntologies: [ontology] })).toEqual([
      { id: 'ship', ...type, color: 'red' },
    ])
  })

  it.each([
    ['in `extra`', [{ key: 'a', kbId: 'Q1', extra: { kbId: 'Q2' } }], 'input.entities.0.extra.kbId'],
    [
      'in another field',
      [{ key: 'a', description: 'One', descriptionGloss: [{ type: 'text', content: 'Two' }] }],
      'input.entities.0.descriptionGloss',
    ],
  ])('that give the same member %s as well are refused (G-03)', async (_what, entities, field) => {
    const { errors } = await ben.graph(update, { input: { entities } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
  })

  it.each([
    ['https://kb.example', undefined],
    ['kb.example/Q1', 'VALIDATION_ERROR'],
  ])('take a URL only where it is absolute, and keep it as written: %s', async (kbUrl, refused) => {
    const { data, errors } = await ben.graph(update, { input: { entities: [{ key: 'a', kbUrl }] } })
    expect(errors?.[0]?.extensions?.['code']).toBe(refused)
    if (!refused) expect(data.updateWorld.world.entities).toEqual([{ key: 'a', kbUrl, extra: null }])
  })
})
