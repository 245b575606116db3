import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, missingId, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let bob: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, bob] = [await api.person(), await api.person()]
})
afterAll(() => api.stop())

const byName = 'query ($username: String!) { user(username: $username) { id username displayName isService } }'
const both = async (who: Person, username: string) => [
  await made(who.get(`/api/users?username=${encodeURIComponent(username)}`)),
  (await made(who.graph(byName, { username }))).user,
]

describe('looking up a user by the exact name', () => {
  it('tells everybody who is signed in the id, the names and whether it is a service account, and nothing else', async () => {
    const { displayName } = (await made(bob.get('/api/user/profile'))) as { displayName: string }
    const shown = { id: bob.id, username: bob.username, displayName, isService: false }
    expect(await both(ann, bob.username)).toEqual([[shown], shown])
    expect((await api.anonymous.get(`/api/users?username=${bob.username}`)).status).toBe(401)
    expect((await ann.get('/api/users')).status).toBe(400)
  })

  it('finds no part of a name, nobody unknown, and no deactivated account', async () => {
    for (const name of [bob.username.slice(0, -1), `${bob.username} `, '%', bob.id])
      expect(await both(ann, name), name).toEqual([[], null])
    const gone = await api.person()
    const admin = await api.admin()
    await made(admin.put(`/api/admin/users/${gone.id}`, { isActive: false }))
    expect(await both(ann, gone.username)).toEqual([[], null])
  })

  it('is limited to 300 names an hour for one person, over REST, GraphQL and everything that takes a name', async () => {
    const limited = await startApi({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_MAX: '100000' })
    try {
      const [curious, other] = [await limited.person(), await limited.person()]
      const group = await made(curious.post('/api/groups', { name: 'Team', slug: 'team' }))
      for (let i = 0; i < 100; i++) {
        expect((await curious.get(`/api/users?username=name-${i}`)).status).toBe(200)
        expect((await curious.graph(byName, { username: `name-${i}` })).errors).toBeUndefined()
        const member = { username: `name-${i}`, role: 'group_member' }
        expect((await curious.post(`/api/groups/${group.id}/members`, member)).status).toBe(404)
      }
      const refused = await curious.get('/api/users?username=one-more')
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
      expect((await curious.graph(byName, { username: 'one-more' })).errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
      expect((await other.get(`/api/users?username=${curious.username}`)).body).toHaveLength(1)
    } finally {
      await limited.stop()
    }
  })
})

describe('a user name in place of an id', () => {
  const refusal = (field: string) => ({ status: 400, body: { details: [{ field }] } })

  it('adds members to groups and projects', async () => {
    for (const [kind, role, mutation, input, member] of [
      ['groups', 'group_member', 'addGroupMember', 'AddGroupMemberInput', 'groupMember'],
      ['projects', 'annotator', 'addProjectMember', 'AddProjectMemberInput', 'projectMember'],
    ] as const) {
      const { id } = await made(ann.post(`/api/${kind}`, { name: 'Team', slug: unique('team') }))
      const path = `/api/${kind}/${id}/members`
      expect(await ann.post(path, { role })).toMatchObject(refusal('userId'))
      expect(await ann.post(path, { role, userId: bob.id, username: bob.username })).toMatchObject(refusal('userId'))
      expect((await ann.post(path, { role, username: unique('nobody') })).status).toBe(404)
      const added = await made(ann.post(path, { role, username: bob.username }))
      expect(added).toMatchObject({ userId: bob.id, role })
      const carl = await api.person()
      const named = { [kind === 'groups' ? 'groupId' : 'projectId']: id, user: { username: carl.username } }
      const query = `mutation ($input: ${input}!) { added: ${mutation}(input: $input) { ${member} { userId } } }`
      const enumRole = role.toUpperCase()
      expect((await made(ann.graph(query, { input: { ...named, role: enumRole } }))).added[member].userId).toBe(carl.id)
      const user = { userId: carl.id, username: carl.username }
      const again = await ann.graph(query, { input: { ...named, user, role: enumRole } })
      expect(again.errors?.[0]?.extensions.details).toMatchObject([{ field: 'input.user' }])
    }
  })

  it('shares with that user, who is not the one who shares', async () => {
    const { summaryId: summary } = await makeContent(ann, await makeVideo(api))
    const resource = { resourceType: 'summary', resourceId: summary }
    const share = await made(ann.post('/api/sharing', { ...resource, username: bob.username }))
    expect(share.sharedWithUserId).toBe(bob.id)
    expect((await bob.get(`/api/sharing/${share.id}/resource`)).status).toBe(200)
    expect(await ann.post('/api/sharing', { ...resource, username: ann.username })).toMatchObject(refusal('username'))
    expect(
      await ann.post('/api/sharing', { ...resource, username: bob.username, sharedWithUserId: bob.id }),
    ).toMatchObject(refusal('sharedWithUserId'))
    const query =
      'mutation ($input: ShareResourceInput!) { shareResource(input: $input) { share { sharedWithUserId } } }'
    const input = { resourceType: 'SUMMARY', resourceId: summary, receiver: { username: bob.username } }
    expect((await made(ann.graph(query, { input }))).shareResource.share.sharedWithUserId).toBe(bob.id)
    const stranger = await api.person()
    const foreign = await stranger.post('/api/sharing', { ...resource, username: unique('nobody') })
    const missing = await stranger.post('/api/sharing', { ...resource, resourceId: missingId, username: bob.username })
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  })

  it('assigns videos to that user', async () => {
    const project = await made(ann.post('/api/projects', { name: 'P', slug: unique('p') }))
    const admin = await api.admin()
    const [one, two, three] = [await makeVideo(api), await makeVideo(api), await makeVideo(api)]
    const path = `/api/projects/${project.id}/videos`
    expect(await made(ann.post(path, { videoId: one, username: bob.username }))).toMatchObject({
      assignedUserId: bob.id,
    })
    expect((await ann.post(path, { videoId: two, username: unique('nobody') })).status).toBe(404)
    const bulk = { projectId: project.id, username: bob.username }
    await made(admin.post('/api/admin/video-assignments/bulk', { ...bulk, videoIds: [two] }))
    const query = 'mutation ($input: AssignVideosInput!) { assignVideos(input: $input) { assignedCount } }'
    await made(admin.graph(query, { input: { ...bulk, videoIds: [three] } }))
    const assigned = (await made(ann.get(path))).map((one: any) => [one.videoId, one.assignedUserId])
    expect(new Map(assigned)).toEqual(new Map([one, two, three].map((id) => [id, bob.id])))
    const twice = { videoId: one, username: bob.username, assignedUserId: bob.id }
    expect(await ann.post(path, twice)).toMatchObject(refusal('assignedUserId'))
  })
})
