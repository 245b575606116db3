import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { walk } from '../support/walk.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
/** Ann owns the project of each test, Max manages it, Vic only views it; Ben is invited, Eve is nobody's business. */
let ann: Person, max: Person, vic: Person, ben: Person, eve: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  max = await api.person('max')
  vic = await api.person('vic')
  ben = await api.person('ben')
  eve = await api.person('eve')
})
afterAll(() => api.stop())

async function newProject(): Promise<string> {
  const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${id}/members`, { userId: max.id, role: 'project_manager' }))
  await made(ann.post(`/api/projects/${id}/members`, { userId: vic.id, role: 'viewer' }))
  return id
}
const invite = (who: Person, projectId: string, role = 'annotator', username = 'ben') =>
  who.post(`/api/projects/${projectId}/invitations`, { username, role })
const accept = (who: Person, id: string) => who.post(`/api/invitations/${id}/accept`)
const decline = (who: Person, id: string) => who.post(`/api/invitations/${id}/decline`)
const openOf = async (who: Person) => walk(who, (page) => `invitations(${page})`, ['invitations'])
const roleOf = async (projectId: string, who: Person) =>
  (await made(ann.get(`/api/projects/${projectId}/members`))).find((one: { userId: string }) => one.userId === who.id)
    ?.role

describe('an invitation to a project', () => {
  it('is seen by the invited user and by those who may add members, and by nobody else', async () => {
    const project = await newProject()
    const sent = await made(invite(max, project))
    expect(sent).toMatchObject({
      projectId: project,
      projectName: 'Port',
      userId: ben.id,
      username: 'ben',
      invitedBy: max.id,
      inviterName: 'max',
      role: 'annotator',
      status: 'open',
      answeredAt: null,
    })
    expect(Date.parse(sent.expiresAt) - Date.parse(sent.createdAt)).toBe(30 * 24 * 3600 * 1000)
    expect((await made(ben.get('/api/invitations?totalCount=true'))).invitations).toEqual([sent])
    expect(await made(ann.get(`/api/projects/${project}/invitations`))).toEqual([sent])
    expect((await vic.get(`/api/projects/${project}/invitations`)).status).toBe(403)
    expect((await made(eve.get('/api/invitations'))).invitations).toEqual([])
    const query = `{ node(id: "${sent.id}") { id ... on ProjectInvitation { role user { username } creator { username } project { id } } } }`
    const shown = { id: sent.id, role: 'ANNOTATOR', user: { username: 'ben' }, creator: { username: 'max' } }
    expect((await made(ben.graph(query))).node).toEqual({ ...shown, project: null })
    expect((await made(ann.graph(query))).node).toEqual({ ...shown, project: { id: project } })
    for (const who of [vic, eve]) expect((await made(who.graph(query))).node).toBeNull()
    const ofProject = `{ project(id: "${project}") { invitations { id } } }`
    expect((await made(ann.graph(ofProject))).project.invitations).toEqual([{ id: sent.id }])
    expect((await made(vic.graph(ofProject))).project.invitations).toEqual([])
    await made(ann.delete(`/api/projects/${project}/invitations/${sent.id}`))
  })

  it('makes the user a member in the role once it is accepted, and says so to whoever answers again', async () => {
    const project = await newProject()
    const { id } = await made(invite(ann, project, 'reviewer'))
    expect(await openOf(ben)).toEqual([id])
    expect(await made(accept(ben, id))).toMatchObject({ projectId: project, userId: ben.id, role: 'reviewer' })
    expect(await roleOf(project, ben)).toBe('reviewer')
    expect((await made(ben.get(`/api/projects/${project}`))).name).toBe('Port')
    expect(await openOf(ben)).toEqual([])
    for (const again of [accept(ben, id), decline(ben, id)]) {
      const { status, body } = await again
      expect([status, body.message]).toEqual([409, 'The invitation has been accepted already'])
    }
    const [{ status, answeredAt }] = await made(ann.get(`/api/projects/${project}/invitations`))
    expect([status, answeredAt]).toEqual(['accepted', expect.any(String)])
    expect((await invite(ann, project)).body.message).toBe('User is already a member')
  })

  it('can be declined, and sent again after that', async () => {
    const project = await newProject()
    const { id } = await made(invite(ann, project))
    const open = await invite(max, project)
    expect([open.status, open.body.message]).toEqual([409, 'User has been invited already'])
    expect((await made(decline(ben, id))).status).toBe('declined')
    expect(await roleOf(project, ben)).toBeUndefined()
    const late = await accept(ben, id)
    expect([late.status, late.body.message]).toEqual([409, 'The invitation has been declined already'])
    const again = await made(invite(max, project, 'viewer'))
    expect(again.id).not.toBe(id)
    expect(await made(ann.get(`/api/projects/${project}/invitations`))).toHaveLength(1)
    expect((await accept(ben, id)).status).toBe(404)
    expect((await made(accept(ben, again.id))).role).toBe('viewer')
  })

  it('does the same in GraphQL', async () => {
    const project = await newProject()
    const run = async (who: Person, name: string, input: object, fields: string) => {
      const type =
        'id' in input && !('projectId' in input) ? 'IdInput' : `${name[0]!.toUpperCase()}${name.slice(1)}Input`
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) ${fields} }`
      return (await made(who.graph(query, { input })))[name]
    }
    const sent = { projectId: project, user: { username: 'ben' }, role: 'VIEWER' }
    const invited = async (fields: string) =>
      (await run(ann, 'inviteToProject', sent, `{ projectInvitation { ${fields} } }`)).projectInvitation
    const first = await invited('id status projectName')
    expect(first).toMatchObject({ status: 'OPEN', projectName: 'Port' })
    const answer = { id: first.id }
    expect(await run(ben, 'declineInvitation', answer, '{ projectInvitation { status } }')).toEqual({
      projectInvitation: { status: 'DECLINED' },
    })
    const second = await invited('id')
    expect(await run(ann, 'withdrawInvitation', { projectId: project, id: second.id }, '{ deletedIds }')).toEqual({
      deletedIds: [second.id],
    })
    const third = await invited('id')
    const fields = '{ projectMember { role user { username } } }'
    const accepted = await run(ben, 'acceptInvitation', { id: third.id }, fields)
    expect(accepted.projectMember).toEqual({ role: 'VIEWER', user: { username: 'ben' } })
  })

  it('is refused to those who may not add members, and answered by nobody but the invited user', async () => {
    const project = await newProject()
    expect((await invite(vic, project)).status).toBe(403)
    expect((await invite(eve, project)).status).toBe(403)
    expect((await invite(ann, project, 'annotator', 'nobody-at-all')).status).toBe(404)
    const owner = await invite(ann, project, 'project_owner')
    expect([owner.status, owner.body.details[0].field]).toEqual([400, 'role'])
    const self = await invite(ann, project, 'viewer', 'ann')
    expect([self.status, self.body.details[0].field]).toEqual([400, 'username'])
    const { id } = await made(invite(ann, project))
    for (const who of [eve, ann, await api.admin()]) {
      expect((await accept(who, id)).status).toBe(404)
      expect((await decline(who, id)).status).toBe(404)
    }
    expect((await vic.delete(`/api/projects/${project}/invitations/${id}`)).status).toBe(403)
    expect((await ann.delete(`/api/projects/${await newProject()}/invitations/${id}`)).status).toBe(404)
    await made(max.delete(`/api/projects/${project}/invitations/${id}`))
    expect((await accept(ben, id)).status).toBe(404)
    expect(await roleOf(project, ben)).toBeUndefined()
  })

  it('is worth nothing once its sender may not add members, in an archived project, or expired (PR-18)', async () => {
    const project = await newProject()
    const byMax = await made(invite(max, project))
    await made(ann.put(`/api/projects/${project}/members/${max.id}`, { role: 'annotator' }))
    const stale = await accept(ben, byMax.id)
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Whoever sent the invitation may not add members to the project any more',
    ])
    await made(ann.delete(`/api/projects/${project}/invitations/${byMax.id}`))
    const byAnn = await made(invite(ann, project))
    await made(ann.put(`/api/projects/${project}`, { isArchived: true }))
    expect((await accept(ben, byAnn.id)).status).toBe(409)
    expect((await invite(ann, project, 'viewer', 'eve')).status).toBe(409)
    await made(ann.put(`/api/projects/${project}`, { isArchived: false }))
    const past = new Date(Date.now() - 1)
    await api.app.services.db
      .updateTable('projectInvitations')
      .set({ expiresAt: past })
      .where('id', '=', byAnn.id)
      .execute()
    const expired = await accept(ben, byAnn.id)
    expect([expired.status, expired.body.message]).toEqual([409, 'The invitation has expired'])
    expect(await openOf(ben)).toEqual([])
    const again = await made(invite(ann, project))
    expect(again.id).not.toBe(byAnn.id)
    await made(decline(ben, again.id))
    expect(await roleOf(project, ben)).toBeUndefined()
  })

  it('is done with when the user becomes a member in another way', async () => {
    const project = await newProject()
    const { id } = await made(invite(ann, project))
    await made(ann.post(`/api/projects/${project}/members`, { username: 'ben', role: 'viewer' }))
    expect(await openOf(ben)).toEqual([])
    expect((await accept(ben, id)).body.message).toBe('The invitation has been accepted already')
    expect(await roleOf(project, ben)).toBe('viewer')
  })

  it('makes one member of a user who accepts twice at the same moment', async () => {
    const project = await newProject()
    const { id } = await made(invite(ann, project))
    const answers = await Promise.all([accept(ben, id), accept(ben, id), decline(ben, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('goes with its project, its user and its sender', async () => {
    const admin = await api.admin()
    const count = async () =>
      (await api.app.services.db.selectFrom('projectInvitations').select('id').where('status', '=', 'open').execute())
        .length
    const before = await count()
    const [project, other, third] = [await newProject(), await newProject(), await newProject()]
    const guest = await api.person('guest')
    const host = await api.person('host')
    await made(ann.post(`/api/projects/${third}/members`, { userId: host.id, role: 'project_manager' }))
    await made(invite(ann, project))
    await made(invite(ann, other, 'viewer', 'guest'))
    await made(invite(host, third))
    expect(await count()).toBe(before + 3)
    await made(ann.delete(`/api/projects/${project}`))
    expect(await count()).toBe(before + 2)
    for (const one of [guest, host]) await made(admin.delete(`/api/admin/users/${one.id}`))
    expect(await count()).toBe(before)
  })
})

describe('how many invitations there may be', () => {
  it('is limited for each sender within an hour', async () => {
    const limited = await startApi({ RATE_LIMIT_DISABLED: 'false' })
    try {
      const host = await limited.person('host')
      const { id } = await made(host.post('/api/projects', { name: 'Port', slug: 'port' }))
      const statuses: number[] = []
      // Unknown users count as well; the general limit of requests is higher.
      for (let i = 0; i < 101; i += 1)
        statuses.push((await host.post(`/api/projects/${id}/invitations`, { userId: host.id, role: 'viewer' })).status)
      expect(statuses.slice(0, 100).every((status) => status === 400)).toBe(true)
      expect(statuses[100]).toBe(429)
    } finally {
      await limited.stop()
    }
  })
})
