import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
beforeAll(async () => {
  api = await startApi()
  ;[ann, ben] = [await api.person(), await api.person()]
})
afterAll(() => api.stop())

const lists = ['entities', 'events', 'times', 'entityCollections', 'eventCollections', 'timeCollections', 'relations']
/** Walks a list page by page, and returns the values of a field of its nodes. */
async function walk(who: Person, list: string, args: string, field: string, first = 2): Promise<unknown[]> {
  const found: unknown[] = []
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const query = `query ($after: String) { ${list}(${args} first: ${first}, after: $after) {
      edges { node { ${field} } } pageInfo { endCursor hasNextPage } } }`
    const page: any = (await made(who.graph(query, { after })))[list]
    found.push(...page.edges.map(({ node }: any) => node[field]))
    ;[after, hasMore] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage]
  }
  return found
}

describe('objects of worlds', () => {
  it('are listed by kind, in pages and in stored order, by name and by world, as far as the caller may read them', async () => {
    const objects = ['Anchor', 'Buoy', 'Crane', 'Dhow', 'Anchorage'].map((name, n) => ({
      id: `${name}-${n}`,
      ...{ name, label: name, type: 'instant' },
    }))
    await made(ann.put('/api/world', Object.fromEntries(lists.map((list) => [list, objects]))))
    await made(ben.put('/api/world', { entities: [{ id: 'x', name: 'Anchor of Ben' }] }))
    const { world } = await made(ann.graph('{ world { id } }'))
    for (const list of lists) {
      const field = list === 'relations' ? 'worldRelations' : list
      expect([field, await walk(ann, field, '', 'key')]).toEqual([field, objects.map(({ id }) => id)])
      expect(await walk(ann, field, 'filter: { search: "anchor" },', 'key')).toEqual(['Anchor-0', 'Anchorage-4'])
      expect(await walk(ben, field, `filter: { worldId: "${world.id}" },`, 'key')).toEqual([])
    }
    expect(await walk(ben, 'entities', '', 'name')).toEqual(['Anchor of Ben'])
    const { entities } = await made(
      ann.graph(`{ entities(filter: { worldId: "${world.id}" }, first: 1) { totalCount } }`),
    )
    expect(entities.totalCount).toBe(5)
    const { errors } = await ann.graph('{ entities(filter: { worldId: "x" }) { totalCount } }')
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'filter.worldId' }] })
  })

  it('of a project are listed by its id', async () => {
    const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(ann.put(`/api/projects/${projectId}/world`, { entities: [{ id: 'quay', name: 'Quay' }] }))
    expect(await walk(ann, 'entities', `filter: { projectId: "${projectId}" },`, 'name')).toEqual(['Quay'])
  })
})

describe('types of ontologies', () => {
  it('are listed by persona, kind and name', async () => {
    const eva = await api.person()
    const persona = async (name: string) =>
      (await made(eva.post('/api/personas', { name, role: 'Pilot', informationNeed: 'Where?' }))).id as string
    const [one, two] = [await persona('One'), await persona('Two')]
    const types = ['Ferry', 'Tug', 'Ferry pier'].map((name, n) => ({ id: `t${n}`, name }))
    await made(eva.put(`/api/personas/${one}/ontology`, { entities: types, events: types.slice(0, 1) }))
    await made(eva.put(`/api/personas/${two}/ontology`, { entities: types.slice(1) }))
    const ofOne = `filter: { personaId: "${one}" },`
    expect(await walk(eva, 'ontologyTypes', ofOne, 'name')).toEqual(['Ferry', 'Tug', 'Ferry pier', 'Ferry'])
    expect(await walk(eva, 'ontologyTypes', `filter: { personaId: "${one}", kind: EVENT },`, 'key')).toEqual(['t0'])
    expect((await walk(eva, 'ontologyTypes', 'filter: { search: "ferry" },', 'name')).sort()).toEqual([
      ...['Ferry', 'Ferry', 'Ferry pier', 'Ferry pier'],
    ])
    expect(await walk(ben, 'ontologyTypes', ofOne, 'name')).toEqual([])
    const query = `{ ontologyTypes(filter: { personaId: "${two}" }) { nodes { persona { id name } } } }`
    const { ontologyTypes } = await made(eva.graph(query))
    expect(ontologyTypes.nodes[0]).toEqual({ persona: { id: two, name: 'Two' } })
  })

  it('lead to the type that they refine and to the roles of an event, as far as the ontology has them', async () => {
    const eva = await api.person()
    const { id } = await made(eva.post('/api/personas', { name: 'P', role: 'Pilot', informationNeed: 'Where?' }))
    await made(
      eva.put(`/api/personas/${id}/ontology`, {
        entities: [
          { id: 'boat', name: 'Boat' },
          { id: 'tug', name: 'Tug', parentTypeId: 'boat' },
        ],
        roles: [{ id: 'pilot', name: 'Pilot' }],
        events: [{ id: 'tow', name: 'Tow', roles: ['pilot', 'gone'], parentTypeId: 'boat' }],
      }),
    )
    const query = `{ ontologyTypes(filter: { personaId: "${id}" }) { nodes { key parentType { id key } roles { name } } } }`
    const { nodes } = (await made(eva.graph(query))).ontologyTypes
    expect(
      nodes.map(({ key, parentType, roles }: any) => [key, parentType?.key, roles.map((one: any) => one.name)]),
    ).toEqual([
      ['boat', undefined, []],
      ['tug', 'boat', []],
      ['tow', undefined, ['Pilot']],
      ['pilot', undefined, []],
    ])
  })
})

describe('members', () => {
  it('of a project and of a group are listed by name for its members, and for nobody else', async () => {
    const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const { id: groupId } = await made(ann.post('/api/groups', { name: 'Pilots', slug: unique('pilots') }))
    const people = [await api.person(), await api.person()]
    for (const { id: userId } of people) {
      await made(ann.post(`/api/projects/${projectId}/members`, { userId, role: 'viewer' }))
      await made(ann.post(`/api/groups/${groupId}/members`, { userId, role: 'group_member' }))
    }
    const stranger = await api.person()
    for (const [list, of] of [
      ['projectMembers', `projectId: "${projectId}",`],
      ['groupMembers', `groupId: "${groupId}",`],
    ] as const) {
      const ids = [ann.id, ...people.map(({ id }) => id)]
      expect(await walk(people[0]!, list, of, 'userId')).toEqual(ids)
      expect(await walk(ann, list, `${of} filter: { search: "${people[1]!.username}" },`, 'userId')).toEqual([
        people[1]!.id,
      ])
      expect(await walk(stranger, list, of, 'userId')).toEqual([])
    }
  })
})
