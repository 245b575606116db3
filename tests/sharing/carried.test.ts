import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let eva: Person
let personaId: string
let summaryId: string
let claimId: string
let annotationIds: string[]

const secret = 'Which ferries smuggle?'
const entities = [
  {
    id: 'aurora',
    name: 'Aurora',
    description: secret,
    picture: 'https://example.org/aurora.jpg',
    typeAssignments: [{ personaId: 'p', typeId: 'ship', typeName: 'Ship', confidence: 0.5, justification: secret }],
  },
  { id: 'hidden', name: 'Never named' },
  { id: 'pier', name: 'North Pier', attributes: { note: secret } },
]
const world = {
  entities,
  events: [{ id: 'dep', name: 'Departure of nine', description: secret }],
  times: [{ id: 'nine', type: 'instant', value: '2024-05-01T09:00:00.000Z', description: secret }],
}

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben, eva] = [await api.person('ann'), await api.person('ben'), await api.person('eva')]
  const persona = { name: 'Harbour master', role: 'Master', informationNeed: secret, details: secret }
  personaId = (await made(ann.post('/api/personas', persona))).id
  await made(
    ann.put(`/api/personas/${personaId}/ontology`, {
      entities: [
        { id: 'ship', name: 'Ship', gloss: [{ type: 'text', content: secret }], color: '#123456' },
        { id: 'other', name: 'Other', gloss: [] },
      ],
    }),
  )
  await made(ann.put('/api/world', world))
  const gloss = [
    { type: 'objectRef', content: 'aurora', refType: 'entity' },
    { type: 'text', content: ' is a ' },
    { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId },
  ]
  summaryId = (await made(ann.post('/api/summaries', { videoId: 'v', personaId, summary: gloss }))).id
  const context = { claimEventId: 'dep', claimTimeId: 'nine', claimLocationId: 'pier' }
  claimId = (await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'It is a ship', gloss, ...context }))).id
  const boxes = { videoId: 'v', personaId, frames }
  annotationIds = [
    (await made(ann.post('/api/annotations', { ...boxes, type: 'type', label: 'ship' }))).id,
    (await made(ann.post('/api/annotations', { ...boxes, type: 'object', linkType: 'entity', label: 'aurora' }))).id,
  ]
})
afterAll(() => api.stop())

async function shared(resourceType: string, resourceId: string, to: Person, permissionLevel = 'forkable') {
  const share = { resourceType, resourceId, sharedWithUserId: to.id, permissionLevel }
  return (await made(ann.post('/api/sharing', share))).id as string
}

const target = `{ __typename
  ... on OntologyType { typeName: name definition description color }
  ... on Entity { entityName: name description typeAssignments { typeName confidence justification } extra }
  ... on Event { eventName: name description } }`
const claimFields = `gloss { type target ${target} } claimEvent { name } claimTime { value } claimLocation { name extra }`
const summaryQuery = `query ($id: ID!) { summary(id: $id) {
  persona { id name role informationNeed details ontology { types { name } } viewerCan { update } }
  summary { type target ${target} } claims { ${claimFields} } } }`

const aurora = expect.objectContaining({
  __typename: 'Entity',
  entityName: 'Aurora',
  description: null,
  typeAssignments: [{ typeName: 'Ship', confidence: null, justification: null }],
  extra: expect.objectContaining({ picture: 'https://example.org/aurora.jpg' }),
})
const ship = { __typename: 'OntologyType', typeName: 'Ship', definition: null, description: null, color: '#123456' }

