import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLeftContent } from '../../src/commands/doctor-outside.js'
import { systemPersonaId } from '../../src/personas/system-persona.js'
import { selectActiveKeys } from '../../src/accounts/api-key.sql.js'
import { selectActor } from '../../src/accounts/session.sql.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
let count = 0
const newUser = () => ({ username: `made-${++count}`, password: 'turnips', displayName: 'Made' })
const path = '/api/admin/users'

/** Makes a signed-in administrator besides the seeded one. */
async function secondAdmin(): Promise<Person> {
  const person = await api.person()
  await api.app.services.db
    .updateTable('users')
    .set({ systemRole: 'system_admin' })
    .where('id', '=', person.id)
    .execute()
  return person
}

describe('administrators and accounts', () => {
  it('list all, newest first, with what each has (AD-01, AD-08)', async () => {
    await made(ann.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }))
    await made(ann.post('/api/api-keys', { provider: 'openai', keyName: 'k', key: 'sk-12345678' }))
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    const times = body.map((one: { createdAt: string }) => one.createdAt)
    expect(times).toEqual([...times].sort().reverse())
    const listed = body.find((one: { id: string }) => one.id === ann.id)
    expect(listed).toEqual({
      id: ann.id,
      username: 'ann',
      email: 'ann@example.org',
      displayName: 'ann',
      isAdmin: false,
      systemRole: 'user',
      isActive: true,
      isService: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _count: { personas: 1, sessions: 1, apiKeys: 1 },
      personaCount: 1,
      sessionCount: 1,
      apiKeyCount: 1,
    })
    const { _count, personaCount: _p, sessionCount: _s, apiKeyCount: _k, ...alone } = listed
    expect((await admin.get(`${path}/${ann.id}`)).body).toEqual(alone)
    const { data } = await admin.graph(
      'query ($id: ID!) { accounts(first: 1) { totalCount nodes { username } } account(id: $id) { email personaCount sessionCount apiKeyCount } }',
      { id: ann.id },
    )
    expect(data.accounts).toEqual({ totalCount: body.length, nodes: [{ username: body[0].username }] })
    expect(data.account).toEqual({ email: 'ann@example.org', personaCount: 1, sessionCount: 1, apiKeyCount: 1 })
    expect(_count.personas).toBe(1)
  })

  it('are told how many sessions of an account are live, by REST and GraphQL; expired ones do not count (AD-01, SE-01)', async () => {
    const { openSession } = await import('../../src/accounts/session.service.js')
    const { id } = await api.person()
    await openSession(api.app.context(), id, 60, { ipAddress: null, userAgent: 'phone' })
    const counts = async (who: Person) => {
      const listed = (await made(who.get(path))).find((one: { id: string }) => one.id === id)
      const { account } = await made(who.graph('query ($id: ID!) { account(id: $id) { sessionCount } }', { id }))
      return [listed.sessionCount, listed._count.sessions, account.sessionCount]
    }
    expect(await counts(admin)).toEqual([2, 2, 2])
    api.clock.forward(8 * 86_400_000)
    const later = await counts(await api.admin())
    api.clock.reset()
    expect(later).toEqual([1, 1, 1])
  })

  it('make accounts that can sign in; e-mail and isAdmin are optional (AD-02, U-03)', async () => {
    const created = await admin.post(path, newUser())
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ email: null, isAdmin: false, systemRole: 'user' })
    expect(
      (await api.anonymous.post('/api/auth/login', { username: created.body.username, password: 'turnips' })).status,
    ).toBe(200)
    expect((await admin.post(path, { ...newUser(), isAdmin: true, email: '' })).body).toMatchObject({
      isAdmin: true,
      systemRole: 'system_admin',
      email: null,
    })
    expect((await admin.post(path, { ...newUser(), systemRole: 'system_admin' })).body.isAdmin).toBe(true)
    expect((await admin.post(path, { ...newUser(), systemRole: 'system_admin', isAdmin: false })).status).toBe(400)
    for (const { id } of (await admin.get(path)).body.filter(
      (one: { isAdmin: boolean; username: string }) => one.isAdmin && one.username !== 'admin',
    )) {
      await made(admin.delete(`${path}/${id}`))
    }
  })

  it('are told 400 for what is malformed and 409 for what is taken (AD-03)', async () => {
    for (const wrong of [
      { username: '' },
      { username: '  ' },
      { password: 'short' },
      { password: 'x'.repeat(73) },
      { displayName: '' },
      { email: 'no' },
      { isAdmin: 'yes' },
      { systemRole: 'boss' },
    ]) {
      expect([wrong, (await admin.post(path, { ...newUser(), ...wrong })).status]).toEqual([wrong, 400])
    }
    expect((await admin.post(path, {})).body.details).toHaveLength(3)
    const name = await admin.post(path, { ...newUser(), username: 'ann' })
    expect([name.status, name.body.error]).toEqual([409, 'Username already exists'])
    const email = await admin.post(path, { ...newUser(), email: 'Ann@Example.org' })
    expect([email.status, email.body.error]).toEqual([409, 'Email already exists'])
    expect((await admin.get(`${path}/${missing}`)).body.error).toBe('User not found')
    expect((await admin.put(`${path}/${missing}`, { displayName: 'x' })).status).toBe(404)
    expect((await admin.delete(`${path}/${missing}`)).status).toBe(404)
    for (const method of ['get', 'put', 'delete'] as const)
      expect((await admin[method](`${path}/me`)).body.details).toEqual([{ field: 'userId', message: 'must be a UUID' }])
  })

  it('change accounts, but never the username (AD-04)', async () => {
    const { body: made } = await admin.post(path, newUser())
    const changed = await admin.put(`${path}/${made.id}`, {
      displayName: 'Two',
      email: 'two@example.org',
      username: 'other',
    })
    expect(changed.body).toMatchObject({ displayName: 'Two', email: 'two@example.org', username: made.username })
    expect((await admin.put(`${path}/${made.id}`, {})).body).toEqual(changed.body)
    expect((await admin.put(`${path}/${made.id}`, { email: 'ann@example.org' })).status).toBe(409)
    expect((await admin.put(`${path}/${made.id}`, { displayName: '' })).status).toBe(400)
    expect((await admin.put(`${path}/${made.id}`, { isAdmin: true })).body).toMatchObject({
      isAdmin: true,
      systemRole: 'system_admin',
    })
    expect((await admin.put(`${path}/${made.id}`, { systemRole: 'user' })).body.isAdmin).toBe(false)
  })

  it('end the sessions of a user with a new password, not with lost rights (ST-03)', async () => {
    const eva = await secondAdmin()
    expect((await admin.put(`${path}/${eva.id}`, { isAdmin: false })).status).toBe(200)
    expect((await eva.get('/api/auth/me')).body.user.isAdmin).toBe(false)
    expect((await eva.get(path)).status).toBe(403)
    await made(admin.put(`${path}/${eva.id}`, { password: 'lantern-2' }))
    expect((await eva.get('/api/auth/me')).status).toBe(401)
  })

  it('are the only ones who may: 401 and 403 for everybody else', async () => {
    for (const [method, at] of [
      ['get', path],
      ['post', path],
      ['get', `${path}/${ann.id}`],
      ['put', `${path}/${ann.id}`],
      ['delete', `${path}/${ann.id}`],
    ] as const) {
      expect((await api.anonymous[method](at)).status).toBe(401)
      expect((await ann[method](at)).status).toBe(403)
    }
    for (const document of [
      '{ accounts(first: 1) { totalCount } }',
      `{ account(id: "${ann.id}") { userId } }`,
      `mutation { deleteUser(input: { id: "${missing}" }) { deletedIds } }`,
    ]) {
      expect((await ann.graph(document)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    }
  })

  it('do the same by GraphQL mutations', async () => {
    const made = await admin.graph(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { account { userId isAdmin } } }',
      { input: { ...newUser(), systemRole: 'SYSTEM_ADMIN' } },
    )
    expect(made.data.createUser.account.isAdmin).toBe(true)
    const { userId: id } = made.data.createUser.account
    const changed = await admin.graph(
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { account { displayName isAdmin } } }',
      { input: { id, displayName: 'Two', isAdmin: false } },
    )
    expect(changed.data.updateUser.account).toEqual({ displayName: 'Two', isAdmin: false })
    expect(
      (
        await admin.graph('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { deletedIds } }', {
          input: { id, content: null, transferTo: null },
        })
      ).data.deleteUser,
    ).toEqual({ deletedIds: [id] })
    expect((await admin.get(`${path}/${id}`)).status).toBe(404)
  })
})

