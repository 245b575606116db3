import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

describe('a request in another encoding than UTF-8', () => {
  it.each([
    ['/api/annotations?videoId=v&label=caf%E9', 'label'],
    ['/api/annotations?videoId=v?&label=a?caf%E9', 'label'],
    ['/api/claims?search=%', 'search'],
    ['/api/people?search=a%2&first=10', 'search'],
    ['/api/export/all?scope=%C3%28', 'scope'],
    ['/graphql?query=%7B%20viewer%20%7B%20id%20%7D%20%7D&extensions=%E9', 'extensions'],
  ])('is refused, naming the parameter: %s', async (path, field) => {
    const { status, body } = await ann.get(path)
    const fault = body.errors ? body.errors[0].extensions : body
    expect([status, fault.code, fault.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ field, message: 'is not percent-encoded UTF-8' }],
    ])
  })

  it('is refused in a path', async () => {
    expect((await ann.get('/api/videos/caf%E9')).status).toBe(400)
  })

  it('is what UTF-8 says where it is percent-encoded so', async () => {
    const { status, body } = await ann.get('/api/people?search=caf%C3%A9+%E2%82%AC')
    expect([status, body.people]).toEqual([200, []])
  })
})

describe('a byte order mark', () => {
  it('before JSON is read over', async () => {
    const json = (path: string, value: object) =>
      ann.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `\uFEFF${JSON.stringify(value)}`,
      })
    const made = await json('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' })
    expect([made.status, ((await made.json()) as { name: string }).name]).toEqual([201, 'Scout'])
    expect(await (await json('/graphql', { query: '{ viewer { username } }' })).json()).toMatchObject({
      data: { viewer: { username: ann.username } },
    })
  })
})
