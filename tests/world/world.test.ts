import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let admin: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  admin = await api.admin()
})
afterAll(() => api.stop())

const names = ['entities', 'events', 'times', 'entityCollections', 'eventCollections', 'timeCollections', 'relations']
const empty = Object.fromEntries(names.map((name) => [name, []]))
const missing = '0193e5a0-0000-7000-8000-000000000000'

describe('the personal world', () => {
  it('is made empty on first read, once even when several first reads come at once (RF-11)', async () => {
    const eva = await api.person()
    const reads = await Promise.all(Array.from({ length: 8 }, () => eva.get('/api/world')))
    expect(reads.map((read) => read.status)).toEqual(Array(8).fill(200))
    expect(new Set(reads.map((read) => read.body.id)).size).toBe(1)
    const { id, createdAt, updatedAt, ...rest } = reads[0]!.body
    expect(rest).toEqual({ userId: eva.id, projectId: null, ...empty, forkedFrom: [] })
    const members = ['id', 'userId', 'projectId', ...names, 'forkedFrom', 'createdAt', 'updatedAt']
    expect(Object.keys(reads[0]!.body)).toEqual(members)
    expect([id, createdAt, updatedAt].every((value) => typeof value === 'string')).toBe(true)
  })

  it('keeps objects as sent and replaces only the arrays given (PR-16)', async () => {
    const entities = [
      { id: 'e2', name: 'Ball', z: 1, a: { n: 2.5, ключ: '“x”' } },
      { id: 'e1', name: 'Bat', description: [{ type: 'text', content: 'wood' }] },
    ]
    const first = await ann.put('/api/world', { entities, times: [{ id: 't', type: 'instant' }] })
    expect(first.status).toBe(200)
    expect(first.text).toContain(JSON.stringify(entities))
    const second = await ann.put('/api/world', { times: [], events: [{ id: 'e1' }] })
    expect(second.body).toMatchObject({ entities, times: [], events: [{ id: 'e1' }] })
    expect((await ann.get('/api/world')).body).toEqual(second.body)
    const { data } = await ann.graph(
      '{ world { id version entities { id key name extra } events { key name } times { key } owner { username } } }',
    )
    expect(data.world).toMatchObject({
      id: second.body.id,
      version: 3,
      owner: { username: 'ann' },
      times: [],
      events: [{ key: 'e1', name: null }],
    })
    expect(data.world.entities[0]).toEqual({
      id: `${second.body.id}/entity/e2`,
      key: 'e2',
      name: 'Ball',
      extra: { z: 1, a: entities[0]!.a },
    })
  })

  it('is saved as a whole by writing only the objects that were added, changed, moved or removed', async () => {
    const eva = await api.person()
    const object = (n: number, more = {}) => ({ id: `e${n}`, name: `Entity ${n}`, ...more })
    const save = async (entities: unknown[]) => {
      const { text } = await eva.put('/api/world', { entities })
      expect(text).toContain(JSON.stringify(entities))
      expect((await eva.get('/api/world')).text).toBe(text)
    }
    const objects = Array.from({ length: 20 }, (_, n) => object(n))
    await save(objects)
    const stored = async () => {
      const { rows } = await api.app.services.pool.query<{ id: string; written: string }>(
        `select object_id as id, xmin::text as written from world_objects
          where world_id = (select id from world_states where user_id = $1)`,
        [eva.id],
      )
      return new Map(rows.map(({ id, written }) => [id, written]))
    }
    const before = await stored()
    await save([
      ...objects.slice(0, 5),
      object(5, { z: 1 }),
      ...objects.slice(6, 17),
      object(18),
      object(17),
      object(30),
    ])
    const written = [...(await stored())].filter(([id, at]) => before.get(id) !== at).map(([id]) => id)
    expect(written.sort()).toEqual(['e17', 'e18', 'e30', 'e5'])
    await save([])
  })

  it('refuses what is no array of objects with an id each, naming the field (RF-12, W-02)', async () => {
    const cases: [unknown, string][] = [
      [{ entities: 3 }, 'entities'],
      [{ events: [3] }, 'events.0'],
      [{ times: [{ id: 't' }, { name: 'x' }] }, 'times.1.id'],
      [{ relations: [{ id: '' }] }, 'relations.0.id'],
      [{ entityCollections: [{ id: 4 }] }, 'entityCollections.0.id'],
      [{ entities: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }, 'entities.2.id'],
    ]
    const before = await ann.get('/api/world')
    for (const [body, field] of cases) {
      const refused = await ann.put('/api/world', body)
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field])
    }
    const { errors } = await ann.graph(
      'mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id } } }',
      { input: { entities: [{ key: 'a' }, { key: 'a' }] } },
    )
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.entities.1.key' }],
    })
    expect((await ann.get('/api/world')).text).toBe(before.text)
    expect((await ann.put('/api/world', '[]')).status).toBe(400)
    expect((await ann.put('/api/world', { entities: [{ id: 'nul\u0000' }] })).status).toBe(400)
    for (const document of [
      'mutation { updateWorld(input: { entities: [{ key: "nul", extra: { note: "a\\u0000" } }] }) { world { id } } }',
      'mutation { createProject(input: { name: "P", slug: "nul", settings: { k: "\\u{0}" } }) { project { id } } }',
    ])
      expect((await ann.graph(document)).errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })

  it('refuses documents that cannot be stored instead of failing: too deep, ids too long for an index', async () => {
    for (const depth of [8_000, 100_000]) {
      const deep = `{"entities":[{"id":"deep","d":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
      const refused = await ann.put('/api/world', deep)
      expect([refused.status, refused.body.message]).toEqual([400, 'The document is nested too deeply'])
    }
    expect((await ann.put('/api/world', { entities: [{ id: 'x'.repeat(501) }] })).body.details[0].field).toBe(
      'entities.0.id',
    )
    const { body: persona } = await ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' })
    const endless = Array.from({ length: 4000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join('')
    expect(
      (await ann.put(`/api/personas/${persona.id}/ontology`, { entities: [{ id: endless, name: 'x' }] })).status,
    ).toBe(400)
  })

  it('needs a session where there are several users (W-01, AM-08)', async () => {
    for (const method of ['get', 'put'] as const) {
      const refused = await api.anonymous[method]('/api/world')
      expect([refused.status, refused.body.error]).toEqual([401, 'Authentication required'])
    }
    expect((await api.anonymous.graph('{ world { id } }')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })
})

describe('changes of one world at the same time', () => {
  it('lose nothing: writers of different arrays all have their effect', async () => {
    const eva = await api.person()
    const answers = await Promise.all(names.map((name) => eva.put('/api/world', { [name]: [{ id: `${name}-1` }] })))
    expect(answers.map((answer) => answer.status)).toEqual(Array(7).fill(200))
    const { body } = await eva.get('/api/world')
    for (const name of names) expect(body[name]).toEqual([{ id: `${name}-1` }])
  })

  it('with If-Match let exactly one writer win and tell the others the current version', async () => {
    const eva = await api.person()
    const etag = (await eva.get('/api/world')).headers.get('etag') ?? ''
    expect(etag).toBe('"1"')
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => eva.put('/api/world', { entities: [{ id: `from-${n}` }] }, { 'if-match': etag })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412, 412])
    const won = answers.find((answer) => answer.status === 200)!
    expect((await eva.get('/api/world')).text).toBe(won.text)
    expect(answers.find((answer) => answer.status === 412)!.body).toMatchObject({
      code: 'PRECONDITION_FAILED',
      currentVersion: 2,
    })
    const { errors } = await eva.graph(
      'mutation { updateWorld(input: { ifVersion: 1, entities: [] }) { world { id } } }',
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 2 })
    expect((await eva.put('/api/world', {}, { 'if-match': 'two' })).status).toBe(400)
  })

  it('never show half a write', async () => {
    const eva = await api.person()
    const write = (n: number) =>
      eva.put(
        '/api/world',
        Object.fromEntries(names.map((name) => [name, Array.from({ length: 30 }, (_, i) => ({ id: `${n}-${i}` }))])),
      )
    const [, , ...reads] = await Promise.all([
      write(1),
      write(2),
      ...Array.from({ length: 10 }, () => eva.get('/api/world')),
      write(3),
    ])
    for (const { body } of reads) {
      const marks = new Set(names.flatMap((name) => body[name].map((item: { id: string }) => item.id.split('-')[0])))
      expect(marks.size).toBeLessThanOrEqual(1)
    }
  })
})

describe('DELETE /api/admin/world/:userId', () => {
  it('empties the personal world, is for administrators and knows missing users (W-03)', async () => {
    const eva = await api.person()
    await made(eva.put('/api/world', { entities: [{ id: 'a' }] }))
    expect((await api.anonymous.delete(`/api/admin/world/${eva.id}`)).status).toBe(401)
    expect((await ann.delete(`/api/admin/world/${eva.id}`)).body).toMatchObject({
      error: 'Admin access required',
      code: 'FORBIDDEN',
    })
    expect((await admin.delete('/api/admin/world/nobody')).body.details).toEqual([
      { field: 'userId', message: 'must be a UUID' },
    ])
    expect((await admin.delete(`/api/admin/world/${missing}`)).body.error).toBe('User not found')
    const cleared = await admin.delete(`/api/admin/world/${eva.id}`)
    expect([cleared.status, cleared.body]).toEqual([
      200,
      { message: 'World state cleared successfully', userId: eva.id },
    ])
    expect((await eva.get('/api/world')).body.entities).toEqual([])
  })

  it('does nothing where there is no world yet, through REST and GraphQL', async () => {
    const eva = await api.person()
    expect((await admin.delete(`/api/admin/world/${eva.id}`)).status).toBe(200)
    const mutation = 'mutation ($id: ID!) { clearWorld(input: { userId: $id }) { user { id } } }'
    expect((await admin.graph(mutation, { id: eva.id })).data.clearWorld.user.id).toBe(eva.id)
    expect((await ann.graph(mutation, { id: eva.id })).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await admin.graph(mutation, { id: missing })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

describe('the world of a project', () => {
  let project: string
  let member: Person

  beforeAll(async () => {
    project = newId()
    member = await api.person()
    const { db } = api.app.services
    await db
      .insertInto('projects')
      .values({ id: project, name: 'P', slug: `p-${project}`, ownerUserId: ann.id, createdBy: ann.id })
      .execute()
    await db
      .insertInto('projectMemberships')
      .values([
        { id: newId(), userId: ann.id, projectId: project, role: 'project_owner' },
        { id: newId(), userId: member.id, projectId: project, role: 'annotator' },
      ])
      .execute()
  })

  it("is each member's own and another than the personal one (PR-15)", async () => {
    const path = `/api/projects/${project}/world`
    const first = await member.get(path)
    expect(first.body).toMatchObject({ userId: member.id, projectId: project, ...empty })
    const saved = await member.put(path, { entities: [{ id: 'mine' }] })
    expect([saved.status, saved.body.id, saved.body.entities]).toEqual([200, first.body.id, [{ id: 'mine' }]])
    expect((await ann.get(path)).body.entities).toEqual([])
    expect((await member.get('/api/world')).body.entities).toEqual([])
    const { data } = await member.graph('query ($id: ID) { world(projectId: $id) { id entities { key } } }', {
      id: project.toUpperCase(),
    })
    expect(data.world).toEqual({ id: first.body.id, entities: [{ key: 'mine' }] })
    expect((await admin.delete(`/api/admin/world/${member.id}`)).status).toBe(200)
    expect((await member.get(path)).body.entities).toEqual([{ id: 'mine' }])
  })

  it('takes what the role may add, change and remove, each by itself, and nothing of the rest (PM-10, PM-13)', async () => {
    const path = `/api/projects/${project}/world`
    const rows = '/api/admin/permissions'
    const [one, other] = [
      { id: 'one', name: 'One' },
      { id: 'other', name: 'Other' },
    ]
    await made(member.put(path, { entities: [one], events: [] }))
    const sent: Record<string, { id: string; name: string }[]> = {
      create: [one, other],
      update: [{ ...one, name: 'Changed' }],
      delete: [],
    }
    for (const [action, entities] of Object.entries(sent)) {
      const [row] = await made(admin.get(`${rows}?role=annotator&resourceType=world_state&action=${action}`))
      await made(admin.delete(`${rows}/${row.id}`))
      expect((await member.put(path, { entities })).status).toBe(403)
      const { errors } = await member.graph(
        'mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id } } }',
        { input: { entities: entities.map(({ id: key, name }) => ({ key, name })), projectId: project } },
      )
      expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
      expect((await member.put(path, { entities: [{ name: 'One', id: 'one' }] })).status).toBe(200)
      for (const [allowed, rest] of Object.entries(sent)) {
        if (allowed === action) continue
        expect([action, allowed, (await member.put(path, { entities: rest })).status]).toEqual([action, allowed, 200])
        await made(admin.post(rows, row))
        await made(member.put(path, { entities: [one] }))
        const [again] = await made(admin.get(`${rows}?role=annotator&resourceType=world_state&action=${action}`))
        await made(admin.delete(`${rows}/${again.id}`))
      }
      await made(admin.post(rows, row))
    }
  })

  describe('and the personal one', () => {
    const move = (who: Person, body: object) => who.post('/api/world/move', body)
    const moveByGraph =
      'mutation ($input: MoveWorldObjectsInput!) { moveWorldObjects(input: $input) { world { entities { key } } } }'
    const ids = (world: { entities: { id: string }[] }) => world.entities.map(({ id }) => id)
    const thing = (id: string) => ({ id, name: id, of: { id } })

    it('give objects to each other, as they are and behind what is there, through REST and GraphQL', async () => {
      const path = `/api/projects/${project}/world`
      await made(member.put('/api/world', { entities: ['a', 'b', 'c'].map(thing), events: [thing('b')] }))
      await made(member.put(path, { entities: [thing('z')], events: [] }))
      const into = await move(member, { ids: ['b', 'a'], toProjectId: project.toUpperCase() })
      expect([into.status, into.body.projectId, ids(into.body)]).toEqual([200, project, ['z', 'a', 'b']])
      expect(into.body.entities.slice(1)).toEqual([thing('a'), thing('b')])
      expect(into.body.events).toEqual([thing('b')])
      const left = await made(member.get('/api/world'))
      expect([ids(left), left.events]).toEqual([['c'], []])
      const { moveWorldObjects } = await made(
        member.graph(moveByGraph, { input: { ids: ['z', 'b'], fromProjectId: project } }),
      )
      expect(moveWorldObjects.world.entities).toEqual(['c', 'z', 'b'].map((key) => ({ key })))
      expect(ids(await made(member.get(path)))).toEqual(['a'])
    })

    it('move all or none: what is missing or there already is named', async () => {
      const path = `/api/projects/${project}/world`
      await made(member.put('/api/world', { entities: ['a', 'b'].map(thing), events: [] }))
      await made(member.put(path, { entities: [thing('b')], events: [] }))
      const missing = await move(member, { ids: ['a', 'nobody'], toProjectId: project })
      expect([missing.status, missing.body.details]).toEqual([
        400,
        [{ field: 'ids.1', message: 'is no object of that world' }],
      ])
      const twice = await move(member, { ids: ['a', 'b'], toProjectId: project })
      expect([twice.status, twice.body.error]).toEqual([409, 'The other world has an object with the id b already'])
      const same = await move(member, { ids: ['a'] })
      expect([same.status, same.body.details[0].field]).toEqual([400, 'toProjectId'])
      expect(ids(await made(member.get('/api/world')))).toEqual(['a', 'b'])
      expect(ids(await made(member.get(path)))).toEqual(['b'])
    })

    it('moving objects needs the permission to create or delete in the project, and membership', async () => {
      const rows = '/api/admin/permissions'
      await made(member.put('/api/world', { entities: [thing('a')], events: [] }))
      for (const [action, body] of [
        ['create', { ids: ['a'], toProjectId: project }],
        ['delete', { ids: ['b'], fromProjectId: project }],
      ] as const) {
        const [row] = await made(admin.get(`${rows}?role=annotator&resourceType=world_state&action=${action}`))
        await made(admin.delete(`${rows}/${row.id}`))
        expect((await move(member, body)).status).toBe(403)
        expect((await member.graph(moveByGraph, { input: body })).errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
        await made(admin.post(rows, row))
      }
      expect((await move(api.anonymous, { ids: ['a'], toProjectId: project })).status).toBe(401)
      expect((await move(await api.person(), { ids: ['a'], toProjectId: project })).status).toBe(403)
      expect((await move(member, { ids: ['a'], toProjectId: missing })).status).toBe(404)
    })

    it('wait for each other and end in one of both, whatever moves at once', async () => {
      await made(member.put('/api/world', { entities: [thing('m')], events: [] }))
      await made(member.put(`/api/projects/${project}/world`, { entities: [], events: [] }))
      const there = { ids: ['m'], toProjectId: project }
      const back = { ids: ['m'], fromProjectId: project }
      const answers = await Promise.all([there, back, there, back, there, back].map((body) => move(member, body)))
      expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
      const worlds = [
        ...ids(await made(member.get('/api/world'))),
        ...ids(await made(member.get(`/api/projects/${project}/world`))),
      ]
      expect(worlds).toEqual(['m'])
    })
  })

  it('is readable for the owning group and system administrators, not for strangers (PR-06, AM-13)', async () => {
    const path = `/api/projects/${project}/world`
    const stranger = await api.person()
    for (const send of [
      (who: Person, at: string) => who.get(at),
      (who: Person, at: string) => who.put(at, { entities: [] }),
    ]) {
      expect((await send(api.anonymous, path)).status).toBe(401)
      expect((await send(stranger, path)).status).toBe(403)
      expect((await send(stranger, `/api/projects/${missing}/world`)).body).toMatchObject({
        error: 'Project not found',
      })
      expect((await send(stranger, '/api/projects/x/world')).status).toBe(400)
      expect((await send(admin, path)).status).toBe(200)
    }
    expect((await member.put(path, { entities: {} })).status).toBe(400)
    const { db } = api.app.services
    const [group, owned] = [newId(), newId()]
    await db
      .insertInto('userGroups')
      .values({ id: group, name: 'G', slug: `g-${group}`, createdBy: ann.id })
      .execute()
    await db
      .insertInto('groupMemberships')
      .values({ id: newId(), userId: stranger.id, groupId: group, role: 'group_member' })
      .execute()
    await db
      .insertInto('projects')
      .values({ id: owned, name: 'Q', slug: `q-${owned}`, ownerGroupId: group, createdBy: ann.id })
      .execute()
    const theirs = `/api/projects/${owned}/world`
    expect((await stranger.get(theirs)).status).toBe(200)
    expect((await stranger.put(theirs, { entities: [] })).status).toBe(200)
    expect((await stranger.put(theirs, { entities: [{ id: 'x' }] })).status).toBe(403)
  })
})

describe('references inside a world', () => {
  it('resolve to typed objects, dangling ones to null, in a fixed number of statements', async () => {
    const eva = await api.person()
    const { body: persona } = await eva.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' })
    await made(
      eva.put(`/api/personas/${persona.id}/ontology`, {
        entities: [{ id: 'sea/"ship"', name: 'Ship' }],
        events: [{ id: 'sail', name: 'Sailing' }],
        roles: [{ id: 'captain', name: 'Captain' }],
      }),
    )
    const interpretation = {
      personaId: persona.id,
      eventTypeId: 'sail',
      participants: [{ entityId: 'e1', roleTypeId: 'captain' }],
    }
    await made(
      eva.put('/api/world', {
        entities: [
          {
            id: 'e1',
            name: 'Ada',
            typeAssignments: [
              { personaId: persona.id.toUpperCase(), typeId: 'sea/"ship"', confidence: 0.5 },
              { personaId: missing, entityTypeId: 'x' },
              7,
            ],
          },
          { id: 'port', name: 'Port', locationType: 'point' },
        ],
        events: [
          {
            id: 'v1',
            name: 'Trip',
            startTime: 't1',
            endTime: 'gone',
            location: 'port',
            participants: ['e1', 'nobody'],
            personaInterpretations: [interpretation],
          },
        ],
        times: [{ id: 't1', type: 'instant' }],
        entityCollections: [{ id: 'c1', name: 'Crew', entityIds: ['e1', 'gone'] }],
        eventCollections: [{ id: 'c2', name: 'Trips', eventIds: ['v1'] }],
        timeCollections: [{ id: 'c3', name: 'Days', times: ['t1', { id: 't1' }] }],
        relations: [
          { id: 'r1', sourceId: 'e1', targetId: 'c1', targetType: 'entity-collection', relationType: 'leads' },
          { id: 'r2', sourceId: 'no', targetId: 'v1' },
        ],
      }),
    )
    const { data, errors } = await eva.graph(`{ world {
      entities { key typeAssignments { confidence persona { name } type { id kind key name } } }
      events { startTime { key } endTime { key } location { name } participants { name }
        interpretations { type { name } participants { entity { name } role { name } } } }
      entityCollections { members { name } } eventCollections { members { key participants { key } } } timeCollections { members { key } }
      relations { relationType source { __typename key } target { __typename name ... on EntityCollection { members { key } } } } } }`)
    expect(errors).toBeUndefined()
    expect(data.world).toEqual({
      entities: [
        {
          key: 'e1',
          typeAssignments: [
            {
              confidence: 0.5,
              persona: { name: 'A' },
              type: { id: `${persona.id}/entity/sea/"ship"`, kind: 'ENTITY', key: 'sea/"ship"', name: 'Ship' },
            },
            { confidence: null, persona: null, type: null },
          ],
        },
        { key: 'port', typeAssignments: null },
      ],
      events: [
        {
          startTime: { key: 't1' },
          endTime: null,
          location: { name: 'Port' },
          participants: [{ name: 'Ada' }, null],
          interpretations: [
            { type: { name: 'Sailing' }, participants: [{ entity: { name: 'Ada' }, role: { name: 'Captain' } }] },
          ],
        },
      ],
      entityCollections: [{ members: [{ name: 'Ada' }, null] }],
      eventCollections: [{ members: [{ key: 'v1', participants: [{ key: 'e1' }, null] }] }],
      timeCollections: [{ members: [{ key: 't1' }, { key: 't1' }] }],
      relations: [
        {
          relationType: 'leads',
          source: { __typename: 'Entity', key: 'e1' },
          target: { __typename: 'EntityCollection', name: 'Crew', members: [{ key: 'e1' }, null] },
        },
        { relationType: null, source: null, target: { __typename: 'Event', name: 'Trip' } },
      ],
    })
  })

  it('cost the same number of statements whatever the size of the world', async () => {
    const eva = await api.person()
    // The first request reads the user's roles, which are then cached; that statement is not to be counted.
    await made(eva.graph('{ world { events { key } } }'))
    const counted: number[] = []
    for (const size of [2, 60]) {
      const ids = Array.from({ length: size }, (_, i) => `e${i}`)
      await made(
        eva.put('/api/world', {
          entities: ids.map((id) => ({ id, name: id })),
          events: ids.map((id, i) => ({ id, participants: ids.slice(0, 5), location: ids[i] })),
          relations: ids.map((id, i) => ({ id, sourceId: id, targetId: ids[size - 1 - i] })),
        }),
      )
      const pool = api.app.services.pool
      let count = 0
      const onAcquire = () => (count += 1)
      pool.on('acquire', onAcquire)
      const { errors } = await eva.graph(
        '{ world { events { location { key } participants { key typeAssignments { persona { id } } } } relations { source { key } target { key } } } }',
      )
      pool.off('acquire', onAcquire)
      expect(errors).toBeUndefined()
      counted.push(count)
    }
    expect(counted[0]).toBeGreaterThan(0)
    expect(counted[1]).toBe(counted[0])
  })
})

describe('single-user mode', () => {
  it('lets requests without a session act for the default user, and says when there is none (AM-03, AM-08)', async () => {
    const single = await startApi({ SERVICE_MODE: 'single-user' })
    try {
      const saved = await single.anonymous.put('/api/world', { entities: [{ id: 'a' }] })
      expect(saved.status).toBe(200)
      expect((await single.anonymous.get('/api/ontology')).body.world).toEqual(saved.body)
      expect((await single.anonymous.delete(`/api/admin/world/${saved.body.userId}`)).status).toBe(403)
      await single.app.services.db.deleteFrom('users').where('id', '=', saved.body.userId).execute()
      for (const path of ['/api/world', '/api/ontology']) {
        const failed = await single.anonymous.get(path)
        expect([failed.status, failed.body.error]).toEqual([500, 'Default user not found'])
      }
    } finally {
      await single.stop()
    }
  })
})
