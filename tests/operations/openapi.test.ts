import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'
import { faultOf } from '../support/contract.js'
import { documentedRoutes } from '../support/documented-routes.js'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters?: { in: string; name: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>
  security: object[]
}
interface Document {
  openapi: string
  tags: { name: string }[]
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

interface Row {
  method: string
  path: string
  who: string
}

/** The routes in the tables of docs/api.md. */
const documented: Row[] = [
  ...readFileSync('docs/api.md', 'utf8').matchAll(/^\| ([A-Z]+) \| `(\/api\S*)` \| [^|]+ \| ([^|]+) \|/gm),
].map(([, method = '', path = '', who = '']) => ({ method, path, who: who.trim() }))
const anonymous = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')
const key = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${anonymous(path)}`

let api: TestApi
let document: Document
const operations: { method: string; path: string; operation: Operation }[] = []

beforeAll(async () => {
  api = await startApi()
  document = (await api.anonymous.get<Document>('/api/openapi.json')).body
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item))
      operations.push({ method: method.toUpperCase(), path, operation })
  }
})
afterAll(() => api.stop())

describe('the documented routes', () => {
  it('are all mounted', () => {
    const all = mounted()
    const missing = documented.filter(
      (row) => !all.has(key(row)) && !api.server.hasRoute({ method: row.method, url: row.path }),
    )
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('are all there is under /api', () => {
    const known = new Set(documented.map(key))
    expect([...mounted()].filter((route) => !known.has(route))).toEqual([])
  })

  it('ask for a session or a token where the table says so', async () => {
    const wrong: string[] = []
    for (const { method, path, who } of documented.filter(({ path: one }) => !one.endsWith('/openapi.json'))) {
      const security = document.paths[documentPath(path)]?.[method.toLowerCase()]?.security
      if (!security) continue
      const needsSession = security.length > 0 && security.every((one: object) => Object.keys(one).length > 0)
      if (needsSession !== !who.startsWith('anyone')) wrong.push(`${method} ${path}`)
    }
    // These three routes read the cookie themselves (AU-01).
    expect(wrong.filter((route) => !/auth\/(me|session-status|extend-session)$/.test(route))).toEqual([])
  })

  it('refuse a stranger with 401 and, where only administrators may call, a user with 403 (G-04)', async () => {
    const person = await api.person()
    const wrong: string[] = []
    for (const { method, path, who } of documented.filter(({ who: caller }) => !caller.startsWith('anyone'))) {
      const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
      const stranger = await api.anonymous.request(url, { method })
      if (stranger.status !== 401) wrong.push(`${method} ${path}: ${stranger.status} for a stranger`)
      if (!who.startsWith('administrator')) continue
      const user = await person.request(url, { method })
      if (user.status !== 403) wrong.push(`${method} ${path}: ${user.status} for a user`)
    }
    expect(wrong).toEqual([])
  })
})

describe('GET /api/openapi.json', () => {
  it('is OpenAPI 3.1 with the session cookie as security scheme', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: 'session_token' },
    })
  })

  it('has one id an operation, and tags that are declared', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id, i) => !/^[a-z][A-Za-z]+$/.test(id) || ids.indexOf(id) !== i)).toEqual([])
    const declared = new Set(document.tags.map(({ name }) => name))
    const untagged = operations.filter(
      ({ operation }) => operation.tags?.length !== 1 || !declared.has(operation.tags[0] ?? ''),
    )
    expect(untagged.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('says in a sentence what each operation does', () => {
    const wrong = operations.filter(({ operation: { summary } }) => !/^[A-Z][^.]+\.$/.test(summary ?? ''))
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('says in a sentence what each member of a request or an answer is', () => {
    expect(membersOf(document, '').filter(({ schema }) => !isTold(schema))).toEqual([])
  })

  it('calls an operation as the GraphQL mutation that does the same', () => {
    const ids = new Set(operations.map(({ operation }) => operation.operationId))
    const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {}
    // REST has an operation of its own for each kind of type, and needs no field beside an operation.
    const other = ['saveOntologyType', 'deleteOntologyType', 'deleted']
    expect(Object.keys(mutations).filter((name) => !ids.has(name) && !other.includes(name))).toEqual([])
  })

  it('has no body that holds a recursive type, which strict clients cannot send', () => {
    const inBody = (operation: Operation) =>
      Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
    const recursive = operations.filter(({ operation }) => inBody(operation).some((schema) => isRecursive(schema, [])))
    expect(recursive.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('has no two paths that differ only in the names of their parameters', () => {
    const paths = Object.keys(document.paths).map(anonymous)
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
  })

  it('declares every parameter of every path once, as required', () => {
    const wrong = operations.filter(({ path, operation }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      return (
        JSON.stringify(declared.map((one) => one.name).sort()) !== JSON.stringify(inPath) ||
        declared.some((one) => !one.required)
      )
    })
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('says what success and each refusal is', () => {
    const wrong = operations.filter(({ operation: { responses, security } }) => {
      const statuses = Object.keys(responses)
      const described = Object.values(responses).every(({ description }) => description.length > 0)
      return (
        !described ||
        !statuses.some((status) => status.startsWith('2')) ||
        (security.length === 1 && !statuses.includes('401'))
      )
    })
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('is what is committed in openapi.json', () => {
    expect(JSON.parse(readFileSync('openapi.json', 'utf8'))).toEqual(document)
  })

  it('has every success of docs/api.md, with the schema of what comes', () => {
    const wrong = documentedRoutes.flatMap(({ method, path, success }) => {
      const responses: Operation['responses'] =
        document.paths[documentPath(path)]?.[method.toLowerCase()]?.responses ?? {}
      return success
        .filter((status) => status !== 204 && method !== 'HEAD')
        .filter((status) => !Object.values(responses[status]?.content ?? {}).some(({ schema }) => schema))
        .map((status) => `${method} ${path} ${status}`)
    })
    expect(wrong).toEqual([])
  })

  it('describes uploads as forms with a file', () => {
    for (const path of ['/api/import', '/api/import/preview'])
      expect(document.paths[path]?.['post']?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
        required: ['file'],
        properties: { file: { format: 'binary' }, options: { type: 'string' } },
      })
    expect(
      document.paths['/api/videos/upload']?.['post']?.requestBody?.content['multipart/form-data']?.schema,
    ).toMatchObject({ required: ['file'], properties: { file: { format: 'binary' } } })
  })

  it('is what tests hold answers against, to the member', () => {
    const persona = {
      ...{ id: '01900000-0000-7000-8000-000000000000', userId: '01900000-0000-7000-8000-000000000000', name: 'n' },
      ...{ role: 'r', informationNeed: 'i', details: null, isSystemGenerated: false, hidden: false, projectId: null },
      ...{ createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z', forkedFrom: null },
    }
    const sent = JSON.stringify({ name: 'n', role: 'r', informationNeed: 'i' })
    const fault = (body: object, other: object = {}) =>
      faultOf({
        ...{ method: 'POST', path: '/api/personas', status: 201, contentType: 'application/json; charset=utf-8' },
        ...{ text: JSON.stringify(body), sent },
        ...other,
      })
    expect(fault(persona)).toBeUndefined()
    expect(fault({ ...persona, secret: 1 })).toContain('must NOT have additional properties')
    expect(fault({ ...persona, name: undefined })).toContain("must have required property 'name'")
    expect(fault({ ...persona, details: 5 })).toContain('/details must be string,null')
    expect(fault(persona, { status: 200 })).toBe('there is no such status')
    expect(fault(persona, { contentType: 'text/html' })).toBe('it is text/html')
    expect(fault(persona, { sent: '{"name":"n"}' })).toContain('the body it took')
    expect(fault({ error: 'e' }, { status: 409 })).toContain('must have required property')
  })

  it('has only references that lead somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    const dangling = references.filter(
      (one) => !(one.replace('#/components/schemas/', '') in document.components.schemas),
    )
    expect([...new Set(dangling)]).toEqual([])
    expect(references.length).toBeGreaterThan(100)
  })

  it('shows bodies as the validators check them', async () => {
    const schema = document.paths['/api/personas']?.['post']?.requestBody?.content['application/json']?.schema
    expect(schema).toMatchObject({ required: ['name', 'role', 'informationNeed'] })
  })
})

describe('GET /docs', () => {
  it('shows the document to a browser without leaving this server (CF-11)', async () => {
    const page = await api.anonymous.get<string>('/docs')
    expect(page.status).toBe(200)
    expect(page.text).toContain('swagger-ui')
    expect(
      [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].filter(([, address]) => /^(https?:)?\/\//.test(address ?? '')),
    ).toEqual([])
  })

  it.each(['json', 'yaml'])(
    'leads to the one document, and prints it in no other form for a stranger (%s)',
    async (form) => {
      const answer = await api.anonymous.request(`/docs/${form}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/api/openapi.json'])
    },
  )
})

