import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

interface Item {
  type: string
  content: string
  refClaimId?: string
}
interface Synthesis {
  summary_gloss: Item[]
  model_used: string
  claims_used: number
  synthesis_metadata: { strategy: string; num_sources: number; conflicts_detected: number }
}

const sources = [
  {
    source_id: 's1',
    source_type: 'summary',
    metadata: {},
    claims: [
      {
        id: 'a',
        text: 'the gate was open at dawn',
        confidence: 0.6,
        char_start: 90,
        subclaims: [{ id: 'a1', text: 'a guard slept', confidence: 0.9, char_start: 120 }],
      },
      { id: 'b', text: 'three trucks left the depot', confidence: 0.9, char_start: 10 },
    ],
  },
  {
    source_id: 's2',
    source_type: 'summary',
    claims: [
      { id: 'c', text: 'the gate was shut at dawn', confidence: 0.5 },
      { id: 'd', text: 'Three trucks left the depot.', confidence: 0.4 },
    ],
  },
]
const contradiction = {
  source_claim_id: 'a',
  target_claim_id: 'c',
  relation_type: 'contradicts',
  confidence: 0.8,
  notes: null,
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const synthesize = (body: Record<string, unknown>) => {
  return service.post<Synthesis>('/api/synthesize-summary', { summary_id: 's', claim_sources: sources, ...body })
}
const textOf = (items: Item[]) => items.map((item) => item.content).join('')

describe('POST /api/synthesize-summary', () => {
  it('MS-08 tells every distinct claim once and counts the sources', async () => {
    const { status, body } = await synthesize({})
    expect(status).toBe(200)
    const text = textOf(body.summary_gloss)
    for (const part of ['gate was open', 'A guard slept', 'gate was shut']) expect(text.split(part)).toHaveLength(2)
    expect(text.match(/hree trucks left the depot/g)).toHaveLength(1)
    expect(body).toMatchObject({
      claims_used: 4,
      synthesis_metadata: { strategy: 'hierarchical', num_sources: 2, conflicts_detected: 0 },
    })
    expect(body.model_used).toMatch(/^baseline-/)
    expect(body.summary_gloss.every((item) => item.type === 'text')).toBe(true)
  })

  it('never halves a character where a claim is longer than the summary may be', async () => {
    const faces = {
      source_id: 's',
      source_type: 'summary',
      claims: [{ id: 'f', text: '😀'.repeat(60), confidence: 1 }],
    }
    for (const max_length of [100, 101]) {
      const { status, body } = await synthesize({ claim_sources: [faces], max_length })
      const text = textOf(body.summary_gloss)
      expect([status, text.isWellFormed(), text.length]).toEqual([200, true, expect.any(Number)])
      expect(text).toMatch(/^(😀)+…$/u)
      expect(text.length).toBeGreaterThan(90)
    }
  })

  it('orders the claims differently in each strategy', async () => {
    const order = async (strategy: string) => {
      const text = textOf((await synthesize({ synthesis_strategy: strategy })).body.summary_gloss)
      return ['open at dawn', 'guard slept', 'trucks left', 'shut at dawn'].map((part) => text.indexOf(part))
    }
    const hierarchical = await order('hierarchical')
    expect(hierarchical[2]).toBeLessThan(hierarchical[0]!)
    expect(hierarchical[0]).toBeLessThan(hierarchical[1]!)
    const chronological = await order('chronological')
    expect(chronological[2]).toBeLessThan(chronological[0]!)
    expect(chronological[1]).toBeLessThan(chronological[3]!)
    expect((await order('narrative'))[1]).toBe(-1)
    const analytical = textOf((await synthesize({ synthesis_strategy: 'analytical' })).body.summary_gloss)
    expect(analytical).toMatch(/^4 claim\(s\) from 2 source\(s\), 0 conflict\(s\)\. Well supported: .*Tentative: /)
  })

  it('names conflicts that the relations tell of, once a pair, unless switched off', async () => {
    const relations = [
      contradiction,
      { ...contradiction, source_claim_id: 'c', target_claim_id: 'a', relation_type: 'conflicts_with' },
    ]
    const answer = await synthesize({ claim_relations: relations })
    expect(answer.body.synthesis_metadata.conflicts_detected).toBe(1)
    expect(textOf(answer.body.summary_gloss)).toContain(
      'Conflict: "the gate was open at dawn" against "the gate was shut at dawn".',
    )
    const silent = await synthesize({ claim_relations: relations, include_conflicts: false })
    expect(silent.body.synthesis_metadata.conflicts_detected).toBe(1)
    expect(textOf(silent.body.summary_gloss)).not.toContain('Conflict')
  })

  it('cites each claim by a claimRef item behind its sentence', async () => {
    const { body } = await synthesize({ include_citations: true, claim_relations: [contradiction] })
    const cited = body.summary_gloss.filter((item) => item.type === 'claimRef')
    expect(new Set(cited.map((item) => item.refClaimId))).toEqual(new Set(['a', 'a1', 'b', 'c']))
    expect(body.summary_gloss[0]!.type).toBe('text')
    const first = cited.filter((item) => item.refClaimId === 'a').map((item) => item.content)
    expect(new Set(first).size).toBe(1)
  })

  it.each([100, 150, 2000])('never exceeds max_length %i, and keeps a conflict', async (most) => {
    const claims = Array.from({ length: 300 }, (_, number) => {
      return { id: `n${number}`, text: `claim number ${number} says a good deal about the convoy` }
    })
    const { body } = await synthesize({
      claim_sources: [
        {
          source_id: 'x',
          source_type: 'summary',
          claims: [{ id: 'p', text: 'up' }, { id: 'q', text: 'down' }, ...claims],
        },
      ],
      claim_relations: [{ ...contradiction, source_claim_id: 'p', target_claim_id: 'q' }],
      max_length: most,
      include_citations: true,
      synthesis_strategy: 'chronological',
    })
    const text = textOf(body.summary_gloss)
    expect(text.length).toBeLessThanOrEqual(most)
    expect(text.length).toBeGreaterThan(0)
    if (most > 100) expect(text).toContain('Conflict')
    const long = [{ source_id: 'x', source_type: 's', claims: [{ text: 'word '.repeat(1000) }] }]
    const one = await synthesize({ claim_sources: long, max_length: most })
    expect(textOf(one.body.summary_gloss).length).toBeLessThanOrEqual(most)
    expect(textOf(one.body.summary_gloss)).toMatch(/^Word word.*…$/)
  })

  it('tells what stands below a claim that is left out as no detail of another claim', async () => {
    const below = [{ id: 'c1', text: 'nobody had locked it', confidence: 0.6 }]
    const claims = [
      { id: 'a', text: 'the gate was open', confidence: 0.9 },
      { id: 'b', text: 'a dog barked', confidence: 0.8 },
      { id: 'c', text: 'The gate was open.', confidence: 0.7, subclaims: below },
    ]
    const { body } = await synthesize({ claim_sources: [{ source_id: 's', source_type: 'summary', claims }] })
    expect(textOf(body.summary_gloss)).toBe('The gate was open. A dog barked. Nobody had locked it.')
  })

  it('goes by time where any claim has one, and compares no seconds with characters', async () => {
    const claims = [
      { id: 'x', text: 'it ends', timestamp: 50, char_start: 0 },
      { id: 'y', text: 'no time is known', char_start: 10 },
      { id: 'z', text: 'it begins', timestamp: 2, char_start: 300 },
    ]
    const claim_sources = [{ source_id: 's', source_type: 'summary', claims }]
    const { body } = await synthesize({ claim_sources, synthesis_strategy: 'chronological' })
    expect(textOf(body.summary_gloss)).toBe('It begins. It ends. No time is known.')
  })

  it('copes with a tree of 2000 levels', async () => {
    let claim: Record<string, unknown> = { text: 'the innermost' }
    for (let depth = 0; depth < 2000; depth += 1) claim = { text: `level ${depth}`, subclaims: [claim] }
    const { status } = await synthesize({ claim_sources: [{ source_id: 'x', source_type: 's', claims: [claim] }] })
    expect(status).toBe(200)
  })
})
