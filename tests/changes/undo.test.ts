import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, types, unique } from '../support/workspace.js'
import { kept, readState } from './recorded.js'

let api: TestApi
let ann: Person
let bob: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  bob = await api.person()
})
afterAll(() => api.stop())

const undo = (who: Person, kind: string, id: string, part?: string) =>
  who.post(`/api/trash/${kind}/${id}/undo`, part === undefined ? {} : { part })
const trash = async (who: Person): Promise<{ thingId: string }[]> => (await made(who.get('/api/trash?first=100'))).trash
const state = async () => kept(await readState(api.app.services.pool))
const countsOf = (list: { kind: string; count: number }[]) =>
  Object.fromEntries(list.map(({ kind, count }) => [kind, count]))

async function projectOf(owner: Person, member: Person, role: string): Promise<string> {
  const { id } = await made(owner.post('/api/projects', { name: 'Pier', slug: unique('pier') }))
  await made(owner.post(`/api/projects/${id}/members`, { userId: member.id, role }))
  return id
}

describe('undoing a deletion', () => {
  it('brings an annotation back as it was, with its review, and leaves nothing in the trash', async () => {
    const cat = await api.person()
    const videoId = await makeVideo(api)
    const { annotationId } = await makeContent(cat, videoId)
    const review = `mutation { reviewItems(input: { ids: ["${annotationId}"], state: ACCEPTED }) { items { __typename } } }`
    await made(cat.graph(review))
    const before = await state()
    const asked = `{ annotation(id: "${annotationId}") { version reviewState createdAt updatedAt } }`
    const shown = await made(cat.graph(asked))
    expect(shown.annotation.reviewState).toBe('ACCEPTED')
    await made(
      cat.graph(
        `mutation { deleteAnnotation(input: { id: "${annotationId}", videoId: "${videoId}" }) { deletedIds } }`,
      ),
    )
    const { undoDeletion } = await made(
      cat.graph(`mutation { undoDeletion(input: { kind: ANNOTATION, id: "${annotationId}" })
        { kind thingId part thing { id } restored { kind count } left { kind count } } }`),
    )
    expect(undoDeletion).toEqual({
      kind: 'ANNOTATION',
      thingId: annotationId,
      part: null,
      thing: { id: annotationId },
      restored: [{ kind: 'ANNOTATION', count: 1 }],
      left: [],
    })
    expect(await made(cat.graph(asked))).toEqual(shown)
    expect(await state()).toEqual(before)
    expect(await trash(cat)).toEqual([])
  })

  it('brings back everything that the same request deleted, named by any of it', async () => {
    const { summaryId, claimId, otherClaimId } = await makeContent(ann, await makeVideo(api))
    const top = await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'A buoy floats' }))
    await made(ann.post(`/api/claims/${claimId}/relations`, { targetClaimId: top.id, relationTypeId: 'supports' }))
    const claims = async () => Object.entries(await state()).filter(([name]) => name.startsWith('claim'))
    const before = await claims()
    for (const named of [top.id, claimId, otherClaimId]) {
      await made(ann.graph(`mutation { deleteClaims(input: { summaryId: "${summaryId}" }) { deletedIds } }`))
      const { restored, left } = await made(undo(ann, 'claim', named))
      expect(countsOf(restored)).toEqual({ claim: 3, claim_relation: 2 })
      expect(left).toEqual([])
      expect(await claims()).toEqual(before)
    }
    const isOfSummary = ({ thingId }: { thingId: string }) => [top.id, claimId, otherClaimId].includes(thingId)
    expect((await trash(ann)).filter(isOfSummary)).toEqual([])
  })

  it('leaves what was restored from the trash before, and what was deleted before or after', async () => {
    const { summaryId, claimId } = await makeContent(ann, await makeVideo(api))
    const add = async (text: string) => (await made(ann.post(`/api/summaries/${summaryId}/claims`, { text }))).id
    const [early, left, right] = [await add('early'), await add('left'), await add('right')]
    await made(ann.delete(`/api/claims/${early}`))
    await made(ann.graph(`mutation { deleteClaims(input: { summaryId: "${summaryId}" }) { deletedIds } }`))
    const item = (await made(ann.get('/api/trash?first=100'))).trash.find(
      (one: { thingId: string }) => one.thingId === left,
    )
    await made(ann.post(`/api/trash/${item.id}/restore`))
    const { restored } = await made(undo(ann, 'claim', right))
    expect(countsOf(restored)).toMatchObject({ claim: 3 })
    expect(await undo(ann, 'claim', left)).toMatchObject({ status: 404, body: { message: 'Deletion not found' } })
    expect((await ann.get(`/api/claims/${claimId}`)).status).toBe(200)
    expect((await trash(ann)).map(({ thingId }) => thingId)).toContain(early)
  })

  it('brings back the types and the objects that a save left out', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const before = (await made(ann.get(`/api/personas/${personaId}/ontology`))).entities
    const three = [...types.entities, { id: 'buoy', name: 'Buoy', gloss: [] }, { id: 'quay', name: 'Quay', gloss: [] }]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { ...types, entities: three }))
    await made(ann.put(`/api/personas/${personaId}/ontology`, types))
    const { restored } = await made(undo(ann, 'entity_type', personaId, 'quay'))
    expect(countsOf(restored)).toEqual({ entity_type: 2 })
    const ids = ({ id }: { id: string }) => id
    const { entities } = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(entities.map(ids).sort()).toEqual([...before.map(ids), 'buoy', 'quay'].sort())
    const world = await made(ann.put('/api/world', { entities: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }))
    await made(ann.put('/api/world', { entities: [{ id: 'c' }] }))
    await made(undo(ann, 'entity', world.id, 'a'))
    expect((await made(ann.get('/api/world'))).entities.map(ids).sort()).toEqual(['a', 'b', 'c'])
  })

  it("is for whoever deleted a thing, also another user's, and for its owner, and for no other member", async () => {
    const project = await projectOf(ann, bob, 'annotator')
    const eve = await api.person()
    await made(ann.post(`/api/projects/${project}/members`, { userId: eve.id, role: 'project_manager' }))
    const videoId = await makeVideo(api)
    const body = { videoId, type: 'object', label: 'quay', frames, projectId: project }
    const { id } = await made(bob.post('/api/annotations', body))
    const remove = (who: Person) => made(who.delete(`/api/annotations/${videoId}/${id}`))
    for (const who of [ann, bob]) {
      await remove(ann)
      expect((await trash(ann)).map(({ thingId }) => thingId)).not.toContain(id)
      expect(await undo(eve, 'annotation', id)).toMatchObject({ status: 404 })
      expect((await made(undo(who, 'annotation', id))).restored).toEqual([{ kind: 'annotation', count: 1 }])
      const { annotation } = await made(ann.graph(`{ annotation(id: "${id}") { creator { id } } }`))
      expect(annotation.creator.id).toBe(bob.id)
    }
    await remove(bob)
    expect(await undo(ann, 'annotation', id)).toMatchObject({ status: 404 })
    expect(await undo(bob, 'annotation', id)).toMatchObject({ status: 200 })
  })

  it('is refused to a user who may no longer make such a thing there', async () => {
    const project = await projectOf(ann, bob, 'project_manager')
    const videoId = await makeVideo(api)
    const body = { videoId, type: 'object', label: 'quay', frames, projectId: project }
    const { id } = await made(ann.post('/api/annotations', body))
    await made(bob.delete(`/api/annotations/${videoId}/${id}`))
    await made(ann.delete(`/api/projects/${project}/members/${bob.id}`))
    expect(await undo(bob, 'annotation', id)).toMatchObject({ status: 404, body: { message: 'Project not found' } })
    expect(await undo(ann, 'annotation', id)).toMatchObject({ status: 200 })
  })

  it('is refused to a former administrator for the project of another user', async () => {
    const [former, admin] = [await api.person(), await api.admin()]
    await made(admin.put(`/api/admin/users/${former.id}`, { isAdmin: true }))
    const id = await projectOf(ann, bob, 'annotator')
    await made(former.delete(`/api/projects/${id}`))
    await made(admin.put(`/api/admin/users/${former.id}`, { isAdmin: false }))
    expect(await undo(former, 'project', id)).toMatchObject({ status: 404 })
    expect(await undo(ann, 'project', id)).toMatchObject({ status: 200 })
  })

  it('is refused, with the reason, for what has lost its place', async () => {
    const { summaryId, claimId } = await makeContent(ann, await makeVideo(api))
    await made(ann.delete(`/api/claims/${claimId}`))
    await made(ann.graph(`mutation { deleteSummary(input: { id: "${summaryId}" }) { deletedIds } }`))
    expect(await undo(ann, 'claim', claimId)).toMatchObject({
      status: 409,
      body: { message: 'The summary to which it belongs is gone' },
    })
    await made(undo(ann, 'summary', summaryId))
    expect((await made(undo(ann, 'claim', claimId))).restored).toContainEqual({ kind: 'claim', count: 2 })
  })

  it('happens once, however often it is asked for', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    await made(ann.delete(`/api/personas/${personaId}`))
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(ann, 'persona', personaId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })

  it('refuses kinds that the trash does not hold, and a part where it is missing or makes no sense', async () => {
    const { personaId, claimId } = await makeContent(ann, await makeVideo(api))
    expect(await undo(ann, 'video', personaId)).toMatchObject({ status: 400, body: { details: [{ field: 'kind' }] } })
    expect(await undo(ann, 'entity_type', personaId)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'part' }] },
    })
    expect(await undo(ann, 'claim', claimId, 'a')).toMatchObject({
      status: 400,
      body: { details: [{ field: 'part' }] },
    })
    expect(await undo(ann, 'claim', claimId)).toMatchObject({ status: 404 })
    expect((await api.anonymous.post(`/api/trash/claim/${claimId}/undo`, {})).status).toBe(401)
    const { errors } = await ann.graph(
      `mutation { undoDeletion(input: { kind: VIDEO, id: "${claimId}" }) { thingId } }`,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR' } }])
  })
})
