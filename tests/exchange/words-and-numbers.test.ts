import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, sequenceInput } from '../support/workspace.js'
import { annotation, box, entity, line, ontology, persona, sequence } from './lines.js'
import { exportLines, importLines } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

/** Words for motions as people and programs write them, and the word of the server. */
const spelt: [given: string, known: string][] = [
  ['Step', 'step'],
  ['HOLD', 'hold'],
  ['EASE_IN', 'ease-in'],
  ['easeOut', 'ease-out'],
  ['Ease In Out', 'ease-in-out'],
  ['LINEAR', 'linear'],
  ['Bezier', 'bezier'],
  ['Parametric', 'parametric'],
]
const boxes = [box(0, { x: 0 }), box(10, { x: 100 })]
const framesOf = (mode: string, type: string) => ({
  interpolationMode: mode,
  boxes,
  interpolationSegments: [{ startFrame: 0, endFrame: 10, type }],
})

describe('words for motions in capitals or with other hyphens', () => {
  const sent = { videoId: 'v1', type: 'object', label: 'e1', linkType: 'entity' }
  const doors: [door: string, write: (frames: unknown) => Promise<any>][] = [
    ['POST', async (frames) => made(ann.post('/api/annotations', { ...sent, frames }))],
    [
      'PUT',
      async (frames) => {
        const { id } = await made(ann.post('/api/annotations', { ...sent, frames: sequence([0]) }))
        return made(ann.put(`/api/annotations/${id}`, { frames }))
      },
    ],
    [
      'GraphQL, in extra',
      async (frames) => {
        const mutation = `mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { id } } }`
        const input = {
          videoId: 'v1',
          type: 'object',
          label: 'e1',
          frames: sequenceInput(frames as { boxes: object[] }),
        }
        const { createAnnotation } = await made(ann.graph(mutation, { input }))
        return made(ann.get(`/api/annotations/v1`)).then((all: any) =>
          all.find((one: any) => one.id === createAnnotation.annotation.id),
        )
      },
    ],
    [
      'an import',
      async (frames) => {
        const id = newId()
        const one = annotation({ id: newId(), videoId: 'v2', boundingBoxSequence: frames })
        await importLines(ann, [entity(id), { ...one, data: { ...one.data, objectLink: { objectId: id } } }])
        return made(ann.get('/api/annotations/v2')).then((all: any) => all.find((each: any) => each.id === one.data.id))
      },
    ],
  ]

  it.each(doors)('are understood through %s, and stored as the server writes them', async (_door, write) => {
    for (const [given, known] of spelt) {
      const { frames } = await write(framesOf(given, given))
      expect([given, frames.interpolationMode, frames.interpolationSegments[0].type]).toEqual([given, known, known])
      expect([given, boxAt(frames, 4)?.x]).toEqual([given, boxAt(framesOf(known, known), 4)?.x])
    }
    const { frames } = await write({ interpolationMode: 'wobble', boxes })
    expect(frames.interpolationMode).toBe('wobble')
  })

  it('are told in the report of an import, and their control points are checked', async () => {
    const frames = framesOf('Step', 'HOLD')
    const { body } = await importLines(ann, [
      entity('told'),
      annotation({ objectLink: { objectId: 'told' }, boundingBoxSequence: frames }),
    ])
    expect(body.warnings).toContainEqual({
      line: 2,
      type: 'known_word',
      message: 'Corrected: interpolationMode is step, not "Step", interpolationSegments.0.type is hold, not "HOLD"',
    })
    const wrong = await ann.post('/api/annotations', {
      ...sent,
      frames: { interpolationMode: 'BEZIER', boxes, controlPoints: [1, 2] },
    })
    expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'frames.controlPoints'])
  })
})

describe('words for where an annotation comes from', () => {
  it.each(['MANUAL', 'Tracking', 'DETECTION', 'Interpolation', 'Import'])(
    '%s are refused by REST with the field, and understood by GraphQL and an import',
    async (source) => {
      const frames = sequence([0])
      const input = { videoId: 'v1', type: 'object', label: 'e1', frames, source }
      const refused = await ann.post('/api/annotations', input)
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'source'])
      const mutation = `mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { source } } }`
      const { createAnnotation } = await made(ann.graph(mutation, { input }))
      expect(createAnnotation.annotation.source).toBe(source.toUpperCase())
      const one = annotation({ source, type: 'OBJECT', objectLink: { objectId: source, objectType: 'Entity' } })
      expect((await importLines(ann, [entity(source), one])).body.success).toBe(true)
      const stored = (await exportLines(ann)).find(({ data }) => data.id === one.data.id)
      expect(stored.data).toMatchObject({ source: source.toLowerCase(), type: 'object', linkType: 'entity' })
    },
  )

  it('of clients keep their capitals', async () => {
    const input = { videoId: 'v1', type: 'object', label: 'e1', frames: sequence([0]), source: 'OurDetector' }
    expect((await made(ann.post('/api/annotations', input))).source).toBe('OurDetector')
  })
})

describe('an import of integers that no double is', () => {
  it('names the place and both numbers, and tells nothing of those that are kept or stand in texts', async () => {
    const who = await api.person()
    const p = persona()
    const lines = [
      line('entity', { id: 'e1', name: 'x' }),
      p,
      ontology(p.data.id, [{ id: 't', name: 'T', gloss: [] }]),
      line('entity', { id: 'e2', name: 'id 9007199254740993, [9007199254740993]' }),
    ].map((one) => JSON.stringify(one))
    const free = '{"serial":9007199254740993,"ids":[1,[-12345678901234567890.0]],"a\\"b":{"deep":9223372036854775807}}'
    const kept =
      '{"even":9007199254740994,"shortest":-35837043160121540000,"small":123456789012345,"part":0.12345678901234567890,"large":1e300}'
    lines[0] = lines[0]!.replace('"name":"x"', `"name":"x","metadata":${free}`)
    lines[2] = lines[2]!.replace('"gloss":[]', `"gloss":[],"kept":${kept},"count":18446744073709551615`)
    const { body } = await importLines(who, lines.join('\n'))
    expect(body.success).toBe(true)
    expect(body.warnings.map(({ line, type, message }: any) => [line, type, message])).toEqual([
      [1, 'inexact_number', 'metadata.serial: 9007199254740993 becomes 9007199254740992'],
      [1, 'inexact_number', 'metadata.ids.1.0: -12345678901234567890.0 becomes -12345678901234567000'],
      [1, 'inexact_number', 'metadata.a"b.deep: 9223372036854775807 becomes 9223372036854776000'],
      [3, 'inexact_number', 'entityTypes.0.count: 18446744073709551615 becomes 18446744073709552000'],
    ])
    const bare = JSON.stringify(annotation({ objectLink: { objectId: 'e1' } }).data)
    const text = bare.replace('"isKeyframe":true', '"isKeyframe":true,"n":9007199254740995')
    expect((await importLines(who, text)).body.warnings[0]).toMatchObject({
      message: 'boundingBoxSequence.boxes.0.n: 9007199254740995 becomes 9007199254740996',
    })
  })
})
