import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type GraphError, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { reads, writes, type Act, type Ids, type Piece } from './acts.js'

const roles = [
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
type Role = (typeof roles)[number]

let api: TestApi
let admin: Person
let owner: Person
const people = {} as Record<Role, Person>
const ids: Ids = {}
/** The user whose memberships the acts change. */
let member: Person

beforeAll(async () => {
  api = await startApi()
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
}, 120_000)
afterAll(() => api.stop())

/** Makes one fixture anew, and those that depend on it. */
async function make(piece: Piece): Promise<void> {
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

interface Outcome {
  /** The response in terms that REST and GraphQL share: error code (null for success), error message, or value. */
  code: string | null
  message?: string
  value?: unknown
}

async function byRest(act: Act, who: Person): Promise<Outcome & { status: number }> {
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

async function byGraph(act: Act, who: Person): Promise<Outcome> {
  const { query, variables } = act.graph(ids)
  const { data, errors } = (await who.graph(query, variables)) as {
    data?: Record<string, unknown>
    errors?: GraphError[]
  }
  const [error] = errors ?? []
  if (error) return { code: String(error.extensions['code']), message: error.message }
  const value = Object.values(data ?? {})[0]
  // A nullable field answers null for something that does not exist.
  return value === null ? { code: 'NOT_FOUND' } : { code: null, value }
}

const differing = new Set(['id', 'createdAt', 'updatedAt', 'key', 'role', 'myRole', 'userRole', 'resourceType'])

/**
 * Tells whether every field that both answers have under the same name is equal, and lists have the same ids. `fresh`:
 * the two acts made different rows, so ids differ.
 */
function agree(graph: unknown, rest: unknown, fresh: boolean): boolean {
  if (Array.isArray(graph) && Array.isArray(rest)) {
    const byId = (list: any[]) =>
      [...list].sort((a, b) => String(a?.id ?? a?.key).localeCompare(String(b?.id ?? b?.key)))
    // Claims are one flat list in GraphQL, trees in REST.
    const [a, b] = [byId(graph), byId(rest.flatMap((one) => flat(one)))]
    return a.length === b.length && a.every((one, i) => agree(one, b[i], fresh))
  }
  // The words of GraphQL's enums are those of REST in capitals.
  if (typeof graph === 'string' && /^[A-Z_]+$/.test(graph) && typeof rest === 'string')
    return graph === rest.toUpperCase()
  if (graph === null || typeof graph !== 'object' || Array.isArray(graph))
    return JSON.stringify(graph) === JSON.stringify(rest)
  if ('nodes' in graph) return agree(graph.nodes, rest, fresh)
  const row = (rest ?? {}) as Record<string, unknown>
  return Object.entries(graph).every(([name, value]) => {
    if (!(name in row) || (differing.has(name) && (fresh || name !== 'id'))) return true
    return agree(value, row[name], fresh)
  })
}

function flat(row: any): unknown[] {
  return [row, ...(row?.subclaims ?? []).flatMap(flat)]
}

/**
 * The intended differences: GraphQL answers null or an empty list where REST refuses, and shows administrators every
 * group.
 */
function isOwnWayOf({ name }: Act, role: Role, rest: Outcome, graph: Outcome): boolean {
  if (name === 'claims' && rest.code === 'NOT_FOUND') return JSON.stringify(graph.value) === '{"nodes":[]}'
  if ((name === 'group' || name === 'project') && rest.code === 'FORBIDDEN')
    return graph.code === 'NOT_FOUND' || (name === 'group' && role === 'administrator')
  return false
}

/** Runs the act by REST and by GraphQL for every role; returns a line for each role whose outcomes differ. */
async function disagreements(act: Act): Promise<string[]> {
  const found: string[] = []
  for (const role of roles) {
    const rest = await byRest(act, people[role])
    if (rest.code === null && act.spoils) await make(act.spoils)
    const graph = await byGraph(act, people[role])
    if (graph.code === null && act.spoils) await make(act.spoils)
    // Values are compared only when GraphQL answers an object: for `true`, an id or a count REST has another shape.
    const isRow =
      graph.value !== null && typeof graph.value === 'object' && !/^(createClaims|saveAnnotations)$/.test(act.name)
    const sameText = graph.message === undefined || graph.message === rest.message
    if (isOwnWayOf(act, role, rest, graph)) continue
    const fresh = act.spoils !== undefined || /^(create|fork|share)/.test(act.name)
    const same =
      rest.code === graph.code && sameText && (rest.code !== null || !isRow || agree(graph.value, rest.value, fresh))
    if (!same)
      found.push(
        `${act.name} by ${role}: REST ${JSON.stringify(rest).slice(0, 400)}, GraphQL ${JSON.stringify(graph).slice(0, 400)}`,
      )
  }
  return found
}

/**
 * Mutations that are not compared here: those about the session of the request itself, and those that need another
 * service or a file. Each has its own tests.
 */
const elsewhere = [
  'deleted', // only tells what other mutations did: tests/deletion/deleted-ids.test.ts
  'login',
  'logout',
  'register',
  'extendSession',
  'syncVideos',
  'uploadVideo',
  'detectObjects',
  'trackFrom',
  'createExport', // tests/exchange/frozen-exports.test.ts: a person's own
  'deleteExport',
  'adoptDetections',
  'transcribeVideo',
  'augmentOntology',
  'selectModel',
  'validateModels',
  'replaceDetectionVocabulary',
  'saveOntologyData',
  'importFile',
  'importPreview',
  'deleteWorldObject',
  // These need an invitation that is used up: tests/projects/invitations.test.ts
  'acceptInvitation',
  'declineInvitation',
  'withdrawInvitation',
]

describe('REST and GraphQL', () => {
  it('have every other mutation of the schema in the table', () => {
    const mutations = /^type Mutation \{(.*?)^\}/ms.exec(readFileSync('schema.graphql', 'utf8'))?.[1] ?? ''
    const names = [...mutations.matchAll(/^  (\w+)[(:]/gm)].map(([, name]) => name ?? '')
    const known = new Set([...elsewhere, ...writes.map(({ name }) => name.split(' ')[0])])
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it.each(reads.map((act) => [act.name, act] as const))(
    'give the same answer to the same person: %s',
    async (_name, act) => {
      expect(await disagreements(act)).toEqual([])
    },
  )

  it.each(writes.map((act) => [act.name, act] as const))(
    'have the same effect for the same user: %s',
    async (_name, act) => {
      expect(await disagreements(act)).toEqual([])
    },
  )
})
