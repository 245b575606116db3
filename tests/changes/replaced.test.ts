import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { claimsAnswer, startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person

beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const pair = async () => {
  const body = { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }
  return { videoId: await api.video(), personaId: (await made(ann.post('/api/personas', body))).id as string }
}

describe('what a model replaces', () => {
  it('in a summary that a person had edited is the version before, which comes back', async () => {
    const wish = await pair()
    api.behaviours.set('/api/summarize', summaryAnswer(wish.videoId, 'A ferry leaves.'))
    const generate = '/api/videos/summaries/generate'
    expect(await api.done(ann, generate, wish)).toMatchObject({ status: 'completed' })
    const path = `/api/videos/${wish.videoId}/summaries`
    const { id } = await made(ann.get(`${path}/${wish.personaId}`))
    await made(ann.put(`${path}/${id}`, { summary: 'The ferry of nine leaves.' }))
    api.behaviours.set('/api/summarize', summaryAnswer(wish.videoId, 'A ship leaves.'))
    expect(await api.done(ann, generate, { ...wish, onEdited: 'replace' })).toMatchObject({ status: 'completed' })
    const { history } = await made(ann.get(`/api/history/summary/${id}`))
    const [byModel, byPerson] = history
    expect(byModel).toMatchObject({ via: 'job', viaName: 'video-summarization', actor: { id: ann.id } })
    expect(byPerson).toMatchObject({ via: 'session' })
    const text = ({ changes }: any) => changes.find(({ member }: any) => member === 'summary')
    expect(text(byModel)).toMatchObject({ before: 'The ferry of nine leaves.', after: 'A ship leaves.' })
    expect(text(byPerson)).toMatchObject({ before: 'A ferry leaves.', after: 'The ferry of nine leaves.' })
    await made(ann.post(`/api/history/summary/${id}/restore`, { version: byPerson.version }))
    expect((await made(ann.get(`${path}/${wish.personaId}`))).summary).toBe('The ferry of nine leaves.')
  })

  it('in an extraction are claims in the trash, which come back with what was below them', async () => {
    const wish = await pair()
    const { id } = await made(ann.post('/api/summaries', { ...wish, summary: 'A ferry leaves.' }))
    const path = `/api/summaries/${id}/claims`
    const find = async (mode: string, ...claims: object[]) => {
      api.behaviours.set('/api/extract-claims', claimsAnswer(...claims))
      const job = await api.done(ann, `${path}/extract`, { minConfidence: 0, mode })
      expect(job).toMatchObject({ status: 'completed', error: null })
    }
    const subclaims = [{ text: 'It is white.', confidence: 0.8 }]
    await find('addNew', { text: 'A ferry leaves.', confidence: 0.9, subclaims })
    const before = await made(ann.get(path))
    await find('replace', { text: 'A ship leaves.', confidence: 0.9 })
    const { trash } = await made(ann.get('/api/trash?kind=claim'))
    expect(trash).toMatchObject([{ title: 'A ferry leaves.', goneWith: [{ kind: 'claim', count: 1 }] }])
    await made(ann.post(`/api/trash/${trash[0].id}/restore`))
    const texts = (await made(ann.get(path))).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['A ferry leaves.', 'A ship leaves.'])
    expect((await made(ann.get(path)))[0]).toEqual(before[0])
    const [entry] = (await made(ann.get(`/api/history/claim/${before[0].id}`))).history.slice(-1)
    expect(entry).toMatchObject({
      operation: 'insert',
      via: 'job',
      viaName: 'claim-extraction',
      model: expect.any(String),
    })
  })
})
