import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { silence, startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { addSample } from './support.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let model: MisbehavingService
let videoId: string
let personaId: string

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  addSample(api)
  await made((await api.admin()).post('/api/videos/sync'))
  ann = await api.person('ann')
  videoId = (await ann.get('/api/videos')).body[0].id
  personaId = (await ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })).body.id
})
afterAll(async () => {
  await model.close()
  await api.stop()
})
beforeEach(() => {
  model.on.clear()
  model.requests.length = 0
  for (const path of ['/api/detection/detect', '/api/transcribe', '/api/thumbnails/generate', '/api/ontology/augment'])
    model.on.set(path, silence)
})

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
/** Sends a request and aborts it once the model service has received `calls` requests in total. */
async function leave(path: string, init: RequestInit = {}, calls = 1): Promise<void> {
  const client = new AbortController()
  const asked = ann.request(path, { ...init, signal: client.signal }).catch(() => undefined)
  await until(() => model.requests.length >= calls)
  client.abort()
  await asked
}
async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 10 }).toBe(true)
}

describe('a client that leaves', () => {
  it.each([
    ['a detection', () => leave(`/api/videos/${videoId}/detect`, post({ manualQuery: 'x' }))],
    [
      'a detection by GraphQL',
      () =>
        leave(
          '/graphql',
          post({
            query: 'mutation ($id: ID!) { detectObjects(input: { videoId: $id, manualQuery: "x" }) { id } }',
            variables: { id: videoId },
          }),
        ),
    ],
    ['a transcription', () => leave(`/api/videos/${videoId}/transcribe`, post({}))],
    ['a suggestion of types', () => leave('/api/ontology/augment', post({ personaId, domain: 'dust' }))],
    ['a thumbnail', () => leave(`/api/videos/${videoId}/thumbnail?timestamp=2`)],
  ])('%s ends the call of the model service', async (_what, act) => {
    await act()
    await until(() => model.requests[0]?.closedEarly === true)
  })

  it('does not end a picture that another one waits for; the last one does', async () => {
    const clients = [new AbortController(), new AbortController()]
    const asked = clients.map(({ signal }) =>
      ann.request(`/api/videos/${videoId}/thumbnail?timestamp=3`, { signal }).catch(() => undefined),
    )
    await until(() => model.requests.length === 1)
    // Nothing shows when the second client has begun to wait for the same picture, so wait a fixed time.
    await new Promise((done) => setTimeout(done, 1000))
    clients[0]?.abort()
    await new Promise((done) => setTimeout(done, 100))
    expect(model.requests.map((one) => one.closedEarly)).toEqual([false])
    clients[1]?.abort()
    await until(() => model.requests[0]?.closedEarly === true)
    await Promise.all(asked)
    // A later request starts a new call.
    await leave(`/api/videos/${videoId}/thumbnail?timestamp=3`, {}, 2)
    await until(() => model.requests[1]?.closedEarly === true)
  })

  it('is no failure of the model service: its circuit stays closed', async () => {
    for (let i = 1; i <= 6; i++) await leave(`/api/videos/${videoId}/detect`, post({ manualQuery: 'x' }), i)
    model.on.set('/api/detection/detect', {
      json: { id: 'd', query: 'x', frames: [], total_detections: 0, processing_time: 0 },
    })
    expect((await ann.post(`/api/videos/${videoId}/detect`, { manualQuery: 'x' })).status).toBe(200)
  })
})
