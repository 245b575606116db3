import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { claimsAnswer, startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made } from '../support/workspace.js'

const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
const extract = (summaryId: string) => `/api/summaries/${summaryId}/claims/generate`
const texts = async (person: Person, summaryId: string): Promise<string[]> =>
  (await made(person.get(`/api/summaries/${summaryId}/claims`))).map(({ text }: { text: string }) => text)

describe('notes of the bundled model service', () => {
  let api: WorkingApi
  beforeAll(async () => void (api = await startWorkingApi()), 60_000)
  afterAll(() => api.stop())

  it('are marked in the evidence of a summary, and no claim is made of them', async () => {
    const ann = await api.person('ann')
    const { id: personaId } = await made(ann.post('/api/personas', persona))
    const entities = [{ id: 'storm', name: 'Dust storm' }]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    const asked = await made(ann.post('/api/videos/summaries/generate', { videoId: api.videoId, personaId }))
    const { status, result } = await api.ended(ann, asked.jobId)
    expect(status).toBe('completed')
    const notes = result.evidence.filter(({ source }: any) => source === 'note').map(({ text }: any) => text)
    expect(notes).toEqual([
      'Baseline summary for the role Scout (information need: Who).',
      'No person, vehicle, animal or other everyday thing was recognised in any of 12 frames looked at.',
      'The detector has no class for "Dust storm" of the ontology.',
      expect.stringContaining('What is seen was recognised by a detector of 80 everyday classes'),
    ])
    for (const note of notes) expect(result.summary).toContain(note)

    const begun = await made(ann.post(extract(result.id), { minConfidence: 0 }))
    expect((await api.ended(ann, begun.jobId)).status).toBe('completed')
    const claims = await texts(ann, result.id)
    expect(claims).toContain('The video lasts 3.8 seconds and holds 2 shots.')
    expect(claims.length).toBeGreaterThan(2)
    for (const claim of claims) expect(notes.some((note: string) => note.includes(claim))).toBe(false)
  }, 120_000)
})

describe("notes of a provider's model", () => {
  let api: ScriptedApi
  let ann: Person
  beforeAll(async () => {
    api = await startScriptedApi()
    ann = await api.person('ann')
  })
  afterAll(() => api.stop())

  const first = 'A red car stops at the gate. '
  const note = 'I cannot see who drives it. '
  const rest = 'The gate opens. No speech was found.'
  const text = first + note + rest

  async function summarized(): Promise<string> {
    const videoId = await api.video()
    const { id: personaId } = await made(ann.post('/api/personas', persona))
    api.behaviours.set('/api/summarize', summaryAnswer(videoId, text))
    const job = await api.done(ann, '/api/videos/summaries/generate', { videoId, personaId })
    expect(job.status).toBe('completed')
    return job.result.id
  }

  it('are not given to the model that extracts claims, and other sentences keep their places', async () => {
    const id = await summarized()
    api.behaviours.set(
      '/api/extract-claims',
      claimsAnswer(
        { text: 'A red car stops at the gate.', char_start: 0, char_end: 28, sentence_index: 0, confidence: 0.9 },
        // What a model makes of a note all the same is dropped with all that is below it: by its place or its words.
        { text: 'The driver is hidden.', char_start: 29, char_end: 56, sentence_index: 1, confidence: 0.9 },
        { text: 'I cannot hear anything.', confidence: 0.9, subclaims: [{ text: 'It is silent.', confidence: 0.9 }] },
        { text: 'The driver cannot be seen.', confidence: 0.9 },
      ),
    )
    expect((await api.done(ann, extract(id))).status).toBe('completed')
    const { summary_text: sent } = api.sent.get('/api/extract-claims')
    expect(sent).toHaveLength(text.length)
    expect(sent.startsWith(`${first}·`)).toBe(true)
    expect(sent.slice(text.indexOf('The gate'), text.indexOf('The gate') + 15)).toBe('The gate opens.')
    expect(sent).not.toMatch(/cannot|speech/)
    expect((await texts(ann, id)).sort()).toEqual(['A red car stops at the gate.', 'The driver cannot be seen.'])
  })

  it('are statements where a person wrote the summary', async () => {
    const videoId = await api.video()
    const { id: personaId } = await made(ann.post('/api/personas', persona))
    const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: text }))
    api.behaviours.set('/api/extract-claims', claimsAnswer('I cannot see who drives it.'))
    expect((await api.done(ann, extract(id))).status).toBe('completed')
    expect(api.sent.get('/api/extract-claims').summary_text).toBe(text)
    expect(await texts(ann, id)).toEqual(['I cannot see who drives it.'])
  })
})
