import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
let count = 0
const newGroup = () => ({ name: 'Team', slug: `team-${++count}` })

async function groupOf(owner: Person) {
  const made = await owner.post('/api/groups', newGroup())
  expect(made.status).toBe(201)
  return made.body
}

describe('groups', () => {
  it('are made with their maker as owner and read the same through REST and GraphQL (GR-01)', async () => {
    const made = await ann.post('/api/groups', { name: 'Birders', description: '', slug: 'birders' })
    expect(made.status).toBe(201)
    expect(Object.keys(made.body)).toEqual([
      'id',
      'name',
      'description',
      'slug',
      'createdBy',
      'createdAt',
      'updatedAt',
      'members',
    ])
    expect(made.body).toMatchObject({ name: 'Birders', description: '', slug: 'birders', createdBy: ann.id })
    expect(made.body.members).toEqual([
      {
        id: expect.any(String),
        userId: ann.id,
        groupId: made.body.id,
        role: 'group_owner',
        joinedAt: made.body.createdAt,
        user: { id: ann.id, username: 'ann', displayName: 'ann', email: 'ann@example.org', isService: false },
      },
    ])
    expect((await ann.get(`/api/groups/${made.body.id}`)).body).toEqual(made.body)
    const { data } = await ann.graph(
      'query ($id: ID!) { group(id: $id) { id slug userRole memberCount members { role email user { username } group { slug } } } }',
      { id: made.body.id },
    )
    expect(data.group).toEqual({
      id: made.body.id,
      slug: 'birders',
      userRole: 'GROUP_OWNER',
      memberCount: 1,
      members: [
        { role: 'GROUP_OWNER', email: 'ann@example.org', user: { username: 'ann' }, group: { slug: 'birders' } },
      ],
    })
  })

  it('refuse a slug of another form with 400 and one that is taken with 409', async () => {
    for (const slug of ['Team', 'a--b', '-a', 'a-', '', 'a b', 'x'.repeat(101), 7]) {
      const refused = await ann.post('/api/groups', { name: 'Team', slug })
      expect(refused.status).toBe(400)
      expect(refused.body.details[0].field).toBe('slug')
    }
    const { slug } = await groupOf(ann)
    const taken = await ben.post('/api/groups', { name: 'Other', slug })
    expect(taken.status).toBe(409)
    expect(taken.body.code).toBe('CONFLICT')
    const { errors } = await ben.graph(
      'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }',
      { input: { name: 'Other', slug } },
    )
    expect(errors?.[0]).toMatchObject({ message: taken.body.error, extensions: { code: 'CONFLICT' } })
  })

  it('are listed for their members, newest first, with the own role (GR-02)', async () => {
    const eva = await api.person()
    const first = await groupOf(eva)
    const second = await groupOf(ann)
    await made(ann.post(`/api/groups/${second.id}/members`, { userId: eva.id, role: 'group_member' }))
    const { status, body } = await eva.get('/api/groups')
    expect(status).toBe(200)
    const { members: _members, ...own } = first
    expect(body).toEqual([
      expect.objectContaining({ id: second.id, memberCount: 2, userRole: 'group_member' }),
      { ...own, memberCount: 1, userRole: 'group_owner' },
    ])
    const { data } = await eva.graph(
      '{ groups(first: 1) { nodes { id userRole } totalCount pageInfo { hasNextPage } } }',
    )
    expect(data.groups).toEqual({
      nodes: [{ id: second.id, userRole: 'GROUP_MEMBER' }],
      totalCount: 2,
      pageInfo: { hasNextPage: true },
    })
  })

  it('answer strangers and anonymous callers in the order of G-04: 401, 400, 404, 403 (GR-03, GR-04)', async () => {
    const group = await groupOf(ann)
    const admin = await api.admin()
    const member = `/api/groups/${group.id}/members/${ann.id}`
    const calls: [string, string, unknown][] = [
      ['get', `/api/groups/${group.id}`, undefined],
      ['put', `/api/groups/${group.id}`, { name: 'x' }],
      ['get', `/api/groups/${group.id}/members`, undefined],
      ['post', `/api/groups/${group.id}/members`, { userId: missing, role: 'group_member' }],
      ['put', member, { role: 'group_member' }],
      ['delete', member, undefined],
      ['delete', `/api/groups/${group.id}`, undefined],
    ]
    const send = (who: Person, method: string, path: string, body: unknown) => who[method as 'post'](path, body)
    for (const [method, path, body] of calls) {
      expect([method, path, (await send(api.anonymous, method, path, body)).status]).toEqual([method, path, 401])
      expect((await send(ben, method, path.replace(group.id, 'nonsense'), body)).status).toBe(400)
      const absent = await send(ben, method, path.replace(group.id, missing), body)
      expect([absent.status, absent.body.error]).toEqual([404, 'Group not found'])
      const stranger = await send(ben, method, path, body)
      expect([stranger.status, stranger.body.error]).toEqual([403, 'Insufficient permissions'])
      if (!(method === 'delete' && path.endsWith(group.id)))
        expect((await send(admin, method, path, body)).status).toBe(403)
    }
    expect((await api.anonymous.get('/api/groups')).status).toBe(401)
    expect((await api.anonymous.post('/api/groups', newGroup())).status).toBe(401)
    expect((await ben.graph('query ($id: ID!) { group(id: $id) { id } }', { id: group.id })).data.group).toBeNull()
    expect((await admin.delete(`/api/groups/${group.id}`)).body).toEqual({ success: true })
  })

  it('change name and description, never the slug (U-15, GR-13)', async () => {
    const group = await groupOf(ann)
    const changed = await ann.put(`/api/groups/${group.id}`, { name: 'New', description: 'what for', slug: 'other' })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      name: 'New',
      description: 'what for',
      slug: group.slug,
      members: group.members,
    })
    expect((await ann.put(`/api/groups/${group.id}`, { description: null })).body.description).toBeNull()
    expect((await ann.put(`/api/groups/${group.id}`, {})).body).toMatchObject({ name: 'New', description: null })
    expect((await ann.put(`/api/groups/${group.id}`, { name: '' })).status).toBe(400)
  })

  it('stay updatable by admins but not by plain members, and are deleted by owners alone', async () => {
    const group = await groupOf(ann)
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    expect((await ben.put(`/api/groups/${group.id}`, { name: 'x' })).status).toBe(403)
    await made(ann.put(`/api/groups/${group.id}/members/${ben.id}`, { role: 'group_admin' }))
    expect((await ben.put(`/api/groups/${group.id}`, { name: 'x' })).status).toBe(200)
    expect((await ben.delete(`/api/groups/${group.id}`)).status).toBe(403)
    expect((await ann.delete(`/api/groups/${group.id}`)).body).toEqual({ success: true })
    expect((await ann.get(`/api/groups/${group.id}`)).status).toBe(404)
  })

  it('hand their projects to the earliest project owner when deleted (ST-06)', async () => {
    const group = await groupOf(ann)
    const { body: project } = await ann.post('/api/projects', {
      name: 'P',
      slug: `of-${group.slug}`,
      ownerGroupId: group.id,
    })
    expect(project).toMatchObject({ ownerGroupId: group.id, ownerUserId: null })
    await made(ann.delete(`/api/groups/${group.id}`))
    expect((await ann.get(`/api/projects/${project.id}`)).body).toMatchObject({
      ownerGroupId: null,
      ownerUserId: ann.id,
    })
  })
})

