import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
const frames = { boxes: [{ frameNumber: 0, x: 1, y: 1, width: 1, height: 1 }] }
const text = (content: string) => ({ type: 'text', content })

async function newPersona(who: Person, ontology: object = {}): Promise<string> {
  const { body } = await who.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })
  expect((await who.put(`/api/personas/${body.id}/ontology`, ontology)).status).toBe(200)
  return body.id
}

async function newSummary(who: Person, personaId: string, summary: unknown): Promise<string> {
  const id = newId()
  await api.app.services.db
    .insertInto('videoSummaries')
    .values({ id, videoId: newId(), personaId, summary: JSON.stringify(summary), createdBy: who.id })
    .execute()
  return id
}

interface Glosses {
  gloss?: unknown
  claimerGloss?: unknown
  claimRelation?: unknown
}

async function newClaim(who: Person, summaryId: string, more: Glosses): Promise<string> {
  const id = newId()
  await api.app.services.db
    .insertInto('claims')
    .values({
      id,
      summaryId,
      text: 'a claim',
      createdBy: who.id,
      gloss: JSON.stringify(more.gloss ?? []),
      claimerGloss: more.claimerGloss === undefined ? null : JSON.stringify(more.claimerGloss),
      claimRelation: more.claimRelation === undefined ? null : JSON.stringify(more.claimRelation),
    })
    .execute()
  return id
}

const annotate = (who: Person, personaId: string, label: string, more: object = {}) =>
  who.post('/api/annotations', { videoId: newId(), type: 'type', personaId, label, frames, ...more })

const claimOf = (id: string) =>
  api.app.services.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const summaryOf = (id: string) =>
  api.app.services.db.selectFrom('videoSummaries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('one type', () => {
  const kinds: [string, string, string][] = [
    ['entities', 'entities', 'Entity type'],
    ['events', 'events', 'Event type'],
    ['roles', 'roles', 'Role type'],
    ['relation-types', 'relationTypes', 'Relation type'],
  ]

  it.each(kinds)(
    'of %s is read as stored, previewed and deleted; missing ones and strangers get 404 (P-08 to P-10)',
    async (path, array, thing) => {
      const type = { id: 'a b/ü', name: 'The "type"', z: 1, a: 2 }
      const persona = await newPersona(ann, { [array]: [type, { id: 'other', name: 'Other' }] })
      const url = `/api/personas/${persona}/ontology/${path}/${encodeURIComponent(type.id)}`
      expect((await ann.get(url)).text).toBe(JSON.stringify(type))
      for (const at of [url, `${url}/deletion-preview`]) {
        expect((await ann.get(at.replace('a%20b', 'none'))).body).toMatchObject({
          error: `${thing} not found`,
          code: 'NOT_FOUND',
        })
        expect((await ann.get(at.replace(persona, missing))).body).toMatchObject({ error: 'Persona not found' })
        expect((await ben.get(at)).body).toMatchObject({ error: 'Persona not found' })
        expect((await ann.get(at.replace(persona, 'x'))).body.details).toEqual([
          { field: 'personaId', message: 'must be a UUID' },
        ])
        expect((await api.anonymous.get(at)).status).toBe(401)
      }
      expect((await ann.delete(url.replace('a%20b', 'none'))).body.error).toBe(`${thing} not found`)
      expect((await ben.delete(url)).body.error).toBe('Persona not found')
      expect((await ann.delete(url.replace(persona, 'x'))).status).toBe(400)
      expect((await api.anonymous.delete(url)).status).toBe(401)
      const { body: preview } = await ann.get(`${url}/deletion-preview`)
      const done = await ann.delete(url)
      expect(done.status).toBe(200)
      expect(done.body.message).toBe(`${thing} "The "type"" deleted successfully`)
      expect(Object.values(done.body.cleanedUp)).toEqual(Object.values(preview))
      expect((await ann.get(`/api/personas/${persona}/ontology`)).body[array]).toEqual([{ id: 'other', name: 'Other' }])
      expect((await ann.get(url)).status).toBe(404)
    },
  )
})

