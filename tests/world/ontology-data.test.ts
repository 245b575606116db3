import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startTestService, type TestService } from '../../model-service/tests/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let models: TestService
let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  models = await startTestService()
  api = await startApi({ MODEL_SERVICE_URL: models.url })
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(async () => {
  await api.stop()
  await models.stop()
})

const world = {
  entities: [],
  events: [],
  times: [],
  entityCollections: [],
  eventCollections: [],
  timeCollections: [],
  relations: [],
}
const persona = (more: object = {}) => ({ id: newId(), name: 'Scout', role: 'Scout', informationNeed: 'Who?', ...more })
const ontology = (personaId: string, more: object = {}) => ({
  personaId,
  entities: [],
  roles: [],
  events: [],
  relationTypes: [],
  ...more,
})

describe('GET /api/ontology', () => {
  it("gives the caller's personas newest first, hidden ones too, their ontologies in that order and the world (O-01, O-02)", async () => {
    const eva = await api.person()
    const ids: string[] = []
    for (const hidden of [false, true]) ids.unshift((await eva.post('/api/personas', { ...persona(), hidden })).body.id)
    await made(
      eva.put(`/api/personas/${ids[1]}/ontology`, { entities: [{ id: 'a', name: 'A' }], relations: [{ id: 'r' }] }),
    )
    const { status, body } = await eva.get('/api/ontology')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['personas', 'personaOntologies', 'world'])
    expect(body.personas.map((one: { id: string }) => one.id)).toEqual(ids)
    expect(body.personas[1]).toEqual((await eva.get(`/api/personas/${ids[1]}`)).body)
    expect(body.personaOntologies.map((one: { personaId: string }) => one.personaId)).toEqual(ids)
    expect(body.personaOntologies[1]).toEqual((await eva.get(`/api/personas/${ids[1]}/ontology`)).body)
    expect(body.world).toEqual((await eva.get('/api/world')).body)
    const one = await eva.get(`/api/ontology?personaId=${ids[0]}`)
    expect([one.body.personas.length, one.body.personaOntologies.length]).toEqual([1, 1])
    expect((await eva.get(`/api/ontology?personaId=${newId()}`)).body).toEqual({
      personas: [],
      personaOntologies: [],
      world: body.world,
    })
    expect((await eva.get('/api/ontology?personaId=x')).body.details).toEqual([
      { field: 'personaId', message: 'must be a UUID' },
    ])
    expect((await api.anonymous.get('/api/ontology')).status).toBe(401)
  })
})

