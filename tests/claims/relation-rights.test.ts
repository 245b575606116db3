import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben] = [await api.person('ann'), await api.person('ben')]
})
afterAll(() => api.stop())

describe('a relation between claims of a project', () => {
  it('is deleted by its maker while a member of the project, and not any more after that (PM-10)', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const members = `/api/projects/${project.id}/members`
    await made(ann.post(members, { userId: ben.id, role: 'annotator' }))
    const { claimId, otherClaimId, relationId } = await makeContent(ben, 'v', project.id)
    const back = { targetClaimId: claimId, relationTypeId: 'contradicts' }
    const second = await made(ben.post(`/api/claims/${otherClaimId}/relations`, back))
    const remove = (id: string) => ben.delete(`/api/claims/relations/${id}`)
    const left = async () => {
      const { outgoing, incoming } = await made(ann.get(`/api/claims/${claimId}/relations`))
      return [...outgoing, ...incoming].map((one: { id: string }) => one.id)
    }

    expect(await left()).toEqual([relationId, second.id])
    expect((await remove(second.id)).status).toBe(200)
    expect(await left()).toEqual([relationId])
    await made(ann.delete(`${members}/${ben.id}`))
    const { status, body } = await remove(relationId)
    expect([status, body.error]).toEqual([404, 'Claim relation not found'])
    const graph = await ben.graph('mutation ($id: ID!) { deleteClaimRelation(input: { id: $id }) { deletedIds } }', {
      id: relationId,
    })
    expect(graph.errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
    expect(await left()).toEqual([relationId])
  })
})