describe('deleting an entity type', () => {
  it('cleans up glosses, assignments and annotations of the caller and nothing else (P-11)', async () => {
    const ref = (more: object = {}) => ({
      type: 'typeRef',
      content: 'ship',
      refType: 'entity',
      refPersonaId: persona,
      ...more,
    })
    const persona = await newPersona(ann, {
      entities: [
        { id: 'ship', name: 'Ship' },
        { id: 'boat', name: 'Boat' },
      ],
    })
    await made(
      ann.put(`/api/personas/${persona}/ontology`, {
        entities: [
          { id: 'ship', name: 'Ship', gloss: [ref()] },
          { id: 'boat', name: 'Boat', gloss: [text('a small '), { type: 'typeRef', content: 'ship' }] },
        ],
        events: [{ id: 'sail', name: 'Sailing' }],
      }),
    )
    const other = await newPersona(ann, { entities: [{ id: 'ship', name: 'Ship', gloss: [ref()] }] })
    const world = {
      entities: [
        {
          id: 'e1',
          description: [ref({ refPersonaId: persona.toUpperCase() })],
          typeAssignments: [
            { personaId: persona, typeId: 'ship' },
            { personaId: persona, typeId: 'boat' },
            { personaId: other, typeId: 'ship' },
          ],
        },
        { id: 'e2', typeAssignments: [{ personaId: persona, entityTypeId: 'ship', confidence: 1 }] },
        { id: 'e3', description: [{ type: 'typeRef', content: 'ship' }, text(`ship of ${persona}`)] },
      ],
      entityCollections: [{ id: 'c1', typeAssignments: [{ personaId: persona, typeId: 'ship' }] }],
      events: [{ id: 'v1', personaInterpretations: [{ personaId: persona, eventTypeId: 'ship' }] }],
    }
    const before = await ann.put('/api/world', world)
    await made(ben.put('/api/world', world))
    const rich = await newSummary(ann, persona, [text('x '), ref()])
    const plain = await newSummary(ann, persona, `ship ${persona}`)
    const foreign = await newSummary(ben, persona, [ref()])
    const claim = await newClaim(ann, rich, { gloss: [ref(), ref()], claimRelation: [ref()] })
    const untouched = await newClaim(ann, rich, {
      gloss: [ref({ content: 'boat' })],
      claimerGloss: [ref({ refPersonaId: other })],
    })
    const labelled = [
      (await annotate(ann, persona, 'ship')).body,
      (await annotate(ann, persona, 'boat')).body,
      (await annotate(ann, persona, 'ship', { type: 'object', linkType: 'entity' })).body,
      (await annotate(ann, other, 'ship')).body,
    ]

    const url = `/api/personas/${persona}/ontology/entities/ship`
    const preview = await ann.get(`${url}/deletion-preview`)
    expect(preview.body).toEqual({ glossReferences: 6, annotationCount: 1, worldAssignmentCount: 3 })
    const graph = await ann.graph(
      'query ($p: ID!) { typeDeletionPreview(personaId: $p, kind: ENTITY, key: "ship") { glossReferences annotations worldAssignments worldInterpretations } }',
      { p: persona },
    )
    expect(graph.data.typeDeletionPreview).toEqual({
      glossReferences: 6,
      annotations: 1,
      worldAssignments: 3,
      worldInterpretations: 0,
    })
    const done = await ann.delete(url)
    expect(done.body.cleanedUp).toEqual({ glossReferences: 6, annotations: 1, worldAssignments: 3 })

    expect((await ann.get(`/api/personas/${persona}/ontology`)).body.entities).toEqual([
      { id: 'boat', name: 'Boat', gloss: [text('a small '), text('Ship')] },
    ])
    expect((await ann.get(`/api/personas/${other}/ontology`)).body.entities).toEqual([
      { id: 'ship', name: 'Ship', gloss: [ref()] },
    ])
    const after = await ann.get('/api/world')
    expect(after.body).toMatchObject({
      entities: [
        {
          id: 'e1',
          description: [text('Ship')],
          typeAssignments: [
            { personaId: persona, typeId: 'boat' },
            { personaId: other, typeId: 'ship' },
          ],
        },
        { id: 'e2', typeAssignments: [] },
        world.entities[2],
      ],
      entityCollections: [{ id: 'c1', typeAssignments: [] }],
      events: world.events,
    })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await ben.get('/api/world')).body).toMatchObject(world)
    expect((await summaryOf(rich)).summary).toEqual([text('x '), text('Ship')])
    expect(await summaryOf(plain)).toMatchObject({ summary: `ship ${persona}`, version: 1 })
    expect(await summaryOf(foreign)).toMatchObject({ summary: [ref()], version: 1 })
    expect(await claimOf(claim)).toMatchObject({
      gloss: [text('Ship'), text('Ship')],
      claimRelation: [text('Ship')],
      claimerGloss: null,
      version: 2,
    })
    expect(await claimOf(untouched)).toMatchObject({
      gloss: [ref({ content: 'boat' })],
      claimerGloss: [ref({ refPersonaId: other })],
      version: 1,
    })
    const left = await Promise.all(
      labelled.map(async (one) => (await ann.get(`/api/annotations/${one.videoId}`)).body.length),
    )
    expect(left).toEqual([0, 1, 1, 1])
  })
})

