import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { made, missingId } from '../support/workspace.js'

const path = '/api/sentences/alike'
let api: TestApi
let model: MisbehavingService
let ann: Person
let ben: Person

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  ann = await api.person('ann')
  ben = await api.person('ben')
  await api.app.services.db
    .insertInto('videos')
    .values({ id: 'v', filename: 'v.mp4', path: '/v.mp4', size: 1 })
    .execute()
})
afterAll(async () => {
  await api.stop()
  await model.close()
})
beforeEach(() => {
  model.on.delete(path)
})

const newPersona = async (person: Person): Promise<string> =>
  (await made(person.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'What?' }))).id

/** Makes claims of a persona about the video; a claim is a text, or a text with other members. */
async function claimed(person: Person, personaId: string, claims: readonly (string | object)[]): Promise<string[]> {
  const { id } = await made(person.post('/api/summaries', { videoId: 'v', personaId, summary: 'It is.' }))
  const ids: string[] = []
  for (const claim of claims) {
    const body = typeof claim === 'string' ? { text: claim } : claim
    ids.push((await made(person.post(`/api/summaries/${id}/claims`, body))).id)
  }
  return ids
}

/** Makes a persona of Ann with such claims. */
async function persona(...claims: readonly (string | object)[]): Promise<{ id: string; claims: string[] }> {
  const id = await newPersona(ann)
  return { id, claims: claims.length ? await claimed(ann, id, claims) : [] }
}

const ask = (person: Person, ids: readonly string[], query = '', video = 'v') =>
  person.get(`/api/videos/${video}/agreement/claims?personaIds=${ids.join()}${query}`)
const compared = async (...personas: { id: string }[]) =>
  made(
    ask(
      ann,
      personas.map(({ id }) => id),
    ),
  )
/** Lets the model find these pairs of texts of the first and of the second persona. */
const found = (...pairs: [number, number, number][]) =>
  model.on.set(path, { json: { pairs, threshold: 0.5, model_used: 'judge' } })

it('compares words where the model service cannot compare sentences, and says so', async () => {
  const [one, other] = [
    await persona(
      'A ship with a red sail leaves the harbour.',
      'It rains',
      'Two big ships wait outside of the old port',
    ),
    await persona('a ship with a red sail leaves the harbour', 'Nothing', 'Six big ships wait outside of the old port'),
  ]
  const answer = await compared(one, other)
  expect(answer).toMatchObject({ model: null, threshold: 0.85, comparedBy: 'words' })
  expect(answer.pairs).toEqual([
    {
      personas: [one.id, other.id],
      first: 3,
      second: 3,
      same: 1,
      opposed: 0,
      onlyFirst: 2,
      onlySecond: 2,
      f1: 1 / 3,
      sameClaims: [{ first: one.claims[0], second: other.claims[0], similarity: 1 }],
      opposedClaims: [],
      onlyFirstClaims: [1, 2].map((at) => ({ id: one.claims[at], confidence: null })),
      onlySecondClaims: [1, 2].map((at) => ({ id: other.claims[at], confidence: null })),
    },
  ])
})

it('takes the pairs that the model finds, those with the greatest sum, and each claim once', async () => {
  const [one, other] = [
    await persona('The boat is out', { text: 'It is wet', confidence: 0.25 }, 'Nobody is there'),
    await persona('The ship is gone', 'Rain is falling'),
  ]
  found([0, 0, 0.9], [0, 1, 0.8], [1, 0, 0.8])
  const { model: name, threshold, comparedBy, pairs, supported } = await compared(one, other)
  expect({ name, threshold, comparedBy }).toEqual({ name: 'judge', threshold: 0.5, comparedBy: 'sentence-model' })
  expect(pairs[0].sameClaims).toEqual([
    { first: one.claims[0], second: other.claims[1], similarity: 0.8 },
    { first: one.claims[1], second: other.claims[0], similarity: 0.8 },
  ])
  expect(pairs[0]).toMatchObject({ same: 2, f1: 0.8, onlyFirst: 1, onlySecond: 0 })
  expect(supported).toEqual([
    { personaId: one.id, claims: 3, supported: 2 },
    { personaId: other.id, claims: 2, supported: 2 },
  ])
})

