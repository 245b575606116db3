import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { random } from '../support/walk.js'
import { made } from '../support/workspace.js'
import { ontology, persona, typed } from './lines.js'
import { exportLines, exportText, importLines, previewLines, readVideo } from './support.js'

let api: TestApi
let ann: Person
let videoId: string

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  ann = await api.person()
  videoId = await readVideo(api)
})

const target = () => ({ target: { videoId } })
const rows = (...all: (number | string)[][]) => all.map((row) => `${row.join(',')}\n`).join('')
const tracks = async (who: Person) =>
  (await exportLines(who)).filter(({ type }) => type === 'annotation').map(({ data }) => data)
/** The boxes that are stored, each as frame, left, top, width, height and what else is in it. */
const boxesOf = (one: any) =>
  one.boundingBoxSequence.boxes.map(({ frameNumber, x, y, width, height, isKeyframe, ...more }: any) => [
    ...[frameNumber, x, y, width, height],
    { ...more, ...(!isKeyframe && { isKeyframe }) },
  ])

describe('an import of MOT', () => {
  it('makes a track of each number, with keyframes where it turns and gaps where it is not seen', async () => {
    // The ground truth of MOT16, table 7: frame, track, box, whether it counts, class, visibility.
    const straight = [1, 2, 3, 4, 5].map((frame) => [frame, 2, 100 + 10 * frame, 50, 30, 80, 1, 1, 1])
    const bent = [6, 7, 8].map((frame) => [frame, 2, 150, 50 + 5 * (frame - 5), 30, 80, 1, 1, 1])
    const back = [11, 12].map((frame) => [frame, 2, 400, 50, 30, 80, 1, 1, 0])
    const other = [[3, 7, 794.2, 47.5, 71.2, 174.8, 0, 3, 0.25]]
    const text = rows(...straight, ...other, ...bent, ...back)
    expect((await previewLines(ann, text, target())).body).toMatchObject({ success: true, counts: { annotations: 2 } })
    const { body } = await importLines(ann, text, target())
    expect(body).toMatchObject({ success: true, summary: { totalLines: 2, importedItems: { annotations: 2 } } })
    const [walker, car] = (await tracks(ann)).sort((a, b) => a.number - b.number)
    expect([walker.number, walker.label, car.number, car.label]).toEqual([2, '1', 7, '3'])
    expect(walker).toMatchObject({ videoId, source: 'import', confidence: 1 })
    expect(boxesOf(walker)).toEqual([
      [0, 110, 50, 30, 80, {}],
      [4, 150, 50, 30, 80, {}],
      [7, 150, 65, 30, 80, {}],
      [8, 150, 65, 30, 80, { visible: false }],
      [10, 400, 50, 30, 80, { occluded: true }],
      [11, 400, 50, 30, 80, { occluded: true }],
    ])
    expect(boxesOf(car)).toEqual([
      [2, 794.2, 47.5, 71.2, 174.8, { attributes: { visibility: '0.25', ignored: 'true' } }],
    ])
    // The same file again meets its own tracks.
    expect((await importLines(ann, text, target())).body.summary.skippedItems.annotations).toBe(2)
  })

  it('gives classes the names and the types that the options say', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'B', role: 'r', informationNeed: 'i' }))
    const entities = [
      { id: 'walker', name: 'Pedestrian' },
      { id: 'car', name: 'Car' },
    ]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    const text = rows([1, 1, 0, 0, 9, 9, 1, 1, 1], [1, 2, 0, 0, 9, 9, 1, 3, 1], [1, 3, 0, 0, 9, 9, 1, 8, 1])
    const labels = { 1: 'Pedestrian', 3: 'car', 8: 'Distractor' }
    const { body } = await importLines(ann, text, { target: { videoId, personaId, labels } })
    const unknown = body.warnings.filter(({ type }: any) => type !== 'single_keyframe')
    expect(unknown.map(({ type, message }: any) => [type, message])).toEqual([
      ['unknown_label', expect.stringContaining('"Distractor"')],
    ])
    const named = (await tracks(ann)).map(({ number, personaId: of, label }) => [number, of, label]).sort()
    expect(named).toEqual([
      [1, personaId, 'walker'],
      [2, personaId, 'car'],
      [3, personaId, 'Distractor'],
    ])
  })

  it('takes results of trackers, with confidences, blanks and exponents, from frame 0 as well', async () => {
    const text = '0, 1, 1e1, 20, 30, 40, 0.5, -1, -1, -1\r\n1, 1, 11, 20, 30, 40, 0.75, -1, -1, -1\r\n'
    expect((await importLines(ann, text, target())).body.success).toBe(true)
    const [one] = await tracks(ann)
    expect(one).toMatchObject({ label: 'object', number: 1 })
    expect(boxesOf(one)).toEqual([
      [0, 10, 20, 30, 40, { confidence: 0.5 }],
      [1, 11, 20, 30, 40, { confidence: 0.75 }],
    ])
  })

  it('leaves out, and tells, boxes without a track and tracks with two boxes on a frame', async () => {
    const text = rows(
      [1, -1, 0, 0, 9, 9, 0.9, -1, -1, -1],
      [1, 4, 0, 0, 9, 9, 1, -1, -1, -1],
      [1, 4, 5, 0, 9, 9, 1, -1, -1, -1],
      [2, -1, 0, 0, 9, 9, 0.9, -1, -1, -1],
      [2, 5, 0, 0, 9, 9, 1, -1, -1, -1],
    )
    const { body } = await importLines(ann, text, target())
    expect(body.summary.importedItems.annotations).toBe(1)
    const told = body.warnings.filter(({ message }: any) => message.startsWith('Not imported'))
    expect(told.map(({ line, message }: any) => [line, message])).toEqual([
      [1, 'Not imported: 2 boxes without a track (-1 in the second column)'],
      [2, 'Not imported: the track 4 has two boxes on frame 1'],
    ])
  })

  it.each([
    ['a row of five numbers', '3,1,2,3,4', 'a row of MOT has 6 to 10 numbers'],
    ['a word', '3,1,left,2,3,4', 'a row of MOT has 6 to 10 numbers'],
    ['a number in hexadecimal digits', '3,1,0x10,2,3,4', 'a row of MOT has 6 to 10 numbers'],
    ['half a frame', '3.5,1,1,2,3,4', 'as its frame'],
    ['a frame beyond all frames', '4294967296,1,1,2,3,4', 'as its frame'],
    ['half a track', '3,1.5,1,2,3,4', 'an integer as its track'],
    ['decimal commas', '3,1,10,5,20,5,30,5,40,5,1', 'a row of MOT has 6 to 10 numbers'],
  ])('is refused with the line for %s, and nothing is stored', async (_what, row, message) => {
    const text = `1,1,1,2,3,4,1,1,1\n2,1,1,2,3,4,1,1,1\n${row}\n`
    for (const send of [importLines, previewLines]) {
      const { status, body } = await send(ann, text, target())
      expect([status, body.code, body.line]).toEqual([400, 'PARSE_ERROR', 3])
      expect(body.message).toContain(message)
    }
    expect(await tracks(ann)).toEqual([])
  })

  it('is refused with the first line, too, in the words of MOT', async () => {
    const { body } = await importLines(ann, '1,1,left,2,3,4,1,1,1\n', target())
    expect([body.line, body.message]).toEqual([1, expect.stringContaining('a row of MOT has 6 to 10 numbers')])
  })

  it('is refused for a file without a video, and for bytes that are not UTF-8', async () => {
    const { status, body } = await importLines(ann, '1,1,1,2,3,4,1,1,1\n')
    expect([status, body.message]).toEqual([400, expect.stringContaining('options.target.videoId')])
    const bytes = Buffer.from('1,1,1,2,3,4,1,1,1\n2,1,1,2,3,4,1,1,\xff\n', 'latin1')
    const other = await importLines(ann, new Blob([new Uint8Array(bytes)]), target())
    expect([other.status, other.body.message]).toEqual([400, expect.stringContaining('not valid UTF-8')])
    const labels = await importLines(ann, '1,1,1,2,3,4\n', { target: { videoId, labels: { 1: 7 } } })
    expect([labels.status, labels.body.message]).toEqual([400, expect.stringContaining('options.target.labels: "1"')])
  })

  it('of an export keeps sides to 0.02 pixels, gaps, occlusion, numbers and labels, for any tracks', async () => {
    const { next, oneOf } = random(11)
    const whole = (most: number) => Math.floor(next() * most)
    const modes = ['linear', 'ease-in', 'ease-in-out', 'step', 'bezier']
    const types = ['Car', 'Van'].map((name) => ({ id: name.toLowerCase(), name, gloss: [] }))
    const p = persona()
    const lines = Array.from({ length: 60 }, () => {
      const keyframes = [...new Set(Array.from({ length: 1 + whole(6) }, () => whole(200)))].sort((a, b) => a - b)
      const boxes = keyframes.map((frameNumber, i) => ({
        ...{ frameNumber, x: 1000 * next(), y: 500 * next(), width: 1 + 99 * next(), height: 1 + 99 * next() },
        ...{ isKeyframe: true, ...(next() < 0.3 && { occluded: true }), ...(i && next() < 0.2 && { visible: false }) },
      }))
      return typed(p.data.id, oneOf(types).id, {
        videoId,
        boundingBoxSequence: { interpolationMode: oneOf(modes), boxes },
      })
    })
    await importLines(ann, [p, ontology(p.data.id, types), ...lines])
    const before = await tracks(ann)
    expect(before).toHaveLength(60)
    const names = (await exportText(ann, '/api/export?format=mot-labels')).trim().split('\n')
    const labels = Object.fromEntries(names.map((name, i) => [String(i + 1), name]))
    const ben = await api.person()
    // Numbers of tracks are given once in a video, so that those of the copies are free on another one.
    const copy = await readVideo(api)
    const options = { target: { videoId: copy, labels } }
    const { body } = await importLines(ben, await exportText(ann, '/api/export?format=mot'), options)
    const after = new Map((await tracks(ben)).map((one) => [one.number, one]))
    let compared = 0
    for (const one of before) {
      const back = after.get(one.number)
      for (let frame = 0; frame <= 201; frame++) {
        const [was, is] = [boxAt(one.boundingBoxSequence, frame), back && boxAt(back.boundingBoxSequence, frame)]
        const context = JSON.stringify([frame, one, back])
        expect(Boolean(is?.visible), context).toBe(Boolean(was?.visible))
        if (!was?.visible) continue
        for (const side of ['x', 'y', 'width', 'height'] as const)
          // Each of two sides lies within 0.02 pixels.
          expect(Math.abs(is![side] - was[side]), context).toBeLessThan(0.041)
        expect((is as any).occluded ?? false, context).toBe((was as any).occluded ?? false)
        compared += 1
      }
      if (back) expect(back.label).toBe(types.find(({ id }) => id === one.label)!.name)
    }
    expect(body.summary.failedLines).toBe(0)
    expect(compared).toBeGreaterThan(3000)
  })
})
