import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

interface Made {
  text: string
  glossText: string | null
  confidence: number | null
  strategy: string | null
  model: string | null
  summaryType: 'video' | 'collection'
  /** The parent among the claims before it, as a fraction of their number; null for a root. */
  parent: number | null
}

interface Filter {
  minConfidence?: number | undefined
  search?: string | undefined
  strategy?: string | undefined
  model?: string | undefined
  summaryType?: string | undefined
  includeSubclaims?: boolean | undefined
}

interface Tree {
  n: number
  below: Tree[]
}

const words = ['ferry', 'Ferry', 'pier', '東京', 'ÉCLAIR', '100%', 'a_b']
const rate = fc.constantFrom(0, 0.25, 0.5, 0.75, 1)
const made: fc.Arbitrary<Made> = fc.record({
  text: fc.subarray(words, { minLength: 1 }).map((some) => some.join(' ')),
  glossText: fc.option(fc.constantFrom(...words)),
  confidence: fc.option(rate),
  strategy: fc.constantFrom('manual', 'sentence', null),
  model: fc.constantFrom('m1', 'm2', null),
  summaryType: fc.constantFrom('video', 'collection'),
  parent: fc.option(fc.double({ min: 0, max: 0.999, noNaN: true })),
})
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    minConfidence: rate,
    search: fc.constantFrom('FERRY', 'tokyo', '東', 'éclair', '%', '_', 'pier'),
    strategy: fc.constantFrom('manual', 'sentence'),
    model: fc.constantFrom('m1', 'm2'),
    summaryType: fc.constantFrom('video', 'collection'),
    includeSubclaims: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Rule C-03 for one claim: every given filter holds. A claim without confidence never reaches a minimum. */
function matches(claim: Made, { minConfidence, search, strategy, model, summaryType }: Filter): boolean {
  const has = (text: string | null) => text !== null && text.toLowerCase().includes((search ?? '').toLowerCase())
  return (
    (minConfidence === undefined || (claim.confidence !== null && claim.confidence >= minConfidence)) &&
    (search === undefined || has(claim.text) || has(claim.glossText)) &&
    (strategy === undefined || claim.strategy === strategy) &&
    (model === undefined || claim.model === model) &&
    (summaryType === undefined || claim.summaryType === summaryType)
  )
}

/** The expected tree: matching claims with their ancestors (C-03); without subclaims, the roots that match (C-04). */
function expected(claims: Made[], parents: (number | null)[], wanted: Filter): Tree[] {
  if (wanted.includeSubclaims === false)
    return claims.flatMap((claim, n) => (parents[n] === null && matches(claim, wanted) ? [{ n, below: [] }] : []))
  const under = (parent: number | null): Tree[] =>
    claims.flatMap((claim, n) => {
      if (parents[n] !== parent) return []
      const below = under(n)
      return below.length || matches(claim, wanted) ? [{ n, below }] : []
    })
  return under(null)
}

let api: TestApi
let ann: Person
let personaId: string
let round = 0

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  personaId = (await ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })).body.id
})
afterAll(() => api.stop())

describe('The claims of a summary', () => {
  it('are pruned as a plain reading of the rules prunes them, whatever the tree and the filters (C-03, C-04)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: 1, maxLength: 14 }),
        fc.array(filter, { minLength: 1, maxLength: 6 }),
        async (claims, filters) => {
          const parents = claims.map(({ parent }, n) => (parent === null || n === 0 ? null : Math.floor(parent * n)))
          const summary = (await ann.post('/api/summaries', { videoId: `video-${round++}`, personaId, summary: 'x' }))
            .body.id
          const ids: string[] = []
          for (const [n, claim] of claims.entries()) {
            const { text, glossText, confidence, strategy, model, summaryType } = claim
            const parent = parents[n] ?? null
            const { status, body } = await ann.post(
              `/api/summaries/${summary}/claims`,
              {
                text,
                confidence,
                summaryType,
                extractionStrategy: strategy,
                modelUsed: model,
                parentClaimId: parent === null ? null : ids[parent],
                gloss: glossText === null ? [] : [{ type: 'text', content: glossText }],
              },
              { prefer: 'return=minimal' },
            )
            expect(status).toBe(201)
            ids.push(body.id)
          }
          for (const wanted of filters) {
            const query = new URLSearchParams(
              Object.entries(wanted).flatMap(([name, value]) =>
                value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
              ),
            )
            const { status, body } = await ann.get(`/api/summaries/${summary}/claims?${query}`)
            expect(status).toBe(200)
            const shape = (nodes: { id: string; subclaims: never[] }[]): Tree[] =>
              nodes.map((one) => ({ n: ids.indexOf(one.id), below: shape(one.subclaims) }))
            expect(shape(body)).toEqual(expected(claims, parents, wanted))
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
