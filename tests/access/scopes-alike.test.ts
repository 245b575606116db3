import type { GraphQLObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plans, resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { callOf } from '../support/field-call.js'
import { made, unique } from '../support/workspace.js'

// What a token may not do by REST, it may not do by GraphQL, and the other way round.

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const byScope = async (scope: string, projectIds?: string[], of = ann): Promise<Person> =>
  api.byToken((await made(of.post('/api/tokens', { name: scope, scopes: [scope], projectIds }))).token)

/** Queries that read what a route below /api reads. */
const alike: Record<string, string> = {
  allGroups: 'admin/groups',
  allSessions: 'admin/sessions',
  allTokens: 'admin/tokens',
  annotations: 'annotations',
  apiKeys: 'api-keys',
  audit: 'admin/audit',
  changes: 'changes',
  claim: 'claims/:claimId',
  claims: 'claims',
  detectionVocabulary: 'admin/detection-vocabulary',
  export: 'exports/:id',
  exportStats: 'export/stats',
  exportUrl: 'export',
  exports: 'exports',
  group: 'groups/:groupId',
  groups: 'groups',
  history: 'history/:kind/:id',
  imports: 'import/history',
  invitations: 'invitations',
  job: 'jobs/:jobId',
  jobs: 'jobs',
  notifications: 'notifications',
  users: 'people',
  permissions: 'admin/permissions',
  persona: 'personas/:id',
  personaDeletionPreview: 'personas/:id/deletion-preview',
  personas: 'personas',
  projects: 'projects',
  sessions: 'sessions',
  sharedApiKeys: 'admin/api-keys',
  sharesReceived: 'sharing/received',
  sharesSent: 'sharing/sent',
  tokens: 'tokens',
  trash: 'trash',
  account: 'admin/users/:userId',
  accounts: 'admin/users',
  user: 'users',
  userDeletionPreview: 'admin/users/:userId/deletion-preview',
  video: 'videos/:videoId',
  videoAssignmentRules: 'admin/video-assignments/rules',
  videos: 'videos',
  viewer: 'auth/me',
  webhook: 'webhooks/:webhookId',
  webhookDeliveries: 'webhooks/:webhookId/deliveries',
  webhooks: 'webhooks',
}

describe('the scopes of a token', () => {
  it('open the same by GraphQL as by REST, also where the token is limited to projects', async () => {
    const wrong: string[] = []
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const admin = await api.admin()
    const robots = [
      ...['read', 'write', 'export', 'admin'].map((scope) => ({ scope, who: byScope(scope, undefined, admin) })),
      ...['read', 'write', 'export'].map((scope) => ({ scope: `${scope}, limited`, who: byScope(scope, [id]) })),
    ]
    const fields = await fieldsByName()
    let compared = 0
    for (const { rest, field } of await pairs(fields))
      for (const { scope, who } of robots) {
        const robot = await who
        const [method = '', path = ''] = rest.split(' ')
        const body = method === 'GET' ? {} : { body: '{' }
        const answer = await robot.request(path.replace(/:\w+|\{\w+\}/g, newId()), { method, ...body })
        await answer.text()
        const byRest = /insufficient_scope/.test(answer.headers.get('www-authenticate') ?? '')
        const { kind, of } = fields.get(field)!
        const { errors } = await robot.graph(`${kind} { ${callOf(of)} }`)
        const byGraphQL = errors?.some(({ message }) => refusal.test(message)) ?? false
        compared += 1
        // What GraphQL is told of the project is missing here, so that it may refuse what REST would find out later.
        if (byRest ? !byGraphQL : byGraphQL && !scope.endsWith('limited'))
          wrong.push(`${rest} and ${field} by ${scope}: refused ${byRest} and ${byGraphQL}`)
      }
    expect(compared).toBeGreaterThan(900)
    expect(wrong).toEqual([])
  })

  it('decide what node(id) finds, and what fields below others show', async () => {
    const [reads, exports] = [await byScope('read'), await byScope('export')]
    const { id } = await made(exports.post('/api/exports', { contents: 'all' }))
    const key = await made(ann.post('/api/api-keys', { provider: 'openai', keyName: 'Mine', apiKey: 'sk-0123456789' }))
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }'
    const there = await made(ann.graph(query, { ids: [id, key.id] }))
    expect(there.nodes).toEqual([{ __typename: 'FrozenExport' }, { __typename: 'ApiKey' }])
    expect((await made(reads.graph(query, { ids: [id, key.id] }))).nodes).toEqual([null, null])

    const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    expect((await exports.get(`/api/projects/${project.id}`)).status).toBe(403)
    const nested = ['members { id }', 'personas { totalCount }', 'reviewProgress { __typename }', 'owner { id }']
    const asked = nested.map((field) =>
      exports.graph(
        `query { project(id: "${project.id}") { ...on Project { ...P } } } fragment P on Project { ${field} }`,
      ),
    )
    const refused = (await Promise.all(asked)).map(({ errors }) => errors?.[0]?.message)
    const lacking = (field: string) => `The token lacks the scope read, which Project.${field} needs`
    expect(refused).toEqual([lacking('members'), lacking('personas'), lacking('reviewProgress'), lacking('owner')])
  })
})

const refusal = /^(The token lacks the scope|Tokens are not good for this|The token is limited to projects)/

/** What takes a file, and what takes as an argument the project that the path of another route names. */
const others = /^(importFile|importPreview|uploadVideo|saveWorldObject|deleteWorldObject)$/

/** The routes and fields that are one act, or read the same; a mutation is named as the operation of its route. */
async function pairs(fields: ReadonlyMap<string, unknown>): Promise<{ rest: string; field: string }[]> {
  const { paths } = (await made(api.anonymous.get('/api/openapi.json'))) as { paths: Record<string, Operations> }
  const ofActs = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId: field, security }]) =>
      method !== 'get' && fields.has(field) && !others.test(field) && security.length
        ? [{ rest: `${method.toUpperCase()} ${path}`, field }]
        : [],
    ),
  )
  return [...ofActs, ...Object.entries(alike).map(([field, rest]) => ({ rest: `GET /api/${rest}`, field }))]
}

type Operations = Record<string, { operationId: string; security: object[] }>

async function fieldsByName() {
  const schema = await buildGraphSchema(resolvers, plans)
  const of = (kind: string, type: GraphQLObjectType) =>
    Object.values(type.getFields()).map((field) => [field.name, { kind, of: field }] as const)
  return new Map([...of('query', schema.getQueryType()!), ...of('mutation', schema.getMutationType()!)])
}