describe('PUT /api/ontology', () => {
  it('makes and overwrites by id and keeps what is not in the body (O-03, O-05, O-08)', async () => {
    const eva = await api.person()
    const [one, two] = [persona({ details: 'd', hidden: true }), persona()]
    const ontologyId = newId()
    const types = [{ id: 't', name: 'T', z: 1, a: [2.5] }]
    const first = await eva.put('/api/ontology', {
      personas: [one, two],
      personaOntologies: [ontology(one.id, { id: ontologyId, entities: types })],
      world: { ...world, times: [{ id: 'now' }] },
    })
    expect(first.status).toBe(200)
    expect(first.text).toContain(JSON.stringify(types))
    expect(first.body).toEqual((await eva.get('/api/ontology')).body)
    const saved = (of: { body: { personas: { id: string }[] } }, id: string) =>
      of.body.personas.find((each) => each.id === id)
    expect(saved(first, one.id)).toMatchObject({ ...one, userId: eva.id, isSystemGenerated: false })
    type Data = { body: { personaOntologies: { personaId: string }[] } }
    const ontologyOf = ({ body }: Data) => body.personaOntologies.find((each) => each.personaId === one.id)
    expect(ontologyOf(first)).toMatchObject({ id: ontologyId, entities: types, relations: [] })
    expect((await eva.get(`/api/personas/${two.id}/ontology`)).body.entities).toEqual([])
    const second = await eva.put('/api/ontology', {
      personas: [
        {
          ...one,
          id: one.id.toUpperCase(),
          name: 'Renamed',
          details: undefined,
          hidden: undefined,
          isSystemGenerated: true,
        },
      ],
      personaOntologies: [ontology(one.id, { id: newId(), roles: [{ id: 'r', name: 'R' }] })],
    })
    expect(saved(second, one.id)).toMatchObject({
      name: 'Renamed',
      details: null,
      hidden: true,
      isSystemGenerated: false,
    })
    expect(saved(second, two.id)).toBeDefined()
    expect(ontologyOf(second)).toMatchObject({ id: ontologyId, entities: [], roles: [{ id: 'r', name: 'R' }] })
    expect(second.body.world.times).toEqual([{ id: 'now' }])
  })

  it('refuses what is missing or twice, naming the field, and needs all arrays (O-07)', async () => {
    const one = persona()
    const { relations: _relations, ...six } = world
    const cases: [unknown, string][] = [
      [{ personaOntologies: [] }, 'personas'],
      [{ personas: [] }, 'personaOntologies'],
      [{ personas: [{ ...one, id: 'x' }], personaOntologies: [] }, 'personas.0.id'],
      [{ personas: [{ ...one, name: '' }], personaOntologies: [] }, 'personas.0.name'],
      [{ personas: [one, { ...one, id: one.id.toUpperCase() }], personaOntologies: [] }, 'personas.1.id'],
      [
        { personas: [one], personaOntologies: [{ ...ontology(one.id), roles: undefined }] },
        'personaOntologies.0.roles',
      ],
      [{ personas: [one], personaOntologies: [ontology(one.id), ontology(one.id)] }, 'personaOntologies.1.personaId'],
      [
        {
          personas: [one],
          personaOntologies: [
            ontology(one.id, {
              events: [
                { id: 'a', name: 'A' },
                { id: 'a', name: 'B' },
              ],
            }),
          ],
        },
        'personaOntologies.0.events.1.id',
      ],
      [{ personas: [one], personaOntologies: [], world: six }, 'world.relations'],
      [
        { personas: [one], personaOntologies: [], world: { ...world, events: [{ id: 'a' }, { id: 'a' }] } },
        'world.events.1.id',
      ],
    ]
    for (const [body, field] of cases) {
      const refused = await ann.put('/api/ontology', body)
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field])
    }
    expect((await ann.get('/api/ontology')).body.personas).toEqual([])
    expect((await api.anonymous.put('/api/ontology', { personas: [], personaOntologies: [] })).status).toBe(401)
  })

  it('writes nothing at all when an id belongs to somebody else or to nobody (O-04, O-05)', async () => {
    const foreign = (await ben.post('/api/personas', persona())).body
    const taken = (await ben.get(`/api/personas/${foreign.id}/ontology`)).body.id
    const mine = persona()
    const bodies = [
      { personas: [mine, { ...persona(), id: foreign.id }], personaOntologies: [] },
      { personas: [mine], personaOntologies: [ontology(foreign.id)] },
      { personas: [mine], personaOntologies: [ontology(newId())] },
      { personas: [mine], personaOntologies: [ontology(mine.id, { id: taken })], world },
    ]
    for (const body of bodies) expect((await ann.put('/api/ontology', body)).status).toBe(404)
    expect((await ann.get(`/api/personas/${mine.id}`)).status).toBe(404)
    expect((await ben.get(`/api/personas/${foreign.id}`)).body).toEqual(foreign)
  })

  it('saved by many at once ends as one of them, with one ontology a persona', async () => {
    const eva = await api.person()
    const people = [persona(), persona()]
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => {
        const order = n % 2 ? people : [...people].reverse()
        return eva.put('/api/ontology', {
          personas: order.map((one) => ({ ...one, name: `n${n}` })),
          personaOntologies: order.map((one) => ontology(one.id, { entities: [{ id: `t${n}`, name: `n${n}` }] })),
          world: { ...world, entities: [{ id: `n${n}` }] },
        })
      }),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
    const { body } = await eva.get('/api/ontology')
    const nameOf = (one: { name: string }) => one.name
    const types = body.personaOntologies.flatMap((one: { entities: { name: string }[] }) => one.entities)
    const marks = [...body.personas.map(nameOf), ...types.map(nameOf), body.world.entities[0].id]
    expect(marks).toHaveLength(5)
    expect(new Set(marks).size).toBe(1)
  })

  it('lets administrators mark personas as system-generated (AM-14, O-06) and works through the graph', async () => {
    const admin = await api.admin()
    const one = persona({ isSystemGenerated: true })
    const mutation =
      'mutation ($input: SaveOntologyDataInput!) { saveOntologyData(input: $input) { personas { id isSystemGenerated ontology { types { key kind } } } world { entities { key } } } }'
    const input = {
      personas: [one],
      personaOntologies: [
        { personaId: one.id, entityTypes: [], roleTypes: [], relationTypes: [], eventTypes: [{ key: 'e', name: 'E' }] },
      ],
      world: { ...world, entities: [{ key: 'w' }] },
    }
    const saved = await admin.graph(mutation, { input })
    expect(saved.data.saveOntologyData).toEqual({
      personas: [{ id: one.id, isSystemGenerated: true, ontology: { types: [{ key: 'e', kind: 'EVENT' }] } }],
      world: { entities: [{ key: 'w' }] },
    })
    expect((await ann.graph(mutation, { input })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })

  it('tells a fault of the database without its cause (O-09)', async () => {
    const broken = await startApi()
    try {
      const eva = await broken.person()
      await sql`alter table personas add constraint personas_nobody check (name <> 'Nobody')`.execute(
        broken.app.services.db,
      )
      const failed = await eva.put('/api/ontology', { personas: [persona({ name: 'Nobody' })], personaOntologies: [] })
      expect([failed.status, failed.body.error, failed.body.code]).toEqual([
        500,
        'Failed to save ontology data',
        'INTERNAL_ERROR',
      ])
      expect(failed.text).not.toContain('constraint')
    } finally {
      await broken.stop()
    }
  })

  it('takes the stored names of the arrays too, behind those of the routes (RF-04)', async () => {
    const eva = await api.person()
    const one = persona()
    const [ship, sail] = [
      { id: 's', name: 'Ship' },
      { id: 'v', name: 'Sail' },
    ]
    const stored = { personaId: one.id, entityTypes: [ship], roleTypes: [], eventTypes: [sail], relationTypes: [] }
    const save = (sent: object) => eva.put('/api/ontology', { personas: [one], personaOntologies: [sent] })
    const first = await save(stored)
    expect(first.status, first.text).toBe(200)
    expect(first.body.personaOntologies).toMatchObject([{ entities: [ship], roles: [], events: [sail] }])
    expect((await save({ ...stored, entities: [] })).body.personaOntologies).toMatchObject([{ entities: [] }])
    const refused = await save({ ...stored, roleTypes: undefined })
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'personaOntologies.0.roles'])
  })
})

