import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeVideo, types, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

/** A persona of a project whose type Ship somebody has deleted, and an annotator who still has it on the screen. */
async function afterDeletion() {
  const bob = await api.person()
  const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${project.id}/members`, { userId: bob.id, role: 'annotator' }))
  const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId: project.id }
  const { id: personaId } = await made(ann.post('/api/personas', persona))
  await made(ann.put(`/api/personas/${personaId}/ontology`, types))
  const videoId = await makeVideo(api)
  await made(ann.post(`/api/projects/${project.id}/videos`, { videoId }))
  const drawn = { videoId, personaId, type: 'type', label: 'ship', frames }
  const other = await made(bob.post('/api/annotations', { ...drawn, label: 'pilot' }))
  await made(ann.delete(`/api/personas/${personaId}/ontology/entities/ship`))
  return { bob, personaId, drawn, other }
}

const message = "is the type Ship, which was deleted from the persona's ontology"
const told = { code: 'VALIDATION_ERROR', details: [{ field: 'label', message }] }

describe('a type that was deleted meanwhile', () => {
  it('is refused by its name where somebody draws with it, and nothing is stored', async () => {
    const { bob, drawn, other } = await afterDeletion()
    expect(await bob.post('/api/annotations', drawn)).toMatchObject({ status: 400, body: told })
    const bulk = await bob.post('/api/annotations/bulk', { annotations: [{ ...drawn, label: 'pilot' }, drawn] })
    expect(bulk.body.details).toEqual([{ field: 'annotations.1.label', message }])
    expect(await bob.put(`/api/annotations/${other.id}`, { label: 'ship' })).toMatchObject({ status: 400, body: told })
    const query = 'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { id } } }'
    const { errors } = (await bob.graph(query, { input: drawn })) as any
    expect(errors[0].extensions.details).toEqual([{ field: 'input.label', message }])
    expect(await made(bob.get(`/api/annotations/${drawn.videoId}`))).toHaveLength(1)
  })

  it('is a type again once it is there again, and a label that never was a type is free text', async () => {
    const { bob, personaId, drawn } = await afterDeletion()
    await made(bob.post('/api/annotations', { ...drawn, label: 'anything' }))
    await made(ann.put(`/api/personas/${personaId}/ontology/entities/ship`, { name: 'Ship' }))
    const { id } = await made(bob.post('/api/annotations', drawn))
    // What has the label keeps it, and everything else of it may change.
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [] }))
    expect(await bob.put(`/api/annotations/${id}`, { ...drawn, confidence: 0.25 })).toMatchObject({ status: 200 })
  })
})
