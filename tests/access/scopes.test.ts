import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plans, resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { callOf } from '../support/field-call.js'
import { made } from '../support/workspace.js'

// Which scopes every route and every field of Query and Mutation needs, walked with a token of each scope, against what
// is written here by hand.

const scopes = ['read', 'write', 'export', 'admin'] as const
type Scope = (typeof scopes)[number]

let api: TestApi
const robots = {} as Record<Scope, Person>

beforeAll(async () => {
  api = await startApi()
  const admin = await api.admin()
  for (const scope of scopes) {
    const { token } = await made(admin.post('/api/tokens', { name: scope, scopes: [scope] }))
    robots[scope] = api.byToken(token)
  }
})
afterAll(() => api.stop())

const reading: Scope[] = ['read', 'write']
const listing: Scope[] = ['read', 'write', 'export']

/** The routes that anyone may call: no token is asked for. */
const anyone =
  /^(GET \/api\/(openapi\.json|export\/schema|health.*|config|models\/.*)|POST \/api\/(telemetry\/traces|models\/.*))$/
const noToken = new RegExp(
  '^(' +
    [
      '(GET|POST|PUT|DELETE) /api/(admin/)?api-keys.*',
      'POST /api/(admin/)?tokens',
      '.* /api/auth/(login|logout|register|session-status|extend-session)',
      'POST /api/webhooks(/:webhookId/secret)?',
      'PUT /api/user/profile',
    ].join('|') +
    ')$',
)

function scopesOfRoute(route: string): Scope[] {
  if (anyone.test(route)) return [...scopes]
  if (noToken.test(route)) return []
  if (/ \/api\/admin\//.test(route)) return ['admin']
  if (/ \/api\/(exports?|changes)(\/|$)/.test(route)) return ['export']
  if (route === 'GET /api/projects') return listing
  return /^(GET|HEAD)/.test(route) ? reading : ['write']
}

const queries: Record<string, Scope[]> = {
  projects: listing,
  project: listing,
  exportStats: ['export'],
  exportUrl: ['export'],
  changes: ['export'],
  export: ['export'],
  exports: ['export'],
  apiKeys: [],
  sharedApiKeys: [],
  ...Object.fromEntries(
    [
      'allGroups',
      'allSessions',
      'allTokens',
      'audit',
      'detectionVocabulary',
      'explainAccess',
      'permissions',
      'account',
      'userDeletionPreview',
      'accounts',
      'videoAssignmentRule',
      'videoAssignmentRules',
    ].map((name) => [name, ['admin'] as Scope[]]),
  ),
}
const mutations: Record<string, Scope[]> = {
  createExport: ['export'],
  deleteExport: ['export'],
  ...Object.fromEntries(
    [
      'login',
      'logout',
      'register',
      'extendSession',
      'createToken',
      'createServiceToken',
      'createWebhook',
      'rotateWebhookSecret',
      'createApiKey',
      'updateApiKey',
      'deleteApiKey',
      'updateProfile',
    ].map((name) => [name, [] as Scope[]]),
  ),
  ...Object.fromEntries(
    [
      'assignVideos',
      'clearWorld',
      'createPermission',
      'createServiceAccount',
      'createUser',
      'createVideoAssignmentRule',
      'deletePermission',
      'deleteUser',
      'deleteVideoAssignmentRule',
      'evaluateVideoAssignmentRule',
      'evaluateVideoAssignmentRules',
      'replaceDetectionVocabulary',
      'updatePermission',
      'updateUser',
      'updateVideoAssignmentRule',
    ].map((name) => [name, ['admin'] as Scope[]]),
  ),
}

const lacks = /^(The token lacks the scope|Tokens are not good for this)/

describe('the scopes of a token', () => {
  it('open exactly the routes that the table says', async () => {
    const wrong: string[] = []
    for (const { method, path } of documentedRoutes) {
      const wanted = scopesOfRoute(`${method} ${path}`)
      const url = path.replace(/:\w+/g, newId())
      for (const scope of scopes) {
        const answer = await robots[scope].request(url, {
          method,
          ...(/^(GET|HEAD)$/.test(method) ? {} : { body: '{' }),
        })
        await answer.text()
        const challenge = answer.headers.get('www-authenticate') ?? ''
        const refused = answer.status === 403 && challenge.includes('error="insufficient_scope"')
        if (refused === wanted.includes(scope))
          wrong.push(`${method} ${path} by ${scope}: ${answer.status} ${challenge}`)
      }
    }
    expect(documentedRoutes.length).toBeGreaterThan(150)
    expect(wrong).toEqual([])
  })

  it('open exactly the fields of Query and Mutation that the table says', async () => {
    const schema = await buildGraphSchema(resolvers, plans)
    const wrong: string[] = []
    let walked = 0
    for (const [kind, type, special] of [
      ['query', schema.getQueryType()!, queries],
      ['mutation', schema.getMutationType()!, mutations],
    ] as const) {
      const fields = Object.values(type.getFields())
      expect(Object.keys(special).filter((name) => !type.getFields()[name])).toEqual([])
      for (const field of fields) {
        // What takes a file is called as a form, below.
        if (['importFile', 'importPreview', 'uploadVideo'].includes(field.name)) continue
        walked += 1
        const wanted = special[field.name] ?? (kind === 'query' ? reading : ['write'])
        for (const scope of scopes) {
          const { errors } = await robots[scope].graph(`${kind} { ${callOf(field)} }`)
          const refused = errors?.some(({ message }) => lacks.test(message)) ?? false
          // A document that is refused as such would show nothing of scopes.
          const invalid = errors?.some(({ path, extensions }) => !path && extensions['code'] !== 'FORBIDDEN') ?? false
          if (invalid || refused === wanted.includes(scope))
            wrong.push(`${kind} ${field.name} by ${scope}: ${JSON.stringify(errors?.[0])?.slice(0, 200)}`)
        }
      }
    }
    expect(walked).toBeGreaterThan(110)
    expect(wrong).toEqual([])
  })

  it('are asked for in forms with files, too', async () => {
    for (const name of ['importFile', 'importPreview', 'uploadVideo'])
      for (const scope of scopes) {
        const form = new FormData()
        const query = `mutation ($file: Upload!) { ${name}(input: { file: $file }) { __typename } }`
        form.set('operations', JSON.stringify({ query, variables: { file: null } }))
        form.set('map', JSON.stringify({ 0: ['variables.file'] }))
        form.set('0', new Blob(['{}']), 'file.jsonl')
        const answer = await robots[scope].request('/graphql', { method: 'POST', body: form })
        const text = await answer.text()
        expect([name, scope, /The token lacks the scope/.test(text)]).toEqual([name, scope, scope !== 'write'])
      }
  })
})
