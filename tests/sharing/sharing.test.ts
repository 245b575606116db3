import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let eva: Person
let personaId: string
let summaryId: string
let claimId: string
let annotationId: string

const missing = '0193e5a0-0000-7000-8000-000000000000'
const frames = {
  interpolationMode: 'linear',
  boxes: [{ frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true, visible: true }],
  note: 'ünï',
}

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben, eva] = [await api.person('ann'), await api.person('ben'), await api.person('eva')]
  personaId = (await ann.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' })).body.id
  const gloss = [{ type: 'typeRef', content: 't1', refPersonaId: personaId }]
  await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 't1', name: 'Thing', gloss }] }))
  summaryId = (await ann.post('/api/summaries', { videoId: 'v', personaId, summary: gloss })).body.id
  claimId = (await ann.post(`/api/summaries/${summaryId}/claims`, { text: 'root', gloss })).body.id
  const { body: leaf } = await ann.post(`/api/summaries/${summaryId}/claims`, {
    text: 'leaf',
    parentClaimId: claimId,
    gloss: [{ type: 'claimRef', content: 'the root', refClaimId: claimId }],
  })
  await made(
    ann.post(`/api/claims/${leaf.id}/relations`, {
      targetClaimId: claimId,
      relationTypeId: 'supports',
      sourceSpans: [{ charStart: 0, charEnd: 2 }],
    }),
  )
  annotationId = (await ann.post('/api/annotations', { videoId: 'v', personaId, type: 'type', label: 't1', frames }))
    .body.id
})
afterAll(() => api.stop())

const share = (person: Person, resourceType: string, resourceId: string, to: object, more: object = {}) =>
  person.post('/api/sharing', { resourceType, resourceId, ...to, ...more })

