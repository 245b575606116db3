import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  garbage,
  halfAnswer,
  silence,
  startMisbehavingService,
  type MisbehavingService,
} from '../support/model-service.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let model: MisbehavingService

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  ann = await api.person()
  await made(ann.post('/api/personas', { name: 'Ferry', role: 'Scout', informationNeed: 'Who leaves?' }))
})
afterAll(async () => {
  await api.stop()
  await model.close()
})

it('a search by meaning says what is wrong with the model service, and one by words goes on', async () => {
  for (const [behaviour, status, code] of [
    [garbage, 502, 'MODEL_SERVICE_BAD_RESPONSE'],
    [halfAnswer, 503, 'MODEL_SERVICE_UNREACHABLE'],
    [silence, 504, 'MODEL_SERVICE_TIMEOUT'],
  ] as const) {
    model.on.set('/api/sentences/rank', behaviour)
    const answer = await ann.get('/api/search?q=ferry&semantic=true')
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(/^The semantic order needs a model service that can compare sentences: /)
  }
  expect((await made(ann.get('/api/search?q=ferry'))).map(({ kind }: { kind: string }) => kind)).toEqual(['persona'])
  model.on.set('/api/sentences/rank', { json: { scores: [0.5] } })
  expect(await made(ann.get('/api/search?q=ferry&semantic=true'))).toMatchObject([{ kind: 'persona', rank: 0.5 }])
})
