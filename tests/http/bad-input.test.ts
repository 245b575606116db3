import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { makeWorkspace, missingId, urlOf, type Workspace } from '../support/workspace.js'

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  minLength?: number
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  readOnly?: boolean
  pattern?: string
}
interface Route {
  method: string
  path: string
  /** The path with its parameters written as in docs/api.md (`:name`). */
  documented: string
  admin: boolean
  body: Schema | undefined
  parameters: { in: string; name: string; schema: Schema }[]
  /** The documented statuses of the route for faults of the model service. */
  upstream: number[]
}

let api: TestApi
let owner: Person
let admin: Person
let workspace: Workspace
let routes: Route[]

beforeAll(async () => {
  api = await startApi({ ALLOW_REGISTRATION: 'true' })
  owner = await api.person()
  admin = await api.admin()
  workspace = await makeWorkspace(api, owner)
  const { paths } = (await api.anonymous.get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, any>>
  }
  const nameless = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')
  routes = documentedRoutes.flatMap(({ method, path, who, refusals }) => {
    const found = Object.entries(paths).find(([one]) => nameless(one) === nameless(path))
    const operation = found?.[1][method.toLowerCase()]
    if (!found || !operation) return []
    const body = operation.requestBody?.content?.['application/json']?.schema as Schema | undefined
    const upstream = refusals.filter((status) => status >= 502)
    return [
      {
        method,
        path: found[0].replace(/\{(\w+)\}/g, ':$1'),
        documented: path,
        admin: who.startsWith('administrator'),
        body,
        parameters: operation.parameters ?? [],
        upstream,
      },
    ]
  })
})
afterAll(() => api.stop())

const withBody = () => routes.filter((route): route is Route & { body: Schema } => route.body !== undefined)
const label = (route: Route) => `${route.method} ${route.documented}`

/** A user who may call the route; anonymous for routes of authentication, one of which would end the session. */
function caller({ documented, admin: isAdmin }: Route): Person {
  if (documented.startsWith('/api/auth/')) return api.anonymous
  return isAdmin ? admin : owner
}

/** Sends a request as a user who may call the route; returns what is wrong with the response, or null. */
async function fault(
  route: Route,
  url: string,
  body: string | undefined,
  expected?: number,
  type = 'application/json',
): Promise<string | null> {
  const response = await caller(route).request(url, {
    method: route.method,
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  })
  const text = await response.text()
  const what = `${label(route)} ${url.slice(0, 120)} ${(body ?? '').slice(0, 120)}: ${response.status} ${text.slice(0, 200)}`
  if (response.status >= 500 && !route.upstream.includes(response.status)) return what
  if (expected !== undefined && response.status !== expected) return `${what} (expected ${expected})`
  return response.status >= 400 && !isErrorForm(text, response.status) ? `${what} (form)` : null
}

/** Tells whether a response has the form of errors (G-01); imports and exports have forms of their own. */
function isErrorForm(text: string, status: number): boolean {
  const body = JSON.parse(text) as Record<string, unknown>
  const details = body['details'] as { field?: unknown; message?: unknown }[] | undefined
  const wellFormed =
    !Array.isArray(details) || details.every((one) => typeof one.field === 'string' && typeof one.message === 'string')
  return (
    typeof body['error'] === 'string' &&
    typeof body['message'] === 'string' &&
    typeof body['code'] === 'string' &&
    wellFormed &&
    !/\n\s+at /.test(text) &&
    status < 600
  )
}

async function faults(checks: Iterable<Promise<string | null> | (() => Promise<string | null>)>): Promise<string[]> {
  const found: string[] = []
  for (const check of checks) {
    const one = await (typeof check === 'function' ? check() : check)
    if (one) found.push(one)
  }
  return found
}

/** Returns a value of the types that the schema asks for; its ids do not exist. */
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  const [type] = [schema.type ?? 'object'].flat()
  if (type === 'string') return text(schema)
  if (type === 'number' || type === 'integer')
    return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
  if (type === 'boolean') return false
  if (type === 'array') return schema.minItems ? [sample(schema.items ?? {})] : []
  if (type === 'null') return null
  return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]))
}

function text({ format, pattern, minLength = 1 }: Schema): string {
  if (format === 'uuid') return missingId
  if (format === 'email') return 'someone@example.org'
  if (format === 'date-time') return '2040-01-01T00:00:00Z'
  return pattern ? 'a-b' : 'x'.repeat(Math.max(1, minLength))
}

