import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { claim, persona, summary } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

const deep = 3000
/** In milliseconds. The fastest of several runs counts, so that a busy machine does not decide. */
const bound = 200
let api: TestApi
let ann: Person
let ben: Person
const roots: string[] = []
/** For comparison: roots with as many claims directly below them. */
const flat: string[] = []

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  ben = await api.person()
  for (let i = 0; i < 6; i += 1) {
    const p = persona()
    const s = summary(p.data.id)
    const ids = Array.from({ length: deep }, () => newId())
    const lines = ids.map((id, at) =>
      claim(s.data.id, { id, parentClaimId: (i < 3 ? ids[at - 1] : at && ids[0]) || null, text: `claim ${at}` }),
    )
    const { body } = await importLines(ann, [p, s, ...lines])
    expect(body).toMatchObject({ success: true, summary: { importedItems: { claims: deep } } })
    const into = i < 3 ? roots : flat
    into.push(ids[0] ?? '')
  }
})
afterAll(() => api.stop())

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

describe(`claims ${deep} deep`, () => {
  it('are forked in the time that PostgreSQL takes for as many rows, by as many statements as others', async () => {
    const forkable = async (resourceId: string) => {
      const to = { sharedWithUserId: ben.id, permissionLevel: 'forkable' }
      return (await made(ann.post('/api/sharing', { resourceType: 'claim', resourceId, ...to }))).id as string
    }
    const [deepShares, flatShares] = [await Promise.all(roots.map(forkable)), await Promise.all(flat.map(forkable))]
    const fork = (shareId: string) => made(ben.post(`/api/sharing/${shareId}/fork`))
    // The first fork makes the summary that the others go into.
    const { resourceId } = await fork(flatShares[0] ?? '')
    const counts: number[] = []
    const counted = async (shareId: string) =>
      void counts.push((await statementsOf(() => fork(shareId))).statements.length)
    // In turns; each round is compared with what the machine achieved at the same time, since other load comes and
    // goes.
    const rounds: { flat: number; deep: number }[] = []
    for (let i = 0; i < roots.length; i += 1) {
      // The minimum that any implementation needs: the rows, their indexes and foreign keys, and printing the response.
      const floor =
        (await millisecondsOf(() => insertAsMany(flat[i] ?? ''))) +
        (await millisecondsOf(() => made(ben.get(`/api/claims/${resourceId}`))))
      const allowed = Math.max(bound, 1.5 * floor)
      const flatTook = await millisecondsOf(() => counted(flatShares[i] ?? ''))
      const deepTook = await millisecondsOf(() => counted(deepShares[i] ?? ''))
      rounds.push({ flat: flatTook / allowed, deep: deepTook / allowed })
    }
    expect(new Set(counts).size).toBe(1)
    expect(Math.min(...rounds.map((round) => round.flat))).toBeLessThan(1)
    expect(Math.min(...rounds.map((round) => round.deep))).toBeLessThan(1)
  })

  /** Copies a branch with one INSERT ... SELECT under new ids and rolls back; the caller measures the time. */
  async function insertAsMany(root: string): Promise<void> {
    const client = await api.app.services.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `with m as materialized (
           select *, gen_random_uuid() as copy from claims
            where summary_id = (select summary_id from claims where id = $1))
         insert into claims (id, summary_id, parent_claim_id, text, gloss, created_by, project_id)
         select m.copy, m.summary_id, p.copy, m.text, m.gloss, m.created_by, m.project_id
           from m left join m p on p.id = m.parent_claim_id`,
        [root],
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('are deleted with their root in no more time than PostgreSQL takes to insert as many, three times over', async () => {
    const ratios: number[] = []
    for (const root of roots) {
      const inserted = await millisecondsOf(() => insertAsMany(root))
      ratios.push((await millisecondsOf(() => made(ann.delete(`/api/claims/${root}`)))) / inserted)
    }
    expect(Math.min(...ratios)).toBeLessThan(3)
    const { rows } = await api.app.services.pool.query('select count(*)::int as n from claims where created_by = $1', [
      ann.id,
    ])
    expect(rows).toEqual([{ n: flat.length * deep }])
  })
})

const chained = 16_000

describe(`the tree of claims ${chained} deep`, () => {
  it('is paged in little more time than as many claims side by side', async () => {
    const eva = await api.person()
    const filled = async (parentOf: (ids: string[], at: number) => string | undefined) => {
      const personaId = (await made(eva.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' }))).id
      const { id } = await made(eva.post('/api/summaries', { videoId: newId(), personaId, summary: 'Ferries' }))
      const ids = Array.from({ length: chained }, () => newId())
      await api.app.services.pool.query(
        `insert into claims (id, summary_id, parent_claim_id, text, created_by)
         select u.id, $1, u.parent, 'claim', $2 from unnest($3::uuid[], $4::uuid[]) as u(id, parent)`,
        [id, eva.id, ids, ids.map((_id, at) => parentOf(ids, at) ?? null)],
      )
      return id as string
    }
    const chain = await filled((ids, at) => ids[at - 1])
    const wide = await filled((ids, at) => (at ? ids[0] : undefined))
    const page = async (id: string, which: string) =>
      (await made(eva.graph(`{ summary(id: "${id}") { claimTree(${which}: 1) { totalCount edges { depth path } } } }`)))
        .summary.claimTree
    expect(await page(chain, 'last')).toEqual({
      totalCount: chained,
      edges: [{ depth: chained - 1, path: new Array(chained).fill(0) }],
    })
    const pages = ['a', 'b', 'c', 'd'].map((name) => `${name}: claimTree(last: 100) { edges { path } }`).join(' ')
    const { errors } = await eva.graph(`{ summary(id: "${chain}") { ${pages} } }`)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'COST_LIMIT', limit: 'objects' })
    const ratios: number[] = []
    for (let i = 0; i < 3; i += 1) {
      const side = await millisecondsOf(() => page(wide, 'first'))
      ratios.push((await millisecondsOf(() => page(chain, 'first'))) / side)
    }
    expect(Math.min(...ratios)).toBeLessThan(3)
  })
})
