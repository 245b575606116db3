import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
let heir: Person

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ;[ann, heir] = [await api.person('ann'), await api.person('heir')]
})
afterAll(() => api.stop())

const wishes = ['keep', 'transfer'] as const
type Wish = (typeof wishes)[number]

/** Makes a project of the owner with one more member; returns its id. */
async function projectOf(owner: Person, member: Person, role: string): Promise<string> {
  const { id } = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(owner.post(`/api/projects/${id}/members`, { userId: member.id, role }))
  return id
}
const archive = (owner: Person, id: string) => made(owner.put(`/api/projects/${id}`, { isArchived: true }))

async function expectDeletion(person: Person, content: Wish): Promise<void> {
  const to = content === 'transfer' ? `&transferTo=${heir.id}` : ''
  const { status, body } = await admin.delete(`/api/admin/users/${person.id}?content=${content}${to}`)
  expect([status, body]).toEqual([200, { success: true }])
}

const ownersOfWorlds = (projectId: string) =>
  api.app.services.db.selectFrom('worldStates').select('userId').where('projectId', '=', projectId).execute()

describe('a deleted account with something in an archived project (U-07, ST-04)', () => {
  it.each(wishes)('passes its content on there as anywhere, content=%s', async (content) => {
    const eva = await api.person()
    const projectId = await projectOf(ann, eva, 'annotator')
    const { personaId, annotationId, summaryId, claimId } = await makeContent(eva, await makeVideo(api), projectId)
    await made(eva.put(`/api/projects/${projectId}/world`, { entities: [{ id: 'ferry', name: 'Ferry' }] }))
    await archive(ann, projectId)
    await expectDeletion(eva, content)

    const who = '{ id displayName }'
    const data = await made(
      ann.graph(
        `query ($p: ID!, $a: ID!, $s: ID!, $c: ID!) {
          persona(id: $p) { owner ${who} } annotation(id: $a) { creator ${who} } summary(id: $s) { creator ${who} }
          claim(id: $c) { creator ${who} outgoing { creator ${who} } } }`,
        { p: personaId, a: annotationId, s: summaryId, c: claimId },
      ),
    )
    const author = data.persona.owner
    expect(author).toMatchObject(content === 'keep' ? { displayName: 'Removed user' } : { id: heir.id })
    expect(author.id).not.toBe(eva.id)
    expect(data).toEqual({
      persona: { owner: author },
      annotation: { creator: author },
      summary: { creator: author },
      claim: { creator: author, outgoing: [{ creator: author }] },
    })
    expect(await ownersOfWorlds(projectId)).toEqual([{ userId: author.id }])
    expect(await made(ann.get(`/api/projects/${projectId}`))).toMatchObject({ isArchived: true, ownerUserId: ann.id })
  })

  it.each(wishes)(
    'can be deleted when all it has there is the empty world made by the first read, content=%s',
    async (content) => {
      const eva = await api.person()
      const projectId = await projectOf(ann, eva, 'viewer')
      await archive(ann, projectId)
      await made(eva.get(`/api/projects/${projectId}/world`))
      expect(await ownersOfWorlds(projectId)).toEqual([{ userId: eva.id }])
      await expectDeletion(eva, content)
      const owners = await ownersOfWorlds(projectId)
      expect(owners).toEqual([{ userId: content === 'transfer' ? heir.id : expect.any(String) }])
      expect(owners).not.toContainEqual({ userId: eva.id })
    },
  )

  it.each(wishes)('leaves its own archived project to its manager or to the heir, content=%s', async (content) => {
    const [eva, ben] = [await api.person(), await api.person()]
    const projectId = await projectOf(eva, ben, 'project_manager')
    const { personaId } = await makeContent(eva, await makeVideo(api), projectId)
    await archive(eva, projectId)
    await expectDeletion(eva, content)
    const owner = content === 'keep' ? ben : heir
    const project = await made(owner.get(`/api/projects/${projectId}`))
    expect(project).toMatchObject({ isArchived: true, ownerUserId: owner.id })
    expect(project.members).toContainEqual(expect.objectContaining({ userId: owner.id, role: 'project_owner' }))
    expect((await made(owner.get(`/api/personas/${personaId}`))).projectId).toBe(projectId)
  })
})
