import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let project: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  project = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${project}/members`, { userId: ben.id, role: 'annotator' }))
})
afterAll(() => api.stop())

interface Item {
  id: string
  [member: string]: unknown
}

/** A document whose items can be saved one by one: how each interface names one. */
interface Place {
  document: string
  array: string
  item: (id: string) => string
  /** The mutations that save an item and delete it; each answers the version of the document. */
  save: (item: Item, ifVersion?: number) => [query: string, input: object]
  remove: (id: string, ifVersion?: number) => [query: string, input: object]
}

async function makePersona(): Promise<string> {
  return (await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))).id
}

const typeKinds = { entities: 'ENTITY', events: 'EVENT', roles: 'ROLE', 'relation-types': 'RELATION' }
const objectKinds = {
  entities: ['entity', 'entities', 'entity'],
  events: ['event', 'events', 'event'],
  times: ['time', 'times', 'time'],
  'entity-collections': ['entity_collection', 'entityCollections', 'entityCollection'],
  'event-collections': ['event_collection', 'eventCollections', 'eventCollection'],
  'time-collections': ['time_collection', 'timeCollections', 'timeCollection'],
  relations: ['relation', 'relations', 'relation'],
} as const

async function typePlace(path: keyof typeof typeKinds): Promise<Place> {
  const personaId = await makePersona()
  const kind = typeKinds[path]
  return {
    document: `/api/personas/${personaId}/ontology`,
    array: path === 'relation-types' ? 'relationTypes' : path,
    item: (id) => `/api/personas/${personaId}/ontology/${path}/${id}`,
    save: ({ id, name, ...extra }, ifVersion) => [
      'mutation ($input: SaveOntologyTypeInput!) { saved: saveOntologyType(input: $input) { item: type { key name extra } of: ontology { version } } }',
      { personaId, kind, ifVersion, type: { key: id, name, extra } },
    ],
    remove: (key, ifVersion) => [
      'mutation ($input: DeleteOntologyTypeInput!) { deleteOntologyType(input: $input) { name } }',
      { personaId, kind, key, ifVersion },
    ],
  }
}

async function objectPlace(path: keyof typeof objectKinds, projectId?: string): Promise<Place> {
  const document = projectId ? `/api/projects/${projectId}/world` : '/api/world'
  const worldId = (await made(ann.get(document))).id as string
  const [kind, array, field] = objectKinds[path]
  return {
    document,
    array,
    item: (id) => `${document}/${path}/${id}`,
    save: ({ id, name, ...extra }, ifVersion) => [
      'mutation ($input: SaveWorldObjectInput!) { saved: saveWorldObject(input: $input) { item: object { key name extra } of: world { version } } }',
      { projectId, ifVersion, object: { [field]: { key: id, name, extra } } },
    ],
    remove: (key, ifVersion) => [
      'mutation ($input: VersionedIdInput!) { deleteWorldObject(input: $input) { deletedIds world { version } } }',
      { id: `${worldId}/${kind}/${key}`, ifVersion },
    ],
  }
}

const places: [string, () => Promise<Place>][] = [
  ...(Object.keys(typeKinds) as (keyof typeof typeKinds)[]).map((path): [string, () => Promise<Place>] => [
    `types: ${path}`,
    () => typePlace(path),
  ]),
  ...(Object.keys(objectKinds) as (keyof typeof objectKinds)[]).flatMap((path): [string, () => Promise<Place>][] => [
    [`world: ${path}`, () => objectPlace(path)],
    [`world of a project: ${path}`, () => objectPlace(path, project)],
  ]),
]

const versionOf = (answer: Answer) => Number(/^"(\d+)/.exec(answer.headers.get('etag') ?? '')?.[1])

describe.each(places)('a single item (%s)', (_name, make) => {
  let place: Place
  const item = (id: string, more: object = {}): Item => ({ id, name: id, z: { of: [id] }, ...more })
  const array = async (): Promise<Item[]> => (await made(ann.get(place.document)))[place.array]
  const graph = (query: string, input: object) => ann.graph(query, { input })

  beforeAll(async () => {
    place = await make()
    await made(ann.put(place.document, { [place.array]: ['a', 'b', 'c'].map((id) => item(id)) }))
  })

  it('is saved in its place or behind the others, which stay, by REST and GraphQL alike', async () => {
    const added = await ann.put(place.item('d'), { name: 'd', z: 1 })
    expect([added.status, added.body]).toEqual([201, { name: 'd', z: 1, id: 'd' }])
    const changed = await ann.put(place.item('b'), item('b', { by: 'rest' }))
    expect([changed.status, changed.body]).toEqual([200, item('b', { by: 'rest' })])
    expect(versionOf(changed)).toBe(versionOf(added) + 1)
    const { saved } = await made(graph(...place.save(item('e'))))
    expect(saved).toEqual({
      item: { key: 'e', name: 'e', extra: { z: { of: ['e'] } } },
      of: { version: versionOf(changed) + 1 },
    })
    await made(graph(...place.save(item('a', { by: 'graph' }))))
    const all = await array()
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([all[0], all[1], all[2]]).toEqual([item('a', { by: 'graph' }), item('b', { by: 'rest' }), item('c')])
    const one = await ann.get(place.item('a'))
    expect([one.status, one.body]).toEqual([200, all[0]])
  })

  it('loses nothing when twenty people save twenty items at once', async () => {
    const before = await array()
    const ids = Array.from({ length: 20 }, (_, i) => `new-${i}`)
    const answers = await Promise.all(ids.map((id) => ann.put(place.item(id), item(id))))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201))
    const after = (await array()).map(({ id }) => id)
    expect(after.slice(0, before.length)).toEqual(before.map(({ id }) => id))
    expect(new Set(after.slice(before.length))).toEqual(new Set(ids))
  })

  it('is refused where the document has changed since the version that was named, and saved at that version', async () => {
    const version = versionOf(await ann.get(place.document))
    expect(versionOf(await ann.get(place.item('a')))).toBe(version)
    await made(ann.put(place.item('c'), item('c', { n: 1 })))
    const refused = await ann.put(place.item('a'), item('a', { n: 2 }), { 'if-match': `"${version}"` })
    expect([refused.status, refused.body.currentVersion]).toEqual([412, version + 1])
    const { errors } = await graph(...place.save(item('a', { n: 2 }), version))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: version + 1 })
    expect((await ann.delete(place.item('a'), undefined, { 'if-match': `"${version}"` })).status).toBe(412)
    const kept = await graph(...place.remove('a', version))
    expect(kept.errors?.[0]?.extensions['code']).toBe('PRECONDITION_FAILED')
    expect((await ann.put(place.item('a'), item('a', { n: 3 }), { 'if-match': `"${version + 1}"` })).status).toBe(200)
    await made(graph(...place.save(item('a', { n: 4 }), version + 2)))
    expect((await made(ann.get(place.item('a'))))['n']).toBe(4)
  })

  it('is for people who are signed in and, in a project, for its members', async () => {
    const at = place.item('a')
    const doors = (who: Person) => [who.get(at), who.put(at, item('a')), who.delete(at)]
    for (const { status } of await Promise.all(doors(api.anonymous))) expect(status).toBe(401)
    if (!at.startsWith('/api/projects/')) return
    for (const { status } of await Promise.all(doors(await api.person()))) expect(status).toBe(403)
  })

  it('is deleted alone, once, by REST and GraphQL alike', async () => {
    const before = (await array()).map(({ id }) => id)
    expect((await ann.delete(place.item('b'))).status).toBe(200)
    await made(graph(...place.remove('c')))
    expect((await array()).map(({ id }) => id)).toEqual(before.filter((id) => id !== 'b' && id !== 'c'))
    expect((await ann.delete(place.item('b'))).status).toBe(404)
    const again = await graph(...place.remove('c'))
    expect(again.errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
    expect((await ann.get(place.item('b'))).status).toBe(404)
  })

  it('is refused by the rules of the whole array: no other id, no NUL, nothing nested too deeply', async () => {
    const before = await made(ann.get(place.document))
    const other = await ann.put(place.item('a'), item('other'))
    expect([other.status, other.body.details]).toEqual([
      400,
      [{ field: 'id', message: expect.stringContaining('"a"') }],
    ])
    expect((await ann.put(place.item('a'), item('a', { text: '\u0000' }))).status).toBe(400)
    expect((await ann.put(place.item('x'.repeat(1001)), { name: 'x' })).status).toBe(404)
    expect((await ann.put(place.item('a'), '[]')).status).toBe(400)
    const { errors } = await graph(...place.save(item('a', { text: '\u0000' })))
    expect(errors?.[0]?.extensions['code']).toBe('VALIDATION_ERROR')
    expect(await made(ann.get(place.document))).toEqual(before)
  })
})

describe('who may save a single item', () => {
  it('is who may change the document: nobody changes an ontology or a world of somebody else', async () => {
    const types = await typePlace('entities')
    await made(ann.put(types.item('a'), { name: 'A' }))
    expect((await ben.put(types.item('a'), { name: 'B' })).status).toBe(404)
    expect((await ben.delete(types.item('a'))).status).toBe(404)
    expect((await api.anonymous.put(types.item('a'), { name: 'B' })).status).toBe(401)
    const objects = await objectPlace('entities')
    await made(ann.put(objects.item('mine'), { name: 'Mine' }))
    expect((await ben.get(objects.item('mine'))).status).toBe(404)
    const [query, input] = objects.remove('mine')
    expect((await ben.graph(query, { input })).errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
    expect((await ann.get(objects.item('mine'))).status).toBe(200)
    expect((await ben.put(`/api/world/things/a`, {})).body.details[0].field).toBe('kind')
  })

  it('in a project is whose role may add, change or remove objects, each by itself', async () => {
    const admin = await api.admin()
    const rows = '/api/admin/permissions'
    const path = `/api/projects/${project}/world/entities`
    const acts: Record<string, () => Promise<Answer>> = {
      create: () => ben.put(`${path}/${unique('new')}`, {}),
      update: () => ben.put(`${path}/held`, { at: unique('at') }),
      delete: () => ben.delete(`${path}/held`),
    }
    for (const action of Object.keys(acts)) {
      await made(ben.put(`${path}/held`, {}))
      const [row] = await made(admin.get(`${rows}?role=annotator&resourceType=world_state&action=${action}`))
      await made(admin.delete(`${rows}/${row.id}`))
      for (const [other, act] of Object.entries(acts)) {
        const { status } = await act()
        expect([action, other, status === 403]).toEqual([action, other, other === action])
      }
      await made(admin.post(rows, row))
    }
  })

  it('gives exactly one object to saveWorldObject', async () => {
    const mutation = 'mutation ($input: SaveWorldObjectInput!) { saveWorldObject(input: $input) { object { key } } }'
    for (const object of [{}, { entity: { key: 'a' }, event: { key: 'a' } }])
      expect((await ann.graph(mutation, { input: { object } })).errors?.[0]?.extensions.details).toEqual([
        { field: 'input.object', message: 'must have exactly one member' },
      ])
  })
})
