import { startApi, type Answer, type GraphError, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeCorrespondence, makeDecision, makeVideo, unique } from '../support/workspace.js'
import type { Act, Ids, Piece } from './acts.js'

// A project with everything in it that the acts of acts.ts work on, and a person in each role.

export const roles = [
  'project_owner',
  'project_manager',
  'annotator',
  'reviewer',
  'viewer',
  'recipient',
  'stranger',
  'administrator',
  'anonymous',
] as const
export type Role = (typeof roles)[number]

let api: TestApi
let admin: Person
let owner: Person
export const people = {} as Record<Role, Person>
export const ids: Ids = {}
/** The user whose memberships the acts change. */
let member: Person

/** Starts the API and makes every fixture. */
export async function startWithContent(): Promise<TestApi> {
  // No worker runs, and each piece that is made anew starts a job.
  api = await startApi({ JOBS_OPEN_PER_USER: '1000' })
  admin = await api.admin()
  owner = await api.person()
  member = await api.person()
  for (const role of roles) people[role] = await api.person()
  Object.assign(people, { project_owner: owner, administrator: admin, anonymous: api.anonymous })
  ids['newUserId'] = (await api.person()).id
  ids['userId'] = member.id
  const service = { username: unique('service'), displayName: 'Service' }
  ids['serviceId'] = (await made(admin.post('/api/admin/service-accounts', service))).id
  for (const piece of ['project', 'group', 'rule', 'permission', 'key', 'user', 'session', 'token'] as const)
    await make(piece)
  return api
}

/** Makes one fixture anew, and those that depend on it. */
export async function make(piece: Piece): Promise<void> {
  if (piece === 'project') {
    ids['videoId'] = await makeVideo(api)
    ids['freeVideoId'] = await makeVideo(api)
    ids['projectId'] = (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
    const members = {
      [people.project_manager.id]: 'project_manager',
      [people.annotator.id]: 'annotator',
      [people.reviewer.id]: 'reviewer',
      [people.viewer.id]: 'viewer',
      [member.id]: 'viewer',
    }
    for (const [userId, role] of Object.entries(members))
      await made(owner.post(`/api/projects/${ids['projectId']}/members`, { userId, role }))
    await made(admin.post(`/api/projects/${ids['projectId']}/videos`, { videoId: ids['videoId'] }))
    await make('content')
  } else if (piece === 'content') {
    Object.assign(ids, await makeContent(owner, ids['videoId'] ?? '', ids['projectId']))
    await make('correspondence')
    await make('decision')
    for (const resourceType of ['annotation', 'summary', 'claim', 'persona']) {
      const share = {
        resourceType,
        resourceId: ids[`${resourceType}Id`],
        sharedWithUserId: people.recipient.id,
        permissionLevel: 'forkable',
      }
      ids['shareId'] = (await made(owner.post('/api/sharing', share))).id
    }
    await make('job')
  } else if (piece === 'correspondence') {
    const other = await makeCorrespondence(owner, ids['personaId'] ?? '', ids['projectId'])
    Object.assign(ids, { otherPersonaId: other.personaId, correspondenceId: other.correspondenceId })
    await make('agreement')
  } else if (piece === 'agreement') {
    const body = { personaIds: [ids['personaId'], ids['otherPersonaId']] }
    ids['agreementId'] = (await made(owner.post(`/api/projects/${ids['projectId']}/agreement`, body))).id
  } else if (piece === 'decision') {
    const { videoId = '', annotationId = '', personaId = '' } = ids
    ids['decisionId'] = await makeDecision(owner, { videoId, annotationId, personaId })
  } else if (piece === 'job') {
    ids['jobId'] = (await made(owner.post(`/api/summaries/${ids['summaryId']}/claims/extract`, {}))).jobId
  } else if (piece === 'group') {
    ids['groupId'] = (await made(owner.post('/api/groups', { name: 'Harbour', slug: unique('harbour') }))).id
    const members = {
      [people.project_manager.id]: 'group_admin',
      [people.viewer.id]: 'group_member',
      [member.id]: 'group_member',
    }
    for (const [userId, role] of Object.entries(members))
      await made(owner.post(`/api/groups/${ids['groupId']}/members`, { userId, role }))
  } else if (piece === 'rule') {
    const conditions = [{ field: 'filename', operator: 'contains', value: 'ferry' }]
    const rule = { name: 'Rule', conditions, targetType: 'project', targetId: ids['projectId'] }
    ids['ruleId'] = (await made(admin.post('/api/admin/video-assignments/rules', rule))).id
  } else if (piece === 'permission') {
    await api.app.services.db.deleteFrom('rolePermissions').where('action', '=', 'fork').execute()
    const permission = { scope: 'project', role: 'reviewer', resourceType: 'persona', action: 'fork' }
    ids['permissionId'] = (await made(admin.post('/api/admin/permissions', permission))).id
  } else if (piece === 'key') {
    await api.app.services.db.deleteFrom('apiKeys').execute()
    ids['keyId'] = (
      await made(owner.post('/api/api-keys', { provider: 'openai', keyName: unique('key'), key: 'sk-0123456789' }))
    ).id
  } else if (piece === 'token') {
    ids['tokenId'] = (await made(owner.post('/api/tokens', { name: 'Robot', scopes: ['read'] }))).id
  } else if (piece === 'session') {
    await made(api.anonymous.post('/api/auth/login', { username: owner.username, password: 'password-1' }))
    ids['sessionId'] = (await made(owner.get('/api/sessions'))).find((one: { isCurrent: boolean }) => !one.isCurrent).id
  } else {
    ids['victimId'] = (await api.person()).id
  }
}

export interface Outcome {
  /** The response in terms that REST and GraphQL share: error code (null for success), error message, or value. */
  code: string | null
  message?: string
  value?: unknown
}

/** Runs an act over REST. */
export async function byRest(act: Act, who: Person): Promise<Outcome & { status: number }> {
  const { method, path, body } = act.rest(ids)
  const send = { GET: who.get, POST: who.post, PUT: who.put, PATCH: who.patch, DELETE: who.delete }[
    method
  ] as Person['post']
  const answer: Answer<any> = method === 'GET' ? await who.get(path) : await send(path, body)
  const ok = answer.status < 300
  return {
    status: answer.status,
    ...(ok ? { code: null, value: answer.body } : { code: answer.body.code, message: answer.body.message }),
  }
}

/** Returns the object of a payload if it has no other member, because REST answers that object; else the payload. */
function changedBy(payload: unknown): unknown {
  const members = Object.values((payload ?? {}) as object) as unknown[]
  return members.length === 1 && typeof members[0] === 'object' ? members[0] : payload
}

/** Runs an act over GraphQL. */
export async function byGraph(act: Act, who: Person): Promise<Outcome> {
  const { query, variables } = act.graph(ids)
  const { data, errors } = (await who.graph(query, variables)) as {
    data?: Record<string, unknown>
    errors?: GraphError[]
  }
  const [error] = errors ?? []
  if (error) return { code: String(error.extensions['code']), message: error.message }
  const answer = Object.values(data ?? {})[0]
  const value = query.startsWith('mutation') ? changedBy(answer) : answer
  // A nullable field answers null for something that does not exist.
  return value === null ? { code: 'NOT_FOUND' } : { code: null, value }
}
