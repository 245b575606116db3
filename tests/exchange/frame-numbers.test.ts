import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent } from '../support/workspace.js'
import { annotation, sequence } from './lines.js'
import { begin, importLines, previewLines } from './support.js'

let api: TestApi
let ann: Person
let personaId: string

const highest = 2 ** 31 - 1

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  personaId = (await makeContent(ann, 'v')).personaId
})
afterAll(() => api.stop())

const posted = (frames: object) =>
  ann.post('/api/annotations', { videoId: 'v', personaId, type: 'type', label: 't1', frames })

describe('frame numbers', () => {
  it('go up to 2^31-1; a higher one is refused by REST and GraphQL with its field (X-04)', async () => {
    expect((await posted(sequence([0, highest]))).status).toBe(201)
    const details = [
      { field: 'frames.boxes.1.frameNumber', message: expect.stringContaining(`greater than ${highest}`) },
    ]
    for (const frame of [highest + 1, 1e15]) {
      const rest = await posted(sequence([0, frame]))
      expect([rest.status, rest.body.details ?? rest.body.errors], rest.text).toEqual([400, details])
      const { errors } = await ann.graph(
        'mutation ($input: CreateAnnotationInput!) { createAnnotation(input: $input) { annotation { id } } }',
        { input: { videoId: 'v', personaId, type: 'type', label: 't1', frames: sequence([0, frame]) } },
      )
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR' })
    }
  })

  it('of import lines are refused by the preview and the import alike, checked or unchecked (X-04, I-31)', async () => {
    const far = (frames: number[]) => annotation({ boundingBoxSequence: sequence(frames) })
    const lines = [far([0, 1e15]), far([-1e15, 0]), far([0, highest + 1])]
    const said = [
      '3 of 3 lines skipped, 0 imported (validation: 3)',
      `Line 1: boundingBoxSequence.boxes.1.frameNumber: must be at most ${highest}`,
      `Line 2: boundingBoxSequence.boxes.0.frameNumber: must be at least -${highest}`,
      `Line 3: boundingBoxSequence.boxes.1.frameNumber: must be at most ${highest}`,
    ]
    for (const options of [undefined, { validation: { validateSequenceIntegrity: false } }]) {
      for (const send of [previewLines, importLines]) {
        const answer = await send(ann, lines, options)
        expect(answer.status, answer.text).toBe(200)
        const inWords = answer.body.warnings.map((one: any) =>
          one.message === undefined ? one : `${one.line ? `Line ${one.line}: ` : ''}${one.message}`,
        )
        expect(inWords).toEqual(said)
      }
    }
  })

  it('far apart, and rows that nothing should have let in, break no export (X-16)', async () => {
    const ben = await api.person('ben')
    const { annotationId } = await makeContent(ben, 'w')
    const { db } = api.app.services
    const path = '/api/export?includeInterpolated=true'
    await made(importLines(ben, [annotation({ boundingBoxSequence: sequence([0, 14_400_000]) })]))
    for (const more of ['', '&includeInvisible=true']) {
      const far = await begin(`${api.url}${path}${more}`, ben)
      expect(far.status).toBe(200)
      far.leave()
      expect((await ben.get(`/api/export/stats?includeInterpolated=true${more}`)).status).toBe(200)
    }
    await db.deleteFrom('annotations').where('createdByUserId', '=', ben.id).where('id', '<>', annotationId).execute()
    const odd = '{"boxes":[{"frameNumber":1e400,"isKeyframe":true},{"frameNumber":7,"isKeyframe":false}]}'
    await db
      .updateTable('annotations')
      .set({ frames: odd, boxCount: 2, keyframeCount: 1, interpolatedCount: highest, firstFrame: 0, lastFrame: 1e300 })
      .where('id', '=', annotationId)
      .execute()
    for (const of of [path, `${path}&includeInvisible=true`, '/api/export', '/api/export/all']) {
      const answer = await ben.get(of)
      expect([of, answer.status], answer.text).toEqual([of, 200])
    }
  })
})
