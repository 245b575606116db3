import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { made } from '../support/workspace.js'

const path = '/api/sentences/equal'
const query = `query ($one: ID!, $other: ID!) { sameClaims(summaryId: $one, otherSummaryId: $other) }`
let api: TestApi
let model: MisbehavingService
let ann: Person
let ben: Person

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(async () => {
  await api.stop()
  await model.close()
})

/** Makes a summary for a new persona, with claims of these texts. */
async function said(person: Person, texts: readonly string[]): Promise<{ id: string; claims: string[] }> {
  const persona = await made(person.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'What?' }))
  const { id } = await made(person.post('/api/summaries', { videoId: 'v1', personaId: persona.id, summary: 'It is.' }))
  const claims: string[] = []
  for (const text of texts) claims.push((await made(person.post(`/api/summaries/${id}/claims`, { text }))).id)
  return { id, claims }
}

async function same(person: Person, one: string, other: string): Promise<unknown> {
  const { data, errors } = await person.graph(query, { one, other })
  expect(errors).toBeUndefined()
  return data.sameClaims
}

describe('sameClaims', () => {
  it('are pairs of a claim of each summary, in the order of the question, as the model service judges', async () => {
    const one = await said(ann, ['A ship sails', 'A vessel sails', 'It rains'])
    const other = await said(ann, ['The boat is at sea', 'Rain falls'])
    model.on.set(path, {
      json: {
        pairs: [
          [0, 1],
          [0, 3],
          [4, 2],
          [3, 4],
        ],
      },
    })
    expect(await same(ann, one.id, other.id)).toEqual([
      [one.claims[0], other.claims[0]],
      [one.claims[2], other.claims[1]],
    ])
    expect(model.requests.filter(({ url }) => url === path).at(-1)?.body).toEqual({
      texts: ['A ship sails', 'A vessel sails', 'It rains', 'The boat is at sea', 'Rain falls'],
    })
  })

  it('are none of what the caller may not read, and the model service is told nothing of it', async () => {
    const [one, other] = [await said(ann, ['A ship sails']), await said(ben, ['A ship sails'])]
    model.on.set(path, { json: { pairs: [[0, 1]] } })
    const before = model.requests.length
    expect(await same(ann, one.id, other.id)).toEqual([])
    expect(await same(ann, one.id, 'nowhere')).toEqual([])
    expect(model.requests.length).toBe(before)
  })

  it('are none where the model service cannot compare', async () => {
    const [one, other] = [await said(ann, ['A ship sails']), await said(ann, ['A ship sails'])]
    model.on.delete(path)
    expect(await same(ann, one.id, other.id)).toEqual([])
  })
})