describe('a share of a text', () => {
  it('lets GraphQL tell by name, type and picture what the text refers to, and no more', async () => {
    const ask = () => ben.graph(summaryQuery, { id: summaryId })
    expect((await made(ask())).summary).toBeNull()
    const share = await shared('summary', summaryId, ben)
    const answer = await ask()
    const { summary } = await made(Promise.resolve(answer))
    expect(summary.persona).toEqual({
      ...{ id: personaId, name: 'Harbour master', role: 'Master', informationNeed: '', details: null, ontology: null },
      viewerCan: { update: false },
    })
    expect(summary.summary.map((item: any) => item.target)).toEqual([aurora, null, ship])
    expect(summary.claims).toEqual([
      {
        gloss: summary.summary,
        claimEvent: { name: 'Departure of nine' },
        claimTime: { value: '2024-05-01T09:00:00.000Z' },
        claimLocation: { name: 'North Pier', extra: null },
      },
    ])
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect((await ben.get(`/api/personas/${personaId}`)).status).toBe(404)
    expect((await ben.get(`/api/personas/${personaId}/ontology`)).status).toBe(404)
    const others = `query ($id: ID!) { persona(id: $id) { name } personas(first: 50) { nodes { id } } }`
    const seen = await made(ben.graph(others, { id: personaId }))
    expect(seen.persona).toBeNull()
    expect(seen.personas.nodes.map(({ id }: any) => id)).not.toContain(personaId)
    await made(ann.delete(`/api/sharing/${share}`))
    expect((await made(ask())).summary).toBeNull()
  })

  it('lets REST tell the same', async () => {
    const share = await shared('summary', summaryId, ben)
    const { references, ...rest } = await made(ben.get(`/api/sharing/${share}/resource`))
    expect(rest.resource.id).toBe(summaryId)
    const named = { refPersonaId: null, picture: null, types: [] }
    expect(references).toHaveLength(6)
    expect(references).toEqual(
      expect.arrayContaining([
        { ...named, type: 'persona', content: personaId, refType: null, name: 'Harbour master', types: ['Master'] },
        {
          ...named,
          ...{ type: 'objectRef', content: 'aurora', refType: 'entity', name: 'Aurora', types: ['Ship'] },
          picture: 'https://example.org/aurora.jpg',
        },
        { ...named, type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId, name: 'Ship' },
        { ...named, type: 'objectRef', content: 'dep', refType: 'event', name: 'Departure of nine' },
        { ...named, type: 'objectRef', content: 'nine', refType: 'time', name: '2024-05-01T09:00:00.000Z' },
        { ...named, type: 'objectRef', content: 'pier', refType: 'entity', name: 'North Pier' },
      ]),
    )
    expect(JSON.stringify(references)).not.toContain(secret)
  })

  it.each(['claim', 'annotation'])('is one of a %s too', async (kind) => {
    const cat = await api.person()
    if (kind === 'claim') {
      await shared('claim', claimId, cat)
      const { claim } = await made(cat.graph(`query ($id: ID!) { claim(id: $id) { ${claimFields} } }`, { id: claimId }))
      expect(claim.gloss[0].target).toEqual(aurora)
      expect(claim.gloss[2].target).toEqual(ship)
      expect([claim.claimEvent.name, claim.claimLocation.name]).toEqual(['Departure of nine', 'North Pier'])
      return
    }
    for (const id of annotationIds) await shared('annotation', id, cat)
    const query = `query ($id: ID!) { annotation(id: $id) { persona { name details } target ${target} } }`
    const [type, object] = await Promise.all(annotationIds.map((id) => made(cat.graph(query, { id }))))
    expect(type.annotation).toEqual({ persona: { name: 'Harbour master', details: null }, target: ship })
    expect(object.annotation.target).toEqual(aurora)
  })

  it('opens nothing to those who may not read the text, and nothing that others could not read', async () => {
    expect((await made(eva.graph(summaryQuery, { id: summaryId }))).summary).toBeNull()
    // Eva's own text names what is Ann's: writing an id into a text reads nothing.
    const own = await made(eva.post('/api/personas', { name: unique('E'), role: 'r', informationNeed: 'i' }))
    const summary = [
      { type: 'typeRef', content: 'other', refType: 'entity', refPersonaId: personaId },
      { type: 'objectRef', content: 'hidden', refType: 'entity' },
    ]
    const { id } = await made(eva.post('/api/summaries', { videoId: 'v', personaId: own.id, summary }))
    const answer = await made(eva.graph(summaryQuery, { id }))
    expect(answer.summary.summary.map((item: any) => item.target)).toEqual([null, null])
  })

  it('forked, keeps what it names readable in the copy', async () => {
    const cat = await api.person()
    // An object of the same id that is another one stays, and the copy of Ann's gets a new id.
    await made(cat.put('/api/world', { entities: [{ id: 'pier', name: 'Pier of the cat' }] }))
    const share = await shared('summary', summaryId, cat)
    for (const round of [1, 2]) {
      const persona = await made(cat.post('/api/personas', { name: unique('C'), role: 'r', informationNeed: 'i' }))
      const body = round === 1 ? {} : { personaId: persona.id }
      const { resourceId, references } = await made(cat.post(`/api/sharing/${share}/fork`, body))
      const { summary } = await made(cat.graph(summaryQuery, { id: resourceId }))
      expect(summary.summary[0].target).toEqual(aurora)
      expect(summary.claims[0].gloss[0].target).toEqual(aurora)
      expect(summary.claims[0]).toMatchObject({
        claimEvent: { name: 'Departure of nine' },
        claimTime: { value: '2024-05-01T09:00:00.000Z' },
        claimLocation: { name: 'North Pier' },
      })
      expect(references.map(({ name }: any) => name)).toEqual(expect.arrayContaining(['Aurora', 'North Pier']))
    }
    const { entities: kept } = await made(cat.get('/api/world'))
    expect(kept.map(({ name }: any) => name).sort()).toEqual(['Aurora', 'North Pier', 'North Pier', 'Pier of the cat'])
    expect(JSON.stringify(await made(cat.get('/api/world')))).not.toContain(secret)
    await made(ann.delete(`/api/sharing/${share}`))

    const dan = await api.person()
    const ofClaim = await shared('claim', claimId, dan)
    const fork = await made(dan.post(`/api/sharing/${ofClaim}/fork`, {}))
    const { claim } = await made(
      dan.graph(`query ($id: ID!) { claim(id: $id) { ${claimFields} } }`, { id: fork.resourceId }),
    )
    expect(claim.gloss[0].target).toEqual(aurora)
    expect(claim.claimEvent).toEqual({ name: 'Departure of nine' })
  })

  it('forked, brings the object that an annotation shows, under a new id where the old one is taken', async () => {
    const label = annotationIds[1]!
    for (const taken of [false, true]) {
      const cat = await api.person()
      if (taken) await made(cat.put('/api/world', { entities: [{ id: 'aurora', name: 'Aurora of the cat' }] }))
      const share = await shared('annotation', label, cat)
      const { resourceId, resource } = await made(cat.post(`/api/sharing/${share}/fork`, {}))
      await made(ann.delete(`/api/sharing/${share}`))
      expect(resource.label === 'aurora').toBe(!taken)
      const query = `query ($id: ID!) { annotation(id: $id) { label linkType target { ... on Entity { name } } } }`
      const { annotation } = await made(cat.graph(query, { id: resourceId }))
      expect(annotation).toEqual({ label: resource.label, linkType: 'ENTITY', target: { name: 'Aurora' } })
    }
  })
})
