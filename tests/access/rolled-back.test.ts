import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilitiesOf } from '../../src/access/abilities.js'
import { actorOf } from '../../src/accounts/session.service.js'
import { transaction } from '../../src/context.js'
import { createProject } from '../../src/projects/project.service.js'
import { startApi, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('what a request may do that is rolled back', () => {
  it('is never what later requests may do: who is removed from a project no longer reads it', async () => {
    const [ann, owner] = [await api.person(), await api.person()]
    const project = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(owner.post(`/api/projects/${project.id}/members`, { userId: ann.id, role: 'viewer' }))
    expect((await ann.get(`/api/projects/${project.id}`)).status).toBe(200)

    const ctx = { ...api.app.context(), actor: (await actorOf(api.app.context(), ann.id)) ?? null }
    const undone = transaction(ctx, async (tx) => {
      await createProject(tx, { name: 'Never', slug: unique('never') })
      expect((await abilitiesOf(tx)).projectIds).toHaveLength(2)
      throw new Error('the connection is lost')
    })
    await expect(undone).rejects.toThrow('the connection is lost')

    // This change gets the same version number as the one that was rolled back.
    await made(owner.delete(`/api/projects/${project.id}/members/${ann.id}`))
    expect((await ann.get(`/api/projects/${project.id}`)).status).toBe(403)
    expect((await ann.get('/api/projects')).body).toEqual([])
    const { data } = await ann.graph('query ($id: ID!) { project(id: $id) { id } }', { id: project.id })
    expect(data?.project ?? null).toBeNull()
  })
})