describe('deleting a type that an archived project refers to', () => {
  it('leaves what is there as it is, and cleans up the rest (P-11, ST-04)', async () => {
    const persona = await newPersona(ann, { entities: [{ id: 'ship', name: 'Ship' }] })
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: `port-${newId()}` }))
    const entities = [{ id: 'e', typeAssignments: [{ personaId: persona, typeId: 'ship' }] }]
    const there = `/api/projects/${project.id}/world`
    await made(ann.put(there, { entities }))
    await made(ann.put('/api/world', { entities }))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    const url = `/api/personas/${persona}/ontology/entities/ship`
    const counts = { glossReferences: 0, annotationCount: 0, worldAssignmentCount: 1 }
    expect((await ann.get(`${url}/deletion-preview`)).body).toEqual(counts)
    const done = await ann.delete(url)
    expect([done.status, done.body.cleanedUp?.worldAssignments]).toEqual([200, 1])
    expect((await ann.get('/api/world')).body.entities).toEqual([{ id: 'e', typeAssignments: [] }])
    expect((await ann.get(there)).body.entities).toEqual(entities)
  })
})

describe('deleting the other kinds', () => {
  it('takes interpretations with an event type (P-11)', async () => {
    const persona = await newPersona(ann, {
      events: [{ id: 'go', name: 'Go' }],
      entities: [{ id: 'e', name: 'E', gloss: [{ type: 'typeRef', content: 'go' }] }],
    })
    await made(
      ann.put('/api/world', {
        entities: [{ id: 'x', typeAssignments: [{ personaId: persona, typeId: 'go' }] }],
        events: [
          {
            id: 'v',
            personaInterpretations: [
              { personaId: persona, eventTypeId: 'go' },
              { personaId: persona, eventTypeId: 'stay' },
            ],
          },
        ],
        eventCollections: [{ id: 'c', typeAssignments: [{ personaId: persona, eventTypeId: 'go' }] }],
      }),
    )
    await annotate(ann, persona, 'go')
    const url = `/api/personas/${persona}/ontology/events/go`
    expect((await ann.get(`${url}/deletion-preview`)).body).toEqual({
      glossReferences: 1,
      annotationCount: 1,
      worldInterpretationCount: 2,
    })
    const graph = await ann.graph(
      'mutation ($input: DeleteOntologyTypeInput!) { deleteOntologyType(input: $input) { name cleanedUp { glossReferences annotations worldInterpretations } } }',
      { input: { personaId: persona, kind: 'EVENT', key: 'go' } },
    )
    expect(graph.data.deleteOntologyType).toEqual({
      name: 'Go',
      cleanedUp: { glossReferences: 1, annotations: 1, worldInterpretations: 2 },
    })
    expect((await ann.get('/api/world')).body).toMatchObject({
      entities: [{ typeAssignments: [{ typeId: 'go' }] }],
      events: [{ personaInterpretations: [{ personaId: persona, eventTypeId: 'stay' }] }],
      eventCollections: [{ typeAssignments: [] }],
    })
    expect(
      (
        await ann.graph('query ($p: ID!) { ontologyType(personaId: $p, kind: EVENT, key: "go") { id } }', {
          p: persona,
        })
      ).data.ontologyType,
    ).toBeNull()
  })

  it('takes a role out of the lists of event types (P-11)', async () => {
    const events = [
      { id: 'a', name: 'A', roles: ['r', 's'] },
      { id: 'b', name: 'B', roles: [{ roleTypeId: 'r', optional: true }, { roleTypeId: 's' }] },
      { id: 'c', name: 'C' },
    ]
    const persona = await newPersona(ann, {
      roles: [
        { id: 'r', name: 'R' },
        { id: 's', name: 'S' },
      ],
      events,
    })
    const url = `/api/personas/${persona}/ontology/roles/r`
    expect((await ann.get(`${url}/deletion-preview`)).body).toEqual({
      glossReferences: 0,
      annotationCount: 0,
      eventRoleReferences: 2,
    })
    expect((await ann.delete(url)).body).toEqual({
      message: 'Role type "R" deleted successfully',
      cleanedUp: { glossReferences: 0, annotations: 0, eventRoleReferences: 2 },
    })
    expect((await ann.get(`/api/personas/${persona}/ontology`)).body.events).toEqual([
      { id: 'a', name: 'A', roles: ['s'] },
      { id: 'b', name: 'B', roles: [{ roleTypeId: 's' }] },
      { id: 'c', name: 'C' },
    ])
  })

  it('takes the instances of a relation type, old and new, and leaves annotations (P-11)', async () => {
    const persona = await newPersona(ann, {
      relationTypes: [{ id: 'near', name: 'Near' }],
      relations: [
        { id: '1', relationTypeId: 'near' },
        { id: '2', relationTypeId: 'far' },
      ],
    })
    await made(
      ann.put('/api/world', {
        entities: [{ id: 'e' }],
        events: [],
        eventCollections: [],
        relations: [
          { id: 'x', relationTypeId: 'near' },
          { id: 'y', relationType: 'near' },
          { id: 'z', relationType: 'far' },
        ],
      }),
    )
    const { body: kept } = await annotate(ann, persona, 'near')
    const url = `/api/personas/${persona}/ontology/relation-types/near`
    expect((await ann.get(`${url}/deletion-preview`)).body).toEqual({ glossReferences: 0, relationInstanceCount: 3 })
    expect((await ann.delete(url)).body.cleanedUp).toEqual({ glossReferences: 0, relationInstances: 3 })
    expect((await ann.get('/api/world')).body.relations).toEqual([{ id: 'z', relationType: 'far' }])
    expect((await ann.get(`/api/personas/${persona}/ontology`)).body.relations).toEqual([
      { id: '2', relationTypeId: 'far' },
    ])
    expect((await ann.get(`/api/annotations/${kept.videoId}`)).body).toHaveLength(1)
  })

  it('is done once when two ask at the same time', async () => {
    const persona = await newPersona(ann, { entities: [{ id: 'once', name: 'Once' }] })
    const url = `/api/personas/${persona}/ontology/entities/once`
    const answers = await Promise.all([ann.delete(url), ann.delete(url), ann.delete(url)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404])
  })
})

