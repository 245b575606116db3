import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

interface Explained {
  statement: string
  runs: number
  milliseconds: number
  rows: number
  plan: string[] | null
}

let api: TestApi
let ann: Person
let admin: Person
let summaryId: string
const secret = 'a text that only the parameters have'

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
  const persona = await made(admin.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
  summaryId = (await made(admin.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'A' }))).id
  const parent = await made(admin.post(`/api/summaries/${summaryId}/claims`, { text: 'parent' }))
  await made(admin.post(`/api/summaries/${summaryId}/claims`, { text: 'child', parentClaimId: parent.id }))
})
afterAll(() => api.stop())

async function explain(who: Person, query: string, url = api.url, headers: object = { 'explain-operation': 'true' }) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: who.cookie, ...headers },
    body: JSON.stringify({ query }),
  })
  return (await response.json()) as {
    data: Record<string, unknown> | null
    errors?: object[]
    extensions?: { cost?: object; explain?: Explained[] }
  }
}

const claims = () => `{ summary(id: "${summaryId}") { claims { text subclaims { text } } } }`

describe('the statements of an operation', () => {
  it('are shown to an administrator who asks, with times, rows and plans, and without parameters', async () => {
    const { statements } = await statementsOf(() => explain(admin, claims(), api.url, {}))
    const { data, extensions } = await explain(admin, claims())
    expect(data).toEqual({ summary: { claims: [{ text: 'parent', subclaims: [{ text: 'child' }] }] } })
    const explained = extensions!.explain!
    expect(explained.length).toBeGreaterThan(1)
    for (const { statement, runs, milliseconds, plan } of explained) {
      expect(statements).toContain(statement)
      expect(runs).toBe(1)
      expect(milliseconds).toBeGreaterThan(0)
      expect(plan?.length, statement).toBeGreaterThan(0)
    }
    const ofClaims = explained.find(({ statement }) => /from claims c/.test(statement))
    expect(ofClaims).toMatchObject({ rows: 2 })
    expect(ofClaims?.plan?.join('\n')).toMatch(/Scan .*on claims c/)
    expect(JSON.stringify(explained)).not.toContain(summaryId)
    expect(extensions!.cost).toBeDefined()
  })

  it('include those that write, which are not run again', async () => {
    const { extensions, errors } = await explain(
      admin,
      `mutation { createPersona(input: { name: "${secret}", role: "r", informationNeed: "i" }) { persona { id name } } }`,
    )
    expect(errors).toBeUndefined()
    const explained = extensions!.explain!
    const inserted = explained.find(({ statement }) => /insert into "?personas/.test(statement))
    expect(inserted?.plan?.join('\n')).toContain('Insert on personas')
    expect(JSON.stringify(explained)).not.toContain(secret)
    const { rows } = await api.app.services.pool.query('select from personas where name = $1', [secret])
    expect(rows).toHaveLength(1)
  })

  it('are not shown to other users, nor to an administrator who does not ask', async () => {
    expect((await explain(ann, claims())).extensions).not.toHaveProperty('explain')
    expect((await explain(admin, claims(), api.url, {})).extensions).not.toHaveProperty('explain')
    expect((await explain(admin, claims(), api.url, { 'explain-operation': '1' })).extensions).not.toHaveProperty(
      'explain',
    )
  })

  it('are shown to everybody with EXPLAIN_OPERATIONS', async () => {
    const open = await startApi({ EXPLAIN_OPERATIONS: 'true', DATABASE_URL: api.app.services.config.database.url })
    try {
      const { data, extensions } = await explain(ann, '{ personas(first: 1) { nodes { id } } }', open.url, {})
      expect(data).toEqual({ personas: { nodes: [{ id: expect.any(String) }] } })
      expect(extensions!.explain!.length).toBeGreaterThan(1)
    } finally {
      await open.stop()
    }
  })
})
