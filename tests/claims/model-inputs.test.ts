import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel } from '../support/faulty-model.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let model: Awaited<ReturnType<typeof startFaultyModel>>
let workers: { close(): Promise<void> }
let summaryId: string
let claims: string[]
const ship = {
  id: 'ship',
  name: 'Ship',
  gloss: [{ type: 'text', content: 'Something that floats' }],
  parentTypeId: 't0',
  examples: ['A ferry'],
  constraints: [{ kind: 'length', least: 2.5 }],
}
/** The bodies that the model service received, by route. It refuses every request, which ends a job at once. */
const sent = new Map<string, any>()

beforeAll(async () => {
  model = await startFaultyModel()
  model.behave((request, response, body) => {
    sent.set(request.url ?? '', JSON.parse(body || '{}'))
    answer(400, { detail: 'seen' })(request, response, body)
  })
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  workers = createWorkers(api.app)
  ann = await api.person('ann')
  await api.app.services.db
    .insertInto('videos')
    .values({ id: 'v', filename: 'v.mp4', path: '/v.mp4', size: 1 })
    .execute()
  const personaId = (await ann.post('/api/personas', { name: 'p', role: 'Scout', informationNeed: 'Which ships?' }))
    .body.id
  await made(
    ann.put(`/api/personas/${personaId}/ontology`, {
      entities: [
        ship,
        ...Array.from({ length: 17 }, (_, i) => ({
          id: `t${i}`,
          name: `Type ${String(i).padStart(2, '0')}`,
          gloss: [],
        })),
      ],
      relationTypes: [{ id: 'r1', name: 'Conflicts with', gloss: [] }],
    }),
  )
  const box = {
    boxes: [{ frameNumber: 1, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }],
    interpolationMode: 'linear',
  }
  for (const label of ['ship', 'ship', 'ship', ...Array.from({ length: 17 }, (_, i) => `t${i}`)]) {
    expect(
      (await ann.post('/api/annotations', { videoId: 'v', type: 'type', personaId, label, frames: box })).status,
    ).toBe(201)
  }
  summaryId = (
    await ann.post('/api/summaries', {
      videoId: 'v',
      personaId,
      summary: [
        { type: 'text', content: 'A ' },
        { type: 'text', content: 'ship.' },
      ],
    })
  ).body.id
  claims = []
  for (const text of ['one', 'two', 'three'])
    claims.push(
      (
        await ann.post(`/api/summaries/${summaryId}/claims`, {
          text,
          confidence: 0.5,
          parentClaimId: claims[0] ?? null,
        })
      ).body.id,
    )
})
afterAll(async () => {
  await workers.close()
  await api.stop()
  await model.stop()
})

/** Sends a request that starts a job; returns the body that the job sends to `route` of the model service. */
async function bodyOf(path: string, request: object, route: string): Promise<any> {
  sent.clear()
  const { status, body } = await ann.post(path, request)
  expect(status, JSON.stringify(body)).toBe(202)
  for (let i = 0; i < 100 && !sent.has(route); i++) await new Promise((done) => setTimeout(done, 50))
  return sent.get(route)
}

const extraction = (request: object) =>
  bodyOf(`/api/summaries/${summaryId}/claims/generate`, request, '/api/extract-claims')

