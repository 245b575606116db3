import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { persona } from '../exchange/lines.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const query =
  'mutation ($file: Upload!, $more: JSONObject) { importPreview(input: { file: $file, options: $more }) { report { success } } }'

interface Parts {
  operations?: unknown
  map?: unknown
  /** The parts in this order; `file` is named 0. */
  order?: string[]
}

async function sent(who: Person, { operations, map, order = ['operations', 'map', 'file'] }: Parts) {
  const form = new FormData()
  for (const part of order) {
    if (part === 'file') form.append('0', new Blob([JSON.stringify(persona()) + '\n']), 'graph.jsonl')
    const value = part === 'operations' ? (operations ?? { query, variables: { file: null } }) : map
    if (part !== 'file') form.append(part, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const headers = { 'apollo-require-preflight': 'true' }
  const answer = await who.request('/graphql', { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Names that objects, arrays, functions and strings inherit, and their own that JSON does not show. */
const inherited = [
  ...new Set(
    [Object.prototype, Array.prototype, Function.prototype, String.prototype].flatMap((one) =>
      Object.getOwnPropertyNames(one),
    ),
  ),
]

describe('the map of an upload', () => {
  const own = () =>
    [Object.prototype, Array.prototype, Function.prototype, String.prototype, Object, JSON].map((one) =>
      JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, d]) => [name, typeof d.value])),
    )
  const before = own()
  const methods = inherited.map((name) => [name, Object.getOwnPropertyNames((Object.prototype as any)[name] ?? {})])

  afterEach(async () => {
    expect(own()).toEqual(before)
    expect(inherited.map((name) => [name, Object.getOwnPropertyNames((Object.prototype as any)[name] ?? {})])).toEqual(
      methods,
    )
    expect((await api.anonymous.get('/api/health')).status).toBe(200)
    expect((await ann.graph('{ viewer { userId } }')).data.viewer.userId).toBe(ann.id)
  })

  it('never reaches what objects inherit, whoever sends it', async () => {
    const places = [
      '',
      'query.',
      'variables.',
      'variables.file.',
      'variables.more.',
      'variables.more.list.',
      'variables.text.',
    ]
    const operations = { query, variables: { file: null, more: { list: [null] }, text: 'a' } }
    for (const name of inherited) {
      for (const place of places) {
        for (const path of [`${place}${name}`, ...(place === '' ? [`${name}.call`] : [])]) {
          const { status, body } = await sent(api.anonymous, { operations, map: { 0: [path] } })
          expect({ path, status, message: body.errors[0].message }).toMatchObject({
            status: 400,
            message: expect.stringContaining('is not a variable whose value is null'),
          })
        }
      }
    }
  })

  it('names a variable of its own that is null, and each once', async () => {
    const variables = { file: null, other: 'text', more: { file: null, list: [null, 1] } }
    const operations = { query, variables }
    const wrong = [
      '',
      'file',
      'query',
      'variables',
      'variables.other',
      'variables.more',
      'variables.missing',
      'variables..file',
    ]
    for (const path of [...wrong, 'variables.more.list.1', 'variables.more.list.2', 'variables.more.list.length']) {
      expect((await sent(ann, { operations, map: { 0: [path] } })).status, path).toBe(400)
    }
    expect((await sent(ann, { operations, map: { 0: ['variables.file', 'variables.file'] } })).status).toBe(400)
    expect((await sent(ann, { operations, map: { 0: ['variables.file', 'variables.file.x'] } })).status).toBe(400)
    const { status, body } = await sent(ann, { map: { 0: ['variables.file'] } })
    expect({ status, body }).toEqual({
      status: 200,
      body: expect.objectContaining({ data: { importPreview: { report: { success: true } } } }),
    })
  })

  it('comes after the operation and before the file, both as JSON in UTF-8', async () => {
    const map = { 0: ['variables.file'] }
    for (const order of [
      ['map', 'operations', 'file'],
      ['operations', 'file', 'map'],
      ['file', 'operations', 'map'],
      ['map', 'file'],
    ])
      expect((await sent(ann, { map, order })).status, order.join()).toBe(400)
    for (const part of ['operations', 'map'] as const)
      for (const text of ['{', '1', '"text"', 'null', '[]', '[{}]'])
        expect((await sent(ann, { map, [part]: text })).status, `${part} ${text}`).toBe(400)
    const odd = (bytes: Buffer) => {
      const head =
        '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{ viewer { userId } }","variables":{"file":null,"a":"'
      const tail =
        '"}}\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.file"]}\r\n--x\r\ncontent-disposition: form-data; name="0"; filename="a"\r\n\r\na\r\n--x--\r\n'
      const headers = { 'apollo-require-preflight': 'true', 'content-type': 'multipart/form-data; boundary=x' }
      return ann.request('/graphql', {
        method: 'POST',
        body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]),
        headers,
      })
    }
    const refused = await odd(Buffer.from([0x61, 0xe9, 0x62]))
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('must be UTF-8')])
    expect((await odd(Buffer.from('\ufffd é'))).status).toBe(200)
    expect((await made(ann.get('/api/import/history'))).total).toBe(0)
  })

  it('is read by the parser that the upload library reads it with', () => {
    const require = createRequire(import.meta.url)
    const library = createRequire(dirname(require.resolve('graphql-upload-minimal')) + '/x.js')
    expect(require.resolve('busboy')).toBe(library.resolve('busboy'))
  })

  it.each(['operations', 'map'])(
    'is read as far as 1 MiB a part: a longer part %s is refused before it ends',
    async (part) => {
      const head = `--x\r\ncontent-disposition: form-data; name="${part}"\r\n\r\n`
      let sentBytes = 0
      let answer = ''
      const done = new Promise<void>((resolve) => {
        const { hostname, port } = new URL(api.url)
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /graphql HTTP/1.1\r\nhost: x\r\napollo-require-preflight: true\r\ntransfer-encoding: chunked\r\n` +
              `content-type: multipart/form-data; boundary=x\r\n\r\n${head.length.toString(16)}\r\n${head}\r\n`,
          )
          const piece = `10000\r\n${'a'.repeat(65_536)}\r\n`
          const more = () => {
            for (let ok = true; ok && !answer && sentBytes < 64 * 1024 * 1024;) {
              sentBytes += 65_536
              ok = socket.write(piece)
            }
            if (answer || sentBytes >= 64 * 1024 * 1024) socket.end()
            else socket.once('drain', more)
          }
          more()
        })
        socket.on('data', (data) => (answer += data.toString()))
        socket.on('error', () => resolve())
        socket.on('close', () => resolve())
      })
      await done
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer).toContain('The parts operations and map must not exceed 1 MiB each')
      expect(sentBytes).toBeLessThan(32 * 1024 * 1024)
    },
  )
})
