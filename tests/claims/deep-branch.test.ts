import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { claim, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

const deep = 3000
/** In milliseconds; the fastest of three counts, so that a busy machine does not decide. */
const bound = 200
let api: TestApi
let ann: Person
const roots: string[] = []

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  for (let i = 0; i < 3; i += 1) {
    const p = persona()
    const s = summary(p.data.id)
    const ids = Array.from({ length: deep }, () => newId())
    const lines = ids.map((id, at) => claim(s.data.id, { id, parentClaimId: ids[at - 1] ?? null, text: `claim ${at}` }))
    const { body } = await importLines(ann, [p, s, ...lines])
    expect(body).toMatchObject({ success: true, summary: { importedItems: { claims: deep } } })
    roots.push(ids[0] ?? '')
  }
}, 60_000)
afterAll(() => api.stop())

async function fastest(act: (root: string) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (const root of roots) {
    const start = performance.now()
    await act(root)
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

describe(`claims ${deep} deep`, () => {
  it(`are deleted with their root in less than ${bound} ms`, async () => {
    const took = await fastest((root) => made(ann.delete(`/api/claims/${root}`)))
    expect(took).toBeLessThan(bound)
    const { rows } = await api.app.services.pool.query('select count(*)::int as n from claims where created_by = $1', [
      ann.id,
    ])
    expect(rows).toEqual([{ n: 0 }])
  })
})
