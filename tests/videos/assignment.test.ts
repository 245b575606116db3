import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { makeProject } from './support.js'

let api: TestApi
let admin: Person
let owner: Person
let manager: Person
let annotator: Person
let stranger: Person
let projectId: string
const missing = '0193e5a0-0000-7000-8000-000000000000'

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ;[owner, manager, annotator, stranger] = (await Promise.all(
    ['owner', 'manager', 'annotator', 'stranger'].map((name) => api.person(name)),
  )) as [Person, Person, Person, Person]
  projectId = await makeProject(api, owner.id, { [manager.id]: 'project_manager', [annotator.id]: 'annotator' })
  await addVideos(...Array.from({ length: 12 }, (_, index) => `v${index}`))
})
afterAll(() => api.stop())

async function addVideos(...ids: string[]): Promise<void> {
  const rows = ids.map((id, index) => ({
    id,
    filename: `${id}.mp4`,
    path: `/x/${id}.mp4`,
    createdAt: new Date(Date.UTC(2020, 0, 1) + index * 1000),
  }))
  await api.app.services.db.insertInto('videos').values(rows).execute()
}

const videosOf = (project: string) => `/api/projects/${project}/videos`

describe('videos of a project', () => {
  it('are assigned by owners, managers and administrators and listed newest first (VA-02, VA-03)', async () => {
    const created = await owner.post(videosOf(projectId), { videoId: 'v0', assignedUserId: annotator.id })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      projectId,
      videoId: 'v0',
      assignedUserId: annotator.id,
      source: 'manual',
      ruleDefinition: null,
      assignedBy: owner.id,
      assignedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
    expect((await manager.post(videosOf(projectId), { videoId: 'v1', assignedUserId: null })).status).toBe(201)
    expect((await admin.post(videosOf(projectId), { videoId: 'v2' })).status).toBe(201)
    const listed = await annotator.get(videosOf(projectId))
    expect(listed.status).toBe(200)
    expect(listed.body.map((one: { videoId: string }) => one.videoId)).toEqual(['v2', 'v1', 'v0'])
    expect(listed.body[2]).toEqual(created.body)
    expect((await admin.get(videosOf(projectId))).body).toEqual(listed.body)
    const { data } = await annotator.graph(
      'query ($id: ID!) { videoAssignments(projectId: $id, first: 2) { totalCount nodes { id projectId videoId video { filename } assignedUser { username } source ruleDefinition assignedBy: creatorId assignedAt } pageInfo { hasNextPage } } }',
      { id: projectId },
    )
    expect(data.videoAssignments).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      nodes: [{ id: listed.body[0].id, video: { filename: 'v2.mp4' }, assignedUser: null }, { id: listed.body[1].id }],
    })
    const nested = await annotator.graph(
      'query ($id: ID!) { project(id: $id) { videoAssignments(first: 1) { totalCount nodes { videoId project { id } } } } }',
      { id: projectId },
    )
    expect(nested.data.project.videoAssignments).toEqual({
      totalCount: 3,
      nodes: [{ videoId: 'v2', project: { id: projectId } }],
    })
    const seen = await annotator.graph('{ video(id: "v0") { assignments { id assignedUser { username } } } }')
    expect(seen.data.video.assignments).toEqual([{ id: created.body.id, assignedUser: { username: 'annotator' } }])
  })

  it('answer in the order of checks: body 400, project 404, role 403, video 404, user 404, duplicate 409 (VA-01, VA-03)', async () => {
    const post = async (who: Person, project: string, body: object) => {
      const { status, body: answer } = await who.post(videosOf(project), body)
      return [status, answer.error]
    }
    expect(await post(api.anonymous, missing, {})).toEqual([401, 'Authentication required'])
    expect(await post(stranger, 'x', {})).toEqual([400, 'Validation error'])
    expect(await post(stranger, missing, {})).toEqual([400, 'Validation error'])
    expect(await post(stranger, missing, { videoId: 'nope' })).toEqual([404, 'Project not found'])
    expect(await post(stranger, projectId, { videoId: 'nope' })).toEqual([403, 'Insufficient permissions'])
    expect(await post(annotator, projectId, { videoId: 'nope' })).toEqual([403, 'Insufficient permissions'])
    expect(await post(owner, projectId, { videoId: 'nope', assignedUserId: missing })).toEqual([404, 'Video not found'])
    expect(await post(owner, projectId, { videoId: 'v0', assignedUserId: missing })).toEqual([404, 'User not found'])
    expect(await post(owner, projectId, { videoId: 'v0', assignedUserId: 'x' })).toEqual([400, 'Validation error'])
    expect(await post(owner, projectId, { videoId: 'v0' })).toEqual([409, 'Video is already assigned to this project'])
    const graph = await stranger.graph(
      'mutation ($input: AssignVideoInput!) { assignVideo(input: $input) { videoAssignment { id } } }',
      { input: { projectId, videoId: 'v3' } },
    )
    expect(graph.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const twice = await owner.graph(
      'mutation ($input: AssignVideoInput!) { assignVideo(input: $input) { videoAssignment { id } } }',
      { input: { projectId, videoId: 'v0' } },
    )
    expect(twice.errors?.[0]).toMatchObject({
      message: 'Video is already assigned to this project',
      extensions: { code: 'CONFLICT' },
    })
  })

  it('can only be videos that the caller sees (VA-03, VA-17)', async () => {
    const other = await makeProject(api, stranger.id)
    expect((await admin.post(videosOf(other), { videoId: 'v4' })).status).toBe(201)
    expect((await owner.post(videosOf(projectId), { videoId: 'v4' })).body.error).toBe('Video not found')
    expect((await admin.post(videosOf(projectId), { videoId: 'v4' })).status).toBe(201)
  })

  it('stay open to everybody until an administrator or a rule of theirs assigns them, and open again after (VA-17)', async () => {
    const project = await makeProject(api, stranger.id)
    const seen = async (who: Person) => [
      (await who.get('/api/videos/v5')).status,
      (await who.get('/api/videos')).body.filter((video: { id: string }) => video.id === 'v5').length,
      (await who.graph('{ video(id: "v5") { id } }')).data.video !== null,
      (
        await admin.graph(
          `{ explainAccess(userId: "${who.id}", action: "read", kind: "video", id: "v5") { allowed reasons } }`,
        )
      ).data.explainAccess,
    ]
    const open = [200, 1, true, { allowed: true, reasons: ['not closed'] }]
    const closed = [404, 0, false, { allowed: false, reasons: [] }]
    expect((await stranger.post(videosOf(project), { videoId: 'v5' })).status).toBe(201)
    expect(await seen(annotator)).toEqual(open)
    const again = async () => expect((await owner.post(videosOf(projectId), { videoId: 'v5' })).status).toBe(201)
    await again()
    expect(await seen(annotator)).toMatchObject([200, 1, true, { allowed: true }])
    const take = async (of: string) => expect((await admin.delete(`${videosOf(of)}/v5`)).status).toBe(200)
    await take(projectId)

    // An administrator assigns the video singly, in bulk (also where the project has it already), and by a rule.
    const third = await makeProject(api, manager.id)
    expect((await admin.post(videosOf(third), { videoId: 'v5' })).status).toBe(201)
    expect(await seen(annotator)).toEqual(closed)
    await take(third)
    expect(await seen(annotator)).toEqual(open)
    const many = await admin.post('/api/admin/video-assignments/bulk', { projectId: project, videoIds: ['v5'] })
    expect(many.body).toEqual({ created: 0 })
    expect(await seen(annotator)).toEqual(closed)
    await take(project)
    expect(await seen(annotator)).toEqual(open)
    const rule = await admin.post('/api/admin/video-assignments/rules', {
      name: 'v5',
      conditions: [{ field: 'filename', operator: 'equals', value: 'v5.mp4' }],
      targetType: 'project',
      targetId: third,
    })
    expect((await manager.post(videosOf(third), { videoId: 'v5' })).status).toBe(201)
    expect(await seen(annotator)).toEqual(open)
    const run = await admin.post('/api/admin/video-assignments/rules/evaluate-all')
    expect(run.body).toMatchObject({ assignmentsCreated: 0 })
    expect(await seen(annotator)).toEqual(closed)
    expect(await seen(manager)).toMatchObject([200, 1, true, { allowed: true }])
    await made(admin.delete(`/api/admin/video-assignments/rules/${rule.body.id}`))
    await take(third)
    expect(await seen(annotator)).toEqual(open)
  })

  it('are listed for members and administrators alone', async () => {
    expect((await api.anonymous.get(videosOf(projectId))).status).toBe(401)
    expect((await stranger.get(videosOf(missing))).body.error).toBe('Project not found')
    expect((await stranger.get(videosOf(projectId))).status).toBe(403)
    expect((await stranger.get(videosOf('x'))).status).toBe(400)
    const { errors } = await stranger.graph('query ($id: ID!) { videoAssignments(projectId: $id) { totalCount } }', {
      id: projectId,
    })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('are taken away: project 404, role 403, assignment 404 (VA-04)', async () => {
    const take = async (who: Person, project: string, video: string) => {
      const { status, body } = await who.delete(`${videosOf(project)}/${video}`)
      return [status, body.error ?? body]
    }
    expect(await take(api.anonymous, projectId, 'v1')).toEqual([401, 'Authentication required'])
    expect(await take(stranger, missing, 'v1')).toEqual([404, 'Project not found'])
    expect(await take(annotator, projectId, 'nope')).toEqual([403, 'Insufficient permissions'])
    expect(await take(owner, projectId, 'nope')).toEqual([404, 'Assignment not found'])
    expect(await take(manager, projectId, 'v1')).toEqual([200, { success: true }])
    expect(await take(manager, projectId, 'v1')).toEqual([404, 'Assignment not found'])
    const graph = await admin.graph(
      'mutation ($input: UnassignVideoInput!) { unassignVideo(input: $input) { project { id } video { id } } }',
      { input: { projectId, videoId: 'v2' } },
    )
    expect(graph.data.unassignVideo).toEqual({ project: { id: projectId }, video: { id: 'v2' } })
  })

  it('need the grant of the permission table beside the role (PM-09)', async () => {
    const { db } = api.app.services
    const grant = db
      .deleteFrom('rolePermissions')
      .where('role', '=', 'project_owner')
      .where('resourceType', '=', 'video')
      .where('action', '=', 'assign')
    const [row] = await grant.returningAll().execute()
    expect((await owner.post(videosOf(projectId), { videoId: 'v5' })).status).toBe(403)
    expect((await manager.post(videosOf(projectId), { videoId: 'v5' })).status).toBe(201)
    if (row) await db.insertInto('rolePermissions').values(row).execute()
    expect((await owner.delete(`${videosOf(projectId)}/v5`)).status).toBe(200)
  })

  it('do not come through a group role alone: a viewer of a group project may look, not assign (PR-06)', async () => {
    const { db } = api.app.services
    const groupId = newId()
    await db
      .insertInto('userGroups')
      .values({ id: groupId, name: 'G', slug: `g-${groupId}`, createdBy: owner.id })
      .execute()
    await db
      .insertInto('groupMemberships')
      .values({ id: newId(), userId: stranger.id, groupId, role: 'group_owner' })
      .execute()
    const id = newId()
    await db
      .insertInto('projects')
      .values({ id, name: 'GP', slug: `p-${id}`, ownerGroupId: groupId, createdBy: owner.id })
      .execute()
    expect((await stranger.get(videosOf(id))).status).toBe(200)
    expect((await stranger.post(videosOf(id), { videoId: 'v6' })).status).toBe(403)
  })

  it('are given to nobody who was removed (VA-03, VA-05, VA-12)', async () => {
    const id = newId()
    await api.app.services.db
      .insertInto('users')
      .values({ id, username: `removed-${id}`, displayName: 'Removed user', isActive: false, removedAt: new Date() })
      .execute()
    const one = await owner.post(videosOf(projectId), { videoId: 'v11', assignedUserId: id })
    expect([one.status, one.body.error]).toEqual([404, 'User not found'])
    const bulk = { videoIds: ['v11'], projectId, assignedUserId: id }
    expect((await admin.post('/api/admin/video-assignments/bulk', bulk)).status).toBe(404)
    const conditions = [{ field: 'filename', operator: 'equals', value: 'x' }]
    const rule = { name: 'R', conditions, targetType: 'user', targetId: id }
    expect((await admin.post('/api/admin/video-assignments/rules', rule)).body.details?.[0]?.field).toBe('targetId')
  })
})

describe('videos put into a project together', () => {
  const bulk = (project: string) => `${videosOf(project)}/bulk`

  it('get one annotator, also those that the project has already, whose assignment stays', async () => {
    const id = await makeProject(api, owner.id, { [manager.id]: 'project_manager', [annotator.id]: 'annotator' })
    await addVideos('w0', 'w1', 'w2')
    const first = await made(owner.post(videosOf(id), { videoId: 'w1' }))
    const given = await manager.post(bulk(id), { videoIds: ['w2', 'w1', 'w2'], username: annotator.username })
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject([
      { videoId: 'w2', assignedUserId: annotator.id, source: 'manual', assignedBy: manager.id },
      { ...first, assignedUserId: annotator.id },
    ])
    const { data } = await owner.graph(
      'mutation ($input: AssignProjectVideosInput!) { assignProjectVideos(input: $input) { videoAssignments { videoId assignedUser { id } } } }',
      { input: { projectId: id, videoIds: ['w1', 'w0'], assignedUserId: null } },
    )
    expect(data.assignProjectVideos.videoAssignments).toEqual([
      { videoId: 'w1', assignedUser: null },
      { videoId: 'w0', assignedUser: null },
    ])
    const listed = (await annotator.get(videosOf(id))).body
    expect(listed.map((one: { assignedUserId: string }) => one.assignedUserId).sort()).toEqual([
      annotator.id,
      null,
      null,
    ])
  })

  it('are refused together: a stranger, an annotator, an unknown video, an unknown user, none, too many', async () => {
    const id = await makeProject(api, owner.id, { [annotator.id]: 'annotator' })
    await addVideos('w3')
    const post = async (who: Person, body: object) => {
      const { status, body: answer } = await who.post(bulk(id), body)
      return [status, answer.error]
    }
    const videoIds = ['w3']
    expect(await post(stranger, { videoIds })).toEqual([403, 'Insufficient permissions'])
    expect(await post(annotator, { videoIds })).toEqual([403, 'Insufficient permissions'])
    expect(await post(owner, { videoIds: ['w3', 'nope'] })).toEqual([404, 'Video not found'])
    expect(await post(owner, { videoIds, username: 'nobody-of-this-name' })).toEqual([404, 'User not found'])
    expect((await post(owner, { videoIds: [] }))[0]).toBe(400)
    expect((await post(owner, { videoIds: Array.from({ length: 1001 }, (_, i) => `${i}`) }))[0]).toBe(400)
    expect((await owner.get(videosOf(id))).body).toEqual([])
    expect((await owner.post(bulk(missing), { videoIds })).status).toBe(404)
  })

  it('are closed where an administrator puts them there, and stay open where only the user changes (VA-17)', async () => {
    const id = await makeProject(api, owner.id)
    await addVideos('w4', 'w5')
    await made(owner.post(videosOf(id), { videoId: 'w4' }))
    await made(admin.post(bulk(id), { videoIds: ['w4', 'w5'], assignedUserId: annotator.id }))
    expect((await stranger.get('/api/videos/w4')).status).toBe(200)
    expect((await stranger.get('/api/videos/w5')).status).toBe(404)
    expect((await annotator.get('/api/videos/w5')).status).toBe(200)
  })
})

describe('bulk assignment', () => {
  const path = '/api/admin/video-assignments/bulk'

  it('counts new assignments, leaves old ones as they are, and counts duplicates once (VA-05, VA-06)', async () => {
    const before = (await owner.get(videosOf(projectId))).body.find((one: { videoId: string }) => one.videoId === 'v0')
    const created = await admin.post(path, { videoIds: ['v0', 'v7', 'v7', 'v8'], projectId, assignedUserId: owner.id })
    expect([created.status, created.body]).toEqual([200, { created: 2 }])
    const after = (await owner.get(videosOf(projectId))).body
    expect(after.find((one: { videoId: string }) => one.videoId === 'v0')).toEqual(before)
    expect(after.find((one: { videoId: string }) => one.videoId === 'v7')).toMatchObject({
      source: 'manual',
      assignedUserId: owner.id,
      assignedBy: admin.id,
    })
    const { data } = await admin.graph(
      'mutation ($input: AssignVideosInput!) { assignVideos(input: $input) { assignedCount videoAssignments { video { id } project { id } } } }',
      { input: { videoIds: ['v8', 'v9'], projectId } },
    )
    const assigned = (id: string) => ({ video: { id }, project: { id: projectId } })
    expect(data.assignVideos).toEqual({ assignedCount: 1, videoAssignments: [assigned('v8'), assigned('v9')] })
  })

  it('is all or nothing and names what is unknown (VA-05)', async () => {
    const refused = await admin.post(path, { videoIds: ['v10', 'nope', 'gone'], projectId })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: 'Videos not found: nope, gone', code: 'VALIDATION_ERROR' })
    expect((await owner.get(videosOf(projectId))).body.some((one: { videoId: string }) => one.videoId === 'v10')).toBe(
      false,
    )
    expect((await admin.post(path, { videoIds: ['v10'], projectId: missing })).body.error).toBe('Project not found')
    expect((await admin.post(path, { videoIds: ['v10'], projectId, assignedUserId: missing })).body.error).toBe(
      'User not found',
    )
    expect((await admin.post(path, { videoIds: [], projectId })).body.details).toEqual([
      { field: 'videoIds', message: 'must have at least 1 item' },
    ])
    expect((await api.anonymous.post(path, {})).status).toBe(401)
    expect((await owner.post(path, {})).status).toBe(403)
  })
})
