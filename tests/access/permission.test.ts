import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPermissions } from '../../db/seed.js'
import type { PermissionRow } from '../../src/access/permission.sql.js'
import { readMigrations } from '../../src/database/migrate/migrate.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
const path = '/api/admin/permissions'
let count = 0

async function rowOf(scope: string, role: string, resourceType: string, action: string) {
  const { body } = await admin.get(`${path}?scope=${scope}&role=${role}&resourceType=${resourceType}&action=${action}`)
  expect(body).toHaveLength(1)
  return body[0]
}

/** Deletes a row of the permission table while `act` runs, and restores it afterwards. */
async function without(row: PermissionRow, act: () => Promise<void>) {
  expect((await admin.delete(`${path}/${row.id}`)).status).toBe(204)
  try {
    await act()
  } finally {
    expect((await admin.post(path, row)).status).toBe(201)
  }
}

async function projectWith(role: string) {
  const { body: project } = await ann.post('/api/projects', { name: 'P', slug: `p-${++count}` })
  await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role }))
  return project
}

describe('the permission table', () => {
  it('starts with the 137 default rows, sorted, and is filtered by each column (PM-01)', async () => {
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    expect(body).toHaveLength(137)
    const key = (one: Record<string, unknown>) => [one.scope, one.role, one.resourceType, one.action].join('/')
    expect(body.map(key).sort()).toEqual(defaultPermissions().map(key).sort())
    const sorted = [...body].sort(
      (a, b) =>
        (['scope', 'role', 'resourceType', 'action'] as const)
          .map((k) => (a[k] < b[k] ? -1 : a[k] > b[k] ? 1 : 0))
          .find((n) => n) ?? 0,
    )
    expect(body.map(key)).toEqual(sorted.map(key))
    expect(Object.keys(body[0])).toEqual([
      'id',
      'scope',
      'role',
      'resourceType',
      'action',
      'ownOnly',
      'createdAt',
      'updatedAt',
    ])
    const filtered = await admin.get(`${path}?role=annotator&action=create`)
    expect(filtered.body).toHaveLength(5)
    expect(filtered.body.every((one: { ownOnly: boolean }) => one.ownOnly)).toBe(true)
    const { data } = await admin.graph(
      '{ permissions(role: "annotator", action: "create") { id scope resourceType ownOnly } }',
    )
    expect(data.permissions.map((one: { id: string }) => one.id)).toEqual(
      filtered.body.map((one: { id: string }) => one.id),
    )
  })

  it('lets owners and managers review after an update of the server, unless an administrator had decided', async () => {
    const { db } = api.app.services
    const rows = async (where: object) =>
      (await admin.get(`${path}?${new URLSearchParams({ scope: 'project', ...where })}`)).body as PermissionRow[]
    const reviews = async () =>
      (await rows({ action: 'review' })).map(({ role, resourceType }) => `${role} ${resourceType}`).sort()
    const all = await reviews()
    expect(all).toHaveLength(9)
    const update = async () => {
      const step = readMigrations().find(({ name }) => name.startsWith('0352_'))!.sql
      await sql.raw(step).execute(db)
    }
    /** As a table of an earlier release is: without the rows, and without entries of the log that tell of them. */
    const asBefore = async () => {
      await db.deleteFrom('rolePermissions').where('action', '=', 'review').where('role', '!=', 'reviewer').execute()
      await sql`delete from changes where kind = 'permission'`.execute(db)
      expect(await reviews()).toHaveLength(3)
    }
    await asBefore()
    for (let times = 0; times < 2; times++) {
      await update()
      expect(await reviews()).toEqual(all)
    }

    // A row of the role for the kind was removed, one was restricted, one was added: the role and the kind stay as is.
    await asBefore()
    const changed: PermissionRow[] = []
    for (const [role, resourceType, action] of [
      ['project_owner', 'claim', 'export'],
      ['project_manager', 'annotation', 'delete'],
    ] as const)
      changed.push(await rowOf('project', role, resourceType, action))
    expect((await admin.delete(`${path}/${changed[0]!.id}`)).status).toBe(204)
    expect((await admin.patch(`${path}/${changed[1]!.id}`, { ownOnly: true })).status).toBe(200)
    const fork = { scope: 'project', role: 'project_manager', resourceType: 'claim', action: 'fork' }
    const forked = await made(admin.post(path, fork))
    await update()
    const left = ['project_manager annotation', 'project_manager claim', 'project_owner claim']
    expect(await reviews()).toEqual(all.filter((one) => !left.includes(one)))
    expect((await admin.post(path, changed[0]!)).status).toBe(201)
    expect((await admin.patch(`${path}/${changed[1]!.id}`, { ownOnly: false })).status).toBe(200)
    expect((await admin.delete(`${path}/${forked.id}`)).status).toBe(204)

    // Reviewers were not to review summaries any more; managers were let review claims once, and then no longer.
    await asBefore()
    const judged = await rowOf('project', 'reviewer', 'summary', 'review')
    expect((await admin.delete(`${path}/${judged.id}`)).status).toBe(204)
    const once = await made(admin.post(path, { ...fork, action: 'review' }))
    expect((await admin.delete(`${path}/${once.id}`)).status).toBe(204)
    await update()
    const decided = ['project_manager claim', 'project_manager summary', 'project_owner summary', 'reviewer summary']
    expect(await reviews()).toEqual(all.filter((one) => !decided.includes(one)))
    expect((await admin.post(path, judged)).status).toBe(201)
    await asBefore()
    await update()
    expect(await reviews()).toEqual(all)
  })

  it('takes only words of the vocabulary, and each row once (PM-02, PM-05 to PM-07)', async () => {
    const row = { scope: 'project', role: 'viewer', resourceType: 'summary', action: 'export' }
    for (const wrong of [
      { scope: 'world' },
      { role: 'group_owner' },
      { role: 'boss' },
      { resourceType: 'thing' },
      { action: 'eat' },
      { ownOnly: 'yes' },
    ]) {
      const refused = await admin.post(path, { ...row, ...wrong })
      expect(refused.status).toBe(400)
      expect(refused.body.details[0].field).toBe(Object.keys(wrong)[0])
    }
    const created = await admin.post(path, row)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ ...row, ownOnly: false })
    const twice = await admin.post(path, row)
    expect([twice.status, twice.body.error]).toEqual([409, 'Permission already exists'])
    const patched = await admin.patch(`${path}/${created.body.id}`, { ownOnly: true })
    expect([patched.status, patched.body.ownOnly]).toEqual([200, true])
    expect((await admin.patch(`${path}/${created.body.id}`, {})).status).toBe(400)
    const gone = await admin.delete(`${path}/${created.body.id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    for (const id of [created.body.id, missing, 'no-uuid']) {
      expect((await admin.delete(`${path}/${id}`)).body.error).toBe('Permission not found')
      expect((await admin.patch(`${path}/${id}`, { ownOnly: true })).status).toBe(404)
    }
  })

  it('is for administrators alone', async () => {
    for (const [method, at] of [
      ['get', path],
      ['post', path],
      ['patch', `${path}/${missing}`],
      ['delete', `${path}/${missing}`],
    ] as const) {
      expect((await api.anonymous[method](at)).status).toBe(401)
      expect((await ann[method](at)).status).toBe(403)
    }
    expect((await ann.graph('{ permissions { id } }')).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('is changed by GraphQL mutations the same way', async () => {
    const input = { scope: 'project', role: 'viewer', resourceType: 'claim', action: 'update' }
    const created = await admin.graph(
      'mutation ($input: CreatePermissionInput!) { createPermission(input: $input) { permission { id ownOnly } } }',
      { input },
    )
    const { id } = created.data.createPermission.permission
    expect(created.data.createPermission.permission.ownOnly).toBe(false)
    const changed = await admin.graph(
      'mutation ($input: UpdatePermissionInput!) { updatePermission(input: $input) { permission { ownOnly } } }',
      { input: { id, ownOnly: true } },
    )
    expect(changed.data.updatePermission.permission.ownOnly).toBe(true)
    const wrong = await admin.graph(
      'mutation ($input: CreatePermissionInput!) { createPermission(input: $input) { permission { id } } }',
      { input: { ...input, action: 'eat' } },
    )
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.action' }],
    })
    expect(
      (
        await admin.graph('mutation ($input: IdInput!) { deletePermission(input: $input) { deletedIds } }', {
          input: { id },
        })
      ).data.deletePermission,
    ).toEqual({ deletedIds: [id] })
  })
})

describe('roles and the table together (PM-09)', () => {
  it('disable a route when the row of its action is removed, for everybody but administrators', async () => {
    const project = await projectWith('project_manager')
    const base = `/api/projects/${project.id}`
    await without(await rowOf('project', 'project_owner', 'project', 'update'), async () => {
      expect((await ann.put(base, { name: 'x' })).status).toBe(403)
      expect((await ben.put(base, { name: 'x' })).status).toBe(200)
    })
    expect((await ann.put(base, { name: 'x' })).status).toBe(200)
    await without(await rowOf('project', 'project_owner', 'project', 'manage_members'), async () => {
      expect((await ann.put(`${base}/members/${ben.id}`, { role: 'viewer' })).status).toBe(403)
      expect((await ann.get(`${base}/members`)).status).toBe(200)
    })
    await without(await rowOf('project', 'project_owner', 'project', 'delete'), async () => {
      expect((await ann.delete(base)).status).toBe(403)
      expect((await admin.delete(base)).status).toBe(200)
    })
    const { body: group } = await ann.post('/api/groups', { name: 'G', slug: `g-${++count}` })
    await without(await rowOf('group', 'group_owner', 'project', 'create'), async () => {
      expect(
        (await ann.post('/api/projects', { name: 'P', slug: `p-${++count}`, ownerGroupId: group.id })).status,
      ).toBe(403)
      expect((await ann.post('/api/projects', { name: 'P', slug: `p-${++count}` })).status).toBe(201)
    })
    await without(await rowOf('group', 'group_owner', 'group', 'read'), async () => {
      expect((await ann.get(`/api/groups/${group.id}`)).status).toBe(403)
    })
    await without(await rowOf('group', 'group_owner', 'group', 'delete'), async () =>
      expect((await ann.delete(`/api/groups/${group.id}`)).status).toBe(403),
    )
  })

  it('never let an added row bypass the role rule of a route', async () => {
    const project = await projectWith('viewer')
    const added = await admin.post(path, {
      scope: 'project',
      role: 'viewer',
      resourceType: 'project',
      action: 'manage',
    })
    expect(added.status).toBe(201)
    expect((await ben.put(`/api/projects/${project.id}`, { name: 'x' })).status).toBe(403)
    expect((await ben.delete(`/api/projects/${project.id}`)).status).toBe(403)
    await made(admin.delete(`${path}/${added.body.id}`))
  })

  it('let a member leave a project without any permission', async () => {
    const project = await projectWith('viewer')
    await without(await rowOf('project', 'viewer', 'project', 'read'), async () => {
      expect((await ben.get(`/api/projects/${project.id}`)).status).toBe(403)
      expect((await ben.delete(`/api/projects/${project.id}/members/${ben.id}`)).status).toBe(200)
    })
  })

  it('govern the content of projects: own rows only where the row says so (PM-10 to PM-12)', async () => {
    const project = await projectWith('annotator')
    const persona = async (who: Person) =>
      (await who.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i', projectId: project.id })).body
    const [hers, his] = [await persona(ann), await persona(ben)]
    expect((await ben.get(`/api/personas/${hers.id}`)).status).toBe(200)
    expect((await ben.put(`/api/personas/${hers.id}`, { name: 'x' })).status).toBe(404)
    expect((await ann.put(`/api/personas/${his.id}`, { name: 'x' })).status).toBe(200)
    const row = await rowOf('project', 'annotator', 'persona', 'update')
    await made(admin.patch(`${path}/${row.id}`, { ownOnly: false }))
    expect((await ben.put(`/api/personas/${hers.id}`, { name: 'x' })).status).toBe(200)
    await made(admin.patch(`${path}/${row.id}`, { ownOnly: true }))
    expect((await ben.put(`/api/personas/${hers.id}`, { name: 'y' })).status).toBe(404)
  })

  it('change from one request to the next while 50 requests run (PM-08)', async () => {
    const project = await projectWith('viewer')
    const row = await rowOf('project', 'viewer', 'project', 'read')
    const at = `/api/projects/${project.id}`
    const burst = async (size: number) =>
      new Set((await Promise.all(Array.from({ length: size }, () => ben.get(at)))).map((one) => one.status))
    expect(await burst(10)).toEqual(new Set([200]))
    const flood = burst(50)
    await without(row, async () => expect(await burst(10)).toEqual(new Set([403])))
    expect(await burst(10)).toEqual(new Set([200]))
    for (const status of await flood) expect([200, 403]).toContain(status)
  })

  it('follow memberships at once: who is removed reads no more, who joins reads (PM-08)', async () => {
    const project = await projectWith('viewer')
    const at = `/api/projects/${project.id}`
    for (let round = 0; round < 3; round++) {
      expect((await ben.get(at)).status).toBe(200)
      await made(ann.delete(`${at}/members/${ben.id}`))
      expect((await ben.get(at)).status).toBe(403)
      await made(ann.post(`${at}/members`, { userId: ben.id, role: 'viewer' }))
    }
  })

  it('ignore words outside the vocabulary that are stored already (PM-14)', async () => {
    const project = await projectWith('viewer')
    await api.app.services.db
      .insertInto('rolePermissions')
      .values({ id: missing, scope: 'project', role: 'wizard', resourceType: 'spell', action: 'cast' })
      .execute()
    expect((await ben.get(`/api/projects/${project.id}`)).status).toBe(200)
    expect((await admin.graph('{ permissions { id resourceType action } }')).data.permissions).toContainEqual({
      ...{ id: missing, resourceType: null, action: null },
    })
    await api.app.services.db.deleteFrom('rolePermissions').where('id', '=', missing).execute()
  })
})

describe('the members of groups and projects (PM-09)', () => {
  it('are closed by GraphQL as by REST to a role that may not read', async () => {
    const project = await projectWith('viewer')
    const group = await made(ann.post('/api/groups', { name: 'G', slug: `g-${++count}` }))
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    const query = `{ group(id: "${group.id}") { id } groups(first: 50) { nodes { id members { email } } }
      projects(first: 50) { nodes { id members { email } } } }`
    const seen = async () => {
      const data = await made(ben.graph(query))
      const members = (list: { nodes: { id: string; members: unknown[] }[] }, id: string) =>
        list.nodes.find((one) => one.id === id)?.members.length
      return [data.group !== null, members(data.groups, group.id), members(data.projects, project.id)]
    }
    expect(await seen()).toEqual([true, 2, 2])
    await without(await rowOf('group', 'group_member', 'group', 'read'), async () =>
      expect(await seen()).toEqual([false, 0, 2]),
    )
    await without(await rowOf('project', 'viewer', 'project', 'read'), async () =>
      expect(await seen()).toEqual([true, 2, 0]),
    )
  })
})

describe('explainAccess', () => {
  const query =
    'query ($userId: ID!, $action: PermissionAction!, $kind: Kind!, $id: ID!) { explainAccess(userId: $userId, action: $action, kind: $kind, id: $id) { allowed role reasons } }'
  const explain = async (who: Person, variables: object) => who.graph(query, variables as Record<string, unknown>)

  it('tells administrators why somebody may or may not do something', async () => {
    const project = await projectWith('annotator')
    const { body: persona } = await ann.post('/api/personas', {
      name: 'n',
      role: 'r',
      informationNeed: 'i',
      projectId: project.id,
    })
    const about = async (user: Person, action: string, kind: string, id: string) =>
      (await explain(admin, { userId: user.id, action, kind, id })).data.explainAccess
    expect(await about(ann, 'update', 'persona', persona.id)).toEqual({
      allowed: true,
      role: 'PROJECT_OWNER',
      reasons: ['owner', 'permission project/project_owner/persona/update'],
    })
    expect(await about(ben, 'read', 'persona', persona.id)).toEqual({
      allowed: true,
      role: 'ANNOTATOR',
      reasons: ['permission project/annotator/persona/read'],
    })
    const cleo = await api.person()
    await made(admin.put(`/api/admin/users/${cleo.id}`, { isActive: false, isAdmin: true }))
    expect(await about(cleo, 'read', 'persona', persona.id)).toEqual({
      allowed: false,
      role: null,
      reasons: ['the account is deactivated'],
    })
    expect(await about(ben, 'update', 'persona', persona.id)).toEqual({
      allowed: false,
      role: 'ANNOTATOR',
      reasons: [],
    })
    expect(await about(ben, 'read', 'project', project.id)).toEqual({
      allowed: true,
      role: 'ANNOTATOR',
      reasons: ['permission project/annotator/project/read'],
    })
    expect(await about(ben, 'delete', 'project', project.id)).toEqual({
      allowed: false,
      role: 'ANNOTATOR',
      reasons: [],
    })
    expect(
      (await explain(admin, { userId: missing, action: 'read', kind: 'persona', id: persona.id })).errors?.[0]?.message,
    ).toBe('User not found')
    expect(
      (await explain(admin, { userId: ben.id, action: 'read', kind: 'persona', id: missing })).errors?.[0]?.extensions
        .code,
    ).toBe('NOT_FOUND')
    expect(
      (await explain(admin, { userId: ben.id, action: 'eat', kind: 'persona', id: missing })).errors?.[0]?.extensions
        .code,
    ).toBe('VALIDATION_ERROR')
    expect(
      (await explain(ben, { userId: ben.id, action: 'read', kind: 'persona', id: persona.id })).errors?.[0]?.extensions
        .code,
    ).toBe('FORBIDDEN')
    for (const kind of ['project', 'group', 'user'])
      for (const user of [ben.id, (await made(admin.get('/api/user/profile'))).id])
        expect(
          (await explain(admin, { userId: user, action: 'read', kind, id: missing })).errors?.[0]?.extensions.code,
          kind,
        ).toBe('NOT_FOUND')
  })

  it('agrees with what the user then experiences', async () => {
    const project = await projectWith('reviewer')
    const { body: hers } = await ann.post('/api/personas', {
      name: 'n',
      role: 'r',
      informationNeed: 'i',
      projectId: project.id,
    })
    const { body: apart } = await ann.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' })
    for (const [user, id] of [
      [ann, hers.id],
      [ben, hers.id],
      [ben, apart.id],
      [admin, hers.id],
      [admin, apart.id],
    ] as const) {
      const said = (
        await explain(admin, {
          userId: user.id || (await user.get('/api/user/profile')).body.id,
          action: 'read',
          kind: 'persona',
          id,
        })
      ).data.explainAccess.allowed
      expect([id, (await user.get(`/api/personas/${id}`)).status]).toEqual([id, said ? 200 : 404])
    }
  })
})