/** The routes that Fastify has below /api, as `METHOD /path` with unnamed parameters; HEAD only when declared. */
function mounted(): Set<string> {
  return new Set(operations.map(({ method, path }) => key({ method, path })))
}

interface Schema {
  description?: string
  type?: string
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
}

/** All members of objects in the document, with the places where they are. */
function membersOf(value: unknown, at: string, isList = false): { at: string; schema: Schema }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const inside = membersOf(one, `${at}/${key}`, !isList && key === 'properties')
    return isList ? [{ at: `${at}/${key}`, schema: one as Schema }, ...inside] : inside
  })
}

/** Whether a schema, the type that it refers to, or each form that it may have, has a description. */
function isTold({ description, $ref: reference, allOf, anyOf }: Schema): boolean {
  if (description) return true
  if (reference) return isTold(document.components.schemas[reference.replace('#/components/schemas/', '')] as Schema)
  const forms = (anyOf ?? allOf ?? []).filter(({ type }) => type !== 'null')
  return forms.length > 0 && forms.every(isTold)
}

/** Whether what a client may write there refers to a schema that it is inside of. */
function isRecursive(schema: unknown, inside: readonly string[]): boolean {
  if (typeof schema !== 'object' || schema === null || 'readOnly' in schema) return false
  const { $ref: reference, ...rest } = schema as { $ref?: string }
  if (reference === undefined) return Object.values(rest).some((one) => isRecursive(one, inside))
  if (inside.includes(reference)) return true
  const target = document.components.schemas[reference.replace('#/components/schemas/', '')]
  return isRecursive(target, [...inside, reference])
}

/** Finds the path of a documented route in openapi.json, where its parameters may have other names. */
function documentPath(path: string): string {
  return Object.keys(document.paths).find((one) => anonymous(one) === anonymous(path)) ?? ''
}