describe('deleting a type that has the id of one of another kind', () => {
  it('leaves what means the other one (P-11, P-12)', async () => {
    const persona = await newPersona(ann, {
      entities: [{ id: 'pilot', name: 'Pilot' }],
      roles: [{ id: 'pilot', name: 'Pilot on board' }],
    })
    const ref = (refType: string) => ({ type: 'typeRef', content: 'pilot', refType, refPersonaId: persona })
    const summary = await newSummary(ann, persona, [ref('entity'), ref('role')])
    const { body: kept } = await annotate(ann, persona, 'pilot')
    const done = await ann.delete(`/api/personas/${persona}/ontology/roles/pilot`)
    expect(done.body.cleanedUp).toEqual({ glossReferences: 1, annotations: 0, eventRoleReferences: 0 })
    expect((await summaryOf(summary)).summary).toEqual([ref('entity'), text('Pilot on board')])
    expect((await ann.get(`/api/annotations/${kept.videoId}`)).body).toHaveLength(1)
  })
})

describe('rewriting references', () => {
  type Document = unknown
  const naive = (document: Document, persona: string, own: boolean): [Document, number] => {
    if (Array.isArray(document)) {
      const parts = document.map((item) => naive(item, persona, own))
      return [parts.map(([part]) => part), parts.reduce((sum, [, n]) => sum + n, 0)]
    }
    if (document === null || typeof document !== 'object') return [document, 0]
    const { type, content, refPersonaId } = document as Record<string, unknown>
    const here =
      refPersonaId === undefined || refPersonaId === null ? own : String(refPersonaId).toLowerCase() === persona
    if (type === 'typeRef' && content === 'té/"x' && here) return [{ type: 'text', content: 'Týpe' }, 1]
    const entries = Object.entries(document).map(([key, value]) => [key, naive(value, persona, own)] as const)
    return [
      Object.fromEntries(entries.map(([key, [value]]) => [key, value])),
      entries.reduce((sum, [, [, n]]) => sum + n, 0),
    ]
  }

  it('equals a naive walk over every document, and rows without a reference are not written (P-11, P-12)', async () => {
    const fiveLists = fc.array(fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 }), {
      minLength: 5,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(fiveLists, async (picks) => {
        const persona = await newPersona(ann, { entities: [{ id: 'té/"x', name: 'Týpe' }] })
        const items = [
          { type: 'typeRef', content: 'té/"x', refPersonaId: persona },
          { type: 'typeRef', content: 'té/"x' },
          { type: 'typeRef', content: 'té/"x', refPersonaId: null },
          { type: 'typeRef', content: 'té/"x', refPersonaId: persona.toUpperCase(), extra: 1 },
          { type: 'typeRef', content: 'other', refPersonaId: persona },
          text('té/"x'),
          { deep: [{ type: 'typeRef', content: 'té/"x', refPersonaId: persona }], n: 1.5 },
          { type: 'objectRef', content: 'té/"x', refPersonaId: persona },
        ]
        const [own, object, summary, gloss, relation] = picks.map((list) => list.map((n) => items[n]))
        await made(ann.put(`/api/personas/${persona}/ontology`, { events: [{ id: 'own', name: 'Own', gloss: own }] }))
        const saved = await ann.put('/api/world', { entities: [{ id: 'o', description: object }], relations: [] })
        const summaryId = await newSummary(ann, persona, summary)
        const claimId = await newClaim(ann, summaryId, { gloss, claimRelation: relation })
        const [ownAfter, ownCount] = naive(own, persona, true)
        const rest = [object, summary, gloss, relation].map((document) => naive(document, persona, false))
        const done = await ann.delete(`/api/personas/${persona}/ontology/entities/${encodeURIComponent('té/"x')}`)
        expect(done.body.cleanedUp.glossReferences).toBe(rest.reduce((sum, [, n]) => sum + n, ownCount))
        expect((await ann.get(`/api/personas/${persona}/ontology`)).body.events).toEqual([
          { id: 'own', name: 'Own', gloss: ownAfter },
        ])
        const world = await ann.get('/api/world')
        expect(world.body.entities).toEqual([{ id: 'o', description: rest[0]![0] }])
        expect(world.headers.get('etag') === saved.headers.get('etag')).toBe(rest[0]![1] === 0)
        expect(await summaryOf(summaryId)).toMatchObject({ summary: rest[1]![0], version: rest[1]![1] ? 2 : 1 })
        const claim = await claimOf(claimId)
        expect([claim.gloss, claim.claimRelation, claim.version]).toEqual([
          rest[2]![0],
          rest[3]![0],
          rest[2]![1] + rest[3]![1] ? 2 : 1,
        ])
      }),
      { numRuns: 25 },
    )
  })
})

