import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made } from '../support/workspace.js'
import { importLines } from '../exchange/support.js'
import { summary } from '../exchange/lines.js'

let api: TestApi
let ann: Person
let admin: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  admin = await api.admin()
})
afterAll(() => api.stop())

/** Makes a system-generated persona, which only administrators may do. */
async function systemPersona(hidden: boolean): Promise<string> {
  const body = { name: 'System', role: 'r', informationNeed: 'i', isSystemGenerated: true, hidden }
  return (await made(admin.post('/api/personas', body))).id
}

/** Tries each way to make content for a persona: a summary and an annotation by REST and GraphQL, and an import. */
async function attempts(personaId: string) {
  const graph = async (mutation: string, member: string, input: object) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
    const { data, errors } = await ann.graph(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${member} { id } } }`,
      { input },
    )
    return errors ? errors[0]?.extensions['code'] : data[mutation][member].id && 'made'
  }
  const sent = { videoId: newId(), personaId, type: 'type', label: 'ship', frames }
  const status = async (path: string, body: object) => {
    const answer = await ann.post(path, body)
    return answer.status === 201 ? 'made' : (answer.body.code as string)
  }
  const videoId = newId()
  await made(importLines(ann, [summary(personaId, { videoId })]))
  const imported = await made(ann.get(`/api/videos/${videoId}/summaries`))
  return {
    summary: await status('/api/summaries', { videoId: newId(), personaId, summary: 's' }),
    annotation: await status('/api/annotations', sent),
    summaryByGraphQL: await graph('saveSummary', 'summary', {
      videoId: newId(),
      personaId,
      summary: [{ type: 'TEXT', content: 's' }],
    }),
    annotationByGraphQL: await graph('createAnnotation', 'annotation', { ...sent, type: 'type' }),
    imported: imported.length ? 'made' : 'NOT_FOUND',
  }
}

describe('a persona that content may be made for', () => {
  it("is a system persona for everybody while it is not hidden, and nobody else's once it is, by every way (AN-02, SU-09)", async () => {
    const visible = await attempts(await systemPersona(false))
    expect(visible).toEqual(Object.fromEntries(Object.keys(visible).map((way) => [way, 'made'])))
    const hidden = await attempts(await systemPersona(true))
    expect(hidden).toEqual(Object.fromEntries(Object.keys(hidden).map((way) => [way, 'NOT_FOUND'])))
  })

  it('content for a system persona in a project stays outside that project when its author may not make such content there (PR-17)', async () => {
    const { id: projectId } = await made(admin.post('/api/projects', { name: 'Port', slug: 'port' }))
    const body = { name: 'System', role: 'r', informationNeed: 'i', isSystemGenerated: true, projectId }
    const personaId = (await made(admin.post('/api/personas', body))).id
    const videoId = newId()
    const drawn = await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'ship', frames }))
    const written = await made(ann.post('/api/summaries', { videoId, personaId, summary: 's' }))
    expect([drawn.projectId, written.projectId]).toEqual([null, null])
    await made(ann.put(`/api/annotations/${drawn.id}`, { label: 'boat' }))
    await made(ann.put(`/api/videos/${videoId}/summaries/${written.id}`, { comment: 'mine' }))
  })

  it("that is hidden is still an administrator's to find, change and delete, whoever made it (P-01, P-03)", async () => {
    const id = await systemPersona(true)
    const { db } = api.app.services
    await db.updateTable('personas').set({ userId: ann.id }).where('id', '=', id).execute()
    await made(admin.put(`/api/personas/${id}`, { name: 'Renamed' }))
    expect((await made(admin.get(`/api/personas/${id}`))).name).toBe('Renamed')
    const listed = await made(admin.get('/api/personas?includeHidden=true'))
    expect(listed.map((one: { id: string }) => one.id)).toContain(id)
    const mutation =
      'mutation ($input: UpdateOntologyInput!) { updateOntology(input: $input) { ontology { personaId } } }'
    const input = { personaId: id, entityTypes: [{ key: 't', name: 'T' }] }
    expect((await made(admin.graph(mutation, { input }))).updateOntology.ontology).toEqual({ personaId: id })
    await made(admin.delete(`/api/personas/${id}/ontology/entities/t`))
    await made(admin.get(`/api/personas/${id}/deletion-preview`))
    await made(admin.delete(`/api/personas/${id}`))
  })
})
