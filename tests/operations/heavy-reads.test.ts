import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

const times = 12
let api: TestApi
let ann: Person
let ben: Person
const one = persona()
const of = summary(one.data.id)
const claims = `/api/summaries/${of.data.id}/claims`
const query = `{ summary(id: "${of.data.id}") { claims { text } } }`
const mutation = `mutation { updateSummary(input: { id: "${of.data.id}", comment: "x" }) { summary { claims { text } } } }`

beforeAll(async () => {
  api = await startApi({ HEAVY_READ_BYTES: '100000' })
  ann = await api.person()
  ben = await api.person()
  const lines = Array.from({ length: 20 }, (_, i) => claim(of.data.id, { text: `${i} ${'x'.repeat(20_000)}` }))
  expect((await importLines(ann, [one, of, ...lines])).body.success).toBe(true)
})
afterAll(() => api.stop())

/** Does `act` many times at once; returns the answers and the most places of the kind that were held meanwhile. */
async function atOnce<T>(kind: 'heavyOperation' | 'keyed', act: (n: number) => Promise<T>) {
  const { admission } = api.app.services
  let most = 0
  const look = setInterval(() => (most = Math.max(most, admission.counts(kind).running)), 1)
  try {
    const answers = await Promise.all(Array.from({ length: times }, (_, n) => act(n)))
    await expect.poll(() => admission.counts(kind)).toEqual({ running: 0, waiting: 0 })
    return { answers, most }
  } finally {
    clearInterval(look)
  }
}

describe('reads of many bytes', () => {
  it.each([
    ['REST', async () => (await made(ann.get(claims))).length as number],
    ['GraphQL', async () => (await made(ann.graph(query))).summary.claims.length as number],
    ['GraphQL mutations', async () => (await made(ann.graph(mutation))).updateSummary.summary.claims.length as number],
  ])('of one person take turns, and all are answered in full: %s', async (_name, read) => {
    const { answers, most } = await atOnce('heavyOperation', read)
    expect(answers).toEqual(Array(times).fill(20))
    expect(most).toBe(2)
  })

  it('take no place where they are small, and leave others alone meanwhile', async () => {
    const small = () => made(ben.get('/api/personas'))
    const { most } = await atOnce('heavyOperation', small)
    expect(most).toBe(0)
    const heavy = atOnce('heavyOperation', () => made(ann.get(claims)))
    expect(await small()).toHaveLength(1)
    await heavy
  })

  it('give their place back when the client leaves before the answer', async () => {
    const leave = new AbortController()
    const asked = Array.from({ length: 6 }, () => ann.request(claims, { signal: leave.signal }))
    await Promise.race(asked)
    leave.abort()
    await Promise.allSettled(asked)
    const counts = () => api.app.services.admission.counts('heavyOperation')
    await expect.poll(counts, { timeout: 5000 }).toEqual({ running: 0, waiting: 0 })
  })

  it('are refused with 413 and not repeated without end where they are over the budget too', async () => {
    const tight = await startApi({ HEAVY_READ_BYTES: '100000', BUDGET_MAX_BYTES: '200000' })
    try {
      const carl = await tight.person()
      const lines = Array.from({ length: 20 }, (_, i) => claim(of.data.id, { text: `${i} ${'x'.repeat(20_000)}` }))
      expect((await importLines(carl, [one, of, ...lines])).body.success).toBe(true)
      expect(await carl.get(claims)).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit: 'bytes' } })
      expect((await carl.graph(query)).errors).toMatchObject([{ extensions: { code: 'COST_LIMIT', limit: 'bytes' } }])
    } finally {
      await tight.stop()
    }
  })
})

describe('requests with an Idempotency-Key', () => {
  it('of one person hold few connections, so that others still sign in', async () => {
    const keyed = (n: number): Promise<Answer<any>> =>
      ann.post('/graphql', { query: mutation }, { 'idempotency-key': `k${n}` })
    const running = atOnce('keyed', keyed)
    const login = await api.anonymous.post('/api/auth/login', { username: ben.username, password: 'password-1' })
    expect(login.status).toBe(200)
    const { answers, most } = await running
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(Array(times).fill([200, undefined]))
    expect(most).toBeLessThanOrEqual(3)
    expect(most).toBeGreaterThan(0)
  })
})
