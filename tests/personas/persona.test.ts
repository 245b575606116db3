import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const analyst = { name: 'Baseball scout', role: 'Scout', informationNeed: 'Who pitches?' }

describe('personas', () => {
  it('are made with an empty ontology and read back the same through REST and GraphQL', async () => {
    const created = await ann.post('/api/personas', { ...analyst, details: 'left-handers' })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      ...analyst,
      details: 'left-handers',
      userId: ann.id,
      isSystemGenerated: false,
      hidden: false,
      projectId: null,
    })
    expect((await ann.get(`/api/personas/${created.body.id}`)).body).toEqual(created.body)
    const ontology = await ann.get(`/api/personas/${created.body.id}/ontology`)
    expect(ontology.body).toMatchObject({
      personaId: created.body.id,
      entities: [],
      roles: [],
      events: [],
      relationTypes: [],
      relations: [],
    })
    const { data } = await ann.graph(
      'query ($id: ID!) { persona(id: $id) { id name details owner { username } ontology { types { name } } } }',
      { id: created.body.id },
    )
    expect(data.persona).toEqual({
      id: created.body.id,
      name: analyst.name,
      details: 'left-handers',
      owner: { username: 'ann' },
      ontology: { types: [] },
    })
  })

  it('of somebody else cannot be told from missing ones (G-14)', async () => {
    const created = await ann.post('/api/personas', analyst)
    const foreign = await ben.get(`/api/personas/${created.body.id}`)
    const missing = await ben.get('/api/personas/0193e5a0-0000-7000-8000-000000000000')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual({ error: 'Persona not found', message: 'Persona not found', code: 'NOT_FOUND' })
    expect(missing.body).toEqual(foreign.body)
    expect((await ben.put(`/api/personas/${created.body.id}`, { name: 'x' })).status).toBe(404)
    expect(
      (await ben.graph('query ($id: ID!) { persona(id: $id) { id } }', { id: created.body.id })).data.persona,
    ).toBeNull()
  })

  it('refuse what is missing or of the wrong type with one detail a field (G-03)', async () => {
    const refused = await ann.post('/api/personas', { name: '', role: 3 })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: 'Validation error', code: 'VALIDATION_ERROR' })
    expect(refused.body.details).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'must not be empty' },
        { field: 'role', message: 'must be a string' },
        { field: 'informationNeed', message: 'is required' },
      ]),
    )
  })

  it('keep their types as sent and replace only the arrays given (P-07)', async () => {
    const { body: persona } = await ann.post('/api/personas', analyst)
    const types = [
      { id: 't2', name: 'Bat', z: 1, a: { nested: [1, 2.5] } },
      { id: 't1', name: 'Ball' },
    ]
    const first = await ann.put(`/api/personas/${persona.id}/ontology`, {
      entities: types,
      events: [{ id: 'e', name: 'Throw' }],
    })
    expect(first.status).toBe(200)
    expect(first.text).toContain('[{"id":"t2","name":"Bat","z":1,"a":{"nested":[1,2.5]}},{"id":"t1","name":"Ball"}]')
    const second = await ann.put(`/api/personas/${persona.id}/ontology`, { eventTypes: [] })
    expect(second.body).toMatchObject({ entities: types, events: [] })
    const twice = await ann.put(`/api/personas/${persona.id}/ontology`, {
      entities: [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    })
    expect(twice.status).toBe(400)
    expect(twice.body.details).toEqual([{ field: 'entities.1.id', message: 'occurs twice' }])
  })

  it('have types whose attributes have choices, for a frame or for a whole annotation', async () => {
    const { body: persona } = await ann.post('/api/personas', analyst)
    const path = `/api/personas/${persona.id}/ontology`
    const flag = { name: 'flag', type: 'string', required: false, defaultValue: 'none', choices: ['none', 'red'] }
    const ship = (attributes: unknown[]) => ({ id: 'ship', name: 'Ship', synonyms: ['vessel'], attributes })
    const attributes = [
      { ...flag, perFrame: false },
      { name: 'length', type: 'number' },
    ]
    await made(ann.put(`${path}/entities/ship`, ship(attributes)))
    const copy = await made(ann.post('/api/personas', analyst))
    await made(ann.put(`/api/personas/${copy.id}/ontology`, { entities: (await ann.get(path)).body.entities }))
    const read = await ann.graph(
      `query ($id: ID!) { persona(id: $id) { ontology { entityTypes { synonyms extra
         attributes { name type defaultValue choices perFrame extra } } } } }`,
      { id: copy.id },
    )
    expect(read.data.persona.ontology.entityTypes).toEqual([
      {
        synonyms: ['vessel'],
        extra: null,
        attributes: [
          {
            name: 'flag',
            type: 'STRING',
            defaultValue: 'none',
            choices: ['none', 'red'],
            perFrame: false,
            extra: null,
          },
          { name: 'length', type: 'NUMBER', defaultValue: null, choices: null, perFrame: null, extra: null },
        ],
      },
    ])

    const none = { entities: [], roles: [], relationTypes: [] }
    const faultsOf = async (wrong: object) => {
      const types = [
        ship([
          { name: 'length', type: 'number' },
          { ...flag, ...wrong },
        ]),
      ]
      const all = await ann.put(path, { events: types })
      const one = await ann.put(`${path}/events/ship`, types[0])
      const data = { personas: [], personaOntologies: [{ personaId: persona.id, ...none, events: types }] }
      const state = await ann.put('/api/ontology', data)
      expect([all.status, one.status, state.status]).toEqual([400, 400, 400])
      const faults = (prefix: string, { details }: { details: { field: string; message: string }[] }) =>
        details.map(({ field, message }) => [field.replace(`${prefix}attributes.1.`, ''), message])
      const found = faults('events.0.', all.body)
      expect(faults('', one.body)).toEqual(found)
      expect(faults('personaOntologies.0.events.0.', state.body)).toEqual(found)
      return found
    }
    expect(await faultsOf({ choices: 'red' })).toEqual([['choices', 'must be an array']])
    expect(await faultsOf({ choices: [] })).toEqual([['choices', 'must have at least 1 item']])
    expect(await faultsOf({ choices: ['none', 7, ' ', 'none'] })).toEqual([
      ['choices.1', 'must be a string'],
      ['choices.2', 'must not be empty'],
      ['choices.3', 'occurs twice'],
    ])
    expect(await faultsOf({ type: 'number' })).toEqual([['type', 'must be string, because there are choices']])
    expect(await faultsOf({ defaultValue: 'blue' })).toEqual([['defaultValue', 'must be one of the choices']])

    const wrong = { name: 'flag', type: 'STRING', choices: ['red', 'red'] }
    const input = { personaId: persona.id, kind: 'EVENT', type: { key: 'ship', name: 'Ship', attributes: [wrong] } }
    const saved = await ann.graph(
      'mutation ($input: SaveOntologyTypeInput!) { saveOntologyType(input: $input) { type { id } } }',
      { input },
    )
    expect(saved.errors?.[0]?.extensions?.details).toEqual([
      { field: 'input.type.attributes.0.choices.1', message: 'occurs twice' },
    ])
    const lists = { personaId: persona.id, eventTypes: [input.type] }
    const replaced = await ann.graph(
      'mutation ($input: UpdateOntologyInput!) { updateOntology(input: $input) { ontology { id } } }',
      { input: lists },
    )
    expect(replaced.errors?.[0]?.extensions?.details).toEqual([
      { field: 'input.eventTypes.0.attributes.0.choices.1', message: 'occurs twice' },
    ])
    expect((await ann.get(path)).body.events).toEqual([])
  })

  it('are saved as a whole by writing only the types that were added, changed, moved or removed', async () => {
    const { body: persona } = await ann.post('/api/personas', analyst)
    const type = (n: number, more = {}) => ({ id: `t${n}`, name: `Type ${n}`, ...more })
    const path = `/api/personas/${persona.id}/ontology`
    const save = async (entities: unknown[]) => {
      const { text } = await ann.put(path, { entities })
      expect(text).toContain(JSON.stringify(entities))
      expect((await ann.get(path)).text).toBe(text)
    }
    const types = Array.from({ length: 20 }, (_, n) => type(n))
    await save(types)
    const stored = async () => {
      const { rows } = await api.app.services.pool.query<{ id: string; written: string }>(
        'select type_id as id, xmin::text as written from ontology_types where persona_id = $1',
        [persona.id],
      )
      return new Map(rows.map(({ id, written }) => [id, written]))
    }
    const before = await stored()
    const changed = [
      ...types.slice(0, 5),
      type(5, { name: 'Other' }),
      ...types.slice(6, 17),
      type(18),
      type(17),
      type(30),
    ]
    await save(changed)
    const written = [...(await stored())].filter(([id, at]) => before.get(id) !== at).map(([id]) => id)
    expect(written.sort()).toEqual(['t17', 't18', 't30', 't5'])
    await save([])
  })

  it('answer 412 with the current version to a change of an older one', async () => {
    const { body: persona } = await ann.post('/api/personas', analyst)
    const etag = (await ann.get(`/api/personas/${persona.id}`)).headers.get('etag') ?? ''
    expect((await ann.put(`/api/personas/${persona.id}`, { name: 'one' }, { 'if-match': etag })).status).toBe(200)
    const stale = await ann.put(`/api/personas/${persona.id}`, { name: 'two' }, { 'if-match': etag })
    expect(stale.status).toBe(412)
    expect(stale.body).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 2 })
  })

  it('are listed a page at a time, cursors bound to their filter', async () => {
    const eva = await api.person('eva')
    for (const name of ['one', 'two', 'three']) await made(eva.post('/api/personas', { ...analyst, name }))
    const query =
      'query ($first: Int, $after: String, $hidden: Boolean) { personas(first: $first, after: $after, filter: { includeHidden: $hidden }) { nodes { name } pageInfo { hasNextPage endCursor } totalCount } }'
    const first = (await eva.graph(query, { first: 2 })).data.personas
    expect(first.nodes.map((one: { name: string }) => one.name)).toEqual(['three', 'two'])
    expect(first.totalCount).toBe(4)
    const second = (await eva.graph(query, { first: 2, after: first.pageInfo.endCursor })).data.personas
    expect(second.nodes.map((one: { name: string }) => one.name)).toEqual(['one', 'Automated'])
    expect(second.pageInfo.hasNextPage).toBe(false)
    const { errors } = await eva.graph(query, { first: 2, after: first.pageInfo.endCursor, hidden: true })
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })

  it('answer each writer of types the version of what they wrote, whoever writes at once', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', analyst))
    const numbers = Array.from({ length: 30 }, (_, i) => i)
    const mutation =
      'mutation ($input: UpdateOntologyInput!) { updateOntology(input: $input) { ontology { version } } }'
    const written = await Promise.all(
      numbers.map(async (i) => {
        const input = { personaId, entityTypes: [{ key: `t${i}`, name: 'T' }] }
        return (await made(ann.graph(mutation, { input }))).updateOntology.ontology.version as number
      }),
    )
    expect(written.sort((a, b) => a - b)).toEqual(numbers.map((i) => i + 2))
  })

  it('come back as they are from an empty change, with a version too (GR-13)', async () => {
    const { body: persona } = await ann.post('/api/personas', analyst)
    const at = `/api/personas/${persona.id}`
    const same = await ann.put(at, {}, { 'if-match': '"1"' })
    expect([same.body, same.headers.get('etag')]).toEqual([persona, expect.stringMatching(/^"1-/)])
    expect((await ann.put(at, {}, { 'if-match': '"7"' })).status).toBe(412)
  })

  it('of the system are changed by owner and administrators, by no role in their project (P-03)', async () => {
    const admin = await api.admin()
    const { id: projectId } = await made(admin.post('/api/projects', { name: 'Port', slug: 'port' }))
    await made(admin.post(`/api/projects/${projectId}/members`, { userId: ann.id, role: 'project_manager' }))
    const { id: plain } = await made(admin.post('/api/personas', { ...analyst, projectId }))
    const { id } = await made(admin.post('/api/personas', { ...analyst, isSystemGenerated: true, projectId }))
    expect((await ann.put(`/api/personas/${plain}`, { name: 'Theirs' })).status).toBe(200)
    expect((await ann.put(`/api/personas/${id}`, { name: 'Theirs' })).status).toBe(404)
    expect((await ann.put(`/api/personas/${id}/ontology`, { entities: [] })).status).toBe(404)
    expect((await admin.put(`/api/personas/${id}`, { name: 'Ours' })).status).toBe(200)
  })
})
