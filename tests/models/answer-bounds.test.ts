import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAnswer } from '../../src/models/model-answer.js'
import { modelRoutes } from '../../src/models/model-route.js'
import type { Person } from '../support/api.js'
import { answer } from '../support/faulty-model.js'
import { claimsAnswer, startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made } from '../support/workspace.js'

type Schema = Record<string, any>
/** How to reach a value inside of another: names of members and places in lists. */
type Path = (string | number)[]

const isText = ({ type }: Schema) => [type].flat().includes('string')
const isList = ({ type }: Schema) => [type].flat().includes('array')
const isMap = ({ type, patternProperties, maxJsonLength }: Schema) =>
  [type].flat().includes('object') && (patternProperties !== undefined || maxJsonLength !== undefined)

/** The shapes inside of a shape, each with a path that leads to such a value; trees of claims are entered once. */
function* shapes(schema: Schema, path: Path = [], self?: Schema): Generator<{ schema: Schema; path: Path }> {
  if (schema['$ref'] !== undefined) return
  yield { schema, path }
  const own = schema['$id'] === undefined ? self : schema
  for (const [name, one] of Object.entries((schema['properties'] ?? {}) as Schema))
    yield* shapes(one, [...path, name], own)
  for (const one of Object.values((schema['patternProperties'] ?? {}) as Schema))
    if (Object.keys(one).some((key) => key !== '~kind')) yield* shapes(one, [...path, 'any'], own)
  if (isList(schema) && !Array.isArray(schema['items'])) yield* shapes(schema['items'], [...path, 0], own)
  for (const one of schema['anyOf'] ?? []) yield* shapes(one, path, own)
}

/** A value of the shape; of several shapes the one that `wanted` is or lies in. */
function sample(schema: Schema, wanted: Schema, self: Schema = schema): any {
  // A tree has one more level, in which nothing is wanted.
  if (schema['$ref'] !== undefined) return sample(self, {}, self)
  const own = schema['$id'] === undefined ? self : schema
  if (schema['const'] !== undefined) return schema['const']
  if (schema['enum']) return schema['enum'][0]
  if (schema['anyOf']) {
    const fits = schema['anyOf'].find((one: Schema) => [...shapes(one)].some(({ schema: inside }) => inside === wanted))
    return sample(fits ?? schema['anyOf'][0], wanted, own)
  }
  if (isText(schema)) return schema['pattern'] ? 'a'.repeat(64) : 'word'
  if (isList(schema)) {
    const { items } = schema
    if (Array.isArray(items)) return items.map((one: Schema) => sample(one, wanted, own))
    return [sample(items, wanted, own)]
  }
  if (schema['properties']) {
    const inside = (one: Schema) => [...shapes(one)].some(({ schema: found }) => found === wanted)
    const names = Object.entries(schema['properties'] as Schema).filter(
      ([name, one]) => (schema['required'] ?? []).includes(name) || inside(one),
    )
    return Object.fromEntries(names.map(([name, one]) => [name, sample(one, wanted, own)]))
  }
  if (schema['patternProperties']) {
    const [one] = Object.values(schema['patternProperties'] as Schema)
    return Object.keys(one).some((key) => key === 'type' || key === 'anyOf') ? { any: sample(one, wanted, own) } : {}
  }
  if ([schema['type']].flat().includes('boolean')) return true
  if ([schema['type']].flat().includes('null')) return null
  return schema['minimum'] > 0 ? schema['minimum'] : 0
}

function changed(value: any, path: Path, change: (old: any) => unknown): any {
  const [first, ...rest] = path
  if (first === undefined) return change(value)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[first] = changed(copy[first], rest, change)
  return copy
}

/** The value of a text, list or map that is larger than its bound, if it has one. */
function tooLarge(schema: Schema): ((old: any) => unknown) | undefined {
  if (isText(schema) && schema['maxLength'] !== undefined) return () => 'x'.repeat(schema['maxLength'] + 1)
  if (isList(schema) && schema['maxItems'] !== undefined)
    return (old) => new Array(schema['maxItems'] + 1).fill(old?.[0])
  if (isMap(schema) && schema['maxJsonLength'] !== undefined)
    return (old) => ({ ...old, more: 'x'.repeat(schema['maxJsonLength']) })
  return undefined
}

const routes = Object.entries(modelRoutes).map(([name, { answer: shape }]) => [name, shape as Schema] as const)

describe.each(routes)('the answer of the model service to %s', (_name, shape) => {
  const bounded = [...shapes(shape)].filter(({ schema }) => isText(schema) || isList(schema) || isMap(schema))

  it('has a bound for each text, list and document', () => {
    const hasNone = ({ schema }: { schema: Schema }) =>
      !tooLarge(schema) && !schema['pattern'] && !schema['enum'] && !(isList(schema) && Array.isArray(schema['items']))
    expect(bounded.filter(hasNone).map(({ path }) => path.join('.'))).toEqual([])
    // Any other value is named: a value of unknown shape has no bound.
    const unknown = [...shapes(shape)].filter(({ schema }) => schema['type'] === undefined)
    const open = unknown.filter(({ schema }) => !schema['anyOf'] && schema['const'] === undefined && !schema['enum'])
    expect(open.map(({ path }) => path.join('.'))).toEqual([])
  })

  it('is refused with the name of each member that is larger than its bound, and is read where none is', () => {
    for (const { schema, path } of bounded) {
      const fits = sample(shape, schema)
      expect(checkAnswer(shape as TSchema, fits)).toEqual(fits)
      const grow = tooLarge(schema)
      // One shape that stands in two places is enlarged in the first.
      if (!grow || path.reduce<any>((value, name) => value?.[name], fits) === undefined) continue
      const at = path.join('.')
      // Of a document the whole is named, of several shapes the place where one of them was expected.
      const named = String(path[0] ?? 'another shape')
      expect(() => checkAnswer(shape as TSchema, changed(fits, path, grow)), at).toThrow(named)
    }
  })
})

