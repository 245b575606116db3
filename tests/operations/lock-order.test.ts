import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextFor, transaction } from '../../src/context.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const trials = 30

describe('deletions at once', () => {
  it('of a persona, the claims of its summary and one of them answer 200 or 404, never 500', async () => {
    const answers = new Map<number, number>()
    for (let trial = 0; trial < trials; trial += 1) {
      const { personaId, summaryId, claimId } = await makeContent(ann, unique('v'))
      const claims = Array.from({ length: 20 }, (_, i) => ({ text: `claim ${i}`, parentClaimId: claimId }))
      for (const claim of claims) await made(ann.post(`/api/summaries/${summaryId}/claims`, claim))
      const paths = [`/api/personas/${personaId}`, `/api/summaries/${summaryId}/claims`, `/api/claims/${claimId}`]
      const done = await Promise.all(paths.map((path) => ann.delete(path)))
      for (const { status } of done) answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect([...answers.keys()].filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  })

  it('that PostgreSQL ends for the sake of another one are tried again', async () => {
    const [one, two] = [await makeContent(ann, 'v1'), await makeContent(ann, 'v2')]
    const ctx = contextFor(api.app.services, null)
    let runs = 0
    let held = 0
    let meet = () => undefined as void
    const met = new Promise<void>((resolve) => (meet = resolve))
    const rename = (first: string, second: string) =>
      transaction(ctx, async (tx) => {
        runs += 1
        await sql`update personas set name = 'Renamed' where id = ${first}`.execute(tx.db)
        // Each transaction locks one row and then waits for the row of the other: a deadlock.
        held += 1
        if (held === 2) meet()
        await met
        await sql`update personas set name = 'Renamed' where id = ${second}`.execute(tx.db)
        return true
      })
    const both = [rename(one.personaId, two.personaId), rename(two.personaId, one.personaId)]
    expect(await Promise.all(both)).toEqual([true, true])
    expect(runs).toBeGreaterThan(2)
  })

  it('that never get through end after five attempts as 503 with Retry-After', async () => {
    const { personaId } = await makeContent(ann, 'v3')
    const { db } = api.app.services
    await sql`create sequence refusals`.execute(db)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      perform nextval('refusals'); raise exception 'never' using errcode = '40P01'; end $$`.execute(db)
    await sql`create trigger refuse before delete on personas for each row execute function refuse()`.execute(db)
    const answer = await ann.delete(`/api/personas/${personaId}`)
    const graph = await ann.graph(
      'mutation ($input: VersionedIdInput!) { deletePersona(input: $input) { __typename } }',
      { input: { id: personaId } },
    )
    const { rows } = await sql<{ n: number }>`select last_value::int as n from refusals`.execute(db)
    await sql`drop trigger refuse on personas`.execute(db)
    expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([503, '1', 'SERVER_BUSY'])
    expect(graph.errors?.[0]?.extensions.code ?? 'none').toBe('SERVER_BUSY')
    expect(rows).toEqual([{ n: 10 }])
    await made(ann.delete(`/api/personas/${personaId}`))
  })
})
