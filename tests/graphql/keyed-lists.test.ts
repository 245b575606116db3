import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made } from '../support/workspace.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const send = (who: Person, key: string, query: string, input: object) =>
  who.post('/graphql', { query, variables: { input } }, { 'idempotency-key': key })
const createPersona = 'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }'
const saveAnnotations =
  'mutation ($input: SaveAnnotationsInput!) { saveAnnotations(input: $input) { annotations { id label } } }'
const annotation = { type: 'object', label: 'ferry', frames }

describe('A mutation with an Idempotency-Key', () => {
  it('does not change the result or cost of long lists in later queries', async () => {
    const [box] = frames.boxes
    const boxes = [box, { ...box, frameNumber: 500 }]
    await made(ann.post('/api/annotations', { ...annotation, videoId: 'long', frames: { boxes } }))
    const query = '{ annotations(filter: { videoId: "long" }) { nodes { boxes(from: 0, to: 500) { frameNumber } } } }'
    const before = (await ann.post('/graphql', { query })).body
    const all = Array.from({ length: 501 }, (_, frameNumber) => ({ frameNumber }))
    expect(before).toMatchObject({
      data: { annotations: { nodes: [{ boxes: all }] } },
      // 501 boxes, their annotation and the page.
      extensions: { cost: { actual: 503 } },
    })
    const input = { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }
    await made(send(await api.person(), 'any', createPersona, input).then(({ body }) => body))
    expect((await ann.post('/graphql', { query })).body).toEqual(before)
  })

  it('answers a list of hundreds of objects, and gives a repeat the same bytes', async () => {
    const labels = Array.from({ length: 250 }, (_, i) => `ferry ${i}`)
    const input = { annotations: labels.map((label) => ({ ...annotation, videoId: 'many', label })) }
    const first = await send(ann, 'many', saveAnnotations, input)
    const saved = (await made(Promise.resolve(first.body))).saveAnnotations.annotations
    expect(saved.map((one: { label: string }) => one.label)).toEqual(labels)
    const second = await send(ann, 'many', saveAnnotations, input)
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
    expect(await made(ann.get('/api/annotations/many'))).toHaveLength(250)
  })
})
