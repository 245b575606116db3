import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../exchange/support.js'
import type { Person } from '../support/api.js'
import { startScriptedApi, summaryAnswer, synthesisAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person

beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const generate = '/api/videos/summaries/generate'

/** A video and persona for which a model has written a summary. */
async function summarized(text = 'A ferry leaves.', more: object = {}) {
  const videoId = await api.video()
  const persona = await made(
    ann.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }),
  )
  const pair = { videoId, personaId: persona.id as string }
  api.behaviours.set(
    '/api/summarize',
    summaryAnswer(videoId, text, { visual_analysis: 'Water.', key_frames: [{ frame_number: 1 }], ...more }),
  )
  expect(await api.done(ann, generate, pair)).toMatchObject({ status: 'completed', error: null })
  const path = `/api/videos/${videoId}/summaries`
  const read = () => made(ann.get(`${path}/${persona.id}`))
  const { id } = await read()
  return { pair, id: id as string, read, edit: (changes: object) => made(ann.put(`${path}/${id}`, changes)) }
}

/** Holds back every summary until the returned function is called. */
function heldSummary(videoId: string, text: string): () => void {
  let answerNow: () => void
  const released = new Promise<void>((done) => (answerNow = done))
  const act = summaryAnswer(videoId, text)
  api.behaviours.set('/api/summarize', (...args) => void released.then(() => act(...args)))
  return () => answerNow()
}

