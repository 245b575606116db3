import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

interface Suggestion {
  name: string
  description: string
  parent: string | null
  confidence: number
  examples: string[]
}
interface Augmentation {
  id: string
  persona_id: string
  target_category: string
  suggestions: Suggestion[]
  reasoning: string
  model_used: string
}

const domain =
  'Maritime analysts watch cargo vessels and smugglers in the harbor. Smugglers transfer cargo between vessels at night. ' +
  'A pilot boards the tanker before the inspection. Customs officers seize the cargo, and the vessels leave the harbor.'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const augment = (body: Record<string, unknown>) => {
  return service.post<Augmentation>('/api/ontology/augment', {
    persona_id: 'p',
    domain,
    existing_types: [],
    target_category: 'entity',
    ...body,
  })
}
const names = async (body: Record<string, unknown>) =>
  (await augment(body)).body.suggestions.map((suggestion) => suggestion.name)

describe('POST /api/ontology/augment', () => {
  it('MS-06 suggests noun phrases of the domain text, the most frequent first, each with its sentences', async () => {
    const { status, body } = await augment({})
    expect(status).toBe(200)
    expect(body.reasoning).toMatch(/^Taken from the nouns of \d+ sentences, most frequent first\.$/)
    expect(body.model_used).toBe('baseline-phrases')
    expect(body.suggestions.map((suggestion) => suggestion.name)).toEqual(
      expect.arrayContaining(['Vessel', 'Cargo', 'Harbor', 'Tanker']),
    )
    const confidences = body.suggestions.map((suggestion) => suggestion.confidence)
    expect([...confidences].sort((a, b) => b - a)).toEqual(confidences)
    for (const { examples } of body.suggestions) for (const example of examples) expect(domain).toContain(example)
  })

  it('leaves out existing types in any case, singular or plural', async () => {
    const left = await names({ existing_types: ['VESSELS', 'cargo'] })
    expect(left).not.toContain('Vessel')
    expect(left).not.toContain('Cargo')
    expect(left).toContain('Harbor')
    expect((await augment({ existing_types: ['Cargo'] })).body.reasoning).toContain(
      '1 type that the persona has already was left out.',
    )
  })

  it('takes verbs for relations, actions for events and people for roles', async () => {
    expect(await names({ target_category: 'relation' })).toEqual(expect.arrayContaining(['transfers', 'leaves']))
    expect(await names({ target_category: 'event' })).toEqual(expect.arrayContaining(['Transferring', 'Inspection']))
    expect(await names({ target_category: 'role' })).toEqual(expect.arrayContaining(['Smuggler', 'Pilot']))
  })

  it('names the head noun as parent where it is a type', async () => {
    const { body } = await augment({ existing_types: ['Vessel'] })
    expect(body.suggestions.find((suggestion) => suggestion.name === 'Cargo vessel')?.parent).toBe('Vessel')
  })

  it('gives at most max_suggestions, and the same answer again', async () => {
    expect(await names({ max_suggestions: 2 })).toHaveLength(2)
    expect((await augment({})).body).toEqual((await augment({})).body)
  })
})
