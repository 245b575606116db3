import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { claimsAnswer, startScriptedApi, synthesisAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { newId } from '../../src/lib/uuid.js'
import { frames, made, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person
let personaId: string
let videoId: string
let annotationId: string
const ferry = newId()
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person('ann')
  videoId = await api.video()
  const persona = { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }
  personaId = (await made(ann.post('/api/personas', persona))).id
  await made(
    ann.put(`/api/personas/${personaId}/ontology`, {
      entities: [{ id: 'pedestrian', name: 'Pedestrian', gloss: [], synonyms: ['walker'] }],
      events: [{ id: newId(), name: 'Crossing the street', gloss: [] }],
    }),
  )
  await made(ann.put('/api/world', { entities: [{ id: ferry, name: 'Red Ferry' }] }))
  const annotation = { videoId, personaId, type: 'type', label: 'loose rope', frames }
  annotationId = (await made(ann.post('/api/annotations', annotation))).id
})
afterAll(() => api.stop())

const text = (content: string) => ({ type: 'text', content })
const pedestrian = (said: string) => {
  return { type: 'typeRef', content: 'pedestrian', refType: 'entity', refPersonaId: personaId, text: said }
}
const red = (said: string) => ({ type: 'objectRef', content: ferry, refType: 'entity', text: said })

async function summaryOf(summary: unknown): Promise<string> {
  expect([200, 404]).toContain((await ann.delete(`/api/videos/${videoId}/summaries/${personaId}`)).status)
  return (await made(ann.post('/api/summaries', { videoId, personaId, summary }))).id
}

async function extracted(said: readonly string[], wish: object) {
  const id = await summaryOf(said.join(' '))
  api.behaviours.set('/api/extract-claims', claimsAnswer(...said))
  const job = await api.done(ann, `/api/summaries/${id}/claims/extract`, { minConfidence: 0, ...wish })
  expect(job).toMatchObject({ status: 'completed', error: null })
  return made(ann.get(`/api/summaries/${id}/claims`))
}

describe('claims that a model found', () => {
  const said = ['Two pedestrians look at the Red Ferry.', 'A walker holds a loose rope.']
  const both = { includeOntology: true, includeAnnotations: true }

  it('refer to the types, objects and labels that they name', async () => {
    const claims = await extracted(said, both)
    expect(claims.map((claim: any) => claim.text)).toEqual(said)
    expect(claims.map((claim: any) => claim.gloss)).toEqual([
      [text('Two '), pedestrian('pedestrians'), text(' look at the '), red('Red Ferry'), text('.')],
      [
        ...[text('A '), pedestrian('walker'), text(' holds a ')],
        { type: 'annotationRef', content: annotationId, text: 'loose rope' },
        text('.'),
      ],
    ])
    const query = `query ($id: ID!) { claim(id: $id) { gloss { target {
      ... on OntologyType { key } ... on Entity { key } ... on Annotation { id } } } } }`
    const targets = await Promise.all(claims.map(({ id }: any) => made(ann.graph(query, { id }))))
    expect(targets.map(({ claim }) => claim.gloss.flatMap((item: any) => item.target ?? []))).toEqual([
      [{ key: 'pedestrian' }, { key: ferry }],
      [{ key: 'pedestrian' }, { id: annotationId }],
    ])
  })

  it.each([
    [{ includeOntology: true }, [text('Two '), 'type', text(' look at the Red Ferry.')]],
    [{ includeAnnotations: true }, [text('Two pedestrians look at the '), 'object', text('.')]],
    [{}, [text('Two pedestrians look at the Red Ferry.')]],
    [{ includeOntology: true, includeAnnotations: true, references: false }, [text(said[0]!)]],
  ])('refer to no more than is asked for: %j', async (wish, expected) => {
    const [claim] = await extracted(said.slice(0, 1), wish)
    const kinds: Record<string, object> = { type: pedestrian('pedestrians'), object: red('Red Ferry') }
    expect(claim.gloss).toEqual(expected.map((item) => (typeof item === 'string' ? kinds[item] : item)))
  })

  it('say a name where the model said an id', async () => {
    const [claim] = await extracted([`${ferry} stops.`], both)
    expect(claim.text).toBe('Red Ferry stops.')
    expect(claim.gloss).toEqual([red('Red Ferry'), text(' stops.')])
  })
})

describe('a model that works on texts', () => {
  it('is given names and no ids, also where nobody knows the name', async () => {
    const gone = newId()
    const summary = [red('The ferry'), text(` and ${ferry} pass `), { type: 'objectRef', content: gone }, text('.')]
    const id = await summaryOf(summary)
    api.behaviours.set('/api/extract-claims', claimsAnswer('A ferry passes.'))
    await api.done(ann, `/api/summaries/${id}/claims/extract`, { includeAnnotations: true })
    expect(api.sent.get('/api/extract-claims').summary_text).toBe('The ferry and Red Ferry pass something.')

    const said = `${ferry} stops beside ${gone}.`
    const one = await made(ann.post(`/api/summaries/${id}/claims`, { text: said, gloss: [red(''), text(' stops.')] }))
    const two = await made(ann.post(`/api/summaries/${id}/claims`, { text: 'It waits.' }))
    const relation = { targetClaimId: two.id, relationTypeId: newId() }
    await made(ann.post(`/api/claims/${one.id}/relations`, relation))
    api.behaviours.set('/api/synthesize-summary', synthesisAnswer(text('It stops.')))
    await api.done(ann, `/api/summaries/${id}/synthesize`, { onEdited: 'replace' })
    const body = api.sent.get('/api/synthesize-summary')
    const texts = body.claim_sources[0].claims.map((claim: any) => claim.text)
    expect(texts).toEqual(['A ferry passes.', 'Red Ferry stops beside something.', 'It waits.'])
    expect(body.claim_relations[0].notes ?? '').not.toMatch(uuid)
  })
})

describe('a summary that a model wrote from claims', () => {
  it('refers to what it names; references of the model are kept where they lead to something', async () => {
    const id = await summaryOf('A text.')
    const claim = await made(ann.post(`/api/summaries/${id}/claims`, { text: 'A ferry passes.' }))
    const cited = { type: 'claimRef', content: '[1]', refClaimId: claim.id }
    api.behaviours.set(
      '/api/synthesize-summary',
      synthesisAnswer(
        text('Pedestrians watch '),
        { type: 'objectRef', content: 'Red Ferry' },
        text(' and '),
        { type: 'typeRef', content: newId(), refType: 'entity' },
        text(' near '),
        { type: 'typeRef', content: 'Unicorn' },
        text('. '),
        cited,
        { type: 'claimRef', content: '[2]', refClaimId: newId() },
      ),
    )
    const path = `/api/summaries/${id}/synthesize`
    const job = await api.done(ann, path, { onEdited: 'replace' })
    expect(job).toMatchObject({ status: 'completed', error: null })
    const written = [
      ...[pedestrian('Pedestrians'), text(' watch '), { ...red(''), text: undefined }, text(' and ')],
      ...[text('something'), text(' near '), text('Unicorn'), text('. '), cited, text('[2]')],
    ]
    const { summary } = await made(ann.get(`/api/videos/${videoId}/summaries/${personaId}`))
    expect(summary).toEqual(JSON.parse(JSON.stringify(written)))
    expect(job.result.summaryGloss).toEqual(summary)
    expect((await api.done(ann, path, { references: false })).result.summaryGloss[0]).toEqual(
      text('Pedestrians watch '),
    )
  })
})