describe('what a person wrote in a summary', () => {
  it('is not overwritten by a model unless the request says so; what a model wrote is', async () => {
    const { pair, read, edit } = await summarized()
    api.behaviours.set('/api/summarize', summaryAnswer(pair.videoId, 'A ship leaves.'))
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
    expect((await read()).summary).toBe('A ship leaves.')
    await edit({ summary: 'The ferry of nine leaves.' })
    const refused = await ann.post(generate, pair)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'CONFLICT', editedFields: ['summary'] })
    expect(refused.body.error).toMatch(/^A person has written summary .*onEdited "replace"/)
    expect((await ann.post(generate, { ...pair, onEdited: 'refuse' })).status).toBe(409)
    expect((await ann.post(generate, { ...pair, onEdited: 'overwrite' })).body.error).toMatch(/onEdited/)
    expect((await read()).summary).toBe('The ferry of nine leaves.')
    expect((await api.done(ann, generate, { ...pair, onEdited: 'replace' })).status).toBe('completed')
    expect((await read()).summary).toBe('A ship leaves.')
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
  })

  it('is not what the reviewer has accepted, once a model has written over it, also in their own name', async () => {
    const { pair, id, read } = await summarized()
    await made(ann.post('/api/reviews', { ids: [id], state: 'accepted', note: 'Good' }))
    expect(await read()).toMatchObject({ reviewState: 'accepted', reviewedBy: ann.id })
    api.behaviours.set('/api/summarize', summaryAnswer(pair.videoId, 'A ship leaves.'))
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
    expect(await read()).toMatchObject({ summary: 'A ship leaves.', reviewState: 'open', reviewedBy: null })
  })

  it('is refused by GraphQL in the same way', async () => {
    const { pair, edit, read } = await summarized()
    await edit({ summary: 'Mine.' })
    const request = 'mutation ($input: RequestSummaryInput!) { requestSummary(input: $input) { job { id } } }'
    const { errors } = await ann.graph(request, { input: pair })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', editedFields: ['summary'] })
    const { requestSummary } = await made(ann.graph(request, { input: { ...pair, onEdited: 'replace' } }))
    expect((await api.ended(ann, requestSummary.job.id)).status).toBe('completed')
    expect((await read()).summary).toBe('A ferry leaves.')
  })

  it.each([
    ['summary', [{ type: 'text', content: 'By hand.' }]],
    ['visualAnalysis', 'Fog.'],
    ['audioTranscript', 'Hello.'],
    ['keyFrames', [{ frame_number: 7 }]],
    ['confidence', 0.25],
    ['transcriptJson', { segments: [], language: 'fi' }],
    ['evidence', [{ text: 'By hand.', source: 'seen', confidence: null, startTime: 0, endTime: 1, frames: [] }]],
    ['audioLanguage', 'fi'],
    ['speakerCount', 2],
  ])('counts field by field: %s', async (field, value) => {
    const { pair, edit, read } = await summarized()
    const before = await read()
    await edit({ [field]: value })
    expect((await ann.post(generate, pair)).body).toMatchObject({ code: 'CONFLICT', editedFields: [field] })
    // What the model wrote, put back as it was, is the model's again.
    await edit({ [field]: before[field] })
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
  })

  it.each([
    ['summary', ''],
    ['summary', []],
    ['visualAnalysis', null],
    ['visualAnalysis', ''],
    ['keyFrames', []],
    ['keyFrames', null],
    ['confidence', null],
    ['transcriptJson', null],
    ['evidence', []],
  ])('is also that a person has emptied what a model had written: %s as %j', async (field, value) => {
    const evidence = [{ text: 'A ferry', source: 'seen', confidence: 0.5, start: 0, end: 1, frames: [] }]
    const more = { confidence: 0.75, transcript_json: { segments: [], language: 'en' }, evidence }
    const { pair, edit, read } = await summarized('A ferry leaves.', more)
    const before = await read()
    expect(before[field], 'the model has written something').toSatisfy((one) => one !== null && one?.length !== 0)
    await edit({ [field]: value })
    expect((await ann.post(generate, pair)).body).toMatchObject({ code: 'CONFLICT', editedFields: [field] })
    expect((await api.done(ann, generate, { ...pair, onEdited: 'replace' })).status).toBe('completed')
    expect((await read())[field]).toEqual(before[field])
    await edit({ [field]: value })
    await edit({ [field]: before[field] })
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
  })

  it('does not include what a form sends back unchanged, a comment, or nothing where a model wrote nothing', async () => {
    const { pair, edit, read } = await summarized()
    const { summary, visualAnalysis, keyFrames, audioTranscript } = await read()
    expect(audioTranscript).toBe(null)
    await edit({ summary, visualAnalysis, keyFrames, comment: 'Looked at.', audioTranscript: ' ', speakerCount: null })
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
    expect((await read()).comment).toBe('Looked at.')
    await edit({ audioTranscript: '' })
    expect((await api.done(ann, generate, pair)).status).toBe('completed')
  })

  it('is a summary that was written by hand, imported or forked, too', async () => {
    const videoId = await api.video()
    const { id: personaId } = await made(
      ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }),
    )
    await made(ann.post('/api/summaries', { videoId, personaId, summary: 'By hand.' }))
    expect((await ann.post(generate, { videoId, personaId })).body.editedFields).toEqual(['summary'])

    const ben = await api.person()
    const file = (await ann.get('/api/export/all')).text
    const imported = await made(upload(ben, '/api/import', file))
    expect(imported.success).toBe(true)
    const mine = await made(
      ben.graph('{ summaries(filter: { mine: true }, first: 50) { nodes { videoId persona { id } } } }'),
    )
    const copy = mine.summaries.nodes.find((one: any) => one.videoId === videoId)
    expect((await ben.post(generate, { videoId, personaId: copy.persona.id })).body.editedFields).toEqual(['summary'])
  })

  it('is kept by jobs that were queued before the edit, also by one that may replace an earlier edit', async () => {
    for (const onEdited of ['refuse', 'replace']) {
      const { pair, edit, read } = await summarized()
      if (onEdited === 'replace') await edit({ summary: 'A first edit.' })
      const release = heldSummary(pair.videoId, 'The model again.')
      const { jobId } = await made(ann.post(generate, { ...pair, onEdited }))
      for (let i = 0; i < 100 && !api.sent.has('/api/summarize'); i++) await new Promise((wait) => setTimeout(wait, 20))
      await edit({ summary: 'Edited meanwhile.' })
      release()
      const job = await api.ended(ann, jobId)
      expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(/A person has written summary/) })
      expect((await read()).summary).toBe('Edited meanwhile.')
    }
  })

  it('is kept where a person makes the summary while the model works on the first one', async () => {
    const videoId = await api.video()
    const { id: personaId } = await made(
      ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }),
    )
    const release = heldSummary(videoId, 'The model.')
    const { jobId } = await made(ann.post(generate, { videoId, personaId }))
    await made(ann.post('/api/summaries', { videoId, personaId, summary: 'By hand.' }))
    release()
    expect((await api.ended(ann, jobId)).error).toMatch(/A person has written summary/)
    expect((await made(ann.get(`/api/videos/${videoId}/summaries/${personaId}`))).summary).toBe('By hand.')
  })

  it('is asked for before claims are written into it, and only its text counts then', async () => {
    const { id, edit, read } = await summarized()
    await made(ann.post(`/api/summaries/${id}/claims`, { text: 'A ferry leaves' }))
    await edit({ visualAnalysis: 'Fog.' })
    api.behaviours.set('/api/synthesize-summary', synthesisAnswer({ type: 'text', content: 'From claims.' }))
    const path = `/api/summaries/${id}/synthesize`
    expect((await api.done(ann, path)).status).toBe('completed')
    expect((await api.done(ann, path)).status).toBe('completed')
    await edit({ summary: 'By hand.' })
    const refused = await ann.post(path, {})
    expect([refused.status, refused.body.editedFields]).toEqual([409, ['summary']])
    expect((await read()).summary).toBe('By hand.')
    expect((await api.done(ann, path, { onEdited: 'replace' })).status).toBe('completed')
    expect(await read()).toMatchObject({ summary: [{ type: 'text', content: 'From claims.' }], visualAnalysis: 'Fog.' })
  })
})
