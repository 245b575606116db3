import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

interface Claim {
  text: string
  sentence_index: number
  char_start: number | null
  char_end: number | null
  subclaims: Claim[]
  confidence: number
  claim_type: string
}

const text =
  'Dr. Rivera saw three trucks 🚚 near the gate. The convoy stopped because the road was blocked; ' +
  'the drivers left the vehicles.\n\nWas the gate open? A red flag may mark the depot.'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const extract = async (body: Record<string, unknown>) => {
  return service.post<{ claims: Claim[]; model_used: string }>('/api/extract-claims', {
    summary_id: 's',
    summary_text: text,
    ...body,
  })
}
const flat = (claims: Claim[]): Claim[] => claims.flatMap((claim) => [claim, ...flat(claim.subclaims)])

describe('POST /api/extract-claims', () => {
  it('takes the model that the request names, and refuses one that the task lacks (C-15)', async () => {
    expect((await extract({ model: 'baseline-sentences' })).status).not.toBe(500)
    expect((await extract({ model: 'nobody' })).status).toBe(404)
    expect((await extract({ summary_text: '' })).body.claims).toEqual([])
  })

  it.each(['sentence-based', 'semantic-units', 'hierarchical'])(
    'MS-07 gives exact offsets in the text (%s)',
    async (strategy) => {
      const { status, body } = await extract({ extraction_strategy: strategy, min_confidence: 0 })
      expect(status).toBe(200)
      expect(body.model_used).toMatch(/^baseline-/)
      expect(body.claims.length).toBeGreaterThan(2)
      for (const claim of flat(body.claims)) expect(text.slice(claim.char_start!, claim.char_end!)).toBe(claim.text)
    },
  )

  it('takes each sentence as a claim; a title with a full stop ends none', async () => {
    const { body } = await extract({ min_confidence: 0 })
    expect(body.claims.map((claim) => claim.text)).toEqual([
      'Dr. Rivera saw three trucks 🚚 near the gate.',
      'The convoy stopped because the road was blocked; the drivers left the vehicles.',
      'Was the gate open?',
      'A red flag may mark the depot.',
    ])
    expect(body.claims.map((claim) => claim.sentence_index)).toEqual([0, 1, 2, 3])
    expect(body.claims.map((claim) => claim.claim_type)).toEqual(['quantitative', 'causal', 'factual', 'factual'])
  })

  it('splits clauses into units of their own, and puts them below their sentence when hierarchical', async () => {
    const clauses = ['The convoy stopped', 'the road was blocked', 'the drivers left the vehicles']
    const units = await extract({ extraction_strategy: 'semantic-units' })
    expect(units.body.claims.filter((claim) => claim.sentence_index === 1).map((claim) => claim.text)).toEqual(clauses)
    const trees = await extract({ extraction_strategy: 'hierarchical' })
    expect(trees.body.claims.find((claim) => claim.sentence_index === 1)!.subclaims.map((claim) => claim.text)).toEqual(
      clauses,
    )
  })

  it('keeps joined nouns together', async () => {
    const { body } = await extract({
      summary_text: 'Red trucks and blue vans passed the gate.',
      extraction_strategy: 'semantic-units',
    })
    expect(body.claims.map((claim) => claim.text)).toEqual(['Red trucks and blue vans passed the gate'])
  })

  it('drops what is below min_confidence: a question asserts nothing', async () => {
    const { body } = await extract({})
    expect(body.claims.map((claim) => claim.text)).not.toContain('Was the gate open?')
    for (const claim of body.claims) expect(claim.confidence).toBeGreaterThanOrEqual(0.5)
    expect((await extract({ min_confidence: 1 })).body.claims).toEqual([])
  })

  it('trusts claims more that mention ontology types or annotated names', async () => {
    const plain = await extract({})
    const informed = await extract({
      ontology_types: ['Truck'],
      ontology_glosses: { gate: 'way in' },
      annotations: [{ name: 'convoy', type: 'entity' }],
    })
    expect(informed.body.claims[0]!.confidence).toBeGreaterThan(plain.body.claims[0]!.confidence)
    expect(informed.body.claims[1]!.confidence).toBeGreaterThan(plain.body.claims[1]!.confidence)
    expect(informed.body.claims[2]!.confidence).toBe(plain.body.claims[2]!.confidence)
  })

  it.each(['sentence-based', 'semantic-units', 'hierarchical'])(
    'never gives more than max_claims, subclaims counted (%s)',
    async (strategy) => {
      const { body } = await extract({ extraction_strategy: strategy, max_claims: 3, min_confidence: 0 })
      expect(flat(body.claims)).toHaveLength(3)
    },
  )

  it('keeps the sentence numbers of sentences that are given, with null offsets for one that is not in the text', async () => {
    const { body } = await extract({
      sentences: ['The sky was clear and blue.', 'A red flag may mark the depot.'],
      min_confidence: 0,
    })
    expect(body.claims.map((claim) => [claim.sentence_index, claim.char_start])).toEqual([
      [0, null],
      [1, text.indexOf('A red flag')],
    ])
  })
})