describe('groups with the same members', () => {
  it('are all deleted when everybody deletes at once: no request dead-locks another', async () => {
    const admin = await api.admin()
    const others = await Promise.all(Array.from({ length: 5 }, () => api.person()))
    for (let round = 0; round < 3; round++) {
      const groups = await Promise.all(
        Array.from({ length: 6 }, async (_, n) => {
          const { id } = await groupOf(ann)
          for (const { id: userId } of n % 2 ? [...others].reverse() : others)
            await made(ann.post(`/api/groups/${id}/members`, { userId, role: 'group_member' }))
          return id as string
        }),
      )
      const answers = await Promise.all(groups.map((id) => admin.delete(`/api/groups/${id}`)))
      expect(answers.map((one) => one.status)).toEqual(groups.map(() => 200))
    }
  })
})

describe('members of a group', () => {
  it('are added by admins and owners, with the refusals in the order of GR-14', async () => {
    const group = await groupOf(ann)
    const path = `/api/groups/${group.id}/members`
    const added = await ann.post(path, { userId: ben.id, role: 'group_admin' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: expect.any(String),
      userId: ben.id,
      groupId: group.id,
      role: 'group_admin',
      joinedAt: expect.any(String),
      user: { id: ben.id, username: 'ben', displayName: 'ben', email: 'ben@example.org', isService: false },
    })
    expect((await ann.post(path, { userId: 'x', role: 'group_member' })).status).toBe(400)
    expect((await ann.post(path, { userId: ben.id })).status).toBe(400)
    const owner = await ann.post(path, { userId: missing, role: 'group_owner' })
    expect([owner.status, owner.body.error]).toEqual([400, 'Invalid role'])
    const unknown = await ben.post(path, { userId: missing, role: 'group_member' })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'User not found'])
    const twice = await ben.post(path, { userId: ann.id, role: 'group_member' })
    expect([twice.status, twice.body.error]).toEqual([409, 'User is already a member'])
    expect((await ben.get(path)).body.map((one: { userId: string }) => one.userId)).toEqual([ann.id, ben.id])
  })

  it('keep the role of owner; admins may step down (GR-05, GR-06, GR-07)', async () => {
    const group = await groupOf(ann)
    const path = `/api/groups/${group.id}/members`
    await made(ann.post(path, { userId: ben.id, role: 'group_admin' }))
    const owner = await ben.put(`${path}/${ann.id}`, { role: 'group_member' })
    expect([owner.status, owner.body.error]).toEqual([403, 'Cannot change the role of the group owner'])
    expect((await ben.put(`${path}/${missing}`, { role: 'group_member' })).body.error).toBe('Member not found')
    const invalid = await ben.put(`${path}/${missing}`, { role: 'group_owner' })
    expect([invalid.status, invalid.body.error]).toEqual([400, 'Invalid role'])
    const down = await ben.put(`${path}/${ben.id}`, { role: 'group_member' })
    expect(down.status).toBe(200)
    expect(down.body).toMatchObject({ userId: ben.id, role: 'group_member', user: { username: 'ben' } })
    expect((await ben.put(`${path}/${ben.id}`, { role: 'group_admin' })).status).toBe(403)
  })

  it('may leave, but not the last owner (GR-08)', async () => {
    const group = await groupOf(ann)
    const path = `/api/groups/${group.id}/members`
    await made(ann.post(path, { userId: ben.id, role: 'group_member' }))
    const last = await ann.delete(`${path}/${ann.id}`)
    expect([last.status, last.body.error]).toEqual([400, 'The last group owner cannot be removed'])
    expect((await ben.delete(`${path}/${ben.id}`)).body).toEqual({ success: true })
    expect((await ben.delete(`${path}/${ben.id}`)).body.error).toBe('Member not found')
    expect((await ann.delete(`${path}/${ben.id}`)).status).toBe(404)
  })

  it('lose at most one of two owners who leave at once (GR-08)', async () => {
    const admin = await api.admin()
    for (let round = 0; round < 5; round++) {
      const group = await groupOf(ann)
      await made(admin.post(`/api/admin/groups/${group.id}/members`, { userId: ben.id, role: 'group_owner' }))
      const answers = await Promise.all([
        ann.delete(`/api/groups/${group.id}/members/${ann.id}`),
        ben.delete(`/api/groups/${group.id}/members/${ben.id}`),
      ])
      expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
      expect(answers.find((one) => one.status === 400)?.body.error).toBe('The last group owner cannot be removed')
    }
  })

  it('keep an owner also where SQL goes round the service: the refusal comes at commit (GR-08)', async () => {
    const group = await groupOf(ann)
    const removal = api.app.services.db.deleteFrom('groupMemberships').where('groupId', '=', group.id).execute()
    await expect(removal).rejects.toMatchObject({ constraint: 'group_memberships_last_owner' })
  })
})

