import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { claim, persona, summary } from '../exchange/lines.js'
import { exportLines, importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'

interface Node {
  id: string
  text: string
  subclaims: Node[]
}

const count = 10_000
const levels = 60
let api: TestApi
let ann: Person
let summaryId: string
/** The parent of each claim by id, in the order in which they were made. */
const parents = new Map<string, string | null>()

/**
 * Imports a chain of claims as deep as `levels`, and all other claims as roots (every tenth) or below the links of that
 * chain in turn. Parents come before their children.
 */
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  const p = persona()
  const s = summary(p.data.id)
  summaryId = s.data.id
  const chain = Array.from({ length: levels }, () => newId())
  chain.forEach((id, level) => parents.set(id, level ? (chain[level - 1] ?? null) : null))
  // The last link keeps no children: it is the deepest.
  for (let i = levels; i < count; i++) parents.set(newId(), i % 10 === 0 ? null : (chain[i % (levels - 1)] ?? null))
  const claims = [...parents].map(([id, parentClaimId], i) =>
    claim(summaryId, { id, parentClaimId, text: `claim ${i}` }),
  )
  expect((await importLines(ann, [p, s, ...claims])).body).toMatchObject({
    success: true,
    summary: { importedItems: { claims: count } },
  })
})
afterAll(() => api.stop())

describe(`${count} claims of one summary, ${levels} levels deep`, () => {
  it('come back whole as the tree of REST', async () => {
    const { body } = await ann.get<Node[]>(`/api/summaries/${summaryId}/claims`)
    const open = body.map((node) => ({ node, depth: 0, parent: null as string | null }))
    let [seen, deepest] = [0, 0]
    for (let one = open.pop(); one; one = open.pop()) {
      expect(parents.get(one.node.id)).toBe(one.parent)
      seen += 1
      deepest = Math.max(deepest, one.depth)
      for (const node of one.node.subclaims) open.push({ node, depth: one.depth + 1, parent: one.node.id })
    }
    expect([seen, deepest]).toEqual([count, levels - 1])
  })

  it('are walked page by page as `claimTree`: parents before children, no gap and no repeat', async () => {
    const query = `query ($id: ID!, $first: Int, $after: String, $last: Int) { summary(id: $id) { claimTree(first: $first, after: $after, last: $last) {
      totalCount pageInfo { endCursor hasNextPage } edges { depth parentId path childCount node { id text } } } } }`
    const page = async (variables: object) => {
      const { data, errors } = await ann.graph(query, { id: summaryId, ...variables })
      expect(errors).toBeUndefined()
      return data.summary.claimTree
    }
    const seen = new Set<string>()
    let after: string | null = null
    for (let i = 0; i < 12; i++) {
      const { edges, totalCount, pageInfo }: any = await page({ first: 100, after })
      expect([totalCount, edges.length, pageInfo.hasNextPage]).toEqual([count, 100, true])
      for (const { depth, parentId, path, node } of edges) {
        const { id } = node
        expect([parentId, path.length]).toEqual([parents.get(id) ?? null, depth + 1])
        expect(parentId === null || seen.has(parentId)).toBe(true)
        seen.add(id)
      }
      after = pageInfo.endCursor
    }
    expect(seen.size).toBe(1200)
    expect((await page({ last: 100 })).edges.every(({ node }: any) => !seen.has(node.id))).toBe(true)
  })

  it('nest plainly as deep as the limit says, and the refusal names it', async () => {
    const nested = (depth: number) =>
      `{ summary(id: "${summaryId}") { claims { ${'id subclaims { '.repeat(depth)}id${' }'.repeat(depth)} } } }`
    const { data, errors } = await ann.graph(nested(12))
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data).split('"id"').length).toBeGreaterThan(2000)
    const refused = await ann.graph(nested(13))
    expect(refused.data).toBeUndefined()
    expect(refused.errors?.[0]).toMatchObject({
      message: 'The operation has more than 15 levels of fields; at most 15 are allowed',
      extensions: { code: 'VALIDATION_ERROR', limit: 'depth' },
    })
  })

  it('leave in the export with parents first, and go with their summary', async () => {
    const lines = (await exportLines(ann, '/api/export/summaries')).filter(({ type }) => type === 'claim')
    expect(lines).toHaveLength(count)
    const seen = new Set<string | null>([null])
    for (const { data } of lines) {
      expect(seen.has(data.parentClaimId)).toBe(true)
      seen.add(data.id)
    }
    expect(
      (
        await ann.graph('mutation ($id: ID!) { deleteClaims(input: { summaryId: $id }) { deletedIds } }', {
          id: summaryId,
        })
      ).data.deleteClaims.deletedIds,
    ).toHaveLength(count)
  })
})
