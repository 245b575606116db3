import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineTypes } from '../../src/exchange/line.shape.js'
import { mostOfDocument, mostOfNote, mostOfText, nameText } from '../../src/lib/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

type Schema = Record<string, unknown>

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

/** Formats that bound the length of a text themselves. */
const bounded = new Set(['uuid', 'email', 'password', 'date-time'])

/** The places of texts without a bound in a schema; what a client may put into a document of its own has no schema. */
function* withoutBound(schema: unknown, at: string, components: Schema): Generator<string> {
  if (Array.isArray(schema)) {
    for (const one of schema) yield* withoutBound(one, at, components)
    return
  }
  if (typeof schema !== 'object' || schema === null) return
  // What may only be sent back is not stored.
  if ((schema as Schema)['readOnly'] === true) return
  const { type, properties, items, anyOf, allOf, oneOf, additionalProperties, ...rest } = schema as Schema
  const name = typeof rest['$ref'] === 'string' ? rest['$ref'].split('/').at(-1)! : undefined
  // Any JSON value: what clients keep in documents of their own, which have a bound as a whole.
  if (name !== undefined && name !== 'Json') yield* withoutBound(components[name], at, components)
  const isBounded =
    rest['maxLength'] !== undefined ||
    rest['enum'] ||
    rest['const'] !== undefined ||
    bounded.has(String(rest['format']))
  if ([type].flat().includes('string') && !isBounded) yield at
  for (const [key, one] of Object.entries((properties ?? {}) as Schema))
    yield* withoutBound(one, `${at}.${key}`, components)
  for (const one of [items, anyOf, allOf, oneOf, additionalProperties]) yield* withoutBound(one, at, components)
}

describe('every text that clients send', () => {
  it('has a bound in its shape: in every body', async () => {
    const { paths, components } = (await api.anonymous.get('/api/openapi.json')).body
    const bodies = Object.entries(paths as Record<string, Record<string, any>>).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content?.['application/json']?.schema as unknown
        return schema ? [[`${method.toUpperCase()} ${path}`, schema] as const] : []
      }),
    )
    expect(bodies.length).toBeGreaterThan(50)
    expect(bodies.flatMap(([name, schema]) => [...withoutBound(schema, name, components.schemas)])).toEqual([])
  })

  it.each(Object.entries(lineTypes))('has a bound in its shape: in lines of type %s', (name, { takes }) => {
    expect([...withoutBound(takes, name, {})]).toEqual([])
  })

  it('is found by this test where it has none', () => {
    const schema = { type: 'object', properties: { a: { type: ['string', 'null'] }, b: { type: 'array', items: {} } } }
    expect([...withoutBound(schema, 'body', {})]).toEqual(['body.a'])
  })
})

describe('a text over its bound is refused with its name and its bound, in REST and GraphQL alike', () => {
  const project = () => ({ name: 'Port', slug: unique('port') })
  it.each([
    ['name', Number(nameText.maxLength)],
    ['description', mostOfNote],
  ])('%s of a project', async (field, most) => {
    const said = `must have at most ${most} characters`
    const input = (length: number) => ({ ...project(), [field]: 'x'.repeat(length) })
    expect((await ann.post('/api/projects', input(most))).status).toBe(201)
    const { status, body } = await ann.post('/api/projects', input(most + 1))
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ field, message: said }] } })
    const create = 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }'
    const { errors } = await ann.graph(create, { input: input(most + 1) })
    const details = [{ field: `input.${field}`, message: said }]
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details })
  })

  it('settings of a project, as a whole', async () => {
    const settings = (length: number) => ({ ...project(), settings: { a: 'x'.repeat(length - 8) } })
    expect((await ann.post('/api/projects', settings(mostOfDocument))).status).toBe(201)
    const { status, body } = await ann.post('/api/projects', settings(mostOfDocument + 1))
    const message = `must have at most ${mostOfDocument} characters as JSON`
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ field: 'settings', message }] } })
  })

  it('text of a claim', async () => {
    expect(mostOfText).toBe(1_000_000)
    const { status, body } = await ann.post('/api/personas', {
      name: 'Scout',
      role: 'Scout',
      informationNeed: 'Who?',
      details: 'x'.repeat(mostOfNote + 1),
    })
    expect({ status, details: body.details }).toMatchObject({ status: 400, details: [{ field: 'details' }] })
  })
})

describe('a longer text from before the bounds', () => {
  it('stays readable, and is kept by a change that leaves it out', async () => {
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const description = 'x'.repeat(50_000)
    await api.app.services.db.updateTable('projects').set({ description }).where('id', '=', id).execute()
    expect((await made(ann.get(`/api/projects/${id}`))).description).toBe(description)
    expect(await made(ann.put(`/api/projects/${id}`, { name: 'Harbour' }))).toMatchObject({
      name: 'Harbour',
      description,
    })
  })
})
