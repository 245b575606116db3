import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { made, makeWorkspace, urlOf, type Workspace } from '../support/workspace.js'

let api: TestApi
let owner: Person
let admin: Person
let workspace: Workspace

beforeAll(async () => {
  api = await startApi({ ALLOW_REGISTRATION: 'true' })
  ;[owner, admin] = [await api.person(), await api.admin()]
  workspace = await makeWorkspace(api, owner)
})
afterAll(() => api.stop())

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding)
const text = '{"name":"Café Zürich"}'
/** Bytes that are not the UTF-8 that they are sent as. */
const broken: [name: string, type: string, body: Buffer][] = [
  ['Latin-1', 'application/json', bytes(text, 'latin1')],
  ['Latin-1, declared', 'application/json; charset=iso-8859-1', bytes(text, 'latin1')],
  [
    'Windows-1252, declared for what is ASCII',
    'application/json; charset="windows-1252"',
    bytes('{"name":"a"}', 'ascii'),
  ],
  ['UTF-16', 'application/json', bytes(text, 'utf16le')],
  ['UTF-16, declared', 'application/json;charset=utf-16', bytes(text, 'utf16le')],
  ['a character cut in two', 'application/json', bytes(text, 'utf8').subarray(0, 13)],
  ['an overlong form', 'application/json', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['half of a surrogate pair', 'application/json', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
]

describe('a body that is not UTF-8', () => {
  it('is refused by every route that takes JSON, and by GraphQL', async () => {
    const found: string[] = []
    const routes = documentedRoutes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
    const urls = routes.map(({ method, path, who }) => ({ method, url: urlOf(path, workspace.ids), who }))
    for (const { method, url, who } of [...urls, { method: 'POST', url: '/graphql', who: 'user' }]) {
      const person = who.startsWith('administrator') ? admin : owner
      for (const [name, type, body] of broken) {
        const answer = await person.request(url, { method, body, headers: { 'content-type': type } })
        if (answer.status !== 400) found.push(`${method} ${url} ${name}: ${answer.status}`)
      }
    }
    expect(routes.length).toBeGreaterThan(60)
    expect(found).toEqual([])
  })

  it('makes no account whose password other broken bytes would open', async () => {
    const body = (password: Buffer) =>
      Buffer.concat([
        bytes('{"username":"latin","email":"latin@example.org","displayName":"L","password":"lantern-', 'utf8'),
        password,
        bytes('"}', 'utf8'),
      ])
    const register = (password: Buffer) =>
      api.anonymous.request('/api/auth/register', {
        method: 'POST',
        body: body(password),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      })
    expect((await register(Buffer.from([0xe9, 0xe8]))).status).toBe(400)
    expect((await register(bytes('éè', 'utf8'))).status).toBe(201)
    const login = { username: 'latin', password: 'lantern-\ufffd\ufffd' }
    expect((await api.anonymous.post('/api/auth/login', login)).status).toBe(401)
  })

  it('is refused in the options of an import and in the name of its file', async () => {
    const form = (name: Buffer, options: Buffer, asFile: boolean) =>
      Buffer.concat([
        bytes(
          `--x\r\ncontent-disposition: form-data; name="options"${asFile ? '; filename="o.json"' : ''}\r\n\r\n`,
          'utf8',
        ),
        options,
        bytes('\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="', 'utf8'),
        name,
        bytes('"\r\n\r\n\r\n--x--\r\n', 'utf8'),
      ])
    const sent = (body: Buffer) =>
      owner.request('/api/import', {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
    const [good, bad] = [bytes('é.jsonl', 'utf8'), bytes('é.jsonl', 'latin1')]
    const wrong = bytes('{"scope":{"specificPersonaIds":["é"]}}', 'latin1')
    expect((await sent(form(bad, bytes('{}', 'utf8'), false))).status).toBe(400)
    expect((await sent(form(good, wrong, false))).status).toBe(400)
    expect((await sent(form(good, wrong, true))).status).toBe(400)
    expect((await made(owner.get('/api/import/history'))).total).toBe(0)
    expect((await sent(form(good, bytes('{}', 'utf8'), false))).status).toBe(200)
    expect((await made(owner.get('/api/import/history'))).imports[0].filename).toBe('é.jsonl')
  })

  it('is what it says where it is UTF-8, however that is declared', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF8"']) {
      const body = JSON.stringify({ name: 'Café \ufffd 🚢', role: 'r', informationNeed: 'i' })
      const answer = await owner.request('/api/personas', { method: 'POST', body, headers: { 'content-type': type } })
      expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([201, 'Café \ufffd 🚢'])
    }
  })
})
