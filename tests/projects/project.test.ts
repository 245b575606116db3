import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '../../src/jobs/job-runner.service.js'
import { jobTypes } from '../../src/job-types.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { frames, made, makeContent, makeVideo, types } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let admin: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  admin = await api.admin()
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
let count = 0
const slug = () => `slug-${++count}`

async function projectOf(owner: Person, more: object = {}) {
  const created = await owner.post('/api/projects', { name: 'Project', slug: slug(), ...more })
  expect(created.status).toBe(201)
  return created.body
}

async function groupOf(owner: Person) {
  return (await owner.post('/api/groups', { name: 'Group', slug: slug() })).body
}

const join = (owner: Person, projectId: string, userId: string, role: string) =>
  owner.post(`/api/projects/${projectId}/members`, { userId, role })

/** Makes a member an owner, which only SQL can do. */
async function makeOwner(projectId: string, userId: string) {
  await api.app.services.db
    .updateTable('projectMemberships')
    .set({ role: 'project_owner' })
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute()
}

describe('projects', () => {
  it('belong to their maker or to a group, and the maker is project_owner either way (PR-03)', async () => {
    const own = await projectOf(ann, { description: 'mine', settings: { b: 1, a: [true] } })
    expect(own).toEqual({
      id: expect.any(String),
      name: 'Project',
      description: 'mine',
      slug: own.slug,
      ownerUserId: ann.id,
      ownerGroupId: null,
      settings: { b: 1, a: [true] },
      isArchived: false,
      createdBy: ann.id,
      createdAt: expect.any(String),
      updatedAt: own.createdAt,
    })
    const group = await groupOf(ann)
    const ofGroup = await projectOf(ann, { ownerGroupId: group.id })
    expect(ofGroup).toMatchObject({ ownerUserId: null, ownerGroupId: group.id, settings: {} })
    const read = await ann.get(`/api/projects/${ofGroup.id}`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual({
      ...ofGroup,
      videoAssignmentCount: 0,
      members: [expect.objectContaining({ userId: ann.id, role: 'project_owner' })],
    })
    expect(read.body.members[0].user).toEqual({
      id: ann.id,
      username: 'ann',
      displayName: 'ann',
      email: 'ann@example.org',
      isService: false,
    })
  })

  it('are made for another user only by administrators, and for a group only by its admins and owners (PR-01, PR-04)', async () => {
    expect(
      (await ann.post('/api/projects', { name: 'P', slug: slug(), ownerUserId: ann.id.toUpperCase() })).body
        .ownerUserId,
    ).toBe(ann.id)
    expect((await ann.post('/api/projects', { name: 'P', slug: slug(), ownerUserId: ben.id })).status).toBe(403)
    expect((await admin.post('/api/projects', { name: 'P', slug: slug(), ownerUserId: ben.id })).body.ownerUserId).toBe(
      ben.id,
    )
    expect((await admin.post('/api/projects', { name: 'P', slug: slug(), ownerUserId: missing })).body.error).toBe(
      'User not found',
    )
    const group = await groupOf(ann)
    expect(
      (await ann.post('/api/projects', { name: 'P', slug: slug(), ownerUserId: ann.id, ownerGroupId: group.id }))
        .status,
    ).toBe(400)
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    for (const [who, ownerGroupId] of [
      [ben, group.id],
      [ann, missing],
      [admin, group.id],
    ] as const) {
      const refused = await who.post('/api/projects', { name: 'P', slug: slug(), ownerGroupId })
      expect([refused.status, refused.body.error]).toEqual([403, 'Insufficient permissions'])
    }
    await made(ann.put(`/api/groups/${group.id}/members/${ben.id}`, { role: 'group_admin' }))
    expect((await ben.post('/api/projects', { name: 'P', slug: slug(), ownerGroupId: group.id })).status).toBe(201)
  })

  it('refuse what is malformed with 400 and a slug that is taken with 409; of two at once exactly one is made', async () => {
    for (const body of [
      { slug: slug() },
      { name: '', slug: slug() },
      { name: 'P', slug: 'No' },
      { name: 'P', slug: slug(), settings: [] },
      { name: 'P', slug: slug(), ownerGroupId: 'x' },
    ]) {
      expect((await ann.post('/api/projects', body)).status).toBe(400)
    }
    expect((await api.anonymous.post('/api/projects', { name: 'P', slug: slug() })).status).toBe(401)
    const wanted = slug()
    const answers = await Promise.all(
      [ann, ben, ann, ben].map((who) => who.post('/api/projects', { name: 'P', slug: wanted })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([201, 409, 409, 409])
  })

  it('are listed by scope without repetition, newest first, with the direct role (PR-05)', async () => {
    const eva = await api.person()
    const own = await projectOf(eva)
    const group = await groupOf(ann)
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: eva.id, role: 'group_member' }))
    const ofGroup = await projectOf(ann, { ownerGroupId: group.id })
    const joined = await projectOf(ben)
    await join(ben, joined.id, eva.id, 'reviewer')
    await projectOf(ben)
    const listed = async (query: string) =>
      (await eva.get(`/api/projects${query}`)).body.map((one: { id: string; myRole: string }) => [one.id, one.myRole])
    expect(await listed('')).toEqual([
      [joined.id, 'reviewer'],
      [ofGroup.id, null],
      [own.id, 'project_owner'],
    ])
    expect(await listed('?scope=personal')).toEqual([[own.id, 'project_owner']])
    expect(await listed('?scope=group')).toEqual([[ofGroup.id, null]])
    expect((await eva.get('/api/projects?scope=all')).body[0]._count).toEqual({ members: 2 })
    expect((await eva.get('/api/projects?scope=mine')).status).toBe(400)
    expect((await api.anonymous.get('/api/projects')).status).toBe(401)
    const { data } = await eva.graph(
      '{ projects(filter: { scope: GROUP }) { nodes { id myRole memberCount ownerGroup { slug } owner { id } } totalCount } }',
    )
    const node = { id: ofGroup.id, myRole: null, memberCount: 1, ownerGroup: { slug: group.slug }, owner: null }
    expect(data.projects).toEqual({ nodes: [node], totalCount: 1 })
  })

  it("are listed whoever's they are to administrators who ask for it, and to nobody else", async () => {
    const theirs = await projectOf(ben)
    const admin = await api.admin()
    const ids = async (who: Person, query: string) =>
      (await who.get(`/api/projects${query}`)).body.map((one: { id: string }) => one.id)
    expect(await ids(admin, '')).not.toContain(theirs.id)
    expect(await ids(admin, '?everyones=true')).toContain(theirs.id)
    expect(await ids(admin, '?everyones=true&isArchived=true')).not.toContain(theirs.id)
    expect((await ann.get('/api/projects?everyones=true')).status).toBe(403)
    const query =
      'query ($search: String) { projects(filter: { everyones: true, search: $search }) { nodes { id } totalCount } }'
    const asked = { search: theirs.slug }
    expect((await admin.graph(query, asked)).data.projects).toEqual({ nodes: [{ id: theirs.id }], totalCount: 1 })
    expect((await ann.graph(query, asked)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('are open as viewer to members of the owning group, for reading only (PR-06)', async () => {
    const group = await groupOf(ann)
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_admin' }))
    const project = await projectOf(ann, { ownerGroupId: group.id })
    for (const path of ['', '/members', '/personas'])
      expect((await ben.get(`/api/projects/${project.id}${path}`)).status).toBe(200)
    expect((await ben.put(`/api/projects/${project.id}`, { name: 'x' })).status).toBe(403)
    expect((await ben.delete(`/api/projects/${project.id}`)).status).toBe(403)
    expect((await join(ben, project.id, admin.id, 'viewer')).status).toBe(403)
  })

  it('are changed by owners and managers alone, and listed unless they are archived (PR-07, ST-04)', async () => {
    const project = await projectOf(ann, { settings: { a: 1, b: 2 } })
    const path = `/api/projects/${project.id}`
    await join(ann, project.id, ben.id, 'annotator')
    expect((await ben.put(path, { name: 'x' })).status).toBe(403)
    expect((await admin.put(path, { name: 'x' })).status).toBe(403)
    await made(ann.put(`${path}/members/${ben.id}`, { role: 'project_manager' }))
    const changed = await ben.put(path, {
      name: 'New',
      settings: { c: 3 },
      isArchived: true,
      slug: 'other',
      description: 'd',
    })
    expect(changed.body).toMatchObject({
      name: 'New',
      settings: { c: 3 },
      isArchived: true,
      slug: project.slug,
      description: 'd',
    })
    const listed = async (query = '') =>
      (await made(ben.get(`/api/projects${query}`))).map((one: { id: string }) => one.id)
    expect(await listed()).not.toContain(project.id)
    expect(await listed('?isArchived=true')).toContain(project.id)
    expect((await ben.put(path, { name: 'x' })).status).toBe(409)
    expect((await ben.put(path, { isArchived: false, description: null })).body).toMatchObject({
      isArchived: false,
      description: null,
      name: 'New',
    })
    const unchanged = (await ben.put(path, {})).body
    expect(unchanged).toEqual((await ben.put(path, {})).body)
    for (const body of [{ name: '' }, { settings: [] }, { isArchived: 'yes' }])
      expect((await ben.put(path, body)).status).toBe(400)
  })

  it('are deleted by owners and administrators; content stays, memberships go (PR-09, PR-13)', async () => {
    const project = await projectOf(ann)
    await join(ann, project.id, ben.id, 'project_manager')
    const { body: persona } = await ben.post('/api/personas', {
      name: 'n',
      role: 'r',
      informationNeed: 'i',
      projectId: project.id,
    })
    expect((await ben.delete(`/api/projects/${project.id}`)).status).toBe(403)
    expect((await admin.delete(`/api/projects/${project.id}`)).body).toEqual({
      message: 'Project deleted successfully',
    })
    expect((await ann.delete(`/api/projects/${project.id}`)).body.error).toBe('Project not found')
    expect((await ben.get(`/api/personas/${persona.id}`)).body.projectId).toBeNull()
    const own = await projectOf(ann)
    expect((await ann.delete(`/api/projects/${own.id}`)).status).toBe(200)
  })

  it('tell each reader what they may do, as the routes then answer (PR-07, PR-09, PR-10)', async () => {
    const project = await projectOf(ann)
    const roles = { project_manager: await api.person(), annotator: await api.person(), viewer: await api.person() }
    for (const [role, who] of Object.entries(roles)) await join(ann, project.id, who.id, role)
    const query = 'query ($id: ID!) { project(id: $id) { viewerCan { update delete manageMembers addToWorld } } }'
    for (const who of [...Object.values(roles), admin, ann]) {
      const newcomer = await api.person()
      const can = (await who.graph(query, { id: project.id })).data.project.viewerCan
      expect((await who.put(`/api/projects/${project.id}`, { name: 'Other' })).status === 200).toBe(can.update)
      expect((await join(who, project.id, newcomer.id, 'viewer')).status === 201).toBe(can.manageMembers)
      if (!can.delete) expect((await who.delete(`/api/projects/${project.id}`)).status).toBe(403)
      await made(who.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
      const moved = await who.post('/api/world/move', { ids: ['ferry'], toProjectId: project.id })
      expect(moved.status).toBe(can.addToWorld ? 200 : 403)
      expect(can.addToWorld).toBe(who !== roles.viewer)
      expect(can.delete).toBe(who === ann || who === admin)
    }
  })

  it('answer in the order 401, 400, 404, 403 on every route (G-04)', async () => {
    const project = await projectOf(ann)
    const base = `/api/projects/${project.id}`
    const calls: [string, string, unknown][] = [
      ['get', base, undefined],
      ['put', base, { name: 'x' }],
      ['delete', base, undefined],
      ['post', `${base}/members`, { userId: missing, role: 'viewer' }],
      ['get', `${base}/members`, undefined],
      ['put', `${base}/members/${ann.id}`, { role: 'viewer' }],
      ['delete', `${base}/members/${ann.id}`, undefined],
      ['get', `${base}/personas`, undefined],
    ]
    const status = async (who: Person, method: string, path: string, body: unknown) =>
      (await who[method as 'post'](path, body)).status
    for (const [method, path, body] of calls) {
      const label = `${method} ${path}`
      expect([label, await status(api.anonymous, method, path, body)]).toEqual([label, 401])
      expect([label, await status(ben, method, path.replace(project.id, 'nonsense'), body)]).toEqual([label, 400])
      expect([label, await status(ben, method, path.replace(project.id, missing), body)]).toEqual([label, 404])
      expect([label, await status(ben, method, path, body)]).toEqual([label, 403])
      if (method === 'get') expect([label, await status(admin, method, path, body)]).toEqual([label, 200])
      else if (path !== base) expect([label, await status(admin, method, path, body)]).toEqual([label, 403])
    }
    expect(
      (await ben.graph('query ($id: ID!) { project(id: $id) { id } }', { id: project.id })).data.project,
    ).toBeNull()
    expect(
      (await admin.graph('query ($id: ID!) { project(id: $id) { id } }', { id: project.id })).data.project.id,
    ).toBe(project.id)
  })

  it('list the personas that members may read, hidden ones only to their owners (PR-14)', async () => {
    const project = await projectOf(ann)
    await join(ann, project.id, ben.id, 'annotator')
    const base = { role: 'r', informationNeed: 'i', projectId: project.id }
    const { body: first } = await ann.post('/api/personas', { ...base, name: 'first' })
    const { body: hidden } = await ann.post('/api/personas', { ...base, name: 'hidden', hidden: true })
    const { body: second } = await ben.post('/api/personas', { ...base, name: 'second' })
    const names = async (who: Person) =>
      (await who.get(`/api/projects/${project.id}/personas`)).body.map((one: { id: string }) => one.id)
    expect(await names(ann)).toEqual([second.id, hidden.id, first.id])
    expect(await names(ben)).toEqual([second.id, first.id])
    expect((await ben.get(`/api/projects/${project.id}/personas`)).body[1]).toEqual(first)
    const { data } = await ben.graph(
      'query ($id: ID!) { project(id: $id) { personas(first: 1) { nodes { name project { slug } } totalCount } } }',
      { id: project.id },
    )
    expect(data.project.personas).toEqual({
      nodes: [{ name: 'second', project: { slug: project.slug } }],
      totalCount: 2,
    })
  })
})

describe('a project that an administrator makes for somebody', () => {
  it('is open to that user as an owner (PR-01, PR-03)', async () => {
    const { id } = await projectOf(admin, { ownerUserId: ben.id.toUpperCase() })
    const { status, body } = await ben.get(`/api/projects/${id}`)
    expect(status).toBe(200)
    expect(body.members.map((one: { userId: string; role: string }) => [one.userId, one.role])).toEqual([
      [admin.id, 'project_owner'],
      [ben.id, 'project_owner'],
    ])
    expect((await ben.put(`/api/projects/${id}`, { name: 'Mine' })).status).toBe(200)
    expect((await admin.delete(`/api/projects/${id}/members/${admin.id}`)).status).toBe(200)
    const { data } = await ben.graph('query ($id: ID!) { project(id: $id) { myRole } }', { id })
    expect(data.project).toEqual({ myRole: 'PROJECT_OWNER' })
  })
})

describe('members of a project', () => {
  it('are added with the refusals in the order of PR-10', async () => {
    const project = await projectOf(ann)
    const path = `/api/projects/${project.id}/members`
    const added = await ann.post(path, { userId: ben.id, role: 'project_manager' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: expect.any(String),
      userId: ben.id,
      projectId: project.id,
      role: 'project_manager',
      joinedAt: expect.any(String),
      user: { id: ben.id, username: 'ben', displayName: 'ben', email: 'ben@example.org', isService: false },
    })
    const invalid = await ben.post(`/api/projects/${missing}/members`, { userId: missing, role: 'project_owner' })
    expect([invalid.status, invalid.body.error]).toEqual([400, 'Invalid role'])
    const unknown = await ben.post(path, { userId: missing, role: 'viewer' })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'User not found'])
    const twice = await ben.post(path, { userId: ann.id, role: 'viewer' })
    expect([twice.status, twice.body.error]).toEqual([409, 'User is already a member'])
    expect((await ben.get(path)).body.map((one: { userId: string }) => one.userId)).toEqual([ann.id, ben.id])
  })

  it('never change the own role, and the last owner keeps it (PR-11)', async () => {
    const project = await projectOf(ann)
    const path = `/api/projects/${project.id}/members`
    await join(ann, project.id, ben.id, 'project_manager')
    const own = await ben.put(`${path}/${ben.id}`, { role: 'viewer' })
    expect([own.status, own.body.error]).toEqual([400, 'Own role cannot be changed'])
    const last = await ben.put(`${path}/${ann.id}`, { role: 'viewer' })
    expect([last.status, last.body.error]).toEqual([400, 'Cannot change the role of the last project owner'])
    expect((await ben.put(`${path}/${missing}`, { role: 'viewer' })).body.error).toBe('Member not found')
    expect((await ben.put(`${path}/${ann.id}`, { role: 'boss' })).body.error).toBe('Invalid role')
    const changed = await ann.put(`${path}/${ben.id}`, { role: 'viewer' })
    expect(changed.body).toMatchObject({ userId: ben.id, role: 'viewer', user: { username: 'ben' } })
    expect((await ben.put(`${path}/${ann.id}`, { role: 'viewer' })).status).toBe(403)
  })

  it('may leave, but not the last owner (PR-12)', async () => {
    const project = await projectOf(ann)
    const path = `/api/projects/${project.id}/members`
    await join(ann, project.id, ben.id, 'viewer')
    const last = await ann.delete(`${path}/${ann.id}`)
    expect([last.status, last.body.error]).toEqual([400, 'Cannot remove the last project owner'])
    expect((await ben.delete(`${path}/${ben.id}`)).body).toEqual({ message: 'Member removed successfully' })
    expect((await ben.get(path)).status).toBe(403)
    expect((await ann.delete(`${path}/${ben.id}`)).body.error).toBe('Member not found')
    await join(ann, project.id, ben.id, 'viewer')
    expect((await ann.delete(`${path}/${ben.id}`)).status).toBe(200)
  })

  it('lose at most one of two owners who leave, or demote each other, at once (PR-11, PR-12)', async () => {
    for (let round = 0; round < 4; round++) {
      const project = await projectOf(ann)
      await join(ann, project.id, ben.id, 'project_manager')
      await makeOwner(project.id, ben.id)
      const path = `/api/projects/${project.id}/members`
      const answers =
        round % 2
          ? await Promise.all([ann.delete(`${path}/${ann.id}`), ben.delete(`${path}/${ben.id}`)])
          : await Promise.all([
              ann.put(`${path}/${ben.id}`, { role: 'viewer' }),
              ben.put(`${path}/${ann.id}`, { role: 'viewer' }),
            ])
      // The slower request comes from somebody who is no owner any more (403), or who is now the last one (400).
      expect(answers.map((one) => one.status).sort()).toEqual([200, round % 2 ? 400 : 403])
      const owners = (await admin.get(path)).body.filter((one: { role: string }) => one.role === 'project_owner')
      expect(owners).toHaveLength(1)
    }
  })

  it('keep an owner also where SQL goes round the service: the refusal comes at commit (PR-12)', async () => {
    const project = await projectOf(ann)
    const removal = api.app.services.db.deleteFrom('projectMemberships').where('projectId', '=', project.id).execute()
    await expect(removal).rejects.toMatchObject({ constraint: 'project_memberships_last_owner' })
  })
})

describe('content', () => {
  it('stays in its project when a member links an annotation to something else (PR-17)', async () => {
    const project = await projectOf(ann)
    await made(join(ann, project.id, ben.id, 'project_manager'))
    const { annotationId } = await makeContent(ann, await makeVideo(api), project.id)
    const own = await made(ben.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }))
    const path = `/api/annotations/${annotationId}`
    for (const link of [
      { type: 'object', linkType: 'entity', label: 'ferry', personaId: null },
      { type: 'type', linkType: null, label: 'ship', personaId: own.id },
    ])
      expect((await made(ben.put(path, link))).projectId).toBe(project.id)
    const { updateAnnotation } = await made(
      ben.graph(
        'mutation ($input: UpdateAnnotationInput!) { updateAnnotation(input: $input) { annotation { project { id } } } }',
        { input: { id: annotationId, type: 'object', linkType: 'ENTITY', label: 'ferry', personaId: null } },
      ),
    )
    expect(updateAnnotation.annotation).toEqual({ project: { id: project.id } })
    expect((await made(ann.put(path, { projectId: null }))).projectId).toBeNull()
  })

  it('moves into a project where its author may make such content, and out again (PR-17)', async () => {
    const project = await projectOf(ben)
    const closed = await projectOf(ben)
    const videoId = await makeVideo(api)
    const { personaId, annotationId, summaryId, claimId } = await makeContent(ann, videoId)
    const summary = `/api/videos/${videoId}/summaries/${summaryId}`
    const rows = [`/api/personas/${personaId}`, `/api/annotations/${annotationId}`, summary]
    const reads = [rows[0]!, `/api/annotations/${videoId}`, summary.replace(summaryId, personaId)]
    const projectIds = async () =>
      Promise.all(
        reads.map(async (one) => {
          const body = await made(ann.get(one))
          return (Array.isArray(body) ? body[0] : body).projectId
        }),
      )
    const put = (into: string | null) =>
      Promise.all(rows.map(async (one) => (await ann.put(one, { projectId: into })).status))
    const seen = async () =>
      Promise.all([rows[0]!, reads[2]!, `/api/claims/${claimId}`].map(async (one) => (await ben.get(one)).status))
    expect(await put(project.id)).toEqual([404, 404, 404])
    await made(join(ben, project.id, ann.id, 'viewer'))
    expect(await put(project.id)).toEqual([404, 404, 404])
    expect(await projectIds()).toEqual([null, null, null])
    expect(await seen()).toEqual([404, 404, 404])
    await made(ben.put(`/api/projects/${project.id}/members/${ann.id}`, { role: 'annotator' }))
    expect((await ann.put(rows[0]!, { projectId: missing })).body).toMatchObject({ error: 'Project not found' })
    expect((await ann.put(rows[0]!, { projectId: 'x' })).status).toBe(400)
    expect(await put(project.id)).toEqual([200, 200, 200])
    expect(await projectIds()).toEqual([project.id, project.id, project.id])
    expect(await seen()).toEqual([200, 200, 200])
    expect(await put(closed.id)).toEqual([404, 404, 404])
    // In a project, Ann's role decides what she may do, even with what she made herself (PM-10).
    await made(ben.put(`/api/projects/${project.id}/members/${ann.id}`, { role: 'viewer' }))
    for (const into of [project.id, closed.id, null]) expect(await put(into)).toEqual([404, 404, 404])
    expect(await projectIds()).toEqual([project.id, project.id, project.id])
    await made(ben.put(`/api/projects/${project.id}/members/${ann.id}`, { role: 'annotator' }))
    expect(await put(null)).toEqual([200, 200, 200])
    expect(await projectIds()).toEqual([null, null, null])
    expect(await seen()).toEqual([404, 404, 404])
    expect((await ben.put(rows[0]!, { projectId: project.id })).status).toBe(404)
  })

  it('moves by GraphQL as by REST, and not into or out of an archived project (PR-17, ST-04)', async () => {
    const project = await projectOf(ann)
    const videoId = await makeVideo(api)
    const { personaId, annotationId, summaryId } = await makeContent(ann, videoId)
    const move = (projectId: string | null) =>
      ann.graph(
        `mutation ($persona: UpdatePersonaInput!, $annotation: UpdateAnnotationInput!, $summary: UpdateSummaryInput!) {
          updatePersona(input: $persona) { persona { project { id } } }
          updateAnnotation(input: $annotation) { annotation { project { id } } }
          updateSummary(input: $summary) { summary { project { id } } }
        }`,
        {
          persona: { id: personaId, projectId },
          annotation: { id: annotationId, projectId },
          summary: { id: summaryId, projectId },
        },
      )
    const all = (to: object) => ({
      updatePersona: { persona: to },
      updateAnnotation: { annotation: to },
      updateSummary: { summary: to },
    })
    expect((await move(project.id)).data).toEqual(all({ project: { id: project.id } }))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    const codes = async (answer: ReturnType<typeof move>) =>
      (await answer).errors?.map(({ extensions }) => extensions.code)
    expect(await codes(move(null))).toContain('CONFLICT')
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: false }))
    expect((await move(null)).data).toEqual(all({ project: null }))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    expect(await codes(move(project.id))).toContain('CONFLICT')
  })

  it('answers with what a manager has moved out of the project, though it is then its author’s alone (PR-17)', async () => {
    const project = await projectOf(ann)
    await made(join(ann, project.id, ben.id, 'project_manager'))
    const { annotationId, summaryId } = await makeContent(ann, await makeVideo(api), project.id)
    const move = async (name: string, member: string, id: string) =>
      made(
        ben.graph(
          `mutation ($input: U${name.slice(1)}Input!) { moved: ${name}(input: $input) { ${member} { id projectId } } }`,
          { input: { id, projectId: null } },
        ),
      )
    for (const [name, member, id] of [
      ['updateAnnotation', 'annotation', annotationId],
      ['updateSummary', 'summary', summaryId],
    ] as const)
      expect((await move(name, member, id)).moved[member], name).toEqual({ id, projectId: null })
    const videoId = await makeVideo(api)
    const other = await makeContent(ann, videoId, project.id)
    const path = `/api/videos/${videoId}/summaries/${other.summaryId}`
    expect((await made(ben.put(path, { projectId: null }))).projectId).toBeNull()
    expect((await ben.put(path, { comment: 'x' })).status).toBe(404)
  })
})