it('prefers, among pairs that are about as close, those that cite the same moments', async () => {
  const cites = (text: string, startTime: number) => ({
    text,
    evidence: [{ text: 't', source: 'seen', startTime, endTime: startTime + 2 }],
  })
  const shown = (text: string, frameNumber: number) => ({
    text,
    evidence: [{ text: 't', source: 'seen', frames: [{ frameNumber }] }],
  })
  const [one, other] = [
    await persona(cites('A boat', 1), cites('A boat', 7), shown('A tower', 40)),
    await persona(cites('A boat', 8), cites('A boat', 0), shown('A house', 7), shown('A church', 40)),
  ]
  found([1, 1, 0.8], [1, 2, 0.795])
  expect((await compared(one, other)).pairs[0].sameClaims).toEqual([
    { first: one.claims[0], second: other.claims[1], similarity: 1 },
    { first: one.claims[1], second: other.claims[0], similarity: 1 },
    { first: one.claims[2], second: other.claims[3], similarity: 0.795 },
  ])
})

it('sends texts with names in place of references, and groups of those with the same numbers', async () => {
  const id = await newPersona(ann)
  await made(ann.put(`/api/personas/${id}/ontology`, { entities: [{ id: 'e1', name: 'Tug', gloss: [] }] }))
  const typeRef = { type: 'typeRef', content: 'e1', refType: 'entity', refPersonaId: id }
  await claimed(ann, id, [
    { text: 'A e1 sails', gloss: [{ type: 'text', content: 'A ' }, typeRef, { type: 'text', content: ' sails' }] },
    'Two tugs sail',
  ])
  const other = await persona('2 ships sail', 'No ship sails')
  found()
  await compared({ id }, other)
  expect(model.requests.filter(({ url }) => url === path).at(-1)?.body).toEqual({
    first: { texts: ['A Tug sails', 'Two tugs sail'], groups: [0, 1] },
    second: { texts: ['2 ships sail', 'No ship sails'], groups: [1, 2] },
  })
})

it('calls opposed what a relation opposes, by its name or by what it is a kind of, whatever the model says', async () => {
  const id = await newPersona(ann)
  const relationTypes = [
    { id: 'r1', name: 'Refutes', gloss: [] },
    { id: 'r2', name: 'Disproves', gloss: [], parentTypeId: 'r1' },
    { id: 'r3', name: 'Supports', gloss: [], parentTypeId: 'r4' },
    { id: 'r4', name: 'Backs', gloss: [], parentTypeId: 'r3' },
  ]
  await made(ann.put(`/api/personas/${id}/ontology`, { relationTypes }))
  const claims = await claimed(ann, id, ['A', 'B', 'C', 'D', 'E'])
  const other = await persona('V', 'W', 'X', 'Y', 'Z')
  const relate = (source: string, targetClaimId: string, relationTypeId: string) =>
    made(ann.post(`/api/claims/${source}/relations`, { targetClaimId, relationTypeId }))
  await relate(claims[0]!, other.claims[0]!, 'contradicts')
  await relate(other.claims[1]!, claims[1]!, 'r2')
  await relate(claims[2]!, other.claims[2]!, 'r3')
  await relate(claims[3]!, claims[4]!, 'attack')
  found([0, 0, 0.99], [2, 2, 0.7], [3, 3, 0.6])
  const [pair] = (await compared({ id }, other)).pairs
  expect(pair.opposedClaims).toEqual(
    [0, 1].map((at) => ({ first: claims[at], second: other.claims[at], reason: 'relation', suggested: false })),
  )
  expect(pair.sameClaims.map(({ first }: { first: string }) => first)).toEqual([claims[2], claims[3]])
  expect(pair).toMatchObject({ same: 2, opposed: 2, onlyFirst: 1, onlySecond: 1 })
})