describe('administrators', () => {
  it('make, list, change, fill and delete any group by the routes of their own (GR-09 to GR-11)', async () => {
    const admin = await api.admin()
    const made = await admin.post('/api/admin/groups', { ...newGroup(), createdBy: ben.id })
    expect(made.status).toBe(201)
    expect(made.body.createdBy).toBe(ben.id)
    expect(made.body.members).toMatchObject([{ userId: ben.id, role: 'group_owner' }])
    const path = `/api/admin/groups/${made.body.id}`
    expect((await admin.put(path, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      members: made.body.members,
    })
    expect((await admin.post(`${path}/members`, { userId: ann.id, role: 'group_owner' })).status).toBe(201)
    expect((await admin.post(`${path}/members`, { userId: ann.id, role: 'group_member' })).status).toBe(409)
    expect((await admin.post(`${path}/members`, { userId: missing, role: 'group_member' })).body.error).toBe(
      'User not found',
    )
    expect((await admin.post(`${path}/members`, { userId: ann.id, role: 'boss' })).body.error).toBe('Invalid role')
    expect((await admin.get(`${path}/members`)).body).toMatchObject([
      { userId: ben.id },
      { userId: ann.id, role: 'group_owner' },
    ])
    const list = (await admin.get('/api/admin/groups')).body
    expect(list[0]).toMatchObject({ id: made.body.id, name: 'Renamed', _count: { members: 2 } })
    const times = list.map((one: { createdAt: string }) => one.createdAt)
    expect(times).toEqual([...times].sort().reverse())
    const { data } = await admin.graph('{ allGroups(first: 1) { nodes { id memberCount userRole } } }')
    expect(data.allGroups.nodes).toEqual([{ id: made.body.id, memberCount: 2, userRole: null }])
    expect((await admin.delete(path)).body).toEqual({ success: true })
    expect((await admin.delete(path)).status).toBe(404)
  })

  it('are told 404 for what is missing, 409 for a slug taken, 400 for what is malformed', async () => {
    const admin = await api.admin()
    const { slug } = await groupOf(ann)
    const unknown = await admin.post('/api/admin/groups', { ...newGroup(), createdBy: missing })
    expect([unknown.status, unknown.body.error]).toEqual([404, 'User not found'])
    expect((await admin.post('/api/admin/groups', { name: 'x', slug, createdBy: ann.id })).status).toBe(409)
    expect((await admin.post('/api/admin/groups', newGroup())).body.details).toEqual([
      { field: 'createdBy', message: 'is required' },
    ])
    expect((await admin.put(`/api/admin/groups/${missing}`, { name: 'x' })).status).toBe(404)
    expect((await admin.put('/api/admin/groups/x', { name: 'x' })).status).toBe(400)
    expect((await admin.get(`/api/admin/groups/${missing}/members`)).status).toBe(404)
    expect(
      (await admin.post(`/api/admin/groups/${missing}/members`, { userId: ann.id, role: 'group_member' })).body.error,
    ).toBe('Group not found')
  })

  it('are the only ones who may use them: 401 and 403 for everybody else', async () => {
    const group = await groupOf(ann)
    const calls: ['get' | 'post' | 'put' | 'delete', string][] = [
      ['get', '/api/admin/groups'],
      ['post', '/api/admin/groups'],
      ['put', `/api/admin/groups/${group.id}`],
      ['delete', `/api/admin/groups/${group.id}`],
      ['post', `/api/admin/groups/${group.id}/members`],
      ['get', `/api/admin/groups/${group.id}/members`],
    ]
    for (const [method, path] of calls) {
      expect([path, (await api.anonymous[method](path)).status]).toEqual([path, 401])
      const refused = await ann[method](path)
      expect([path, refused.status, refused.body.error]).toEqual([path, 403, 'Admin access required'])
    }
    const { errors } = await ann.graph('{ allGroups(first: 1) { nodes { id } } }')
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const mutation = 'mutation ($input: UpdateGroupInput!) { updateGroup(input: $input) { group { id } } }'
    expect(
      (await ann.graph(mutation, { input: { id: group.id, asAdministrator: true, name: 'x' } })).errors?.[0]?.message,
    ).toBe('Admin access required')
  })
})

describe('group mutations', () => {
  it('do by GraphQL what REST does, each with one input', async () => {
    const { data } = await ann.graph(
      'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id userRole members { user { username } } } } }',
      { input: newGroup() },
    )
    expect(data.createGroup.group).toMatchObject({ userRole: 'GROUP_OWNER', members: [{ user: { username: 'ann' } }] })
    const ofBen =
      'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { members { user { username } } } } }'
    const made = await (await api.admin()).graph(ofBen, { input: { ...newGroup(), creatorId: ben.id } })
    expect(made.data.createGroup.group.members).toEqual([{ user: { username: 'ben' } }])
    const { id } = data.createGroup.group
    const run = (field: string, type: string, input: unknown, selection: string) =>
      ann.graph(`mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`, { input })
    expect(
      (await run('updateGroup', 'UpdateGroupInput', { id, name: 'Two' }, '{ group { name description } }')).data
        .updateGroup.group,
    ).toEqual({ name: 'Two', description: null })
    const added = await run(
      'addGroupMember',
      'AddGroupMemberInput',
      { groupId: id, user: { userId: ben.id }, role: 'GROUP_MEMBER' },
      '{ groupMember { role group { memberCount } } }',
    )
    expect(added.data.addGroupMember.groupMember).toEqual({ role: 'GROUP_MEMBER', group: { memberCount: 2 } })
    const changed = await run(
      'changeGroupRole',
      'ChangeGroupRoleInput',
      { groupId: id, userId: ben.id, role: 'GROUP_ADMIN' },
      '{ groupMember { role } }',
    )
    expect(changed.data.changeGroupRole.groupMember.role).toBe('GROUP_ADMIN')
    const owner = await run(
      'changeGroupRole',
      'ChangeGroupRoleInput',
      { groupId: id, userId: ben.id, role: 'GROUP_OWNER' },
      '{ groupMember { role } }',
    )
    expect(owner.errors?.[0]).toMatchObject({ message: 'Invalid role', extensions: { code: 'VALIDATION_ERROR' } })
    expect(
      (
        await run(
          'removeGroupMember',
          'RemoveGroupMemberInput',
          { groupId: id, userId: ben.id },
          '{ group { memberCount } }',
        )
      ).data.removeGroupMember.group,
    ).toEqual({ memberCount: 1 })
    expect((await run('deleteGroup', 'IdInput', { id }, '{ deletedIds }')).data.deleteGroup.deletedIds).toEqual([id])
    expect((await ann.get(`/api/groups/${id}`)).status).toBe(404)
  })
})