describe('the last administrator', () => {
  it('cannot delete the own account (AD-05) nor lose the role (AD-06)', async () => {
    const { id } = (await admin.get('/api/auth/me')).body.user
    const own = await admin.delete(`${path}/${id.toUpperCase()}`)
    expect([own.status, own.body.error]).toEqual([403, 'Own account cannot be deleted'])
    const demoted = await admin.put(`${path}/${id}`, { isAdmin: false })
    expect([demoted.status, demoted.body.error]).toEqual([400, 'At least one administrator is required'])
    expect((await admin.get(path)).status).toBe(200)
  })

  it('stays when two demote or delete each other at once (AD-06)', async () => {
    const { id } = (await admin.get('/api/auth/me')).body.user
    for (let round = 0; round < 6; round++) {
      const other = await secondAdmin()
      const act =
        round % 2
          ? [
              () => admin.put(`${path}/${other.id}`, { isAdmin: false }),
              () => other.put(`${path}/${id}`, { isAdmin: false }),
            ]
          : [() => admin.put(`${path}/${id}`, { isAdmin: false }), () => admin.delete(`${path}/${other.id}`)]
      const answers = await Promise.all(act.map((one) => one()))
      const left = await api.app.services.db
        .selectFrom('users')
        .select('id')
        .where('systemRole', '=', 'system_admin')
        .execute()
      expect(left).toHaveLength(1)
      expect(answers.some((one) => one.status === 200)).toBe(true)
      await api.app.services.db.updateTable('users').set({ systemRole: 'system_admin' }).where('id', '=', id).execute()
      await api.app.services.db.updateTable('users').set({ systemRole: 'user' }).where('id', '=', other.id).execute()
    }
  })
})

