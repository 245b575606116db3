import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
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

/** Tells whether the user sees the video, by every way of reading there is; expects that all ways agree. */
async function sees(person: Person, videoId: string, projectId?: string, asked = admin): Promise<boolean> {
  const listed = async (path: string) =>
    (await made(person.get(path))).some((video: { id: string }) => video.id === videoId)
  const { data } = await person.graph(
    'query ($id: ID!) { video(id: $id) { id } videos(first: 100) { nodes { id } } }',
    { id: videoId },
  )
  const explained = await asked.graph(
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

    // To remove it and assign it again is to assign a video that one does not see, which is refused.
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

describe('where videos are closed by default', () => {
  let closed: TestApi
  let boss: Person
  beforeAll(async () => {
    closed = await startApi({ VIDEO_DEFAULT_ACCESS: 'closed' })
    boss = await closed.admin()
  })
  afterAll(() => closed.stop())

  it('a video that no project has is for administrators alone, at every door (VA-17)', async () => {
    const ann = await closed.person()
    const videoId = await makeVideo(closed)
    const own = await makeProject(closed, ann.id)
    expect(await sees(ann, videoId, undefined, boss)).toBe(false)
    expect(await sees(boss, videoId, undefined, boss)).toBe(true)
    expect((await ann.post(videosOf(own), { videoId })).status).toBe(404)
    const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const job = await ann.post('/api/videos/summaries/generate', { videoId, personaId: persona.id })
    expect([job.status, job.body.error]).toEqual([404, 'Video not found'])
    for (const part of ['stream', 'thumbnail', 'url'])
      expect([part, (await ann.get(`/api/videos/${videoId}/${part}`)).status]).toEqual([part, 404])
    const { nodes } = (await ann.graph('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [videoId] })).data
    expect(nodes).toEqual([null])
  })

  it('is seen in the projects that have it, and where a rule brings it', async () => {
    const [ann, ben, stranger] = [await closed.person(), await closed.person(), await closed.person()]
    const [byHand, byRule] = [await makeVideo(closed), await makeVideo(closed)]
    const given = await makeProject(closed, ann.id, { [ben.id]: 'viewer' })
    await made(boss.post(videosOf(given), { videoId: byHand }))
    await made(
      boss.post('/api/admin/video-assignments/rules', {
        name: byRule,
        conditions: [{ field: 'filename', operator: 'equals', value: `${byRule}.mp4` }],
        targetType: 'project',
        targetId: given,
      }),
    )
    await made(boss.post('/api/admin/video-assignments/rules/evaluate-all'))
    for (const videoId of [byHand, byRule]) {
      for (const person of [ann, ben]) expect(await sees(person, videoId, given, boss)).toBe(true)
      expect(await sees(stranger, videoId, undefined, boss)).toBe(false)
    }
    // A manager who sees the video may assign it to another project; that stays when the first project loses it.
    const other = await makeProject(closed, ann.id, { [stranger.id]: 'viewer' })
    await made(ann.post(videosOf(other), { videoId: byHand }))
    await made(boss.delete(`${videosOf(given)}/${byHand}`))
    expect(await sees(stranger, byHand, other, boss)).toBe(true)
    expect(await sees(ben, byHand, undefined, boss)).toBe(false)
    await made(ann.delete(`${videosOf(other)}/${byHand}`))
    expect(await sees(ann, byHand, undefined, boss)).toBe(false)
  })

  it('leaves to projects what they took while videos were open', async () => {
    const [ann, stranger] = [await closed.person(), await closed.person()]
    const videoId = await makeVideo(closed)
    const own = await makeProject(closed, ann.id)
    // The row that a server stores while videos are open by default.
    await closed.app.services.db
      .insertInto('projectVideoAssignments')
      .values({ id: newId(), projectId: own, videoId, assignedBy: ann.id, closes: false, stands: false })
      .execute()
    expect(await sees(stranger, videoId, undefined, boss)).toBe(false)
    expect(await sees(ann, videoId, own, boss)).toBe(true)
  })

  it('means nothing in single-user mode, where one person has all', async () => {
    const single = await startApi({ VIDEO_DEFAULT_ACCESS: 'closed', SERVICE_MODE: 'single-user' })
    try {
      const videoId = await makeVideo(single)
      expect((await single.anonymous.get(`/api/videos/${videoId}`)).status).toBe(200)
    } finally {
      await single.stop()
    }
  })
})