it('takes claims of all levels, in the states of review that are asked for, of three personas', async () => {
  const one = await persona('It is a boat', 'It is a tower')
  const summary = (await made(ann.get(`/api/claims/${one.claims[0]}`))).summaryId
  const below = { text: 'It has a mast', parentClaimId: one.claims[0] }
  const { id } = await made(ann.post(`/api/summaries/${summary}/claims`, below))
  const [other, third] = [await persona('It is a boat', 'It has a mast'), await persona('It is a tower')]
  const answer = await compared(one, other, third)
  expect(answer.pairs.map(({ personas, same }: any) => [personas, same])).toEqual([
    [[one.id, other.id], 2],
    [[one.id, third.id], 1],
    [[other.id, third.id], 0],
  ])
  expect(answer.supported.map(({ supported }: any) => supported)).toEqual([3, 2, 1])
  await made(ann.post('/api/reviews', { ids: [id], state: 'rejected' }))
  expect((await compared(one, other)).pairs[0]).toMatchObject({ first: 2, same: 1 })
  const rejected = await made(ask(ann, [one.id, other.id], '&reviewState=rejected'))
  expect(rejected.pairs[0]).toMatchObject({ first: 1, second: 0, f1: 0 })
})

it('has no figure where there are no claims, and gives many claims with the same words one partner each', async () => {
  const [one, other] = [await persona(), await persona()]
  expect((await compared(one, other)).pairs[0]).toMatchObject({ first: 0, second: 0, same: 0, f1: null })
  const [many, more] = [
    await persona(...Array.from({ length: 4 }, () => 'A person walks')),
    await persona(...Array.from({ length: 7 }, () => 'a person walks.')),
  ]
  const [pair] = (await compared(many, more)).pairs
  expect(pair.sameClaims.map(({ first, second }: any) => [first, second])).toEqual(
    many.claims.map((claim, at) => [claim, more.claims[at]]),
  )
  expect(pair).toMatchObject({ same: 4, onlyFirst: 0, onlySecond: 3 })
})

it('reads nothing that the caller may not read, and the model service is told nothing of it', async () => {
  const admin = await api.admin()
  const open = { name: 'Open', role: 'Scout', informationNeed: 'What?', isSystemGenerated: true }
  const [p, q] = [
    (await made(admin.post('/api/personas', open))).id,
    (await made(admin.post('/api/personas', open))).id,
  ]
  await claimed(ann, p, ['A secret ship', 'A plain ship'])
  const [own] = await claimed(ben, q, ['A plain ship'])
  found()
  const before = model.requests.length
  const answer = await made(ask(ben, [p, q]))
  expect(answer.pairs[0]).toMatchObject({ first: 0, second: 1, onlySecondClaims: [{ id: own, confidence: null }] })
  expect(answer.supported.map(({ claims }: any) => claims)).toEqual([0, 1])
  expect(answer.pairs[0].onlyFirstClaims).toEqual([])
  expect(model.requests.length).toBe(before)
})

it('refuses what cannot be compared', async () => {
  const one = await persona('A')
  const other = await newPersona(ben)
  const status = async (ids: readonly string[], query = '', video = 'v') => {
    const { status, body } = await ask(ann, ids, query, video)
    return [status, body.message]
  }
  const second = await newPersona(ann)
  expect(await status([one.id, second])).toEqual([200, undefined])
  for (const ids of [[one.id], [one.id, one.id.toUpperCase()], ['x', 'y'], []])
    expect((await status(ids))[0], ids.join()).toBe(400)
  const many = Array.from({ length: 21 }, (_, at) => missingId.slice(0, -2) + String(10 + at))
  expect((await status(many))[0]).toBe(400)
  expect((await status([one.id, second], '&reviewState=maybe'))[0]).toBe(400)
  expect((await ann.get('/api/videos/v/agreement/claims')).status).toBe(400)
  expect(await status([one.id, other])).toEqual(await status([one.id, missingId]))
  expect((await status([one.id, other]))[0]).toBe(404)
  expect((await status([one.id, second], '', 'nowhere'))[0]).toBe(404)
})
