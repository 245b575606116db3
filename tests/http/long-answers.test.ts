import { request } from 'node:http'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { untilWaiting } from '../support/waiting.js'

interface Node {
  id: string
  text: string
  subclaims: Node[]
}

// Texts with line ends and letters of several bytes, five megabytes of them: JSON is longer than what is stored.
const text = (i: number) => `${i}: "${'Grüße\n'.repeat(15_000)}"`
const count = 50
let api: TestApi
let ann: Person
let root: string
let claimsPath: string

/** What the server has logged. */
const logged: { level: number; route?: string; status?: number }[] = []

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) logged.push(JSON.parse(line))
      done()
    },
  })
  api = await startApi({ FRONT_END_COMPATIBILITY: 'true' }, { log: pino({ level: 'info' }, sink) })
  ann = await api.person()
  const p = persona()
  const s = summary(p.data.id)
  const top = claim(s.data.id, { text: text(0) })
  root = top.data.id
  claimsPath = `/api/summaries/${s.data.id}/claims`
  const below = Array.from({ length: count - 1 }, (_, i) =>
    claim(s.data.id, { parentClaimId: root, text: text(i + 1) }),
  )
  const imported = await importLines(ann, [p, s, top, ...below])
  expect(imported.body).toMatchObject({ success: true, summary: { importedItems: { claims: count } } })
})
afterAll(() => api.stop())

/** The bytes as they were sent; fetch would unpack them. */
function sent(path: string, encoding: string) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((done, fail) => {
    const headers = { cookie: ann.cookie, 'accept-encoding': encoding }
    const asked = request(api.url + path, { headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      done({ headers: answer.headers, bytes: Buffer.concat(chunks) })
    })
    asked.once('error', fail).end()
  })
}

const isWhole = (tree: Node[]) => {
  expect(tree.map(({ id }) => id)).toEqual([root])
  const texts = [tree[0]!, ...tree[0]!.subclaims].map((one) => one.text)
  expect(texts.length).toBe(count)
  for (const [i, one] of texts.entries()) expect(one === text(i), `claim ${i}`).toBe(true)
}

describe('an answer of several megabytes', () => {
  it('is whole, and says how long it is', async () => {
    const { headers, bytes } = await sent(claimsPath, 'identity')
    expect(bytes.length).toBeGreaterThan(5_000_000)
    expect(headers['content-length']).toBe(String(bytes.length))
    isWhole(JSON.parse(bytes.toString()))
  })

  it('is whole when it is compressed', async () => {
    const [plain, packed] = [await sent(claimsPath, 'identity'), await sent(claimsPath, 'gzip')]
    expect([packed.headers['content-encoding'], packed.headers['content-length']]).toEqual(['gzip', undefined])
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
  })

  it('is whole where it is one object', async () => {
    const { status, body } = await ann.get<Node>(`/api/claims/${root}`)
    expect(status).toBe(200)
    isWhole([body])
  })

  it('is whole where one of its claims alone is so long', async () => {
    // As long as a claim may be; as JSON, each character takes two.
    const long = '"'.repeat(999_999)
    const { body: made } = await ann.post(claimsPath, { text: long }, { prefer: 'return=minimal' })
    const { status, body } = await ann.put(`${claimsPath}/${made.id}`, { text: `${long}!` })
    expect([status, body.text.length, body.claims.length]).toEqual([200, 1_000_000, 2])
    expect((await ann.delete(`/api/claims/${made.id}`)).status).toBe(200)
  })

  it('is whole where a field of each object is asked for several times', async () => {
    const query = `query ($id: ID!) { claim(id: $id) { a: text b: text subclaims { a: text b: text c: text } } }`
    const { data, errors } = await ann.graph(query, { id: root })
    expect(errors).toBeUndefined()
    expect([data.claim.a, data.claim.b].every((one) => one === text(0))).toBe(true)
    expect(data.claim.subclaims).toHaveLength(count - 1)
    for (const [i, { a, b, c }] of data.claim.subclaims.entries())
      expect([a, b, c].every((one) => one === text(i + 1))).toBe(true)
  })

  it('is kept under its Idempotency-Key, and the same bytes are sent again', async () => {
    const post = () => ann.post(claimsPath, { text: 'one more' }, { 'idempotency-key': 'long' })
    const [first, second] = [await post(), await post()]
    expect([first.status, first.body.text, first.body.claims.length]).toEqual([201, 'one more', 2])
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(second.text === first.text).toBe(true)
    expect(await ann.get<Node[]>(claimsPath).then(({ body }) => body.length)).toBe(2)
  })

  it('is no fault of the server when its client leaves before it begins', async () => {
    const { pool } = api.app.services
    const holder = await pool.connect()
    await holder.query('begin; lock table idempotency_keys in exclusive mode')
    logged.length = 0
    const headers = { cookie: ann.cookie, 'content-type': 'application/json', 'idempotency-key': 'left' }
    const asked = request(api.url + claimsPath, { method: 'POST', headers })
    asked.once('error', () => undefined)
    asked.end(JSON.stringify({ text: 'left' }))
    await untilWaiting(api, 'relation')
    asked.destroy()
    await holder.query('rollback')
    holder.release()
    await expect.poll(() => logged.filter(({ route }) => route?.endsWith('/claims'))).toHaveLength(1)
    // What the client asked for is done all the same, and its key gets the answer.
    const post = () => ann.post(claimsPath, { text: 'left' }, { 'idempotency-key': 'left' })
    await expect.poll(async () => (await post()).headers.get('idempotency-replayed')).toBe('true')
    const ended = logged.filter(({ status }) => status === 499)
    expect(ended.map(({ level, route }) => [level, route])).toEqual([[30, '/api/summaries/:summaryId/claims']])
    expect(logged.filter(({ level }) => level > 30)).toEqual([])
  })
})

describe('a world of several megabytes', () => {
  it('is whole, plain and compressed, whatever letters stand where it is cut', async () => {
    // Emoji are pairs of code units; the lengths of the names before them shift where a pair is cut.
    const entities = Array.from({ length: 40 }, (_, i) => ({
      id: `e${i}`,
      name: 'x'.repeat(i),
      description: '🛳️é'.repeat(20_000),
    }))
    expect((await ann.put('/api/world', { entities })).status).toBe(200)
    const [plain, packed] = [await sent('/api/world', 'identity'), await sent('/api/world', 'gzip')]
    expect(plain.headers['content-length']).toBe(String(plain.bytes.length))
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    const world = JSON.parse(plain.bytes.toString())
    expect(
      world.entities.map(({ name, description }: any) => [name, description === entities[0]!.description]),
    ).toEqual(entities.map(({ name }) => [name, true]))
  })
})