describe('What the model service is told of a summary', () => {
  it('is its text and the limits, and nothing more unless it is asked for (MS-07, MS-18)', async () => {
    expect(await extraction({})).toEqual({
      summary_id: summaryId,
      summary_text: 'A ship.',
      extraction_strategy: 'sentence-based',
      max_claims: 50,
      min_confidence: 0.5,
    })
  })

  it('has up to fifteen labels of the video and persona, the most frequent first, under the names of their types (MS-18)', async () => {
    const { annotations } = await extraction({
      inputSources: { includeSummaryText: true, includeAnnotations: true, includeOntology: false },
    })
    expect(annotations).toHaveLength(15)
    expect(annotations[0]).toEqual({ name: 'Ship', type: 'type' })
    expect(annotations[1]).toEqual({ name: 'Type 00', type: 'type' })
  })

  it('has the names of the types, with their glosses only for the deeper levels (MS-18)', async () => {
    const sources = (ontologyDepth: string) => ({
      inputSources: { includeSummaryText: true, includeAnnotations: false, includeOntology: true, ontologyDepth },
    })
    const names = await extraction(sources('names-only'))
    expect(names.ontology_types).toEqual(expect.arrayContaining(['Ship', 'Type 16', 'Conflicts with']))
    expect(names).not.toHaveProperty('ontology_glosses')
    expect(names).not.toHaveProperty('ontology_definitions')
    for (const depth of ['names-and-glosses', 'full', 'full-definitions'])
      expect((await extraction(sources(depth))).ontology_glosses).toMatchObject({
        Ship: 'Something that floats',
        'Type 00': '',
      })
    expect(await extraction(sources('names-and-glosses'))).not.toHaveProperty('ontology_definitions')
  })

  it('has the whole documents of the types for the deepest level, under both its names (C-16, MS-18)', async () => {
    const ofRest = (ontologyDepth: string) => extraction({ inputSources: { includeOntology: true, ontologyDepth } })
    const ofExtract = (ontologyDepth: string) =>
      bodyOf(
        `/api/summaries/${summaryId}/claims/extract`,
        { includeOntology: true, ontologyDepth },
        '/api/extract-claims',
      )
    for (const asked of [ofRest, ofExtract])
      for (const depth of ['full', 'full-definitions']) {
        const { ontology_types: names, ontology_definitions: documents } = await asked(depth)
        expect(documents.map(({ definition }: any) => definition.name)).toEqual(names)
        expect(documents).toContainEqual({ category: 'entity', definition: ship })
        expect(documents).toContainEqual({
          category: 'relation',
          definition: { id: 'r1', name: 'Conflicts with', gloss: [] },
        })
      }
  })

  it('has relations between claims in the six words it knows, whatever word stands here (MS-08, MS-09)', async () => {
    const relate = async (from: number, to: number, relationTypeId: string, more: object = {}) => {
      const { status, text } = await ann.post(`/api/claims/${claims[from]}/relations`, {
        targetClaimId: claims[to],
        relationTypeId,
        ...more,
      })
      expect(status, text).toBe(201)
    }
    await relate(0, 1, 'contradicts', { confidence: 0.25, notes: 'why' })
    await relate(0, 2, 'Refines')
    await relate(1, 0, 'r1')
    await relate(1, 2, 'was said before', { notes: 'hm' })
    const body = await bodyOf(
      `/api/summaries/${summaryId}/synthesize`,
      { onEdited: 'replace' },
      '/api/synthesize-summary',
    )
    const between = (from: number, to: number) => ({ source_claim_id: claims[from], target_claim_id: claims[to] })
    expect(body.claim_relations).toEqual([
      { ...between(0, 1), relation_type: 'contradicts', confidence: 0.25, notes: 'why' },
      { ...between(0, 2), relation_type: 'refines', confidence: 0.8, notes: null },
      { ...between(1, 0), relation_type: 'conflicts_with', confidence: 0.8, notes: null },
      { ...between(1, 2), relation_type: 'supports', confidence: 0.8, notes: 'hm; original relation: was said before' },
    ])
    expect(body.claim_sources).toEqual([
      {
        source_id: summaryId,
        source_type: 'video',
        metadata: { video_id: 'v' },
        claims: [
          {
            id: claims[0],
            text: 'one',
            confidence: 0.5,
            subclaims: [
              { id: claims[1], text: 'two', confidence: 0.5, subclaims: [] },
              { id: claims[2], text: 'three', confidence: 0.5, subclaims: [] },
            ],
          },
        ],
      },
    ])
    expect(body.persona_context).toEqual({ role: 'Scout', information_need: 'Which ships?' })
  })

  it('has where claims stand in the text and in time, for the chronological order (C-20)', async () => {
    const persona = await made(ann.post('/api/personas', { name: 'c', role: 'r', informationNeed: 'i' }))
    const { id } = await made(ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'Late.' }))
    const evidence = [{ text: 'Late.', source: 'seen', startTime: 9, endTime: 10 }]
    const claim = { text: 'Late.', textSpans: [{ charStart: 0, charEnd: 5 }], evidence }
    await made(ann.post(`/api/summaries/${id}/claims`, claim))
    const wish = { synthesisStrategy: 'chronological', onEdited: 'replace' }
    const body = await bodyOf(`/api/summaries/${id}/synthesize`, wish, '/api/synthesize-summary')
    expect(body.claim_sources[0].claims).toMatchObject([{ text: 'Late.', char_start: 0, timestamp: 9 }])
  })

  it('has names in place of ids, in the text and in glosses (MS-07, MS-18)', async () => {
    await made(ann.put('/api/world', { entities: [{ id: 'e-1', name: 'Aurora' }] }))
    const persona = await made(ann.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }))
    const ship = { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: persona.id }
    const aurora = { type: 'objectRef', content: 'e-1', refType: 'entity-object' }
    await made(
      ann.put(`/api/personas/${persona.id}/ontology`, {
        entities: [
          { id: 'ship', name: 'Ship', gloss: [] },
          { id: 'ferry', name: 'Ferry', gloss: [{ type: 'text', content: 'A kind of ' }, ship] },
        ],
      }),
    )
    const summary = [{ type: 'text', content: 'The ' }, ship, { type: 'text', content: ' is ' }, aurora]
    const { id } = await made(ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary }))
    await made(
      ann.post('/api/annotations', {
        ...{ videoId: 'v', type: 'object', personaId: persona.id, linkType: 'entity', label: 'e-1' },
        frames: { boxes: [{ frameNumber: 1, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }] },
      }),
    )
    const body = await bodyOf(
      `/api/summaries/${id}/claims/generate`,
      { inputSources: { includeAnnotations: true, includeOntology: true, ontologyDepth: 'full' } },
      '/api/extract-claims',
    )
    expect(body.summary_text).toBe('The Ship is Aurora')
    expect(body.ontology_glosses).toEqual({ Ship: '', Ferry: 'A kind of Ship' })
    expect(body.annotations).toEqual([{ name: 'Aurora', type: 'object' }])
  })

  it('has nobody else’s annotations, which the person does not see (MS-18)', async () => {
    const admin = await api.admin()
    const open = { name: 'o', role: 'r', informationNeed: 'i', isSystemGenerated: true }
    const persona = await made(admin.post('/api/personas', open))
    await made(
      admin.put(`/api/personas/${persona.id}/ontology`, {
        entities: [{ id: 'a' }, { id: 'b' }].map((one) => ({ ...one, name: one.id, gloss: [] })),
      }),
    )
    const ben = await api.person()
    const frames = { boxes: [{ frameNumber: 1, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }] }
    for (const [who, label] of [
      [ann, 'a'],
      [ben, 'b'],
    ] as const)
      await made(who.post('/api/annotations', { videoId: 'v', type: 'type', personaId: persona.id, label, frames }))
    const { id } = await made(ann.post('/api/summaries', { videoId: 'v', personaId: persona.id, summary: 'Text.' }))
    const body = await bodyOf(
      `/api/summaries/${id}/claims/extract`,
      { includeAnnotations: true },
      '/api/extract-claims',
    )
    expect(body.annotations).toEqual([{ name: 'a', type: 'type' }])
  })

  it('is not its text where that is left out, and names the model that was chosen (C-15)', async () => {
    const only = { includeSummaryText: false, includeOntology: true }
    const body = await extraction({ inputSources: only, modelId: 'baseline-sentences' })
    expect(body).toMatchObject({ summary_text: '', model: 'baseline-sentences' })
    const none = { inputSources: { includeSummaryText: false } }
    const refused = await ann.post(`/api/summaries/${summaryId}/claims/generate`, none)
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'inputSources'])
  })

  it('comes back with similar claims as one, spans of both and the higher confidence, where that is asked for (C-15)', async () => {
    const at = (text: string, char_start: number, confidence: number) => ({
      ...{ text, sentence_index: 0, char_start, char_end: char_start + 1, confidence, claim_type: 'factual' },
    })
    const found = [
      { ...at('A ferry leaves.', 0, 0.6), subclaims: [at('It is red.', 1, 0.7)] },
      { ...at('a  FERRY leaves', 2, 0.9), subclaims: [at('It is late.', 3, 0.7)] },
      at('A ferry leaves not.', 4, 0.8),
    ]
    model.behave(answer(200, { summary_id: 's', claims: found, model_used: 'm', processing_time: 1 }))
    const { id } = await made(
      ann
        .post('/api/personas', { name: 'm', role: 'r', informationNeed: 'i' })
        .then(({ body }) =>
          ann.post('/api/summaries', { videoId: 'v', personaId: body.id, summary: 'A ferry leaves.' }),
        ),
    )
    await made(ann.post(`/api/summaries/${id}/claims/generate`, { mergeSimilarClaims: true }))
    let claims: any[] = []
    for (let i = 0; i < 100 && !claims.length; i++) {
      await new Promise((done) => setTimeout(done, 50))
      claims = (await ann.get(`/api/summaries/${id}/claims`)).body
    }
    expect(claims.map((one) => [one.text, one.confidence, one.textSpans.map((span: any) => span.charStart)])).toEqual([
      ['A ferry leaves.', 0.9, [0, 2]],
      ['A ferry leaves not.', 0.8, [4]],
    ])
    expect(claims[0].subclaims.map((one: any) => one.text)).toEqual(['It is red.', 'It is late.'])
  })
})