describe('deleting a persona', () => {
  it("takes ontology, summaries, claims and the owner's annotations; the world stays to the byte (RF-02, RF-03, P-04, P-05)", async () => {
    const persona = await newPersona(ann, { entities: [{ id: 'a', name: 'A' }], roles: [{ id: 'b', name: 'B' }] })
    const world = await ann.put('/api/world', {
      entities: [
        {
          id: 'e',
          typeAssignments: [
            { personaId: persona, typeId: 'a' },
            { personaId: missing, typeId: 'a' },
          ],
        },
        { id: 'f', typeAssignments: 'none' },
        { id: 'g', typeAssignments: [7, null] },
      ],
      events: [{ id: 'v', personaInterpretations: [{ personaId: persona.toUpperCase(), eventTypeId: 'x' }] }],
    })
    const summary = await newSummary(ann, persona, 'text')
    const claims = [await newClaim(ann, summary, {}), await newClaim(ann, summary, {})]
    const mine = (await annotate(ann, persona, 'a')).body
    const theirs = newId()
    await api.app.services.db
      .insertInto('annotations')
      .values({
        id: theirs,
        videoId: mine.videoId,
        personaId: persona,
        createdByUserId: ben.id,
        number: 1000,
        type: 'type',
        label: 'a',
        frames: '{}',
        hasBoxes: false,
        boxCount: 0,
        keyframeCount: 0,
        interpolatedCount: 0,
        framesSize: 2,
      })
      .execute()
    const counts = { typeCount: 2, annotationCount: 1, summaryCount: 1, claimCount: 2, worldAssignmentCount: 2 }
    const url = `/api/personas/${persona}`
    expect((await ann.get(`${url}/deletion-preview`)).body).toEqual(counts)
    const query =
      'query ($id: ID!) { personaDeletionPreview(id: $id) { typeCount annotationCount summaryCount claimCount worldAssignmentCount } }'
    expect((await ann.graph(query, { id: persona })).data.personaDeletionPreview).toEqual(counts)
    expect((await ben.graph(query, { id: persona })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    for (const at of [`${url}/deletion-preview`, url]) {
      const send = (who: Person, path: string) => (at === url ? who.delete(path) : who.get(path))
      expect((await send(ben, at)).body.error).toBe('Persona not found')
      expect((await send(api.anonymous, at)).status).toBe(401)
      expect((await send(ann, at.replace(persona, missing))).status).toBe(404)
      expect((await send(ann, at.replace(persona, 'x'))).body.details).toEqual([
        { field: 'id', message: 'must be a UUID' },
      ])
    }
    // The answer names what has gone, also what was added after the preview.
    await made(ann.post(`/api/summaries/${summary}/claims`, { text: 'One more' }))
    const deleted = { ...counts, claimCount: 3 }
    expect((await ann.delete(url)).body).toEqual({ message: 'Persona deleted successfully', deleted })
    expect((await ann.get(url)).status).toBe(404)
    expect((await ann.get('/api/world')).text).toBe(world.text)
    expect((await ann.get(`/api/annotations/${mine.videoId}`)).body).toEqual([])
    expect((await ben.get(`/api/annotations/${mine.videoId}`)).body).toMatchObject([{ id: theirs, personaId: null }])
    const { db } = api.app.services
    expect(await db.selectFrom('claims').select('id').where('id', 'in', claims).execute()).toEqual([])
    expect(await db.selectFrom('videoSummaries').select('id').where('id', '=', summary).execute()).toEqual([])
  })

  it('works through the graph', async () => {
    const persona = await newPersona(ann)
    const mutation =
      'mutation ($id: ID!) { deletePersona(input: { id: $id }) { deletedIds counts { typeCount summaryCount } } }'
    expect((await ben.graph(mutation, { id: persona })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect((await ann.graph(mutation, { id: persona })).data.deletePersona).toEqual({
      deletedIds: expect.arrayContaining([persona]),
      counts: { typeCount: 0, summaryCount: 0 },
    })
    expect((await ann.graph(mutation, { id: persona })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})
