import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    expect(model.requests[0]?.headers['x-provider-api-key-openai']).toBe('sk-123456')
    expect(JSON.stringify(model.requests[0]?.body)).not.toContain('sk-123456')
  })
})
