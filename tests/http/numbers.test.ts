import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let owner: Person

beforeAll(async () => {
  api = await startApi()
  owner = await api.person()
})
afterAll(() => api.stop())

/** Numbers that JSON can write and a double cannot hold. */
const beyond = ['1e400', '-1E+309', '12.5e0400', '9'.repeat(310), `[1, ${'1'.repeat(400)}]`, '{"deep":[1e999]}']
const within = ['1e308', '1e-400', '9'.repeat(308), '0.1e3', '"at 1e400 or 1E999"', `"${'9'.repeat(400)}"`]
const says = 'must be a number that a double can hold'

describe('a number beyond those of a double', () => {
  it('is refused by the name of its place in every body, and nothing is stored in its place', async () => {
    const put = (number: string) =>
      owner.request('/api/world', {
        method: 'PUT',
        body: `{"entities":[{"id":"e1","name":"One","attributes":{"weight":${number}}}]}`,
        headers: { 'content-type': 'application/json' },
      })
    for (const number of beyond) {
      const answer = await put(number)
      const { details } = (await answer.json()) as any
      expect([answer.status, details[0]], number).toMatchObject([400, { message: says }])
      expect(details[0].field, number).toMatch(/^entities\.0\.attributes\.weight/)
    }
    expect((await made(owner.get('/api/world'))).entities).toEqual([])
    for (const number of within) {
      const answer = await put(number)
      expect(answer.status, number).toBe(200)
      expect(((await answer.json()) as any).entities[0].attributes.weight).toEqual(JSON.parse(number))
    }
  })

  it('is refused in GraphQL, as a variable and written in the document', async () => {
    const mutation = 'mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id } } }'
    const sent = async (body: string) => {
      const response = await owner.request('/graphql', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      return (await response.json()) as { errors?: { message: string }[] }
    }
    for (const number of beyond) {
      const variables = `{"input":{"entities":[{"key":"e1","extra":{"weight":${number}}}]}}`
      expect(
        (await sent(`{"query":${JSON.stringify(mutation)},"variables":${variables}}`)).errors?.[0]?.message,
      ).toContain(says)
    }
    for (const number of beyond.slice(0, 4)) {
      const query = `mutation { updateWorld(input: { entities: [{ key: "e1", extra: { weight: ${number} } }] }) { world { id } } }`
      expect((await sent(JSON.stringify({ query }))).errors?.[0]?.message).toContain(says)
    }
    const fine =
      'mutation { updateWorld(input: { entities: [{ key: "e1", extra: { weight: 1e308 } }] }) { world { id } } }'
    expect((await sent(JSON.stringify({ query: fine }))).errors).toBeUndefined()
  })

  it('makes an import refuse the line and name it', async () => {
    for (const number of beyond) {
      const line = `{"type":"entity","data":{"id":"e9","name":"One","weight":${number}}}`
      const { body } = await importLines(owner, line)
      expect(JSON.stringify(body), number).toContain(says)
    }
    const ids = (await made(owner.get('/api/world'))).entities.map(({ id }: { id: string }) => id)
    expect(ids).not.toContain('e9')
  })
})