describe('a deactivated account (AD-09)', () => {
  const logIn = (username: string, password: string) => api.anonymous.post('/api/auth/login', { username, password })

  it('is closed at once for who is signed in and who signs in, keeps all, and opens again', async () => {
    const created = await made(admin.post(path, newUser()))
    const at = `${path}/${created.id}`
    const eva = await api.signIn(created.username, 'turnips')
    const persona = await made(eva.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }))
    await made(eva.post('/api/api-keys', { provider: 'openai', keyName: 'k', key: 'sk-12345678' }))

    expect((await made(admin.put(at, { isActive: false }))).isActive).toBe(false)
    expect((await eva.get('/api/auth/me')).status).toBe(401)
    const refused = await logIn(created.username, 'turnips')
    expect([refused.status, refused.body.error]).toEqual([403, 'Account is deactivated'])
    for (let i = 0; i < 5; i++) expect((await logIn(created.username, 'turnips')).status).toBe(403)
    const wrong = await logIn(created.username, 'parsnips')
    expect([wrong.status, wrong.body.error]).toEqual([401, 'Invalid credentials'])
    const { errors } = await api.anonymous.graph(
      'mutation ($input: LoginInput!) { login(input: $input) { account { userId } } }',
      { input: { username: created.username, password: 'turnips' } },
    )
    expect(errors?.[0]).toMatchObject({ message: 'Account is deactivated', extensions: { code: 'FORBIDDEN' } })
    const { db } = api.app.services
    expect(await selectActiveKeys(db, created.id, null)).toEqual([])
    expect(await selectActor(db, { userId: created.id })).toBeUndefined()
    const listed = (await made(admin.get(path))).find((one: { id: string }) => one.id === created.id)
    expect(listed).toMatchObject({ isActive: false, personaCount: 1, sessionCount: 0, apiKeyCount: 1 })

    const { data } = await admin.graph(
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { account { isActive } } }',
      { input: { id: created.id, isActive: true } },
    )
    expect(data.updateUser.account).toEqual({ isActive: true })
    const again = await api.signIn(created.username, 'turnips')
    expect((await again.get(`/api/personas/${persona.id}`)).status).toBe(200)
    expect(await selectActiveKeys(db, created.id, null)).toHaveLength(1)
  })

  it('is neither the own one nor that of the last administrator who can sign in (AD-06)', async () => {
    const { id } = (await admin.get('/api/auth/me')).body.user
    const own = await admin.put(`${path}/${id.toUpperCase()}`, { isActive: false })
    expect([own.status, own.body.error]).toEqual([400, 'Own account cannot be deactivated'])
    const other = await secondAdmin()
    await made(admin.put(`${path}/${other.id}`, { isActive: false }))
    const demoted = await admin.put(`${path}/${id}`, { isAdmin: false })
    expect([demoted.status, demoted.body.error]).toEqual([400, 'At least one administrator is required'])
    await made(admin.put(`${path}/${other.id}`, { isActive: true }))
    const back = await api.signIn(other.username, 'password-1')
    const answers = await Promise.all([
      admin.put(`${path}/${other.id}`, { isActive: false }),
      back.put(`${path}/${id}`, { isActive: false }),
    ])
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    await api.app.services.db.updateTable('users').set({ isActive: true }).where('id', '=', id).execute()
    await api.app.services.db.updateTable('users').set({ systemRole: 'user' }).where('id', '=', other.id).execute()
    admin = await api.admin()
  })
})