const wrongValues: [type: string, value: unknown][] = [
  ['null', null],
  ['number', 1.5],
  ['number', 1e12],
  ['boolean', true],
  ['string', 'x'],
  ['array', []],
  ['array', [1]],
  ['array', [1e12]],
  ['array', [null]],
  ['array', [{}]],
  ['object', {}],
  ['object', { x: { y: 1 } }],
]

/** Tells whether the type of the property alone refuses a value of this JSON type. */
function refusedByType({ type }: Schema, valueType: string): boolean {
  return (
    type !== undefined &&
    ![type].flat().some((one) => one === valueType || (one === 'integer' && valueType === 'number'))
  )
}

describe('parameters', () => {
  it('that a route does not read are refused by name, on every route', async () => {
    const checks = routes.map((route) => async () => {
      const url = `${urlOf(route.documented, workspace.ids)}?noSuchParameter=1`
      const body = validBody(route)
      const response = await caller(route).request(url, {
        method: route.method,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      const isNamed =
        response.status === 400 && text.includes('"field":"noSuchParameter","message":"is not known here"')
      return isNamed ? null : `${label(route)}: ${response.status} ${text.slice(0, 200)}`
    })
    expect(checks.length).toBeGreaterThan(170)
    expect(await faults(checks)).toEqual([])
  })
})

describe('bodies', () => {
  it('of a wrong type in any field are refused by name and never a fault of the server (G-03, G-06)', async () => {
    const checks = withBody().flatMap((route) =>
      Object.entries(route.body.properties ?? {}).flatMap(([name, schema]) =>
        // What may only be sent back is passed over, whatever it holds.
        (schema.readOnly ? wrongValues.slice(-1) : wrongValues).map(([type, value]) => () => {
          const body = { ...(sample(route.body) as object), [name]: value }
          return fault(
            route,
            urlOf(route.documented, workspace.ids),
            JSON.stringify(body),
            refusedByType(schema, type) ? 400 : undefined,
          )
        }),
      ),
    )
    expect(checks.length).toBeGreaterThan(1000)
    expect(await faults(checks)).toEqual([])
  })

  it('without a required field are refused (G-03)', async () => {
    const checks = withBody().flatMap((route) =>
      (route.body.required ?? []).map((name) => () => {
        const { [name]: _left, ...body } = sample(route.body) as Record<string, unknown>
        return fault(route, urlOf(route.documented, workspace.ids), JSON.stringify(body), 400)
      }),
    )
    expect(checks.length).toBeGreaterThan(40)
    expect(await faults(checks)).toEqual([])
  })

  it('that are no JSON object, not JSON at all or of another type are refused (G-06, G-07)', async () => {
    const texts = [
      '{',
      '{"a":',
      '[]',
      '[{}]',
      '"text"',
      '1',
      'null',
      'true',
      '\0',
      '{"a":1}{',
      `{"a":"\ud800"}`,
      '{"a":1e}',
      "{'a':1}",
      '\u{feff}x',
    ]
    const checks = withBody().flatMap((route) => {
      const url = urlOf(route.documented, workspace.ids)
      return [
        ...texts.map((one) => () => fault(route, url, one, one.startsWith('{"a":"') ? undefined : 400)),
        ...['text/xml', 'application/x-www-form-urlencoded', 'application/octet-stream', 'nonsense'].map(
          (type) => () => fault(route, url, '{}', 400, type),
        ),
      ]
    })
    expect(await faults(checks)).toEqual([])
  })

  it('with NUL characters, halves of characters or hostile keys are refused or ignored', async () => {
    const checks = withBody().flatMap((route) => {
      const url = urlOf(route.documented, workspace.ids)
      const base = JSON.stringify(sample(route.body)).slice(0, -1)
      const start = base === '{' ? base : `${base},`
      const fields = Object.keys(route.body.properties ?? {})
      return [
        ...['unknown', ...fields].flatMap((name) =>
          ['"a\\u0000b"', '"\\ud800"', '{"k\\u0000":1}', '["\\udfff"]'].map(
            (value) => () => fault(route, url, `${start}"${name}":${value}}`, 400),
          ),
        ),
        ...['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"x":1}}', '"toString":1', '"":1'].map(
          (pair) => () => fault(route, url, `${start}${pair}}`),
        ),
      ]
    })
    expect(await faults(checks)).toEqual([])
  })

  it('nested 20,000 levels deep harm nothing, in an unknown field or in one that takes more than a scalar', async () => {
    // Deeper than the stack of Node, which holds some 14,000 calls of a small function.
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const deepObject = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)
    const checks = withBody().flatMap((route) => {
      const url = urlOf(route.documented, workspace.ids)
      const base = JSON.stringify(sample(route.body)).slice(0, -1)
      const start = base === '{' ? base : `${base},`
      // What may only be sent back (readOnly) is passed over like a field that is not known.
      const scalar = ({ type, readOnly }: Schema) =>
        readOnly === true || ['string', 'number', 'integer', 'boolean'].includes(String(type))
      const fields = Object.entries(route.body.properties ?? {})
        .filter(([, schema]) => !scalar(schema))
        .map(([name]) => name)
      return ['unknown', ...fields].flatMap((name) => [
        () => fault(route, url, `${start}"${name}":${deep}}`),
        () => fault(route, url, `${start}"${name}":${deepObject}}`),
        () => fault(route, url, `${start}"${name}":[{"id":"x","name":"x","type":"x","content":"x","gloss":${deep}}]}`),
      ])
    })
    expect(await faults(checks)).toEqual([])
    expect((await owner.get('/api/auth/me')).status).toBe(200)
  }, 120_000)

  it('over 25 MiB are refused with 413 before they are read (G-13)', async () => {
    const found: string[] = []
    for (const route of withBody()) {
      const { status, text: answered } = await sendLarge(route, 26 * 1024 * 1024)
      if (status !== 413 || !isErrorForm(answered, status)) found.push(`${label(route)}: ${status} ${answered}`)
    }
    expect(found).toEqual([])
  })
})

describe('paths and queries', () => {
  it('with an id that is no UUID are refused naming the parameter, where a UUID is documented (G-05)', async () => {
    const checks = routes.flatMap((route) =>
      route.parameters
        .filter((one) => one.in === 'path' && one.schema.format === 'uuid')
        .flatMap(({ name }) =>
          ['not-a-uuid', '0193e5a0', `${missingId}0`, `${missingId.slice(0, -1)}g`].map((value) => async () => {
            const url = withParameter(route, name, value)
            const response = await caller(route).request(url, {
              method: route.method,
              ...(route.body && {
                body: JSON.stringify(sample(route.body)),
                headers: { 'content-type': 'application/json' },
              }),
            })
            const answer = await response.text()
            const details =
              response.status === 400 ? (JSON.parse(answer) as { details?: { message: string }[] }).details : undefined
            return details?.some(({ message }) => message === 'must be a UUID')
              ? null
              : `${label(route)} ${url}: ${response.status} ${answer.slice(0, 200)}`
          }),
        ),
    )
    expect(checks.length).toBeGreaterThan(200)
    expect(await faults(checks)).toEqual([])
  })

  it('with any other text in the place of an id are never a fault of the server', async () => {
    const values = [
      '%00',
      '%ff',
      '%ED%A0%80',
      '..%2f..%2fetc%2fpasswd',
      '%27%20or%201=1',
      'x'.repeat(900),
      'x'.repeat(5000),
      '%F0%9F%98%80',
      '%25',
      '%5Cu0000',
      '-1',
      '%20',
      '%0A',
    ]
    const checks = routes.flatMap((route) =>
      route.parameters
        .filter((one) => one.in === 'path')
        .flatMap(({ name }) =>
          values.map(
            (value) => () =>
              fault(route, withParameter(route, name, value, true), route.body && JSON.stringify(sample(route.body))),
          ),
        ),
    )
    expect(await faults(checks)).toEqual([])
  })

  it('with ids of nothing are 404 wherever the route documents it', async () => {
    // Requests of the tests before may have archived it, and its world then refuses every change.
    const path = `/api/projects/${workspace.ids['projectId']}`
    expect((await owner.put(path, { isArchived: false })).status).toBe(200)
    const checks = routes
      .filter(({ documented, method }) => documented.includes(':') && refusalsOf(method, documented).includes(404))
      .flatMap((route) =>
        route.parameters
          .filter((one) => one.in === 'path' && !one.schema.enum)
          // A PUT adds what has not been there, if its body is complete.
          .filter(({ name }) => route.method !== 'PUT' || !['objectId', 'typeId'].includes(name))
          .map(
            ({ name }) =>
              () =>
                fault(route, withParameter(route, name, missingId), validBody(route), 404),
          ),
      )
    expect(checks.length).toBeGreaterThan(90)
    expect(await faults(checks)).toEqual([])
  })

  it('with any value in any query parameter are never a fault of the server', async () => {
    const values = [
      '',
      'x',
      '%00',
      '%ff',
      '-1',
      '1e400',
      'NaN',
      '9'.repeat(40),
      'true',
      '%5B%5D',
      'a&{}=b',
      '%F0%9F%98%80',
      '%ED%A0%80',
    ]
    const checks = routes.flatMap((route) =>
      route.parameters
        .filter((one) => one.in === 'query')
        .flatMap(({ name }) =>
          values.map(
            (value) => () =>
              fault(route, `${urlOf(route.documented, workspace.ids)}?${name}=${value.replace('{}', name)}`, undefined),
          ),
        ),
    )
    expect(checks.length).toBeGreaterThan(200)
    expect(await faults(checks)).toEqual([])
  })
})

function refusalsOf(method: string, path: string): number[] {
  return documentedRoutes.find((one) => one.method === method && one.path === path)?.refusals ?? []
}

/** Returns a body whose references exist, so that only the id in the path is missing. */
function validBody(route: Route): string | undefined {
  if (!route.body) return undefined
  const { ids } = workspace
  const body = sample(route.body) as Record<string, unknown>
  const known: Record<string, unknown> = {
    userId: ids['userId'],
    videoId: ids['videoId'],
    targetClaimId: ids['otherClaimId'],
    role: route.documented.includes('groups') ? 'group_member' : 'viewer',
  }
  for (const name of Object.keys(body)) if (known[name]) body[name] = known[name]
  if (/\/(members|invitations)$/.test(route.documented)) body['userId'] = ids['userId']
  if (route.documented.endsWith('/detect')) body['manualQuery'] = 'a ferry'
  if (route.documented.endsWith('/agreement/decisions')) body['note'] = 'Both are right.'
  if (route.documented.endsWith('/agreement')) body['personaIds'] = [ids['personaId'], ids['otherPersonaId']]
  if (route.documented.includes('api-keys')) body['keyName'] = 'another'
  return JSON.stringify(body)
}

/**
 * The URL of the route with one parameter replaced. The parameter is found by its position, because its name can differ
 * between openapi.json and docs/api.md.
 */
function withParameter(route: Route, name: string, value: string, raw = false): string {
  const place = [...route.path.matchAll(/:(\w+)/g)].findIndex((match) => match[1] === name)
  let i = 0
  const filled = urlOf(route.documented, workspace.ids).split('/')
  const parts = route.documented.split('/').map((part, at) => {
    if (!part.startsWith(':')) return part
    return i++ === place ? (raw ? value : encodeURIComponent(value)) : filled[at]
  })
  const compares = route.method === 'GET' && /\/agreement(?![-\w]|\/decisions)/.test(route.path)
  return parts.join('/') + (compares ? ofTwoPersonas() : ofAnotherPersona(route))
}

const ofTwoPersonas = () => `?personaIds=${workspace.ids['personaId']},${workspace.ids['otherPersonaId']}`
const ofAnotherPersona = ({ path }: Route) =>
  path.endsWith('/suggestions') ? `?otherPersonaId=${workspace.ids['otherPersonaId']}` : ''

/** Sends a body of so many bytes; resolves to the response, although the server closes the connection on the rest. */
async function sendLarge(route: Route, bytes: number): Promise<{ status: number; text: string }> {
  const { cookie } = caller(route)
  return new Promise((done, fail) => {
    const request = httpRequest(api.url + urlOf(route.documented, workspace.ids), {
      method: route.method,
      headers: { cookie, 'content-type': 'application/json', 'content-length': bytes },
    })
    let answered = false
    request.on('response', (response) => {
      answered = true
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
        request.destroy()
      })
    })
    request.on('error', (error) => {
      if (!answered) fail(error)
    })
    request.write(`{"a":"${'x'.repeat(1024)}`)
  })
}