describe('PUT /api/ontology of personas in projects', () => {
  it('saves very many without holding up other requests', async () => {
    const eva = await api.person()
    const personas = Array.from({ length: 20_000 }, () => persona())
    const personaOntologies = personas.map(({ id }) => ontology(id)).reverse()
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const begun = performance.now()
    await made(eva.put('/api/ontology', { personas, personaOntologies, world }))
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan((performance.now() - begun) / 5)
  }, 120_000)

  it('changes nothing where their maker only reads, or was removed from the project (PM-10)', async () => {
    const [eva, dan] = [await api.person(), await api.person()]
    const project = await made(dan.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const members = `/api/projects/${project.id}/members`
    await made(dan.post(members, { userId: eva.id, role: 'annotator' }))
    const { id } = await made(eva.post('/api/personas', { ...persona(), projectId: project.id }))
    const bodies = [
      { personas: [persona({ id, name: 'Changed' })], personaOntologies: [] },
      { personas: [], personaOntologies: [ontology(id, { entities: [{ id: 't', name: 'T' }] })] },
    ]
    const others = [
      { personas: [persona({ id, name: 'Again' })], personaOntologies: [] },
      { personas: [], personaOntologies: [ontology(id, { entities: [{ id: 't', name: 'U' }] })] },
    ]
    const state = () =>
      Promise.all([`/api/personas/${id}`, `/api/personas/${id}/ontology`].map(async (one) => made(dan.get(one))))
    for (const body of bodies) expect((await eva.put('/api/ontology', body)).status).toBe(200)
    const before = await state()
    const partings = [
      () => dan.put(`${members}/${eva.id}`, { role: 'viewer' }),
      () => dan.delete(`${members}/${eva.id}`),
    ]
    for (const part of partings) {
      await made(part())
      for (const body of others) expect((await eva.put('/api/ontology', body)).status).toBe(404)
      expect(await state()).toEqual(before)
    }
  })

  it('takes the whole state back where some is archived or only to be read, while that is unchanged (O-03, ST-04)', async () => {
    const [eva, dan] = [await api.person(), await api.person()]
    const project = await made(dan.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const path = `/api/projects/${project.id}`
    await made(dan.post(`${path}/members`, { userId: eva.id, role: 'annotator' }))
    const { id } = await made(eva.post('/api/personas', { ...persona(), projectId: project.id }))
    await made(eva.put(`/api/personas/${id}/ontology`, { entities: [{ id: 't', name: 'T', weight: 2.5 }] }))
    const own = await made(eva.post('/api/personas', persona()))
    const sendBack = async (of: string, name: string) => {
      const state = await made(eva.get('/api/ontology'))
      const personas = state.personas.map((one: any) => {
        const { id: key, role, informationNeed, details, hidden } = one
        return { id: key, name: key === of ? name : one.name, role, informationNeed, details, hidden }
      })
      const personaOntologies = state.personaOntologies.map((one: any) => {
        const { personaId, entities, roles, events, relationTypes, relations } = one
        return { personaId, entities, roles, events, relationTypes, relations }
      })
      return (await eva.put('/api/ontology', { personas, personaOntologies })).status
    }
    await made(dan.put(path, { isArchived: true }))
    expect([await sendBack(own.id, 'One'), await sendBack(id, 'Changed')]).toEqual([200, 409])
    await made(dan.put(path, { isArchived: false }))
    await made(dan.put(`${path}/members/${eva.id}`, { role: 'viewer' }))
    expect([await sendBack(own.id, 'Two'), await sendBack(id, 'Changed')]).toEqual([200, 404])
    expect((await eva.get(`/api/personas/${own.id}`)).body.name).toBe('Two')
  })
})

describe('POST /api/ontology/augment', () => {
  const prompt = 'The harbour pilot boards the cargo ship. The cargo ship enters the harbour.'

  it('answers suggestions of the model service and leaves out known types (O-10, O-11)', async () => {
    const one = (await ann.post('/api/personas', persona())).body
    const asked = await ann.post('/api/ontology/augment', { personaId: one.id, prompt, maxSuggestions: 3 })
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      personaId: one.id,
      targetCategory: 'entity',
      id: expect.any(String),
      reasoning: expect.any(String),
    })
    expect(asked.body.suggestions.length).toBeGreaterThan(0)
    expect(asked.body.suggestions.length).toBeLessThanOrEqual(3)
    expect(Object.keys(asked.body.suggestions[0])).toEqual(['name', 'description', 'parent', 'confidence', 'examples'])
    const { name } = asked.body.suggestions[0]
    await made(ann.put(`/api/personas/${one.id}/ontology`, { entities: [{ id: 'known', name }] }))
    const again = await ann.post('/api/ontology/augment', { personaId: one.id, domain: prompt })
    expect(again.body.suggestions.map((each: { name: string }) => each.name)).not.toContain(name)
    expect((await ann.get(`/api/personas/${one.id}/ontology`)).body.entities).toHaveLength(1)
    const { data } = await ann.graph(
      'mutation ($input: AugmentOntologyInput!) { augmentOntology(input: $input) { suggestions { name } reasoning } }',
      { input: { personaId: one.id, domain: prompt, targetCategory: 'ROLE', existingTypes: [] } },
    )
    expect(data.augmentOntology.suggestions.map((each: { name: string }) => each.name.toLowerCase()).join()).toContain(
      'pilot',
    )
  })

  it('refuses bad requests, strangers and missing personas (O-12)', async () => {
    const one = (await ann.post('/api/personas', persona())).body
    const cases: [object, string][] = [
      [{ prompt }, 'personaId'],
      [{ personaId: 'x', prompt }, 'personaId'],
      [{ personaId: one.id }, 'prompt'],
      [{ personaId: one.id, prompt: ' ' }, 'prompt'],
      [{ personaId: one.id, prompt, targetCategory: 'thing' }, 'targetCategory'],
      [{ personaId: one.id, prompt, maxSuggestions: 51 }, 'maxSuggestions'],
    ]
    for (const [body, field] of cases) {
      const refused = await ann.post('/api/ontology/augment', body)
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field])
    }
    expect((await ben.post('/api/ontology/augment', { personaId: one.id, prompt })).body.error).toBe(
      'Persona not found',
    )
    expect((await api.anonymous.post('/api/ontology/augment', { personaId: one.id, prompt })).status).toBe(401)
  })

  it('maps faults of the model service: 4xx to 400, 5xx to 500, away 502, strange 502, slow 504 (O-12)', async () => {
    let answer: (send: (status: number, body: string) => void) => void = (send) =>
      send(409, '{"detail":"No such model"}')
    const faulty: Server = createServer((_request, response) =>
      answer((status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)),
    )
    await new Promise<void>((done) => faulty.listen(0, '127.0.0.1', done))
    const ask = async (env: Record<string, string> = {}): Promise<[number, string, string]> => {
      const other = await startApi({
        MODEL_SERVICE_URL: `http://127.0.0.1:${(faulty.address() as AddressInfo | null)?.port ?? 9}`,
        ...env,
      })
      try {
        const eva = await other.person()
        const one = (await eva.post('/api/personas', persona())).body
        const { status, body } = await eva.post('/api/ontology/augment', { personaId: one.id, prompt })
        return [status, body.code, body.message]
      } finally {
        await other.stop()
      }
    }
    expect(await ask()).toEqual([400, 'VALIDATION_ERROR', 'No such model'])
    answer = (send) => send(500, '{"detail":"out of memory"}')
    expect(await ask()).toEqual([500, 'MODEL_SERVICE_ERROR', 'out of memory'])
    answer = (send) => send(200, '{"id":"x"}')
    expect((await ask()).slice(0, 2)).toEqual([502, 'MODEL_SERVICE_BAD_RESPONSE'])
    answer = () => undefined
    const short = { MODEL_SERVICE_TIMEOUT_ONTOLOGY_AUGMENT_MS: '300' }
    expect((await ask(short)).slice(0, 2)).toEqual([504, 'MODEL_SERVICE_TIMEOUT'])
    faulty.closeAllConnections()
    await new Promise((done) => faulty.close(done))
    expect((await ask()).slice(0, 2)).toEqual([502, 'MODEL_SERVICE_UNREACHABLE'])
  })
})
