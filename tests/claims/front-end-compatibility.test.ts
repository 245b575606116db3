import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person
let personaId: string
let summaryId: string
let videoId: string

beforeAll(async () => {
  api = await startScriptedApi({ FRONT_END_COMPATIBILITY: 'true' })
  ann = await api.person('ann')
  videoId = await api.video()
  personaId = (await made(ann.post('/api/personas', { name: unique('p'), role: 'r', informationNeed: 'i' }))).id
  await made(
    ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'walker', name: 'Pedestrian', gloss: [] }] }),
  )
  summaryId = (await made(ann.post('/api/summaries', { videoId, personaId, summary: 'A person walks.' }))).id
})
afterAll(() => api.stop())

describe('for a front end that needs FRONT_END_COMPATIBILITY', () => {
  it('a claim that is made or changed comes with the tree of its summary, unless it alone is preferred', async () => {
    const claims = `/api/summaries/${summaryId}/claims`
    const { claims: tree, ...claim } = await made(ann.post(claims, { text: 'A person walks' }))
    expect(tree).toEqual([claim])
    const changed = await ann.put(`${claims}/${claim.id}`, { text: 'A person runs' })
    expect(changed.body.claims).toEqual([expect.objectContaining({ id: claim.id, text: 'A person runs' })])
    const minimal = await ann.post(claims, { text: 'Another' }, { prefer: 'return=minimal' })
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal')
    expect(Object.keys(minimal.body)).not.toContain('claims')
  })

  it('relations are listed under both pairs of names', async () => {
    const claims = `/api/summaries/${summaryId}/claims`
    const [a, b] = [await made(ann.post(claims, { text: 'a' })), await made(ann.post(claims, { text: 'b' }))]
    const relation = { targetClaimId: b.id, relationTypeId: 'supports' }
    const relations = await made(ann.post(`/api/claims/${a.id}/relations`, relation))
    for (const path of [`/api/claims/${a.id}/relations`, `${claims}/${a.id}/relations`])
      expect(await made(ann.get(path))).toEqual({
        ...{ outgoing: [relations], incoming: [] },
        ...{ asSource: [relations], asTarget: [] },
      })
  })

  it('a generated summary is rich text with references to what it names, the first one and the next', async () => {
    const other = await api.video()
    for (const [said, before] of [
      ['Two pedestrians wait.', 'Two '],
      ['Many pedestrians wait.', 'Many '],
    ] as const) {
      api.behaviours.set('/api/summarize', summaryAnswer(other, said))
      const job = await api.done(ann, '/api/videos/summaries/generate', { videoId: other, personaId })
      expect(job).toMatchObject({ status: 'completed', error: null })
      const { summary, summaryGloss } = await made(ann.get(`/api/videos/${other}/summaries/${personaId}`))
      expect(summary).toEqual([
        { type: 'text', content: before },
        { type: 'typeRef', content: 'walker', refType: 'entity', refPersonaId: personaId, text: 'pedestrians' },
        { type: 'text', content: ' wait.' },
      ])
      expect(summaryGloss).toEqual(summary)
    }
  })
})