describe('a deleted account (U-07)', () => {
  it('takes its own along, leaves what others need, and is succeeded in groups and projects', async () => {
    const db = api.app.services.db
    const [eva, ben, cy] = [await api.person(), await api.person(), await api.person()]
    const slug = () => `s-${newId()}`
    const group = async () => (await eva.post('/api/groups', { name: 'G', slug: slug() })).body.id as string
    const into = (groupId: string, person: Person, role: string) =>
      eva.post(`/api/groups/${groupId}/members`, { userId: person.id, role })
    const [withAdmin, withMember, alone] = [await group(), await group(), await group()]
    await into(withAdmin, ben, 'group_member')
    await into(withAdmin, cy, 'group_admin')
    await into(withMember, ben, 'group_member')
    const project = async (more: object) =>
      (await eva.post('/api/projects', { name: 'P', slug: slug(), ...more })).body.id as string
    const managed = await project({ ownerGroupId: withMember })
    await made(eva.post(`/api/projects/${managed}/members`, { userId: cy.id, role: 'project_manager' }))
    const [ofGroup, ofMember, ofNobody, personal] = [
      await project({ ownerGroupId: withAdmin }),
      await project({ ownerGroupId: withMember }),
      await project({ ownerGroupId: alone }),
      await project({}),
    ]
    await made(eva.post(`/api/projects/${personal}/members`, { userId: ben.id, role: 'annotator' }))
    const persona = { name: 'n', role: 'r', informationNeed: 'i' }
    const { body: hers } = await eva.post('/api/personas', persona)
    const { body: his } = await ben.post('/api/personas', { ...persona, projectId: personal })
    const keys = await eva.post('/api/api-keys', { provider: 'openai', keyName: 'k', key: 'sk-12345678' })
    expect(keys.status).toBe(201)
    await db.insertInto('loginAttempts').values({ id: newId(), username: eva.username, success: false }).execute()

    expect((await admin.delete(`${path}/${eva.id}`)).body).toEqual({ success: true })

    expect((await eva.get('/api/auth/me')).status).toBe(401)
    expect((await admin.get(`${path}/${eva.id}`)).status).toBe(404)
    expect((await admin.get(`/api/personas/${hers.id}`)).status).toBe(404)
    expect((await ben.get(`/api/personas/${his.id}`)).body).toMatchObject({ id: his.id, projectId: null })
    expect((await admin.get(`/api/projects/${personal}`)).status).toBe(404)
    for (const table of ['sessions', 'apiKeys', 'personas', 'groupMemberships', 'projectMemberships'] as const) {
      expect([table, await db.selectFrom(table).select('id').where('userId', '=', eva.id).execute()]).toEqual([
        table,
        [],
      ])
    }
    expect(
      await db.selectFrom('loginAttempts').select('id').where('username', '=', eva.username).execute(),
    ).toHaveLength(1)

    const roles = async (at: string) => {
      const members: { userId: string; role: string }[] = (await admin.get(at)).body
      return Object.fromEntries(members.map((one) => [one.userId, one.role]))
    }
    expect(await roles(`/api/admin/groups/${withAdmin}/members`)).toEqual({
      [ben.id]: 'group_member',
      [cy.id]: 'group_owner',
    })
    expect(await roles(`/api/admin/groups/${withMember}/members`)).toEqual({ [ben.id]: 'group_owner' })
    expect((await admin.get(`/api/admin/groups/${alone}/members`)).status).toBe(404)
    expect((await ben.get(`/api/groups/${withMember}`)).body.createdBy).toBe(eva.id)
    expect(await roles(`/api/projects/${managed}/members`)).toEqual({ [cy.id]: 'project_owner' })
    expect(await roles(`/api/projects/${ofGroup}/members`)).toEqual({ [cy.id]: 'project_owner' })
    expect(await roles(`/api/projects/${ofMember}/members`)).toEqual({ [ben.id]: 'project_owner' })
    expect((await admin.get(`/api/projects/${ofNobody}`)).status).toBe(404)
  })

  it('leaves a personal project, which an administrator made for somebody, to its owner', async () => {
    const [maker, owner] = [await secondAdmin(), await api.person()]
    const { body: project } = await maker.post('/api/projects', {
      name: 'P',
      slug: `s-${newId()}`,
      ownerUserId: owner.id,
    })
    expect((await admin.delete(`${path}/${maker.id}`)).status).toBe(200)
    expect((await owner.get(`/api/projects/${project.id}/members`)).body).toMatchObject([
      { userId: owner.id, role: 'project_owner' },
    ])
  })

  it('hands the system persona on (AM-06)', async () => {
    const heir = await secondAdmin()
    await api.app.services.db
      .updateTable('personas')
      .set({ userId: heir.id })
      .where('id', '=', systemPersonaId)
      .execute()
    expect((await admin.delete(`${path}/${heir.id}`)).status).toBe(200)
    expect((await api.anonymous.get(`/api/personas/${systemPersonaId}`)).body.name).toBe('Automated')
  })

  it('succession does not depend on which check of the database runs first', async () => {
    const db = api.app.services.db
    const [eva, ben] = [await api.person(), await api.person()]
    const { body: group } = await eva.post('/api/groups', { name: 'G', slug: `s-${newId()}` })
    await made(eva.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
    const { body: project } = await eva.post('/api/projects', {
      name: 'P',
      slug: `s-${newId()}`,
      ownerGroupId: group.id,
    })
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('projectMemberships').where('userId', '=', eva.id).execute()
      await tx.deleteFrom('users').where('id', '=', eva.id).execute()
    })
    expect((await ben.get(`/api/projects/${project.id}`)).body.members).toMatchObject([
      { userId: ben.id, role: 'project_owner' },
    ])
    expect((await ben.get(`/api/groups/${group.id}`)).body.members).toMatchObject([
      { userId: ben.id, role: 'group_owner' },
    ])
  })

  it('leaves a project of a group that goes with it to the earliest manager', async () => {
    const [eva, cy] = [await api.person(), await api.person()]
    const group = await made(eva.post('/api/groups', { name: 'G', slug: `s-${newId()}` }))
    const body = { name: 'P', slug: `s-${newId()}`, ownerGroupId: group.id }
    const { id } = await made(eva.post('/api/projects', body))
    await made(eva.post(`/api/projects/${id}/members`, { userId: cy.id, role: 'project_manager' }))
    await made(admin.delete(`${path}/${eva.id}`))
    expect((await admin.get(`/api/admin/groups/${group.id}/members`)).status).toBe(404)
    expect(await made(cy.get(`/api/projects/${id}`))).toMatchObject({
      ownerGroupId: null,
      ownerUserId: cy.id,
      members: [{ userId: cy.id, role: 'project_owner' }],
    })
  })
})