// Concurrent, because each of the jobs waits for six seconds between its three attempts.
describe.concurrent('a job whose model answers too much', () => {
  let api: ScriptedApi
  let ann: Person
  beforeAll(async () => {
    api = await startScriptedApi()
    ann = await api.person('ann')
  })
  afterAll(() => api.stop())

  const mega = (count: number) => 'x'.repeat(count * 1_000_000)
  const persona = async () =>
    (await made(ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))).id as string

  it('fails and names the member; nothing of it is kept or sent at a poll', async () => {
    const box = { label: mega(7), bounding_box: { x: 0, y: 0, width: 1, height: 1 }, confidence: 1 }
    const evidence = [{ text: 'A', source: 'seen', frames: [{ frame_number: 0, timestamp: 0, boxes: [box] }] }]
    const answers: [more: object, says: string][] = [
      [{ evidence }, 'evidence.0.frames.0.boxes.0.label'],
      [{ summary: mega(7) }, 'summary'],
      [{ key_frames: [{ frame_number: 0, more: mega(7) }] }, 'key_frames.0'],
      [{ thinking: mega(7) }, 'thinking'],
      [{ more: mega(9) }, 'answered more than 8388608 bytes'],
    ]
    const videoIds = await Promise.all(answers.map(() => api.video()))
    api.behaviours.set('/api/summarize', (request, response, body) => {
      const { video_id: videoId } = JSON.parse(body)
      summaryAnswer(videoId, 'A', answers[videoIds.indexOf(videoId)]![0])(request, response, body)
    })
    const personaId = await persona()
    const generate = (videoId: string) => api.done(ann, '/api/videos/summaries/generate', { videoId, personaId })
    const jobs = await Promise.all(videoIds.map(generate))
    for (const [i, [, says]] of answers.entries()) {
      expect(jobs[i]).toMatchObject({ status: 'failed', error: expect.stringContaining(says) })
      expect(JSON.stringify(jobs[i]).length).toBeLessThan(5000)
      expect(await made(ann.get(`/api/videos/${videoIds[i]}/summaries`))).toEqual([])
    }
  })

  it('of claims fails in the same way, also where they are nested deeper than can be checked', async () => {
    const deep = 60_000
    const answers = {
      long: claimsAnswer('ok', { text: mega(7), confidence: 1 }),
      deep: answer(
        200,
        `{"claims":[${'{"text":"a","confidence":1,"subclaims":['.repeat(deep)}${']}'.repeat(deep)}],"model_used":"m","processing_time":1}`,
      ),
    }
    api.behaviours.set('/api/extract-claims', (request, response, body) =>
      answers[JSON.parse(body).summary_text as keyof typeof answers](request, response, body),
    )
    const personaId = await persona()
    const [long, nested] = await Promise.all(
      Object.keys(answers).map(async (summary) => {
        const { id } = await made(ann.post('/api/summaries', { videoId: await api.video(), personaId, summary }))
        const job = await api.done(ann, `/api/summaries/${id}/claims/generate`)
        expect(await made(ann.get(`/api/summaries/${id}/claims`))).toEqual([])
        return job
      }),
    )
    expect(long.error).toContain('claims.1.text')
    expect(nested.status).toBe('failed')
    expect(nested.error).toMatch(/nested too deeply|not JSON/)
  })

  it('of tracking and a detection fail in the same way', async () => {
    const videoId = await api.video()
    const box = { x: 0, y: 0, width: 1, height: 1 }
    const detection = (label: string) => ({ label, bounding_box: box, confidence: 1 })
    const frames = [{ frame_number: 0, timestamp: 0, detections: [detection('car'), detection(mega(7))] }]
    const found = { id: 'd', query: 'q', frames, total_detections: 2, processing_time: 1 }
    api.behaviours.set('/api/detection/detect', answer(200, found))
    const refused = await ann.post(`/api/videos/${videoId}/detect`, { manualQuery: 'car' })
    expect([refused.status, refused.body.code]).toEqual([502, 'MODEL_SERVICE_BAD_RESPONSE'])
    expect(refused.body.message).toContain('frames.0.detections.1.label')
    const way = {
      ...{ video_id: videoId, label: mega(7), visibility: [], first_frame: 0, last_frame: 0, ended: 'lost' },
      keyframes: [{ frame_number: 0, bounding_box: box, confidence: 1 }],
      ...{ confidence: 1, tolerance: 0.05, model_used: 'm', processing_time: 1 },
    }
    api.behaviours.set('/api/tracking/follow', answer(200, way))
    const track = { type: 'sight', label: 'car', frame: 0, box }
    const job = await api.done(ann, `/api/videos/${videoId}/track`, track)
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('label') })
  })
})