describe('an archived project', () => {
  const refusal = 'The project is archived: it can be read, not changed'

  it('is read-only in all its content, members and videos until it is restored (ST-04)', async () => {
    const project = await projectOf(ann)
    const path = `/api/projects/${project.id}`
    const videoId = await makeVideo(api)
    const otherVideo = await makeVideo(api)
    await made(join(ann, project.id, ben.id, 'project_manager'))
    await made(ann.post(`${path}/videos`, { videoId }))
    const content = await makeContent(ann, videoId, project.id)
    await made(ann.put(`${path}/world`, { entities: [{ id: 'ferry', name: 'Ferry' }] }))
    const { personaId, annotationId, summaryId, claimId, otherClaimId, relationId } = content
    const persona = { name: 'n', role: 'r', informationNeed: 'i', projectId: project.id }
    const annotation = { videoId, personaId, type: 'type', label: 'ship', frames }
    const relation = { targetClaimId: claimId, relationTypeId: 'contradicts' }
    const writes: [method: 'post' | 'put' | 'delete', path: string, body?: object][] = [
      ['post', '/api/personas', persona],
      ['put', `/api/personas/${personaId}`, { name: 'x' }],
      ['put', `/api/personas/${personaId}/ontology`, { ...types, roles: [] }],
      ['post', '/api/annotations', annotation],
      ['put', `/api/annotations/${annotationId}`, { label: 'x' }],
      ['delete', `/api/annotations/${videoId}/${annotationId}`],
      ['post', '/api/summaries', { videoId, personaId, summary: 'x' }],
      ['post', '/api/summaries', { videoId: otherVideo, personaId, summary: 'x' }],
      ['put', `/api/videos/${videoId}/summaries/${summaryId}`, { comment: 'x' }],
      ['post', `/api/summaries/${summaryId}/claims`, { text: 'x' }],
      ['put', `/api/claims/${claimId}`, { text: 'x' }],
      ['post', `/api/claims/${otherClaimId}/relations`, relation],
      ['delete', `/api/claims/relations/${relationId}`],
      ['delete', `/api/claims/${claimId}`],
      ['delete', `/api/summaries/${summaryId}/claims`],
      ['delete', `/api/videos/${videoId}/summaries/${personaId}`],
      ['delete', `/api/personas/${personaId}`],
      ['put', `${path}/world`, { entities: [] }],
      ['post', `${path}/videos`, { videoId: otherVideo }],
      ['delete', `${path}/videos/${videoId}`],
      ['post', `${path}/members`, { userId: admin.id, role: 'viewer' }],
      ['put', `${path}/members/${ben.id}`, { role: 'viewer' }],
      ['delete', `${path}/members/${ben.id}`],
    ]
    const send = ([method, at, body]: (typeof writes)[number]) =>
      method === 'delete' ? ann.delete(at) : ann[method](at, body ?? {})
    const reads = ['', '/members', '/personas', '/world', '/videos'].map((part) => path + part)
    reads.push(`/api/annotations/${videoId}`, `/api/videos/${videoId}/summaries`, `/api/claims/${claimId}`)
    const read = () => Promise.all(reads.map(async (one) => made(ann.get(one))))
    const lines = async () =>
      (await ann.get('/api/export/all')).text.split('\n').filter((line) => line && !line.includes('"type":"metadata"'))
    await made(ann.put(path, { isArchived: true }))
    const before = [await read(), await lines()]
    expect(before[1]?.length).toBeGreaterThan(5)
    for (const write of writes) {
      const { status, body } = await send(write)
      expect([...write.slice(0, 2), status, body.message ?? body.error]).toEqual([...write.slice(0, 2), 409, refusal])
    }
    const graph = await ann.graph(
      'mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id } } }',
      { input: { id: claimId, text: 'x' } },
    )
    expect(graph.errors?.[0]).toMatchObject({ message: refusal, extensions: { code: 'CONFLICT' } })
    expect([await read(), await lines()]).toEqual(before)
    expect((await ben.get(`${path}/world`)).status).toBe(200)
    const can = `{ persona(id: "${personaId}") { viewerCan { update delete share } } }`
    expect((await ann.graph(can)).data.persona.viewerCan).toEqual({ update: false, delete: false, share: true })
    await made(ann.put(path, { isArchived: false }))
    expect((await ann.graph(can)).data.persona.viewerCan).toEqual({ update: true, delete: true, share: true })
    for (const write of writes) expect([write[1], (await send(write)).status]).not.toContain(409)
  })

  it('takes in no import and no job, also none that was accepted before (ST-04)', async () => {
    const project = await projectOf(ann)
    const videoId = await makeVideo(api)
    const { personaId, summaryId } = await makeContent(ann, videoId, project.id)
    const generate = { videoId, personaId, onEdited: 'replace' }
    const accepted = [
      await made(ann.post('/api/videos/summaries/generate', generate)),
      await made(ann.post(`/api/summaries/${summaryId}/claims/extract`, {})),
    ]
    const exported = (await ann.get('/api/export/all')).text
      .split('\n')
      .filter((line) => line.includes(personaId) && /^\{"type":"(persona|ontology)"/.test(line))
      .map((line) => line.replace('"name":"Ship"', '"name":"Barge"').replace('"role":"Scout"', '"role":"Pilot"'))
    const send = async (route: string) => {
      const form = new FormData()
      form.set('options', JSON.stringify({ conflictResolution: { personas: 'replace' } }))
      form.set('file', new File([exported.join('\n')], 'lines.jsonl'))
      const answer = await ann.request(route, { method: 'POST', body: form })
      return { status: answer.status, body: (await answer.json()) as any }
    }
    const stored = () => made(ann.get(`/api/personas/${personaId}/ontology`))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    const before = await stored()

    const imported = await send('/api/import')
    expect([imported.status, imported.body.message]).toEqual([409, refusal])
    expect(await stored()).toEqual(before)
    for (const [at, body] of [
      ['/api/videos/summaries/generate', generate],
      [`/api/summaries/${summaryId}/claims/extract`, {}],
      [`/api/summaries/${summaryId}/claims/generate`, {}],
      [`/api/summaries/${summaryId}/synthesize`, {}],
    ] as const) {
      const { status, body: said } = await ann.post(at, body)
      expect([at, status, said.message]).toEqual([at, 409, refusal])
    }
    for (const { jobId } of accepted) {
      const row = await api.app.services.db
        .selectFrom('jobs')
        .select(['id', 'queue'])
        .where('publicId', '=', jobId)
        .executeTakeFirstOrThrow()
      await runJob(
        api.app.context(),
        row.id,
        jobTypes.find(({ name }) => name === row.queue)!,
      )
      expect(await made(ann.get(`/api/jobs/${jobId}`))).toMatchObject({ status: 'failed', error: refusal })
    }
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: false }))
    expect((await send('/api/import')).body.success).toBe(true)
    expect((await stored()).entities[0].name).toBe('Barge')
  })

  it('can be deleted, as can the account of its owner (ST-04)', async () => {
    const leaver = await api.person()
    const project = await projectOf(leaver)
    const videoId = await makeVideo(api)
    const { claimId } = await makeContent(leaver, videoId, project.id)
    await made(leaver.put(`/api/projects/${project.id}`, { isArchived: true }))
    await made(leaver.delete(`/api/projects/${project.id}`))
    await made(leaver.put(`/api/claims/${claimId}`, { text: 'Free again' }))
    const second = await projectOf(leaver)
    await makeContent(leaver, videoId, second.id)
    await made(leaver.put(`/api/projects/${second.id}`, { isArchived: true }))
    await made(admin.delete(`/api/admin/users/${leaver.id}`))
  })
})