describe('what a deleted account did in projects (U-07)', () => {
  const gloss = { name: 'n', role: 'r', informationNeed: 'i' }

  /** Content of a user who leaves (eva), in a project of another (ben) and outside of it; ben has added to both. */
  async function scene() {
    const [eva, ben] = [await api.person(), await api.person()]
    const slug = `s-${newId()}`
    const project = await made(ben.post('/api/projects', { name: 'P', slug }))
    await made(ben.post(`/api/projects/${project.id}/members`, { userId: eva.id, role: 'project_manager' }))
    const videoId = await makeVideo(api)
    const team = await makeContent(eva, videoId, project.id)
    const own = await makeContent(eva, videoId)
    const below = { text: 'The ferry is white', parentClaimId: team.claimId }
    const reply = await made(ben.post(`/api/summaries/${team.summaryId}/claims`, below))
    await made(eva.put('/api/world', { entities: [{ id: 'e1', name: 'Mine' }] }))
    return { eva, ben, team, own, reply, videoId, projectId: project.id as string }
  }

  const claimsOf = async (who: Person, summaryId: string) =>
    JSON.stringify(await made(who.get(`/api/summaries/${summaryId}/claims?includeSubclaims=true`)))

  it('is counted beforehand by REST and GraphQL: in projects, outside of them, and what others built on it', async () => {
    const { eva } = await scene()
    const counts = await made(admin.get(`${path}/${eva.id}/deletion-preview`))
    expect(counts).toEqual({
      personas: { inProjects: 1, personal: 1 },
      worldObjects: { inProjects: 0, personal: 1 },
      summaries: { inProjects: 1, personal: 1 },
      claims: { inProjects: 2, personal: 2 },
      claimRelations: { inProjects: 1, personal: 1 },
      annotations: { inProjects: 1, personal: 1 },
      claimsOfOthers: 1,
      projects: 0,
      sessions: 1,
      tokens: 0,
      apiKeys: 0,
    })
    const both = '{ inProjects personal }'
    const { data } = await admin.graph(
      `query ($id: ID!) { userDeletionPreview(id: $id) { personas ${both} worldObjects ${both} summaries ${both}
        claims ${both} claimRelations ${both} annotations ${both} claimsOfOthers projects sessions tokens apiKeys } }`,
      { id: eva.id },
    )
    expect(data.userDeletionPreview).toEqual(counts)
    expect((await admin.get(`${path}/${missing}/deletion-preview`)).status).toBe(404)
    expect((await admin.get(`${path}/me/deletion-preview`)).status).toBe(400)
    expect((await eva.get(`${path}/${eva.id}/deletion-preview`)).status).toBe(403)
    expect((await api.anonymous.get(`${path}/${eva.id}/deletion-preview`)).status).toBe(401)
  })

  it('stays under a removed user, with the claims of others, unless something else is asked', async () => {
    const { eva, ben, team, own, reply } = await scene()
    await made(admin.delete(`${path}/${eva.id}`))

    const claims = await claimsOf(ben, team.summaryId)
    for (const id of [team.claimId, team.otherClaimId, reply.id]) expect(claims).toContain(id)
    const { data } = await ben.graph(
      'query ($a: ID!, $c: ID!) { annotation(id: $a) { creator { id displayName } } claim(id: $c) { creator { id displayName } } }',
      { a: team.annotationId, c: team.claimId },
    )
    const author = data.annotation.creator
    expect(author.displayName).toBe('Removed user')
    expect(data.claim.creator).toEqual({ id: author.id, displayName: 'Removed user' })
    expect((await ben.get(`/api/personas/${team.personaId}`)).status).toBe(200)
    for (const id of [eva.id, author.id]) {
      expect((await admin.get(`${path}/${id}`)).status).toBe(404)
      expect((await admin.delete(`${path}/${id}`)).status).toBe(404)
      expect((await admin.get(`${path}/${id}/deletion-preview`)).status).toBe(404)
    }
    const listed: { id: string }[] = await made(admin.get(path))
    expect(listed.filter((one) => [eva.id, author.id].includes(one.id))).toEqual([])
    const { db } = api.app.services
    expect(await db.selectFrom('claims').select('id').where('id', '=', own.claimId).execute()).toEqual([])
    expect(await db.selectFrom('annotations').select('id').where('id', '=', own.annotationId).execute()).toEqual([])
    expect((await admin.get(`/api/personas/${own.personaId}`)).status).toBe(404)
  })

  it('can be deleted by administrators once its project is gone too, and doctor tells of it', async () => {
    const { eva, ben, team, reply, videoId, projectId } = await scene()
    await made(admin.delete(`${path}/${eva.id}`))
    await made(ben.delete(`/api/projects/${projectId}`))
    const told = async () => {
      const found: string[] = []
      await checkLeftContent(api.app.services.db, ({ state, text }) => found.push(`${state}: ${text}`))
      return found.join('\n')
    }
    expect(await told()).toContain('note: content: 1 annotation row of removed users')
    expect(await told()).toContain(team.annotationId)
    // Ben has answered in the summary, so it is not told of, nor is the persona to which it belongs.
    expect(await told()).not.toContain(team.summaryId)
    const gone = async (act: (who: Person) => Promise<{ status: number }>) => {
      expect((await act(ben)).status).toBe(404)
      expect([200, 204]).toContain((await act(admin)).status)
      expect((await act(admin)).status).toBe(404)
    }
    await gone((who) => who.delete(`/api/annotations/${videoId}/${team.annotationId}`))
    expect(await told()).not.toContain(team.annotationId)
    await made(ben.delete(`/api/claims/${reply.id}`))
    expect(await told()).toContain(team.summaryId)
    await gone((who) => who.delete(`/api/claims/${team.otherClaimId}`))
    await gone((who) => who.delete(`/api/videos/${videoId}/summaries/${team.personaId}`))
    expect(await told()).toContain(team.personaId)
    await gone((who) => who.delete(`/api/personas/${team.personaId}`))
    expect(await told()).toBe('')
  })

  it('leaves no removed user where nothing stays', async () => {
    const eva = await api.person()
    await made(eva.post('/api/personas', gloss))
    await made(admin.delete(`${path}/${eva.id}?content=keep`))
    const { db } = api.app.services
    const since = await db.selectFrom('users').select('id').where('id', '>', eva.id).execute()
    expect(since).toEqual([])
  })

  it('passes to whom it is transferred, with the projects, by GraphQL', async () => {
    const { eva, ben, team, projectId } = await scene()
    const hers = await made(eva.post('/api/projects', { name: 'Hers', slug: `s-${newId()}` }))
    const world = (id: string) => ({ entities: [{ id, name: id }] })
    await made(eva.put(`/api/projects/${projectId}/world`, world('hers')))
    await made(ben.put(`/api/projects/${projectId}/world`, world('his')))
    await made(
      admin.graph('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { deletedIds } }', {
        input: { id: eva.id, content: 'TRANSFER', transferTo: ben.id },
      }),
    )
    const { data } = await ben.graph('query ($a: ID!) { annotation(id: $a) { creator { id } } }', {
      a: team.annotationId,
    })
    expect(data.annotation.creator.id).toBe(ben.id)
    expect(await made(ben.get(`/api/projects/${hers.id}`))).toMatchObject({
      ownerUserId: ben.id,
      members: [{ userId: ben.id, role: 'project_owner' }],
    })
    const { entities } = await made(ben.get(`/api/projects/${projectId}/world`))
    expect(entities.map((one: { id: string }) => one.id)).toEqual(['his', 'hers'])
  })

  it('is deleted with content=delete; invalid deletion options are 400 and delete nothing', async () => {
    const { eva, ben, team } = await scene()
    const closed = await api.person()
    await made(admin.put(`${path}/${closed.id}`, { isActive: false }))
    for (const wrong of [
      'content=burn',
      'content=transfer',
      `transferTo=${ben.id}`,
      `content=transfer&transferTo=${eva.id}`,
      `content=transfer&transferTo=${missing}`,
      `content=transfer&transferTo=${closed.id}`,
    ])
      expect([wrong, (await admin.delete(`${path}/${eva.id}?${wrong}`)).status]).toEqual([wrong, 400])
    expect((await eva.get('/api/auth/me')).status).toBe(200)
    await made(admin.delete(`${path}/${eva.id}?content=delete`))
    expect((await ben.get(`/api/summaries/${team.summaryId}/claims`)).status).toBe(404)
  })

  it('of a project of the account falls to its earliest manager and stays', async () => {
    const [eva, ben] = [await api.person(), await api.person()]
    const project = await made(eva.post('/api/projects', { name: 'P', slug: `s-${newId()}` }))
    await made(eva.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'project_manager' }))
    const { personaId } = await makeContent(eva, await makeVideo(api), project.id)
    await made(admin.delete(`${path}/${eva.id}`))
    expect(await made(ben.get(`/api/projects/${project.id}`))).toMatchObject({
      ownerUserId: ben.id,
      members: [{ userId: ben.id, role: 'project_owner' }],
    })
    expect((await ben.get(`/api/personas/${personaId}`)).body.projectId).toBe(project.id)
  })

  it('goes with a project of a group that goes with the account', async () => {
    const eva = await api.person()
    const group = await made(eva.post('/api/groups', { name: 'G', slug: `s-${newId()}` }))
    const body = { name: 'P', slug: `s-${newId()}`, ownerGroupId: group.id }
    const project = await made(eva.post('/api/projects', body))
    await made(eva.post('/api/personas', { ...gloss, projectId: project.id }))
    await made(admin.delete(`${path}/${eva.id}`))
    const { db } = api.app.services
    expect(await db.selectFrom('users').select('id').where('id', '>', eva.id).execute()).toEqual([])
  })

  it('the placeholder for removed users cannot be shared with and has no world to clear', async () => {
    const { eva, ben, team } = await scene()
    await made(admin.delete(`${path}/${eva.id}`))
    const { data } = await ben.graph('query ($id: ID!) { claim(id: $id) { creator { id } } }', { id: team.claimId })
    const removed = data.claim.creator.id
    const persona = await made(ben.post('/api/personas', gloss))
    const share = { resourceType: 'persona', resourceId: persona.id, sharedWithUserId: removed }
    for (const refused of [await ben.post('/api/sharing', share), await admin.delete(`/api/admin/world/${removed}`)])
      expect([refused.status, refused.body.error]).toEqual([404, 'User not found'])
  })
})
