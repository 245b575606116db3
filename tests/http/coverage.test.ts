import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { made, makeContent, makeWorkspace, urlOf, type Workspace } from '../support/workspace.js'

// Covers documented statuses that the tests of the areas do not.

let api: TestApi
let owner: Person
let workspace: Workspace
const line = {
  type: 'persona',
  data: { id: '0193e5a0-0000-7000-8000-000000000001', name: 'n', role: 'r', informationNeed: 'i' },
}

beforeAll(async () => {
  api = await startApi()
  owner = await api.person()
  workspace = await makeWorkspace(api, owner)
})
afterAll(() => api.stop())

/** Renames a table while `act` runs, so that it is missing as after a failed migration. */
async function without(table: string, act: () => Promise<void>): Promise<void> {
  await api.app.services.pool.query(`alter table ${table} rename to ${table}_gone`)
  try {
    await act()
  } finally {
    await api.app.services.pool.query(`alter table ${table}_gone rename to ${table}`)
  }
}

describe('a fault that nobody foresaw', () => {
  it('is a 500 that says nothing of the inside, at every route that documents one (E-04)', async () => {
    const admin = await api.admin()
    const { ids } = workspace
    const acts: [table: string, send: () => Promise<{ status: number; body: any; text: string }>][] = [
      ['world_objects', () => owner.put('/api/world', { entities: [{ id: 'e', name: 'n' }] })],
      ['world_states', () => owner.get('/api/world')],
      ['world_states', () => admin.delete(`/api/admin/world/${ids['userId']}`)],
      ['world_states', () => owner.put('/api/ontology', { personas: [], personaOntologies: [] })],
      ['import_history', () => upload(owner, '/api/import', [line])],
      ['personas', () => upload(owner, '/api/import/preview', [line])],
      ['import_history', () => owner.get('/api/import/history')],
    ]
    for (const [table, send] of acts) {
      await without(table, async () => {
        const { status, body, text } = await send()
        expect(status, text).toBe(500)
        expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
        expect(text).not.toMatch(/relation|world_|history_|\bat \//)
      })
    }
    expect((await owner.get('/api/world')).status).toBe(200)
  })
})

describe('nested claim routes', () => {
  it('delete a claim and a relation, and refuse a second relation of one pair', async () => {
    const { summaryId, claimId, otherClaimId, relationId } = await makeContent(owner, workspace.ids['videoId'] ?? '')
    const path = `/api/summaries/${summaryId}/claims`
    const again = await owner.post(`${path}/${claimId}/relations`, {
      targetClaimId: otherClaimId,
      relationTypeId: 'supports',
    })
    expect([again.status, again.body.error]).toEqual([409, 'Relation already exists between these claims'])
    expect((await owner.delete(`${path}/relations/${relationId}`)).body).toMatchObject({ success: true })
    expect((await owner.get(`${path}/${claimId}/relations`)).body).toMatchObject({ outgoing: [], incoming: [] })
    const gone = await owner.delete(`${path}/${claimId}`)
    expect([gone.status, gone.body]).toEqual([
      200,
      { success: true, message: 'Claim and 1 subclaims deleted successfully' },
    ])
    expect((await owner.get(`${path}/${otherClaimId}`)).status).toBe(404)
  })

  it('show a synthesis job under the path of its kind only (C-21)', async () => {
    const wish = { onEdited: 'replace' }
    const { jobId } = await made(owner.post(`/api/summaries/${workspace.ids['summaryId']}/synthesize`, wish))
    expect((await owner.get(`/api/jobs/synthesis/${jobId}`)).body).toMatchObject({ jobId, status: 'queued' })
    expect((await owner.get(`/api/jobs/claims/${jobId}`)).status).toBe(404)
  })
})

describe('limits', () => {
  it('of an upload hold for a preview too (I-03)', async () => {
    const answer = await upload(
      owner,
      '/api/import/preview',
      new Blob([`${JSON.stringify(line)}\n`, Buffer.alloc(100 * 1024 * 1024, '\n')]),
    )
    expect([answer.status, answer.body.error]).toEqual([413, 'Payload Too Large'])
  })

  it('of the claims buckets hold at every claims route, and each bucket by itself (L-01, L-02)', async () => {
    const limited = await startApi({
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: '100000',
      RATE_LIMIT_LOGIN_MAX: '100000',
    })
    try {
      const person = await limited.person()
      const { ids } = await makeWorkspace(limited, person)
      const routes = documentedRoutes.filter(
        ({ path, refusals }) => refusals.includes(429) && /claims|synthesize/.test(path),
      )
      expect(routes.length).toBeGreaterThanOrEqual(19)
      const send = async ({ method, path }: { method: string; path: string }) => {
        const init =
          method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
        return person.request(urlOf(path, ids), { method, ...init })
      }
      // These use up the buckets without changing anything; refused requests count as well.
      const spenders = [
        'GET /api/claims/:claimId',
        'POST /api/summaries/:summaryId/claims/bulk',
        'GET /api/claims/:claimId/relations',
        'POST /api/summaries/:summaryId/claims/extract',
        'POST /api/summaries/:summaryId/synthesize',
      ]
      for (const spender of spenders) {
        const [method = '', path = ''] = spender.split(' ')
        for (let i = 0; i < 101; i++) if ((await send({ method, path })).status === 429) break
      }
      for (const route of routes) {
        const answer = await send(route)
        expect(answer.status, `${route.method} ${route.path}`).toBe(429)
        expect(await answer.json()).toMatchObject({
          error: 'Rate limit exceeded',
          code: 'RATE_LIMITED',
          retryAfter: expect.any(Number),
        })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await person.get('/api/personas')).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})