describe('project mutations', () => {
  it('do by GraphQL what REST does, and later ones in one request see what earlier ones did', async () => {
    const { data, errors } = await ann.graph(
      'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id myRole settings members { role email user { username } } personas { totalCount } } } }',
      { input: { name: 'P', slug: slug(), settings: { a: 1 } } },
    )
    expect(errors).toBeUndefined()
    expect(data.createProject.project).toMatchObject({
      myRole: 'PROJECT_OWNER',
      settings: { a: 1 },
      members: [{ role: 'PROJECT_OWNER', email: 'ann@example.org', user: { username: 'ann' } }],
      personas: { totalCount: 0 },
    })
    const { id } = data.createProject.project
    const two = await ann.graph(
      `mutation ($add: AddProjectMemberInput!, $change: ChangeProjectRoleInput!, $update: UpdateProjectInput!, $remove: RemoveProjectMemberInput!) {
        addProjectMember(input: $add) { projectMember { role project { memberCount } } }
        changeProjectRole(input: $change) { projectMember { role user { username } } }
        removeProjectMember(input: $remove) { project { id } }
        updateProject(input: $update) { project { isArchived memberCount viewerCan { update manageMembers addToWorld } } }
      }`,
      {
        add: { projectId: id, user: { userId: ben.id }, role: 'ANNOTATOR' },
        change: { projectId: id, userId: ben.id, role: 'REVIEWER' },
        update: { id, isArchived: true },
        remove: { projectId: id, userId: ben.id },
      },
    )
    expect(two.data).toEqual({
      addProjectMember: { projectMember: { role: 'ANNOTATOR', project: { memberCount: 2 } } },
      changeProjectRole: { projectMember: { role: 'REVIEWER', user: { username: 'ben' } } },
      removeProjectMember: { project: { id } },
      updateProject: {
        project: {
          isArchived: true,
          memberCount: 1,
          viewerCan: { update: true, manageMembers: false, addToWorld: false },
        },
      },
    })
    const refused = await ben.graph('mutation ($input: IdInput!) { deleteProject(input: $input) { deletedIds } }', {
      input: { id },
    })
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect(
      (
        await ann.graph('mutation ($input: IdInput!) { deleteProject(input: $input) { deletedIds } }', {
          input: { id },
        })
      ).data.deleteProject.deletedIds,
    ).toEqual([id])
  })

  it('gets a group with more members than a statement has parameters', async () => {
    const lead = await api.person()
    const group = await made(lead.post('/api/groups', { name: 'Crowd', slug: slug() }))
    const project = await made(lead.post('/api/projects', { name: 'Square', slug: slug() }))
    await api.app.services.pool.query(
      `with made as (insert into users (id, username, display_name, password_hash)
         select gen_random_uuid(), 'crowd-' || n, 'Crowd ' || n, '-' from generate_series(1, 14000) n returning id)
       insert into group_memberships (id, group_id, user_id, role)
       select gen_random_uuid(), $1, id, 'group_member' from made`,
      [group.id],
    )
    const body = { groupId: group.id, role: 'viewer' }
    const { projectMembers } = await made(lead.post(`/api/projects/${project.id}/members/group`, body))
    expect(projectMembers).toHaveLength(14_000)
    await api.app.services.pool.query("delete from users where username like 'crowd-%'")
  })

  it('gets everybody of a group as members in one act, and is told who was one already', async () => {
    const [lead, mia, noa, otto] = [await api.person(), await api.person(), await api.person(), await api.person()]
    const group = await made(lead.post('/api/groups', { name: 'Harbour watch', slug: slug() }))
    for (const { id } of [mia, noa, otto])
      await made(lead.post(`/api/groups/${group.id}/members`, { userId: id, role: 'group_member' }))
    const project = await made(lead.post('/api/projects', { name: 'Quay', slug: slug() }))
    const path = `/api/projects/${project.id}`
    await made(lead.post(`${path}/members`, { userId: noa.id, role: 'reviewer' }))
    await made(lead.post(`${path}/invitations`, { userId: otto.id, role: 'viewer' }))
    const add = (who: Person, body: object) => who.post(`${path}/members/group`, body)
    const rolesOf = (members: any[]) => members.map(({ userId, role }) => [userId, role.toLowerCase()])

    // Refusals, after which nobody is a member.
    const other = await made(ann.post('/api/groups', { name: 'Of others', slug: slug() }))
    expect(await add(lead, { groupId: group.id, role: 'project_owner' })).toMatchObject({ status: 400 })
    expect(await add(lead, { groupId: missing, role: 'viewer' })).toMatchObject({ status: 404 })
    expect(await add(lead, { groupId: other.id, role: 'viewer' })).toMatchObject({ status: 403 })
    expect(await add(noa, { groupId: group.id, role: 'viewer' })).toMatchObject({ status: 403 })
    expect(await made(lead.get(`${path}/members`))).toHaveLength(2)

    const { result, statements } = await statementsOf(() => made(add(lead, { groupId: group.id, role: 'annotator' })))
    expect(rolesOf(result.projectMembers).toSorted()).toEqual(
      [
        [mia.id, 'annotator'],
        [otto.id, 'annotator'],
      ].toSorted(),
    )
    expect(rolesOf(result.alreadyMembers)).toEqual([
      [lead.id, 'project_owner'],
      [noa.id, 'reviewer'],
    ])
    expect(statements.filter((text) => /^insert into "?project_memberships/.test(text))).toHaveLength(1)
    expect((await made(mia.get(path))).members).toHaveLength(4)
    const invitations = await made(lead.get(`${path}/invitations`))
    expect(invitations.map(({ status }: any) => status)).toEqual(['accepted'])

    // Once more nobody is new.
    const again = await made(
      lead.graph(
        `mutation ($input: AddGroupToProjectInput!) { addGroupToProject(input: $input) {
          projectMembers { userId role } alreadyMembers { userId role user { id } } } }`,
        { input: { projectId: project.id, groupId: group.id, role: 'VIEWER' } },
      ),
    )
    expect(again.addGroupToProject.projectMembers).toEqual([])
    expect(rolesOf(again.addGroupToProject.alreadyMembers).toSorted()).toEqual(
      [
        [lead.id, 'project_owner'],
        [mia.id, 'annotator'],
        [noa.id, 'reviewer'],
        [otto.id, 'annotator'],
      ].toSorted(),
    )
    await made(lead.delete(`${path}/members/${mia.id}`))
    await made(lead.put(path, { isArchived: true }))
    expect(await add(lead, { groupId: group.id, role: 'viewer' })).toMatchObject({ status: 409 })
  })
})
