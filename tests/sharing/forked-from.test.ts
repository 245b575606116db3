import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotationOf, made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let eva: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben, eva] = [await api.person('ann'), await api.person('ben'), await api.person('eva')]
})
afterAll(() => api.stop())

async function fork(from: Person, to: Person, resourceType: string, resourceId: string, input = {}): Promise<any> {
  const share = { resourceType, resourceId, sharedWithUserId: to.id, permissionLevel: 'forkable' }
  const { id } = await made(from.post('/api/sharing', share))
  return made(to.post(`/api/sharing/${id}/fork`, input))
}

const source = 'forkedFrom { id version node { __typename id } }'
async function seen(who: Person, type: string, id: string) {
  const query = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${source} } } }`
  return (await made(who.graph(query, { id }))).node.forkedFrom
}

const versionOf = async (who: Person, type: string, id: string): Promise<number> =>
  (await made(who.graph(`query ($id: ID!) { node(id: $id) { ... on ${type} { version } } }`, { id }))).node.version

async function pathOfSummary(who: Person, id: string): Promise<string> {
  const query = 'query ($id: ID!) { summary(id: $id) { videoId personaId } }'
  const { videoId, personaId } = (await made(who.graph(query, { id }))).summary
  return `/api/videos/${videoId}/summaries/${personaId}`
}

/** The kinds that are shared and have a route of their own: how each is made, read by REST, changed and deleted. */
const kinds = [
  {
    kind: 'persona',
    type: 'Persona',
    of: async () => (await makeContent(ann, await makeVideo(api))).personaId,
    read: (who: Person, id: string) => made(who.get(`/api/personas/${id}`)),
    change: (id: string) => made(ann.put(`/api/personas/${id}`, { details: unique('Changed') })),
    remove: (who: Person, id: string) => made(who.delete(`/api/personas/${id}`)),
  },
  {
    kind: 'annotation',
    type: 'Annotation',
    of: async () => (await makeContent(ann, await makeVideo(api))).annotationId,
    read: annotationOf,
    change: (id: string) => made(ann.put(`/api/annotations/${id}`, { confidence: Math.random() })),
    remove: async (who: Person, id: string) =>
      made(who.delete(`/api/annotations/${(await annotationOf(who, id)).videoId}/${id}`)),
  },
  {
    kind: 'summary',
    type: 'Summary',
    of: async () => (await makeContent(ann, await makeVideo(api))).summaryId,
    read: async (who: Person, id: string) => made(who.get(await pathOfSummary(who, id))),
    change: async (id: string) => {
      const { videoId, personaId } = await made(ann.get(await pathOfSummary(ann, id)))
      return made(ann.post('/api/summaries', { videoId, personaId, summary: unique('Changed') }))
    },
    remove: async (who: Person, id: string) => made(who.delete(await pathOfSummary(who, id))),
  },
  {
    kind: 'claim',
    type: 'Claim',
    of: async () => (await makeContent(ann, await makeVideo(api))).claimId,
    read: async (who: Person, id: string) => {
      const { claim } = await made(who.graph('query ($id: ID!) { claim(id: $id) { summaryId } }', { id }))
      const all = await made(who.get(`/api/summaries/${claim.summaryId}/claims`))
      return all.find((one: { id: string }) => one.id === id)
    },
    change: (id: string) => made(ann.put(`/api/claims/${id}`, { text: unique('Changed') })),
    remove: (who: Person, id: string) => made(who.delete(`/api/claims/${id}`)),
  },
] as const

describe.each(kinds)('a fork of a $kind', ({ kind, type, of, read, change, remove }) => {
  it('names its source in the version that was copied, whatever becomes of the source', async () => {
    const id = await of()
    expect([(await read(ann, id)).forkedFrom, await seen(ann, type, id)]).toEqual([null, null])
    await change(id)
    const version = await versionOf(ann, type, id)
    expect(version).toBeGreaterThan(1)
    const { resourceId: copy, resource } = await fork(ann, ben, kind, id)
    expect(resource.forkedFrom).toEqual({ id, version })
    await change(id)
    expect((await read(ben, copy)).forkedFrom).toEqual({ id, version })
    expect(await seen(ben, type, copy)).toEqual({ id, version, node: { __typename: type, id } })

    const second = await fork(ben, eva, kind, copy)
    const named = { id: copy, version: await versionOf(ben, type, copy) }
    expect((await read(eva, second.resourceId)).forkedFrom).toEqual(named)

    await remove(ann, id)
    expect((await read(ben, copy)).forkedFrom).toEqual({ id, version })
    expect(await seen(ben, type, copy)).toEqual({ id, version, node: null })
  })

  it('shows the source to those alone who may read it', async () => {
    const id = await of()
    const { resourceId: copy } = await fork(ann, ben, kind, id)
    expect((await seen(ben, type, copy)).node).toEqual({ __typename: type, id })
    const shares: { id: string }[] = await made(ann.get('/api/sharing/sent'))
    for (const share of shares) await made(ann.delete(`/api/sharing/${share.id}`))
    expect(await seen(ben, type, copy)).toMatchObject({ id, node: null })
  })

  it('keeps it through the trash, where its owner takes it back', async () => {
    const id = await of()
    const { resourceId: copy } = await fork(ann, ben, kind, id)
    const { forkedFrom } = await read(ben, copy)
    await remove(ben, copy)
    await made(ben.post(`/api/trash/${kind}/${copy}/undo`, {}))
    expect((await read(ben, copy)).forkedFrom).toEqual(forkedFrom)
  })
})

describe('what comes along with a fork', () => {
  it('names its sources too: ontology, claims and relations', async () => {
    const { personaId, summaryId, claimId, otherClaimId, relationId } = await makeContent(ann, await makeVideo(api))
    await made(ann.put(`/api/claims/${otherClaimId}`, { text: 'A ship has left' }))
    const { resource, resourceId } = await fork(ann, ben, 'summary', summaryId)
    const query = `query ($persona: ID!, $id: ID!) {
      persona(id: $persona) { ${source} ontology { forkedFrom { id version } } }
      summary(id: $id) { claims { forkedFrom { id version } subclaims { forkedFrom { id version } } } } }`
    const { persona, summary } = await made(ben.graph(query, { persona: resource.personaId, id: resourceId }))
    const ontology = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(persona).toMatchObject({
      forkedFrom: { id: personaId, version: 1, node: null },
      ontology: { forkedFrom: { id: ontology.id } },
    })
    expect((await made(ben.get(`/api/personas/${resource.personaId}/ontology`))).forkedFrom).toEqual(
      persona.ontology.forkedFrom,
    )
    expect(persona.ontology.forkedFrom.version).toBe(await versionOf(ann, 'Ontology', ontology.id))
    expect(summary.claims).toEqual([
      { forkedFrom: { id: claimId, version: 1 }, subclaims: [{ forkedFrom: { id: otherClaimId, version: 2 } }] },
    ])
    const [root] = await made(ben.get(`/api/summaries/${resourceId}/claims`))
    const { outgoing } = await made(ben.get(`/api/claims/${root.id}/relations`))
    expect(outgoing[0].forkedFrom).toEqual({ id: relationId, version: null })
    const related = await made(
      ben.graph(`query ($id: ID!) { claim(id: $id) { outgoing { ${source} } } }`, { id: root.id }),
    )
    const node = { __typename: 'ClaimRelation', id: relationId }
    expect(related.claim.outgoing).toEqual([{ forkedFrom: { id: relationId, version: null, node } }])
  })

  it('names the world of objects that a text names, and its version', async () => {
    const owner = await api.person()
    const world = await made(owner.put('/api/world', { entities: [{ id: 'aurora', name: 'Aurora' }] }))
    const { id: personaId } = await made(owner.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'i' }))
    const summary = [{ type: 'objectRef', content: 'aurora', refType: 'entity' }]
    const { id } = await made(owner.post('/api/summaries', { videoId: unique('v'), personaId, summary }))
    const reader = await api.person()
    await fork(owner, reader, 'summary', id)
    const own = await made(reader.get('/api/world'))
    const version = await versionOf(owner, 'World', world.id)
    const from = { id: `${world.id}/entity/aurora`, version }
    expect(own.forkedFrom).toEqual([{ kind: 'entity', objectId: 'aurora', ...from }])
    expect(await seen(reader, 'Entity', `${own.id}/entity/aurora`)).toEqual({ ...from, node: null })
  })
})

describe('a forked world', () => {
  const objects = { entities: [{ id: 'a/b', name: 'With "quotes"' }], times: [{ id: 'noon', type: 'instant' }] }

  it.each(['empty', 'filled'])('merged into an %s one names the source of each object', async (state) => {
    const [owner, reader] = [await api.person(), await api.person()]
    const world = await made(owner.put('/api/world', objects))
    const { version } = (await made(owner.graph('{ world { version } }'))).world
    if (state === 'filled') await made(reader.put('/api/world', { entities: [{ id: 'a/b', name: 'Other' }] }))
    await fork(owner, reader, 'world_state', world.id)
    await made(owner.put('/api/world', { times: [] }))
    const own = await made(reader.get('/api/world'))
    const copied = own.entities.at(-1).id
    expect(copied === 'a/b').toBe(state === 'empty')
    expect(own.forkedFrom).toEqual([
      { kind: 'entity', objectId: copied, id: `${world.id}/entity/a/b`, version },
      { kind: 'time', objectId: 'noon', id: `${world.id}/time/noon`, version },
    ])
    const query = `{ world { entities { key ${source} } times { ${source} } } }`
    const seenWorld = (await made(reader.graph(query))).world
    expect(seenWorld.entities.at(-1)).toEqual({
      key: copied,
      forkedFrom: {
        id: `${world.id}/entity/a/b`,
        version,
        node: { __typename: 'Entity', id: `${world.id}/entity/a/b` },
      },
    })
    expect(seenWorld.times).toEqual([{ forkedFrom: { id: `${world.id}/time/noon`, version, node: null } }])
    if (state === 'filled') expect(seenWorld.entities[0].forkedFrom).toBeNull()

    // What clients send back, moved and restored objects keep it.
    await made(reader.put('/api/world', own))
    expect((await made(reader.get('/api/world'))).forkedFrom).toEqual(own.forkedFrom)
    await made(reader.put(`/api/world/times/noon`, { name: 'Noon' }))
    expect((await made(reader.get('/api/world'))).forkedFrom).toEqual(own.forkedFrom)
    await made(reader.delete('/api/world/times/noon'))
    expect((await made(reader.get('/api/world'))).forkedFrom).toHaveLength(1)
    await made(reader.post(`/api/trash/time/${own.id}/undo`, { part: 'noon' }))
    expect((await made(reader.get('/api/world'))).forkedFrom).toEqual(own.forkedFrom)
    const project = await made(reader.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const moved = await made(reader.post('/api/world/move', { ids: ['noon'], toProjectId: project.id }))
    expect(moved.forkedFrom).toEqual([own.forkedFrom[1]])
  })

  it('keeps what its objects were copied from to those who may read it', async () => {
    const [owner, reader, other] = [await api.person(), await api.person(), await api.person()]
    const world = await made(owner.put('/api/world', objects))
    await fork(owner, reader, 'world_state', world.id)
    const { id: personaId } = await made(reader.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'i' }))
    const summary = [{ type: 'objectRef', content: 'a/b', refType: 'entity' }]
    const { id } = await made(reader.post('/api/summaries', { videoId: unique('v'), personaId, summary }))
    const share = { resourceType: 'summary', resourceId: id, sharedWithUserId: other.id, permissionLevel: 'read_only' }
    await made(reader.post('/api/sharing', share))
    const query = `query ($id: ID!) { summary(id: $id) { summary { target { ... on Entity { name ${source} } } } persona { name forkedFrom { id } } } }`
    const answer = await made(other.graph(query, { id }))
    expect(answer.summary.summary[0].target).toEqual({ name: 'With "quotes"', forkedFrom: null })
  })
})

describe('forkedFrom', () => {
  it('is not taken from clients', async () => {
    const forkedFrom = { id: ann.id, version: 7 }
    const persona = await made(ann.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'i', forkedFrom }))
    expect(persona.forkedFrom).toBeNull()
    const changed = await made(ann.put(`/api/personas/${persona.id}`, { name: 'T', forkedFrom }))
    expect([changed.name, changed.forkedFrom]).toEqual(['T', null])
    const input = '{ name: "S", role: "r", informationNeed: "i", forkedFrom: { id: "x" } }'
    const { errors } = await ann.graph(`mutation { createPersona(input: ${input}) { persona { id } } }`)
    expect(errors?.[0]?.message).toContain('forkedFrom')
  })

  it('hides that of a persona of which only the name is shown', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const { resourceId: copy } = await fork(ann, ben, 'persona', personaId)
    const made1 = await made(
      ben.post('/api/summaries', { videoId: unique('v'), personaId: copy, summary: 'A ferry leaves.' }),
    )
    const share = {
      resourceType: 'summary',
      resourceId: made1.id,
      sharedWithUserId: eva.id,
      permissionLevel: 'read_only',
    }
    await made(ben.post('/api/sharing', share))
    const query = 'query ($id: ID!) { summary(id: $id) { persona { name informationNeed forkedFrom { id } } } }'
    const { summary } = await made(eva.graph(query, { id: made1.id }))
    expect(summary.persona).toMatchObject({ informationNeed: '', forkedFrom: null })
  })

  it('takes a statement where its source is asked for, and none for itself', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const { resourceId: id } = await fork(ann, ben, 'persona', personaId)
    const statementsOf = async (fields: string) => {
      const { pool } = api.app.services
      let count = 0
      const onAcquire = () => (count += 1)
      pool.on('acquire', onAcquire)
      await made(ben.graph(`query ($id: ID!) { persona(id: $id) { name ${fields} } }`, { id }))
      pool.off('acquire', onAcquire)
      return count
    }
    await statementsOf('')
    expect(await statementsOf('forkedFrom { id version }')).toBe(await statementsOf(''))
    expect(await statementsOf('forkedFrom { node { id } }')).toBeGreaterThan(await statementsOf(''))
  })

  it('is in no export, whose lines name things of other files', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const { resourceId: copy } = await fork(ann, eva, 'persona', personaId)
    const { text } = await eva.get('/api/export/all')
    expect([text.includes(copy), text.includes('forkedFrom')]).toEqual([true, false])
  })
})