describe('sharing', () => {
  it('refuses wrong requests by field and hides what the caller may not read (SH-01, SH-03)', async () => {
    const to = { sharedWithUserId: ben.id }
    expect((await share(ann, 'persona', personaId, {})).status).toBe(400)
    expect((await share(ann, 'persona', personaId, { ...to, sharedWithGroupId: missing })).status).toBe(400)
    expect((await share(ann, 'planet', personaId, to)).status).toBe(400)
    expect((await share(ann, 'persona', personaId, to, { permissionLevel: 'all' })).status).toBe(400)
    expect((await share(ann, 'persona', personaId, to, { expiresAt: '2001-01-01T00:00:00Z' })).status).toBe(400)
    expect((await share(ann, 'persona', personaId, { sharedWithUserId: ann.id })).status).toBe(400)
    expect((await share(ann, 'persona', missing, to)).body).toMatchObject({ error: 'Persona not found' })
    expect((await share(eva, 'persona', personaId, to)).body).toMatchObject({ error: 'Persona not found' })
    expect((await share(ann, 'persona', personaId, { sharedWithUserId: missing })).body).toMatchObject({
      error: 'User not found',
    })
    expect((await share(ann, 'persona', personaId, { sharedWithGroupId: missing })).body).toMatchObject({
      error: 'Group not found',
    })
    expect((await share(api.anonymous, 'persona', personaId, to)).status).toBe(401)
  })

  it('lets a recipient read all five kinds by their own routes and nothing more (SH-09)', async () => {
    const worldId = (await ann.put('/api/world', { entities: [{ id: 'e1', name: 'One' }] })).body.id
    const to = { sharedWithUserId: ben.id }
    for (const [type, id] of [
      ['persona', personaId],
      ['annotation', annotationId],
      ['summary', summaryId],
      ['world_state', worldId],
    ] as const) {
      const made = await share(ann, type, id, to)
      expect(made.status, made.text).toBe(201)
      expect(made.body).toMatchObject({
        resourceType: type,
        resourceId: id,
        sharedByUserId: ann.id,
        sharedWithUserId: ben.id,
        sharedWithGroupId: null,
        permissionLevel: 'read_only',
        expiresAt: null,
      })
      const resource = await ben.get(`/api/sharing/${made.body.id}/resource`)
      expect(resource.body, type).toMatchObject({ resourceType: type, resourceId: id, resource: { id } })
      expect((await eva.get(`/api/sharing/${made.body.id}/resource`)).status).toBe(403)
    }
    expect((await ben.get(`/api/personas/${personaId}`)).status).toBe(200)
    expect((await ben.get(`/api/personas/${personaId}/ontology`)).status).toBe(200)
    expect((await ben.get('/api/personas')).body.map((one: any) => one.id)).not.toContain(personaId)
    expect((await ben.get('/api/annotations/v')).body.map((one: any) => one.id)).toEqual([annotationId])
    expect((await ben.get(`/api/summaries/${summaryId}/claims`)).body).toMatchObject([
      { text: 'root', subclaims: [{ text: 'leaf' }] },
    ])
    expect((await ben.get(`/api/claims/${claimId}`)).status).toBe(200)
    expect((await ben.put(`/api/claims/${claimId}`, { text: 'x' })).status).toBe(404)
    expect((await ben.put(`/api/personas/${personaId}`, { name: 'x' })).status).toBe(404)
    expect((await share(ben, 'persona', personaId, { sharedWithUserId: eva.id })).body).toMatchObject({
      error: 'You do not have permission to share this resource',
    })
  })

  it('of a claim opens the claim with everything below it, not its summary', async () => {
    const made = await share(ann, 'claim', claimId, { sharedWithUserId: eva.id })
    expect((await eva.get(`/api/claims/${claimId}`)).body).toMatchObject({
      text: 'root',
      subclaims: [{ text: 'leaf' }],
    })
    expect((await eva.get(`/api/summaries/${summaryId}/claims`)).status).toBe(404)
    expect((await ann.delete(`/api/sharing/${made.body.id}`)).body).toEqual({
      success: true,
      message: 'Share revoked successfully',
    })
    expect((await eva.get(`/api/claims/${claimId}`)).status).toBe(404)
  })

  it('of a claim inside a tree opens its branch at every depth by REST and GraphQL, and nothing above it (SH-09)', async () => {
    const add = async (text: string, parentClaimId: string) =>
      (await made(ann.post(`/api/summaries/${summaryId}/claims`, { text, parentClaimId }))).id as string
    const middle = await add('middle', claimId)
    const lower = await add('lower', middle)
    const lowest = await add('lowest', lower)
    const { id: shareId } = await made(share(ann, 'claim', middle, { sharedWithUserId: eva.id }))
    const branch = { text: 'middle', subclaims: [{ text: 'lower', subclaims: [{ text: 'lowest', subclaims: [] }] }] }
    const query = `query ($id: ID!, $lower: ID!, $lowest: ID!, $above: ID!) {
      claim(id: $id) { text parent { id } subclaims { text parent { id } subclaims { text subclaims { text } } } }
      lower: claim(id: $lower) { parent { id } subclaims { id parent { id } } }
      lowest: node(id: $lowest) { id }
      above: node(id: $above) { id } }`
    const variables = { id: middle, lower, lowest, above: claimId }
    expect((await eva.get(`/api/claims/${middle}`)).body).toMatchObject(branch)
    expect((await eva.get(`/api/claims/${lower}`)).body).toMatchObject(branch.subclaims[0]!)
    const { data, errors } = await eva.graph(query, variables)
    expect(errors).toBeUndefined()
    expect(data.claim).toMatchObject({ ...branch, parent: null })
    expect(data.claim.subclaims[0].parent).toEqual({ id: middle })
    expect(data).toMatchObject({
      lower: { parent: { id: middle }, subclaims: [{ id: lowest, parent: { id: lower } }] },
      lowest: { id: lowest },
      above: null,
    })
    await made(ann.delete(`/api/sharing/${shareId}`))
    expect((await eva.graph(query, variables)).data).toMatchObject({ claim: null, lower: null, lowest: null })
    await made(ann.delete(`/api/claims/${middle}`))
  })

  it('twice with the same target is one row, also when both come at once (SH-05)', async () => {
    const { body: other } = await ann.post('/api/personas', { name: 'Twice', role: 'r', informationNeed: 'i' })
    const first = await share(ann, 'persona', other.id, { sharedWithUserId: ben.id })
    const second = await share(ann, 'persona', other.id, { sharedWithUserId: ben.id }, { permissionLevel: 'forkable' })
    expect(second.status).toBe(201)
    expect(second.body).toMatchObject({ id: first.body.id, permissionLevel: 'forkable' })
    const both = await Promise.all([1, 2].map(() => share(ann, 'persona', other.id, { sharedWithUserId: eva.id })))
    expect(both.map((one) => one.status)).toEqual([201, 201])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
  })

  it('is listed on both sides, and only the sharer or an administrator takes it back (SH-06, SH-07, SH-08)', async () => {
    const { body: made } = await share(ann, 'annotation', annotationId, { sharedWithUserId: eva.id })
    expect((await eva.get('/api/sharing/received')).body[0]).toMatchObject({
      id: made.id,
      sharedByUser: { id: ann.id, username: 'ann', displayName: 'ann' },
    })
    expect((await ann.get('/api/sharing/sent')).body[0]).toMatchObject({
      id: made.id,
      sharedWithUser: { id: eva.id },
      sharedWithGroup: null,
      isExpired: false,
    })
    const { data } = await eva.graph(
      '{ sharesReceived(first: 1) { nodes { id permissionLevel resource { id } creator { username } } } }',
    )
    expect(data.sharesReceived.nodes).toEqual([
      { id: made.id, permissionLevel: 'READ_ONLY', resource: { id: annotationId }, creator: { username: 'ann' } },
    ])
    expect((await eva.delete(`/api/sharing/${made.id}`)).status).toBe(403)
    expect((await eva.delete(`/api/sharing/${missing}`)).status).toBe(404)
    expect((await (await api.admin()).delete(`/api/sharing/${made.id}`)).status).toBe(200)
    expect((await eva.get('/api/sharing/received')).body.map((one: any) => one.id)).not.toContain(made.id)
  })

  it('ends at the same moment through REST and GraphQL (SH-03)', async () => {
    const [eva, friend] = [await api.person(), await api.person()]
    const make = async () => (await eva.post('/api/personas', { name: 'P', role: 'R', informationNeed: 'I' })).body.id
    const input = { expiresAt: '2099-01-01T02:00:00+02:00' }
    const byRest = { ...input, resourceType: 'persona', sharedWithUserId: friend.id }
    const rest = await eva.post('/api/sharing', { ...byRest, resourceId: await make() })
    const graph = await eva.graph(
      'mutation ($input: ShareResourceInput!) { shareResource(input: $input) { share { expiresAt } } }',
      { input: { ...input, resourceType: 'PERSONA', resourceId: await make(), receiver: { userId: friend.id } } },
    )
    expect([graph.data?.shareResource.share.expiresAt, rest.body.expiresAt]).toEqual([
      '2099-01-01T00:00:00.000Z',
      '2099-01-01T00:00:00.000Z',
    ])
  })

  it('that has expired grants nothing and stays listed for the sharer (ST-05)', async () => {
    const { body: other } = await ann.post('/api/personas', { name: 'Expiring', role: 'r', informationNeed: 'i' })
    const { body: made } = await share(
      ann,
      'persona',
      other.id,
      { sharedWithUserId: eva.id },
      { permissionLevel: 'forkable', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    )
    expect((await eva.get(`/api/personas/${other.id}`)).status).toBe(200)
    await api.app.services.db
      .updateTable('resourceShares')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', made.id)
      .execute()
    expect((await eva.get(`/api/personas/${other.id}`)).status).toBe(404)
    expect((await eva.post(`/api/sharing/${made.id}/fork`)).body).toMatchObject({ error: 'Share has expired' })
    expect((await eva.get(`/api/sharing/${made.id}/resource`)).status).toBe(403)
    expect((await ann.get('/api/sharing/sent')).body.find((one: any) => one.id === made.id)).toMatchObject({
      isExpired: true,
    })
  })

  it('with a group reaches its members, and a forkable share can be passed on until it ends (SH-03)', async () => {
    const { body: group } = await ann.post('/api/groups', { name: 'Team', slug: 'team' })
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    const { body: other } = await ann.post('/api/personas', { name: 'Grouped', role: 'r', informationNeed: 'i' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await share(
      ann,
      'persona',
      other.id,
      { sharedWithGroupId: group.id },
      { permissionLevel: 'forkable', expiresAt: until },
    )
    expect((await ben.get(`/api/personas/${other.id}`)).status).toBe(200)
    const passed = await share(ben, 'persona', other.id, { sharedWithUserId: eva.id })
    expect(passed.body).toMatchObject({ expiresAt: until, sharedByUserId: ben.id })
    await made(ann.delete(`/api/groups/${group.id}/members/${ben.id}`))
    expect((await ben.get(`/api/personas/${other.id}`)).status).toBe(404)
  })
})

describe('forks', () => {
  const forkable = async (type: string, id: string, to: Person) =>
    (await share(ann, type, id, { sharedWithUserId: to.id }, { permissionLevel: 'forkable' })).body.id as string

  it('need a forkable share of the caller (SH-10)', async () => {
    const { body: made } = await share(ann, 'annotation', annotationId, { sharedWithUserId: ben.id })
    expect((await ben.post(`/api/sharing/${made.id}/fork`)).body).toMatchObject({ error: 'Share is not forkable' })
    expect((await eva.post(`/api/sharing/${made.id}/fork`)).status).toBe(403)
    expect((await ben.post(`/api/sharing/${missing}/fork`)).body).toMatchObject({ error: 'Share not found' })
  })

  it('of an annotation keep its sequence byte for byte (SH-11)', async () => {
    const forked = await ben.post(`/api/sharing/${await forkable('annotation', annotationId, ben)}/fork`)
    expect(forked.status, forked.text).toBe(201)
    expect(forked.body.resource).toMatchObject({
      id: forked.body.resourceId,
      createdByUserId: ben.id,
      personaId,
      label: 't1',
      projectId: null,
    })
    expect(forked.text).toContain(JSON.stringify(frames))
  })

  it('of a persona take the ontology along and point to the copy (SH-12, SH-16)', async () => {
    const shareId = await forkable('persona', personaId, ben)
    const { body } = await ben.post(`/api/sharing/${shareId}/fork`)
    expect(body.resource).toMatchObject({ userId: ben.id, name: 'Scout', isSystemGenerated: false, projectId: null })
    expect((await ben.get(`/api/personas/${body.resourceId}/ontology`)).body.entities).toEqual([
      { id: 't1', name: 'Thing', gloss: [{ type: 'typeRef', content: 't1', refPersonaId: body.resourceId }] },
    ])
    await made(ann.delete(`/api/sharing/${shareId}`))
    expect((await ben.get(`/api/personas/${body.resourceId}`)).status).toBe(200)
  })

  it('of a summary copy the tree and the relations with new ids, once for a pair (SH-13)', async () => {
    const shareId = await forkable('summary', summaryId, eva)
    const own = (await eva.post('/api/personas', { name: 'Own', role: 'r', informationNeed: 'i' })).body.id
    const { body, status, text } = await eva.post(`/api/sharing/${shareId}/fork`, { personaId: own })
    expect(status, text).toBe(201)
    expect(body.resource).toMatchObject({
      createdBy: eva.id,
      personaId: own,
      videoId: 'v',
      summary: [{ refPersonaId: own }],
    })
    const [root] = (await eva.get(`/api/summaries/${body.resourceId}/claims`)).body
    expect(root).toMatchObject({
      text: 'root',
      createdBy: eva.id,
      gloss: [{ refPersonaId: own }],
      subclaims: [{ text: 'leaf', gloss: [{ refClaimId: root.id }] }],
    })
    expect(root.id).not.toBe(claimId)
    expect((await eva.get(`/api/claims/${root.id}/relations`)).body.incoming).toMatchObject([
      { sourceClaimId: root.subclaims[0].id, sourceSpans: [{ charStart: 0, charEnd: 2 }], createdBy: eva.id },
    ])
    expect((await eva.post(`/api/sharing/${shareId}/fork`, { personaId: own })).status).toBe(409)
    expect((await eva.post(`/api/sharing/${shareId}/fork`, { personaId: missing })).status).toBe(404)
    const second = await eva.post(`/api/sharing/${shareId}/fork`)
    expect(second.status).toBe(201)
    expect((await eva.get(`/api/personas/${second.body.resource.personaId}`)).body).toMatchObject({
      name: 'Scout',
      userId: eva.id,
    })
  })

  it('of a summary rewrite references to the persona, never text that quotes its id (SH-13)', async () => {
    const { id: source } = await made(ann.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'i' }))
    const summary = [
      { type: 'text', content: `The persona ${source} says so.` },
      { type: 'typeRef', content: 't1', refType: 'entity', refPersonaId: source },
      { type: 'text', content: source, metadata: { personaId: source } },
    ]
    const { id } = await made(ann.post('/api/summaries', { videoId: 'quoted', personaId: source, summary }))
    const { resource } = await made(ben.post(`/api/sharing/${await forkable('summary', id, ben)}/fork`))
    expect(resource.personaId).not.toBe(source)
    expect(resource.summary).toEqual([summary[0], { ...summary[1], refPersonaId: resource.personaId }, summary[2]])

    const plain = await made(
      ann.post('/api/summaries', { videoId: 'plain', personaId: source, summary: `Only text: ${source}` }),
    )
    const copy = await made(ben.post(`/api/sharing/${await forkable('summary', plain.id, ben)}/fork`))
    expect(copy.resource.summary).toBe(`Only text: ${source}`)
  })

  it("of a claim become a root in a summary of the caller, never in somebody else's (SH-14)", async () => {
    const shareId = await forkable('claim', claimId, eva)
    const before = (await ann.get(`/api/summaries/${summaryId}/claims`)).text
    const forks = []
    for (let i = 0; i < 3; i += 1) forks.push((await made(eva.post(`/api/sharing/${shareId}/fork`))).resource)
    const [fork] = forks
    expect(fork).toMatchObject({ parentClaimId: null, createdBy: eva.id, subclaims: [{ text: 'leaf' }] })
    expect(forks.map((one) => one.summaryId)).toEqual([fork.summaryId, fork.summaryId, fork.summaryId])
    const { data } = await eva.graph(
      `{ summary(id: "${fork.summaryId}") { videoId persona { owner { id } } claims { text } } }`,
    )
    expect(data.summary).toMatchObject({ videoId: 'v', persona: { owner: { id: eva.id } } })
    expect(data.summary.claims).toHaveLength(3)
    expect((await ann.get(`/api/summaries/${summaryId}/claims`)).text).toBe(before)

    const own = await made(eva.post('/api/personas', { name: 'Mine', role: 'r', informationNeed: 'i' }))
    const named = await made(eva.post(`/api/sharing/${shareId}/fork`, { personaId: own.id }))
    const target = await made(eva.post('/api/summaries', { videoId: 'v', personaId: own.id, summary: 's' }))
    expect(named.resource.summaryId).toBe(target.id)
    const there = await made(eva.post(`/api/sharing/${shareId}/fork`, { summaryId: target.id }))
    expect(there.resource).toMatchObject({ summaryId: target.id })
    for (const foreign of [summaryId, missing])
      expect((await eva.post(`/api/sharing/${shareId}/fork`, { summaryId: foreign })).status).toBe(404)
  })

  it('of a claim that one person makes at once for the first time share one persona and one summary (SH-14)', async () => {
    for (let round = 0; round < 5; round++) {
      const [owner, forker] = [await api.person(), await api.person()]
      const { claimId: source } = await makeContent(owner, 'v')
      const to = { sharedWithUserId: forker.id }
      const { id } = await made(share(owner, 'claim', source, to, { permissionLevel: 'forkable' }))
      const forks = await Promise.all(Array.from({ length: 10 }, () => forker.post(`/api/sharing/${id}/fork`, {})))
      expect(forks.map((one) => one.status)).toEqual(Array(10).fill(201))
      const names = (await forker.get('/api/personas')).body.map((one: { name: string }) => one.name)
      expect(names.filter((name: string) => name === 'Forked claims')).toHaveLength(1)
      expect(new Set(forks.map((one) => one.body.resource.summaryId)).size).toBe(1)
    }
  })

  it('of a claim do not go into the summary of another member of a project (SH-14)', async () => {
    const project = await made(ann.post('/api/projects', { name: 'P', slug: unique('forks') }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: eva.id, role: 'annotator' }))
    const theirs = await makeContent(ann, 'v', project.id)
    const shareId = await forkable('claim', claimId, eva)
    const { status } = await eva.post(`/api/sharing/${shareId}/fork`, { summaryId: theirs.summaryId })
    expect(status).toBe(404)
  })

  it('of a world are merged: verbatim into an empty one, with fresh ids where one is taken (SH-15)', async () => {
    const worldId = (
      await ann.put('/api/world', {
        entities: [{ id: 'e1', name: 'One' }],
        entityCollections: [{ id: 'c', name: 'All', entityIds: ['e1'] }],
      })
    ).body.id
    const shareId = await forkable('world_state', worldId, eva)
    const first = await eva.post(`/api/sharing/${shareId}/fork`)
    expect(first.status, first.text).toBe(201)
    expect(first.body.resource).toMatchObject({
      userId: eva.id,
      entities: [{ id: 'e1', name: 'One' }],
      entityCollections: [{ id: 'c', entityIds: ['e1'] }],
    })
    const second = await eva.post(`/api/sharing/${shareId}/fork`)
    expect(second.status).toBe(201)
    expect(second.body.resourceId).toBe(first.body.resourceId)
    const [, copy] = second.body.resource.entities
    expect(copy).toMatchObject({ name: 'One' })
    expect(copy.id).not.toBe('e1')
    expect(second.body.resource.entityCollections[1]).toMatchObject({ name: 'All', entityIds: [copy.id] })
  })
})
