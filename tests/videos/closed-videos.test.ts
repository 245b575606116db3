import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'
import { makeProject } from './support.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

const videosOf = (project: string) => `/api/projects/${project}/videos`

/** Whether somebody sees the video, by every way of looking that there is; the ways must agree. */
async function sees(person: Person, videoId: string, projectId?: string): Promise<boolean> {
  const listed = async (path: string) =>
    (await made(person.get(path))).some((video: { id: string }) => video.id === videoId)
  const { data } = await person.graph(
    'query ($id: ID!) { video(id: $id) { id } videos(first: 100) { nodes { id } } }',
    { id: videoId },
  )
  const explained = await admin.graph(
    'query ($userId: ID!, $id: ID!) { explainAccess(userId: $userId, action: "read", kind: "video", id: $id) { allowed } }',
    { userId: person.id, id: videoId },
  )
  const found = [
    (await person.get(`/api/videos/${videoId}`)).status === 200,
    await listed('/api/videos'),
    data.video !== null,
    data.videos.nodes.some((video: { id: string }) => video.id === videoId),
    explained.data.explainAccess.allowed,
    ...(projectId ? [await listed(`/api/videos?projectId=${projectId}`)] : []),
  ]
  expect(new Set(found).size, `of one mind: ${found.join(', ')}`).toBe(1)
  return found[0] ?? false
}

describe('a video that an administrator closes', () => {
  it('is closed also to those who had assigned it to their own project or to themselves before', async () => {
    const [ann, ben, eva] = [await api.person(), await api.person(), await api.person()]
    const videoId = await makeVideo(api)
    const own = await makeProject(api, ann.id, { [ben.id]: 'viewer' })
    const given = await makeProject(api, eva.id)
    await made(ann.post(videosOf(own), { videoId, assignedUserId: ann.id }))
    for (const person of [ann, ben, eva]) expect(await sees(person, videoId)).toBe(true)
    expect(await sees(ben, videoId, own)).toBe(true)

    await made(admin.post(videosOf(given), { videoId }))
    expect(await sees(eva, videoId, given)).toBe(true)
    expect(await sees(ann, videoId, own)).toBe(false)
    expect(await sees(ben, videoId, own)).toBe(false)
    expect((await ann.get(`/api/videos/${videoId}/stream`)).status).toBe(404)
    expect((await ann.post(videosOf(await makeProject(api, ann.id)), { videoId })).status).toBe(404)

    // Taking it out and in again is assigning a video that one does not see.
    await made(ann.delete(`${videosOf(own)}/${videoId}`))
    expect((await ann.post(videosOf(own), { videoId })).status).toBe(404)

    await made(admin.delete(`${videosOf(given)}/${videoId}`))
    for (const person of [ann, ben, eva]) expect(await sees(person, videoId)).toBe(true)
  })

  it('is seen there again once an administrator assigns the same, or a rule does', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const own = await makeProject(api, ann.id, { [ben.id]: 'viewer' })
    const other = await makeProject(api, ann.id, { [ben.id]: 'viewer' })
    const given = await makeProject(api, admin.id)
    const [byList, byRule] = [await makeVideo(api), await makeVideo(api)]
    await made(ann.post(videosOf(own), { videoId: byList }))
    await made(ann.post(videosOf(other), { videoId: byRule }))
    for (const videoId of [byList, byRule]) {
      await made(admin.post(videosOf(given), { videoId }))
      expect(await sees(ben, videoId)).toBe(false)
    }
    await made(admin.post('/api/admin/video-assignments/bulk', { projectId: own, videoIds: [byList] }))
    expect(await sees(ben, byList, own)).toBe(true)
    const rule = await made(
      admin.post('/api/admin/video-assignments/rules', {
        name: byRule,
        conditions: [{ field: 'filename', operator: 'equals', value: `${byRule}.mp4` }],
        targetType: 'project',
        targetId: other,
      }),
    )
    await made(admin.post('/api/admin/video-assignments/rules/evaluate-all'))
    expect(await sees(ben, byRule, other)).toBe(true)
    await made(admin.delete(`/api/admin/video-assignments/rules/${rule.id}`))
  })

  it('is shown by whoever sees it to the people of another project that they manage', async () => {
    const [ann, ben, stranger] = [await api.person(), await api.person(), await api.person()]
    const videoId = await makeVideo(api)
    const given = await makeProject(api, admin.id, { [ann.id]: 'project_manager' })
    const own = await makeProject(api, ann.id, { [ben.id]: 'annotator' })
    await made(admin.post(videosOf(given), { videoId }))
    expect(await sees(ben, videoId)).toBe(false)
    await made(ann.post(videosOf(own), { videoId }))
    expect(await sees(ben, videoId, own)).toBe(true)
    expect(await sees(stranger, videoId)).toBe(false)
  })
})
