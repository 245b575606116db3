import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callWithKey } from '../../src/accounts/provider-call.js'
import { actorOf } from '../../src/accounts/session.service.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { addSample } from './support.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let model: MisbehavingService

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  addSample(api)
  await made((await api.admin()).post('/api/videos/sync'))
  ann = await api.person('ann')
})
afterAll(async () => {
  await api.stop()
  await model.close()
})

describe('provider keys', () => {
  it('of the caller travel to the model service as headers with a transcription (AK-08)', async () => {
    expect((await ann.post('/api/api-keys', { provider: 'OpenAI', keyName: 'k', key: 'sk-123456' })).status).toBe(201)
    model.on.set('/api/transcribe', {
      json: { text: '', segments: [], language: null, duration: null, processing_time: 0, model_used: 'm' },
    })
    const videoId = (await ann.get('/api/videos')).body[0].id
    expect((await ann.post(`/api/videos/${videoId}/transcribe`, {})).status).toBe(200)
    const sent = () => model.requests.filter((one) => one.url?.includes('transcribe')).at(-1)
    expect(sent()?.headers['x-provider-api-key-openai']).toBe('sk-123456')
    expect(JSON.stringify(sent()?.body)).not.toContain('sk-123456')
  })

  it('are one a call, of the provider that is selected, counted when a provider answered (AK-07)', async () => {
    for (const provider of ['anthropic', 'google'])
      await made(ann.post('/api/api-keys', { provider, keyName: 'k', key: `key-of-${provider}` }))
    const uses = async () =>
      Object.fromEntries((await ann.get('/api/api-keys')).body.map((one: any) => [one.provider, one.usageCount]))
    const before = await uses()
    const option = (framework: string) => ({ model_id: `m-${framework}`, framework })
    const options = { o: option('openai'), g: option('google') }
    model.on.set('/api/models/config', {
      json: {
        models: { audio_transcription: { selected: 'g', options } },
        inference: {},
        cuda_available: false,
        total_vram_gb: 0,
      },
    })
    const videoId = (await ann.get('/api/videos')).body[0].id
    expect((await ann.post(`/api/videos/${videoId}/transcribe`, {})).status).toBe(200)
    const sent = model.requests.filter((one) => one.url?.includes('transcribe')).at(-1)
    expect(Object.keys(sent?.headers ?? {}).filter((name) => name.startsWith('x-provider'))).toEqual([
      'x-provider-api-key-google',
    ])
    expect(await uses()).toEqual({ ...before, google: before['google'] + 1 })
    model.on.set('/api/transcribe', { status: 500, json: { detail: 'no' } })
    expect((await ann.post(`/api/videos/${videoId}/transcribe`, {})).status).toBe(500)
    expect(await uses()).toEqual({ ...before, google: before['google'] + 1 })
  })

  it('are not counted where the model service itself looked and listened (AK-07)', async () => {
    const options = {
      b: { model_id: 'baseline-objects', framework: 'baseline' },
      o: { model_id: 'm-openai', framework: 'openai' },
    }
    const models = { video_summarization: { selected: 'b', options } }
    model.on.set('/api/models/config', { json: { models, inference: {}, cuda_available: false, total_vram_gb: 0 } })
    const ctx = api.app.context()
    const acting = { ...ctx, actor: (await actorOf(ctx, ann.id)) ?? null }
    const answered = (looked: string) =>
      callWithKey(acting, 'video_summarization', async () => ({
        visual_model_used: looked,
        audio_model_used: 'silero-vad-5',
      }))
    const uses = async () =>
      (await ann.get('/api/api-keys')).body.reduce((sum: number, one: any) => sum + Number(one.usageCount), 0)
    const before = await uses()
    await answered('baseline-objects')
    expect(await uses()).toBe(before)
    await answered('m-openai')
    expect(await uses()).toBe(before + 1)
  })

  it("are the caller's own before shared ones, whatever the provider (AK-07)", async () => {
    const eva = await api.person()
    const shared = { provider: 'anthropic', keyName: 'k', key: 'shared-key' }
    await made((await api.admin()).post('/api/admin/api-keys', shared))
    await made(eva.post('/api/api-keys', { provider: 'openai', keyName: 'k', key: 'own-key' }))
    const option = (framework: string) => ({ model_id: `m-${framework}`, framework })
    const options = { b: option('baseline'), a: option('anthropic'), o: option('openai') }
    const models = { claim_extraction: { selected: 'b', options } }
    model.on.set('/api/models/config', { json: { models, inference: {}, cuda_available: false, total_vram_gb: 0 } })
    const ctx = api.app.context()
    const acting = { ...ctx, actor: (await actorOf(ctx, eva.id)) ?? null }
    const sent: object[] = []
    await callWithKey(acting, 'claim_extraction', async (headers) => {
      sent.push(headers)
      return { model_used: 'm-openai' }
    })
    expect(sent).toEqual([{ 'x-provider-api-key-openai': 'own-key' }])
  })
})
