import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType, type GraphQLInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

// Documents (rich text, evidence, sequences) are JSON in inputs, so that whatever is sent is kept. Front ends that
// generate types give the same documents in `typed`, where every member has a type.

let api: TestApi
let ann: Person
let personaId: string
let summaryId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  personaId = (await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))).id
  summaryId = (await made(ann.post('/api/summaries', { videoId: 'v', personaId, summary: 'Text.' }))).id
})
afterAll(() => api.stop())

const gloss = [
  { type: 'text', content: 'A boat by ' },
  { type: 'objectRef', content: 'pier', refType: 'entity' },
]
const evidence = [
  {
    text: 'Text.',
    source: 'seen',
    confidence: 0.5,
    frames: [{ frameNumber: 3, boxes: [{ label: 'boat', x: 0, y: 0.1, width: 0.2, height: 0.3 }] }],
  },
]
const textSpans = [{ sentenceIndex: 0, charStart: 0, charEnd: 4 }]
const frames = {
  boxes: [
    { frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true },
    { frameNumber: 10, x: 5, y: 6, width: 7, height: 8, isKeyframe: true },
  ],
  interpolationSegments: [{ startFrame: 0, endFrame: 10, type: 'linear' }],
  visibilityRanges: [{ startFrame: 0, endFrame: 10, visible: true }],
}
const claim = { text: 'A boat.', confidence: null }
const documents = { gloss, evidence, textSpans, claimerGloss: gloss, claimRelation: gloss }

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const inputs = Object.values(schema.getTypeMap()).filter((type) => isInputObjectType(type))
const typedOf = (input: GraphQLInputObjectType) => {
  const field = input.getFields()['typed']
  return field && (getNamedType(field.type) as GraphQLInputObjectType)
}

async function saved(mutation: string, input: object, pick: (data: Record<string, any>) => string) {
  const { data, errors } = await ann.graph<Record<string, any>>(mutation, { input })
  expect(errors).toBeUndefined()
  return pick(data!)
}
const createClaim = 'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id } } }'

