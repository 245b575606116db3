import { isInterfaceType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { nodeReader } from '../../src/node-readers.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { kinds } from '../../src/kinds.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let admin: Person
/** The id of one object of each type that Ann may read, by type name. */
const ids: Record<string, string> = {}

const nodesQuery = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  admin = await api.admin()
  const make = async (who: Person, path: string, body: unknown) => {
    const answer = await who.post(path, body)
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  ids['User'] = ann.id
  ids['Persona'] = (await make(ann, '/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })).id
  await made(
    ann.put(`/api/personas/${ids['Persona']}/ontology`, {
      entities: [{ id: 'ship', name: 'Ship', gloss: [] }],
      roles: [{ id: 'pilot', name: 'Pilot', gloss: [] }],
    }),
  )
  ids['OntologyType'] = `${ids['Persona']}/entity/ship`
  ids['Ontology'] = (
    await ann.graph('query ($id: ID!) { persona(id: $id) { ontology { id } } }', { id: ids['Persona'] })
  ).data.persona.ontology.id
  ids['World'] = (
    await ann.put('/api/world', {
      entities: [{ id: 'e/1', name: 'Ferry' }],
      events: [{ id: 'ev' }],
      times: [{ id: 't', type: 'instant' }],
    })
  ).body.id
  ids['Entity'] = `${ids['World']}/entity/e/1`
  ids['Event'] = `${ids['World']}/event/ev`
  ids['TimeObject'] = `${ids['World']}/time/t`
  ids['Summary'] = (
    await make(ann, '/api/summaries', { videoId: 'video-1', personaId: ids['Persona'], summary: 'A ferry leaves.' })
  ).id
  const claims = `/api/summaries/${ids['Summary']}/claims`
  ids['Claim'] = (await make(ann, claims, { text: 'A ferry leaves' })).id
  const other = (await make(ann, claims, { text: 'A ship leaves' })).id
  ids['ClaimRelation'] = (
    await make(ann, `/api/claims/${ids['Claim']}/relations`, { targetClaimId: other, relationTypeId: 'supports' })
  ).id
  ids['Group'] = (await make(ann, '/api/groups', { name: 'Harbour', slug: 'harbour' })).id
  ids['Project'] = (await make(ann, '/api/projects', { name: 'Port', slug: 'port' })).id
  ids['Session'] = (await ann.graph('{ sessions { nodes { id } } }')).data.sessions.nodes[0].id
  const one = async (query: string) => (await api.app.services.pool.query(query)).rows[0].id as string
  ids['GroupMember'] = await one('select id from group_memberships limit 1')
  ids['ProjectMember'] = await one('select id from project_memberships limit 1')
})
afterAll(() => api.stop())

describe('node', () => {
  it('knows every type of the graph that has an identity', async () => {
    const schema = await buildGraphSchema(resolvers)
    const node = schema.getType('Node')
    if (!isInterfaceType(node)) throw new Error('Node is no interface')
    const inside = schema.getPossibleTypes(schema.getType('WorldObject') as typeof node).map(({ name }) => name)
    const types = kinds.flatMap(({ type }) => type ?? [])
    expect(types.filter((type) => !nodeReader(type))).toEqual([])
    const known = [...types, ...inside, 'OntologyType']
    expect(
      schema
        .getPossibleTypes(node)
        .map(({ name }) => name)
        .filter((name) => !known.includes(name)),
    ).toEqual([])
  })

  it('finds anything by its id, in the order asked for, with null for what is not there', async () => {
    const asked = [
      ...Object.values(ids),
      newId(),
      'no such video',
      `${ids['World']}/entity/nothing`,
      `${ids['World']}/ev`,
      'a/b',
      '',
    ]
    const { data, errors } = await ann.graph(nodesQuery, { ids: asked })
    expect(errors).toBeUndefined()
    expect(data.nodes).toEqual([
      ...Object.entries(ids).map(([__typename, id]) => ({ __typename, id })),
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('has an id of its own for everything: one key in several arrays is several things', async () => {
    const eva = await api.person()
    const persona = (await eva.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })).body.id
    const one = [{ id: 'x', name: 'X' }]
    await made(
      eva.put(`/api/personas/${persona}/ontology`, { entities: one, events: one, roles: one, relationTypes: one }),
    )
    const world = {
      entities: one,
      events: one,
      times: one,
      entityCollections: one,
      eventCollections: one,
      timeCollections: one,
      relations: one,
    }
    await made(eva.put('/api/world', world))
    const things = '{ id __typename }'
    const { data } = await eva.graph(
      `query ($id: ID!) { persona(id: $id) { ontology { types ${things} } } world { ${Object.keys(world)
        .map((name) => `${name} ${things}`)
        .join(' ')} }
      search(query: "X", filter: { kinds: [ENTITY_TYPE, EVENT_TYPE, ROLE_TYPE, RELATION_TYPE] }) { nodes { ... on OntologyType ${things} } } }`,
      { id: persona },
    )
    const asked = [...data.persona.ontology.types, ...Object.keys(world).flatMap((name) => data.world[name])]
    expect(new Set(asked.map(({ id }) => id)).size).toBe(11)
    expect((await eva.graph(nodesQuery, { ids: asked.map(({ id }) => id) })).data.nodes).toEqual(asked)
    for (const { id } of data.search.nodes) expect(asked.map((one) => one.id)).toContain(id)
    expect(data.search.nodes).toHaveLength(4)
  })

  it('gives the fields of the type', async () => {
    const query = `query ($id: ID!) { node(id: $id) { id ... on Claim { text summary { id } } ... on Persona { name } ... on WorldObject { key named: name } ... on OntologyType { kind } } }`
    const node = async (id = '') => (await ann.graph(query, { id })).data.node
    expect(await node(ids['Claim'])).toEqual({
      id: ids['Claim'],
      text: 'A ferry leaves',
      summary: { id: ids['Summary'] },
    })
    expect(await node(ids['Entity'])).toEqual({ id: ids['Entity'], key: 'e/1', named: 'Ferry' })
    expect(await node(ids['OntologyType'])).toEqual({ id: ids['OntologyType'], kind: 'ENTITY' })
    expect(await node(ids['Persona']?.toUpperCase())).toEqual({ id: ids['Persona'], name: 'Scout' })
  })

  it('cannot tell what others own from what is not there (G-14)', async () => {
    for (const stranger of [ben, api.anonymous]) {
      const { data, errors } = await stranger.graph(nodesQuery, { ids: Object.values(ids) })
      expect(errors).toBeUndefined()
      expect(data.nodes).toEqual(Object.keys(ids).map(() => null))
    }
  })

  it('finds rules, permissions and keys for those who may see them', async () => {
    const [permission] = (await admin.graph('{ permissions { id } }')).data.permissions
    expect((await admin.graph(nodesQuery, { ids: [permission.id, ann.id] })).data.nodes).toEqual([
      { __typename: 'Permission', id: permission.id },
      { __typename: 'User', id: ann.id },
    ])
    expect((await ann.graph(nodesQuery, { ids: [permission.id] })).data.nodes).toEqual([null])
  })

  it('finds what lists show: keys of both pools, sessions of others, what others shared of one’s own', async () => {
    const key = { provider: 'openai', keyName: 'k', key: 'sk-0123456789' }
    const own = (await made(admin.post('/api/api-keys', key))).id
    const shared = (await made(admin.post('/api/admin/api-keys', key))).id
    expect((await admin.graph(nodesQuery, { ids: [own, shared, ids['Session']] })).data.nodes).toEqual([
      { __typename: 'ApiKey', id: own },
      { __typename: 'ApiKey', id: shared },
      { __typename: 'Session', id: ids['Session'] },
    ])
    const eva = await api.person()
    const share = (from: Person, to: Person) =>
      made(
        from.post('/api/sharing', {
          resourceType: 'claim',
          resourceId: ids['Claim'],
          sharedWithUserId: to.id,
          permissionLevel: 'forkable',
        }),
      )
    await share(ann, ben)
    const { id } = await share(ben, eva)
    expect((await ann.graph(nodesQuery, { ids: [id] })).data.nodes).toEqual([{ __typename: 'Share', id }])
  })

  it('looks anything up in one statement, and reads each type in one more', async () => {
    const personas = []
    for (let i = 0; i < 5; i++)
      personas.push((await ann.post('/api/personas', { name: `P${i}`, role: 'r', informationNeed: 'i' })).body.id)
    const count = async (asked: string[]) =>
      (await statementsOf(() => ann.graph(nodesQuery, { ids: asked }))).statements.length
    expect(await count(personas)).toBe(await count(personas.slice(0, 1)))
    const { errors } = await ann.graph(nodesQuery, { ids: Array.from({ length: 101 }, () => newId()) })
    expect(errors?.[0]?.extensions['code']).toBe('VALIDATION_ERROR')
  })
})
