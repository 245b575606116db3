import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/graphql`, { method: 'POST', body, headers: { ...json, ...headers } })

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${api.url}/graphql` })

  it('has no audit left out', () => {
    expect(audits.length).toBeGreaterThanOrEqual(61)
  })

  for (const audit of audits) {
    it(`${audit.id} ${audit.name}`, async () => {
      const result = await audit.fn()
      expect(result.status, 'reason' in result ? result.reason : '').toBe('ok')
    })
  }
})

describe('the GraphQL door', () => {
  it('answers malformed JSON in the form of GraphQL, in the media type that was asked for', async () => {
    for (const type of ['application/json', 'application/graphql-response+json']) {
      const answer = await post('{"query": "{', { accept: type })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      expect(await answer.json()).toEqual({
        errors: [{ message: 'Invalid JSON body', extensions: { code: 'PARSE_ERROR' } }],
      })
    }
  })

  it('runs no mutation whose answer the client would not take', async () => {
    const ann = await api.person()
    const mutation = `mutation { createPersona(input: { name: "Unseen", role: "r", informationNeed: "i" }) { persona { id } } }`
    const send = (accept: string) =>
      ann.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: mutation }),
      })
    for (const accept of ['text/html', 'application/xml, text/*;q=0.5', 'application/json;q=0', 'image/*']) {
      const answer = await send(accept)
      expect(answer.status, accept).toBe(406)
      expect(((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message).toContain('Accept')
    }
    const stored = async () => {
      const { data } = await ann.graph('{ personas { nodes { name } } }')
      return data.personas.nodes.filter(({ name }: { name: string }) => name === 'Unseen')
    }
    expect(await stored()).toEqual([])
    const taken = ['*/*', 'application/*', 'application/json; charset=utf-8', 'text/html, application/json;q=0.1']
    for (const accept of taken) expect((await send(accept)).status, accept).toBe(200)
    expect(await stored()).toHaveLength(taken.length)
  })

  it('refuses a batch of operations', async () => {
    const answer = await post('[{"query":"{ __typename }"},{"query":"{ __typename }"}]')
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message).toContain('Batches')
  })

  it('refuses what another site could send without asking: form posts, text, queries in links', async () => {
    const query = JSON.stringify({ query: '{ __typename }' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await post(query, { 'content-type': type })
      expect(answer.status, type).toBe(400)
      expect(((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message).toContain('CSRF')
    }
    const link = (site: string) =>
      fetch(`${api.url}/graphql?query={__typename}`, { headers: { 'sec-fetch-site': site } })
    expect((await link('cross-site')).status).toBe(400)
    expect((await link('same-site')).status).toBe(400)
    expect((await link('same-origin')).status).toBe(200)
  })

  it('runs no mutation by GET', async () => {
    const answer = await fetch(`${api.url}/graphql?query=${encodeURIComponent('mutation { logout { deletedIds } }')}`)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it('runs a query by QUERY, with variables, but no mutation', async () => {
    const ann = await api.person()
    const send = (body: object) =>
      ann.request('/graphql', {
        method: 'QUERY',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const query = 'query Kind($name: String!) { __type(name: $name) { name kind } }'
    const answer = await send({ query, variables: { name: 'Persona' }, operationName: 'Kind' })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { data: { __type: { name: 'Persona', kind: 'OBJECT' } } },
    ])
    const refused = await send({ query: 'mutation { logout { deletedIds } }' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
    const large = await fetch(`${api.url}/graphql`, {
      method: 'QUERY',
      headers: json,
      body: `"${'x'.repeat(2 ** 20)}"`,
    })
    expect(large.status).toBe(413)
    expect((await fetch(`${api.url}/api/claims`, { method: 'QUERY', headers: json, body: '{}' })).status).toBe(404)
    for (const path of ['/graphql', '/api/claims'])
      expect((await fetch(api.url + path, { method: 'QUERY' })).status, path).toBe(400)
  })

  it('answers data beside errors with 294 in the media type of GraphQL, with 200 in JSON', async () => {
    const query = JSON.stringify({ query: '{ __typename personas(first: 0) { nodes { id } } }' })
    const status = async (accept: string, body = query) => {
      const answer = await post(body, { accept })
      const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown[] }
      return [answer.status, data, errors?.length]
    }
    const answered = { __typename: 'Query', personas: null }
    expect(await status('application/graphql-response+json')).toEqual([294, answered, 1])
    expect(await status('application/json')).toEqual([200, answered, 1])
    const whole = JSON.stringify({ query: '{ __typename }' })
    expect(await status('application/graphql-response+json', whole)).toEqual([200, { __typename: 'Query' }, undefined])
  })

  it('an id that is no UUID is null in queries and VALIDATION_ERROR in mutations (G-05)', async () => {
    const ann = await api.person()
    const { data, errors } = await ann.graph(
      '{ persona(id: "x") { id } summary(id: "x") { id } claim(id: "x") { id } annotation(id: "x") { id } }',
    )
    expect(errors).toBeUndefined()
    expect(new Set(Object.values(data))).toEqual(new Set([null]))
    const code = async (mutation: string) =>
      (await ann.graph(`mutation { ${mutation} }`)).errors?.[0]?.extensions['code']
    expect(await code('deleteClaim(id: "x")')).toBe('VALIDATION_ERROR')
    expect(await code('updatePersona(input: { id: "x", name: "N" }) { id }')).toBe('VALIDATION_ERROR')
    const own = (await ann.post('/api/personas', { name: 'P', role: 'R', informationNeed: 'I' })).body.id as string
    expect((await ann.graph(`{ persona(id: "${own.toUpperCase()}") { id } }`)).data.persona).toEqual({ id: own })
  })

  it('refuses a persona in a project that is not there, also to administrators (P-01)', async () => {
    const admin = await api.admin()
    const answer = await admin.post('/api/personas', {
      name: 'P',
      role: 'R',
      informationNeed: 'I',
      projectId: '0193e5a0-0000-7000-8000-00000000dead',
    })
    expect([answer.status, answer.body.error]).toEqual([404, 'Project not found'])
  })

  it('never tells where in the program an error arose', async () => {
    const answer = await post(JSON.stringify({ query: '{ persona(id: "no uuid") { id } }' }))
    expect(await answer.text()).not.toMatch(/stacktrace|\.js:|\.ts:/)
  })

  it('sends large answers compressed to those who ask', async () => {
    const query = JSON.stringify({ query: '{ __schema { types { name description fields { name description } } } }' })
    const packed = await post(query, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const plain = await post(query, { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await packed.json()).toEqual(await plain.json())
  })
})