describe('an input with typed documents', () => {
  it('has in `typed` only what it has as JSON too, and nothing there is JSON', () => {
    const found = inputs.filter(typedOf)
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['CreateClaimInput', 'UpdateSummaryInput', 'CreateAnnotationInput', 'PatchSequenceInput']),
    )
    const isOfArrays = ({ name }: GraphQLInputObjectType) =>
      /^(Update(World|Ontology)|SaveOntology|WorldArrays)Input$/.test(name)
    for (const input of found.filter((one) => !isOfArrays(one))) {
      const members = Object.values(typedOf(input)!.getFields())
      expect(members.length, input.name).toBeGreaterThan(0)
      for (const { name, type } of members) {
        expect(String(getNamedType(input.getFields()[name]!.type)), `${input.name}.${name}`).toMatch(/^JSON/)
        expect(String(getNamedType(type)), `${input.name}.typed.${name}`).not.toMatch(/^JSON/)
      }
    }
  })

  it('takes the documents of a claim, which REST then answers as JSON', async () => {
    const id = await saved(
      createClaim,
      { summaryId, ...claim, typed: documents },
      (data) => data['createClaim'].claim.id,
    )
    expect((await ann.get(`/api/claims/${id}`)).body).toMatchObject(documents)
    const change = 'mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id } } }'
    await saved(
      change,
      { id, typed: { gloss: gloss.slice(0, 1), evidence: null } },
      (data) => data['updateClaim'].claim.id,
    )
    const changed = { ...documents, gloss: gloss.slice(0, 1), evidence: null }
    expect((await ann.get(`/api/claims/${id}`)).body).toMatchObject(changed)
  })

  it('takes those of each of many claims', async () => {
    const many = 'mutation ($input: CreateClaimsInput!) { createClaims(input: $input) { claims { id } } }'
    const claims = [
      { ...claim, typed: { textSpans } },
      { ...claim, textSpans },
    ]
    const { data, errors } = await ann.graph<{ createClaims: { claims: { id: string }[] } }>(many, {
      input: { summaryId, claims },
    })
    expect(errors).toBeUndefined()
    for (const { id } of data!.createClaims.claims)
      expect((await ann.get(`/api/claims/${id}`)).body).toMatchObject({ textSpans })
  })

  it('takes those of a relation and a summary', async () => {
    const [one, other] = [
      await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: '1' })),
      await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: '2' })),
    ]
    const relate =
      'mutation ($input: CreateClaimRelationInput!) { createClaimRelation(input: $input) { claimRelation { id sourceSpans } } }'
    const input = {
      sourceClaimId: one.id,
      targetClaimId: other.id,
      relationTypeId: 'supports',
      typed: { sourceSpans: textSpans },
    }
    const related = await ann.graph<{ createClaimRelation: { claimRelation: { sourceSpans: unknown } } }>(relate, {
      input,
    })
    expect(related.data?.createClaimRelation.claimRelation.sourceSpans).toEqual(textSpans)
    const save = 'mutation ($input: SaveSummaryInput!) { saveSummary(input: $input) { summary { id } } }'
    const typed = {
      summary: gloss,
      evidence,
      keyFrames: [{ frameNumber: 4, timestamp: 0.2, description: 'A boat.' }],
      transcriptJson: { segments: [{ start: 0, end: 1.5, text: 'Ahoy', speaker: 'captain' }], language: 'en' },
    }
    await saved(save, { videoId: 'w', personaId, typed }, (data) => data['saveSummary'].summary.id)
    // The key of stored key frames is no name for GraphQL.
    const keyFrames = [{ frame_number: 4, timestamp: 0.2, description: 'A boat.' }]
    const stored = (await ann.get(`/api/videos/w/summaries/${personaId}`)).body
    expect(stored).toMatchObject({ ...typed, keyFrames })
  })

  it('takes the sequence of an annotation, alone and of many', async () => {
    const one = { videoId: 'v', type: 'object', label: 'boat', typed: { frames } }
    const create =
      'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { id frames } } }'
    const { data, errors } = await ann.graph<{ createAnnotation: { annotation: { id: string; frames: object } } }>(
      create,
      { input: one },
    )
    expect(errors).toBeUndefined()
    expect(data?.createAnnotation.annotation.frames).toMatchObject(frames)
    const many =
      'mutation ($input: SaveAnnotationsInput!) { saveAnnotations(input: $input) { annotations { frames } } }'
    const all = await ann.graph<{ saveAnnotations: { annotations: { frames: object }[] } }>(many, {
      input: { annotations: [one, one] },
    })
    expect(all.data?.saveAnnotations.annotations).toMatchObject([{ frames }, { frames }])
    const visibilityRanges = [{ startFrame: 0, endFrame: 5, visible: true }]
    const patch = 'mutation ($input: PatchSequenceInput!) { patchSequence(input: $input) { annotation { frames } } }'
    const patched = await ann.graph<{ patchSequence: { annotation: { frames: object } } }>(patch, {
      input: { id: data!.createAnnotation.annotation.id, typed: { visibilityRanges } },
    })
    expect(patched.data?.patchSequence.annotation.frames).toMatchObject({ ...frames, visibilityRanges })
  })

  it('refuses a document that is given in both forms, and asks for one that is given in none', async () => {
    const twice = await ann.graph(createClaim, { input: { summaryId, ...claim, gloss, typed: { gloss } } })
    expect(twice.errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.typed.gloss', message: 'must not be given as JSON too' }],
    })
    const many = 'mutation ($input: CreateClaimsInput!) { createClaims(input: $input) { claims { id } } }'
    const claims = [claim, { ...claim, gloss, typed: { gloss } }]
    const inside = await ann.graph(many, { input: { summaryId, claims } })
    expect(inside.errors?.[0]?.extensions).toMatchObject({ details: [{ field: 'input.claims.1.typed.gloss' }] })
    const create = 'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { id } } }'
    const none = await ann.graph(create, { input: { videoId: 'v', type: 'object', label: 'boat' } })
    expect(none.errors?.[0]?.extensions).toMatchObject({ details: [{ field: 'input.frames', message: 'is required' }] })
  })
})
