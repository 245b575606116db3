import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeVideo, unique } from '../support/workspace.js'

// Members of a project use the objects of each other's worlds in it.

let api: TestApi
/** Ann owns the project, Ben is an annotator in it, Cem belongs to neither. */
let ann: Person
let ben: Person
let cem: Person
let projectId: string
let videoId: string
let personaId: string
/** The world of Ann in the project, with the pier "quay" and the event "mooring". */
let worldId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  cem = await api.person('cem')
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'annotator' }))
  const world = { entities: [{ id: 'quay', name: 'North Quay' }], events: [{ id: 'mooring', name: 'Mooring' }] }
  worldId = (await made(ann.put(`/api/projects/${projectId}/world`, world))).id
  await made(ben.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
  videoId = await makeVideo(api)
  await made(ann.post(`/api/projects/${projectId}/videos`, { videoId }))
  const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId }
  personaId = (await made(ann.post('/api/personas', persona))).id
})
afterAll(() => api.stop())

const boxOf = async (who: Person, label: string) =>
  (await made(
    who.post('/api/annotations', { videoId, projectId, type: 'object', linkType: 'entity', label, frames }),
  )) as { id: string }

const targetFor = async (who: Person, id: string) => {
  const query = `{ node(id: "${id}") { ... on Annotation { target { ... on Entity { id name } } } } }`
  return (await made(who.graph(query))).node?.target as { id: string; name: string } | null
}

describe('an object in the world of another member of the project', () => {
  it('is what a label of a box names, to everybody who may read that world', async () => {
    const { id } = await boxOf(ben, 'quay')
    for (const who of [ann, ben])
      expect(await targetFor(who, id)).toEqual({ id: `${worldId}/entity/quay`, name: 'North Quay' })
    const query = `{ node(id: "${worldId}/entity/quay") { ... on Entity { annotations { nodes { id } totalCount } } } }`
    expect((await made(ann.graph(query))).node.annotations).toEqual({ nodes: [{ id }], totalCount: 1 })
  })

  it('is not shown to a user with whom only the text is shared, as its author is somebody else', async () => {
    const { id } = await boxOf(ben, 'quay')
    const share = { resourceType: 'annotation', resourceId: id, sharedWithUserId: cem.id, permissionLevel: 'read_only' }
    await made(ann.post('/api/sharing', share))
    const query = `{ node(id: "${id}") { id ... on Annotation { target { __typename } } } }`
    expect((await made(cem.graph(query))).node).toEqual({ id, target: null })
  })

  it('is what a claim refers to, in its text and as its event', async () => {
    const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' }))
    const gloss = [{ type: 'objectRef', content: 'quay', refType: 'entity' }]
    const claim = await made(ben.post(`/api/summaries/${id}/claims`, { text: 'x', gloss, claimEventId: 'mooring' }))
    const of = `{ node(id: "${claim.id}") { ... on Claim { gloss { target { ... on Entity { name } } } claimEvent { name } } } }`
    expect((await made(ann.graph(of))).node).toEqual({
      gloss: [{ target: { name: 'North Quay' } }],
      claimEvent: { name: 'Mooring' },
    })
    for (const [kind, key, type] of [
      ['entity', 'quay', 'Entity'],
      ['event', 'mooring', 'Event'],
    ]) {
      const claims = `{ node(id: "${worldId}/${kind}/${key}") { ... on ${type} { claims { nodes { id } } } } }`
      expect((await made(ann.graph(claims))).node.claims.nodes).toEqual([{ id: claim.id }])
    }
  })

  it.each(['own', 'project'])('has its name in the formats of other tools, with the scope %s', async (scope) => {
    const of = scope === 'own' ? '' : `&scope=project:${projectId}`
    const { categories } = await made(ben.get(`/api/export?format=coco&videoIds=${videoId}${of}`))
    expect(categories).toMatchObject([{ name: 'North Quay', supercategory: 'object' }])
  })

  it('comes after the objects of the author', async () => {
    const before = await boxOf(ann, 'ferry')
    const { id } = await boxOf(ben, 'ferry')
    await made(ann.put(`/api/projects/${projectId}/world/entities/ferry`, { name: 'Ferry of Ann' }))
    expect((await targetFor(ben, id))?.name).toBe('Ferry')
    expect((await targetFor(ann, before.id))?.name).toBe('Ferry of Ann')
    // The author's object is found, though Ann may not read it: only its absence would lead to hers.
    expect((await targetFor(ann, id))?.name).toBeUndefined()
    const query = `{ node(id: "${worldId}/entity/ferry") { ... on Entity { annotations { nodes { id } } } } }`
    expect((await made(ann.graph(query))).node.annotations.nodes).toEqual([{ id: before.id }])
  })
})

describe('the worlds of a project', () => {
  const worldsFor = async (who: Person) => {
    const query = `{ project(id: "${projectId}") { worlds { id owner { username } entities { key } } } }`
    return (await made(who.graph(query))).project.worlds as object[]
  }

  it('are those of its members, one’s own first, and only the owner changes them', async () => {
    await made(ben.put(`/api/projects/${projectId}/world`, { entities: [{ id: 'tug', name: 'Tug' }] }))
    const ofAnn = { owner: { username: ann.username }, entities: [{ key: 'quay' }, { key: 'ferry' }] }
    const ofBen = { owner: { username: ben.username }, entities: [{ key: 'tug' }] }
    expect(await worldsFor(ann)).toMatchObject([ofAnn, ofBen])
    expect(await worldsFor(ben)).toMatchObject([ofBen, ofAnn])
    const remove = `mutation { deleteWorldObject(input: { id: "${worldId}/entity/quay" }) { deletedIds } }`
    expect((await ben.graph(remove)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(await worldsFor(ann)).toMatchObject([ofAnn, ofBen])
  })

  it('are as before when a member has left, and the texts that name their objects keep the names', async () => {
    const { id } = await boxOf(ann, 'tug')
    await made(ann.delete(`/api/projects/${projectId}/members/${ben.id}`))
    expect((await targetFor(ann, id))?.name).toBe('Tug')
    expect((await ben.graph(`{ project(id: "${projectId}") { id } }`)).data?.project ?? null).toBeNull()
  })
})
