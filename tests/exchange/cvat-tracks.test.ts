import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, types } from '../support/workspace.js'
import { exportLines, importLines, previewLines, readVideo } from './support.js'

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

interface Box {
  frame: number
  x: number
  key?: boolean
  outside?: boolean
  more?: string
}
const boxText = ({ frame, x, key = true, outside = false, more = '' }: Box) =>
  `    <box frame="${frame}" keyframe="${key ? 1 : 0}" outside="${outside ? 1 : 0}" occluded="0" ` +
  `xtl="${x}.00" ytl="1.00" xbr="${x + 8}.00" ybr="9.00" z_order="0" ${more}></box>\n`
const track = (label: string, boxes: readonly Box[]) =>
  `  <track id="0" label="${label}" source="manual">\n${boxes.map(boxText).join('')}  </track>\n`
const file = (tracks: string, { of = 'task', filter = '' } = {}) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <meta><${of}><id>7</id><size>100</size>` +
  `<frame_filter>${filter}</frame_filter><source>${videoId}.mp4</source></${of}></meta>\n${tracks}</annotations>\n`
const stored = async () => (await exportLines(ann)).filter(({ type }) => type === 'annotation').map(({ data }) => data)
const one = async (label: string) => (await stored()).find((each) => each.label === label)
const boxesOf = async (label: string) => (await one(label)).boundingBoxSequence.boxes
const told = ({ body }: { body: any }) =>
  body.warnings.filter(({ type }: any) => !['single_keyframe', 'mostly_skipped'].includes(type))

/** A track as CVAT lists it on every `step`th frame: it moves by its step, with keyframes at these frames. */
const listed = (step: number, last: number, keys: readonly number[], end: Box[]): Box[] => [
  ...Array.from({ length: last / step + 1 }, (_, i) => ({
    frame: i * step,
    x: i * step,
    key: keys.includes(i * step),
  })),
  ...end,
]

describe('an import of a task of CVAT with a frame step', () => {
  it.each([
    ['with the filter of the task', 5, 'task', 'step=5', 75, [0, 50]],
    ['with the filter of a job', 3, 'job', 'step = 3', 60, [0, 30]],
    ['without a filter', 10, 'task', '', 70, [0, 30]],
    ['whose keyframes are its first and last box', 2, 'task', 'step=2', 40, [0, 40]],
  ])('%s ends a track with its last listed box, and shows one path', async (_which, step, of, filter, last, keys) => {
    const end = { frame: last + step, x: last, outside: true }
    await importLines(ann, file(track('car', listed(step, last, keys, [end])), { of, filter }))
    const boxes = await boxesOf('car')
    expect(boxes.map(({ frameNumber, isKeyframe }: any) => [frameNumber, isKeyframe])).toEqual(
      [...new Set([...keys, last])].map((frame) => [frame, true]),
    )
    for (let frame = 0; frame <= last; frame += 1) expect(boxAt({ boxes }, frame)!.x).toBeCloseTo(frame, 6)
    expect(boxAt({ boxes }, last + 1)).toBeNull()
  })

  it('moves on the listed path also before a gap and where the path is no line, without a second one between', async () => {
    const winding = [0, 5, 10, 15, 20, 25, 30].map((frame) => ({
      ...{ frame, x: (frame * frame) % 37, key: frame % 30 === 0 },
    }))
    const gap = [
      ...listed(5, 30, [0], [{ frame: 35, x: 90, outside: true }]),
      { frame: 60, x: 10 },
      { frame: 65, x: 10, key: false },
      { frame: 70, x: 10, outside: true },
    ]
    await importLines(ann, file(track('winding', winding) + track('gap', gap), { filter: 'step=5' }))
    const boxes = await boxesOf('winding')
    // Between two listed frames the box moves from the one to the other.
    for (const [i, { frame, x }] of winding.entries())
      for (const part of [0, 0.4, 0.8]) {
        const next = winding[i + 1]
        if (!next) continue
        expect(boxAt({ boxes }, frame + part * 5)!.x).toBeCloseTo(x + (next.x - x) * part, 6)
      }
    const second = await boxesOf('gap')
    expect(second.map(({ frameNumber, visible = true }: any) => [frameNumber, visible])).toEqual(
      [0, 30, 35, 60, 65].map((frame) => [frame, frame !== 35]),
    )
  })

  it('keeps the end of a track of keyframes alone, of which nothing says which frames are listed', async () => {
    await importLines(
      ann,
      file(
        track('car', [
          { frame: 0, x: 1 },
          { frame: 20, x: 1, outside: true },
        ]),
      ),
    )
    expect((await boxesOf('car')).at(-1)).toMatchObject({ frameNumber: 20, visible: false })
  })
})

describe('an import of a track of CVAT that lists a frame twice', () => {
  it('takes equal boxes once, and of a box outside and one that is seen the latter', async () => {
    const text = file(
      track('equal', [
        { frame: 0, x: 1 },
        { frame: 10, x: 11 },
        { frame: 10, x: 11 },
        { frame: 10, x: 11 },
        { frame: 20, x: 21 },
      ]) +
        track('joined', [
          { frame: 0, x: 1 },
          { frame: 10, x: 11, outside: true },
          { frame: 10, x: 11 },
          { frame: 20, x: 11 },
        ]) +
        track('elsewhere', [
          { frame: 0, x: 1 },
          { frame: 10, x: 11 },
          { frame: 10, x: 60, outside: true },
          { frame: 20, x: 11 },
        ]) +
        track('computed', [
          { frame: 0, x: 1 },
          { frame: 10, x: 12, key: false },
          { frame: 10, x: 11 },
          { frame: 20, x: 21 },
        ]) +
        track('begin', [
          { frame: 5, x: 7 },
          { frame: 5, x: 7 },
        ]),
    )
    const answer = await importLines(ann, text)
    expect(told(answer)).toEqual([])
    const placesOf = async (label: string) =>
      (await boxesOf(label)).map(({ frameNumber, x, visible }: any) => [frameNumber, x, visible])
    expect(await placesOf('equal')).toEqual([
      [0, 1, undefined],
      [10, 11, undefined],
      [20, 21, undefined],
    ])
    for (const label of ['joined', 'elsewhere'])
      expect([label, await placesOf(label)]).toEqual([
        label,
        [
          [0, 1, undefined],
          [10, 11, undefined],
          [20, 11, undefined],
        ],
      ])
    expect(await placesOf('computed')).toEqual([
      [0, 1, undefined],
      [10, 11, undefined],
      [20, 21, undefined],
    ])
    expect(await placesOf('begin')).toEqual([[5, 7, undefined]])
  })

  it('skips that track alone where the boxes contradict each other', async () => {
    const text = file(
      track('torn', [
        { frame: 0, x: 1 },
        { frame: 0, x: 50 },
      ]) + track('whole', [{ frame: 0, x: 1 }]),
    )
    const answer = await importLines(ann, text)
    expect(told(answer)).toMatchObject([{ type: 'invalid_sequence', message: 'Two keyframes at frame 0' }])
    expect((await stored()).map(({ label }) => label)).toEqual(['whole'])
  })
})

describe('a faulty track of a file of CVAT', () => {
  const box = '<box frame="0" xtl="1" ytl="1" xbr="2" ybr="2"></box>'
  const cases: [what: string, faulty: string, message: string][] = [
    ['without a label', `<track id="1">${box}</track>`, 'a track has no label'],
    [
      'with a box without a frame',
      `<track label="a">${box.replace('frame="0"', '')}</track>`,
      'frame must be an integer',
    ],
    ['that counts back', `<track label="a">${box.replace('"0"', '"-1"')}</track>`, 'frame must be an integer'],
    [
      'with a corner that is no number',
      `<track label="a">${box.replace('"2"', '"NaN"')}</track>`,
      'ytl, xbr and ybr must be numbers',
    ],
    ['with an infinite corner', `<track label="a">${box}${box.replace('"2"', '"1e999"')}</track>`, 'xtl, ytl, xbr'],
  ]
  it.each(cases)(
    '%s is left out with its line and the reason, and the others come in',
    async (_what, faulty, message) => {
      const text = file(`${track('before', [{ frame: 0, x: 1 }])}${faulty}\n${track('behind', [{ frame: 0, x: 1 }])}`)
      const answer = await importLines(ann, text)
      expect(answer.body).toMatchObject({ success: true, summary: { importedItems: { annotations: 2 } } })
      const line = text.slice(0, text.indexOf(faulty)).split('\n').length
      expect(told(answer)).toEqual([{ line, type: 'validation', message: expect.stringContaining(message) }])
      const strict = await importLines(await api.person(), text, { validation: { strictMode: true } })
      expect(strict.body).toMatchObject({ success: false, summary: { importedItems: { annotations: 0 } } })
    },
  )
})

describe('a label of CVAT that no type of the persona has', () => {
  const text = () =>
    file(
      ['Ship', 'Tom &amp; Jerry &lt;3&gt;', 'Ship', 'Tom &amp; Jerry &lt;3&gt;']
        .map((name, i) => track(name, [{ frame: i, x: 1 }]))
        .join(''),
    )

  it('is kept as free text, and told once by its name', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' }))
    await made(ann.put(`/api/personas/${personaId}/ontology`, types))
    const message = 'The persona has no type "Tom & Jerry <3>": the label is kept as free text'
    const preview = await previewLines(ann, text(), { target: { personaId } })
    expect(preview.body.warnings.filter((each: string) => each.includes(message))).toHaveLength(1)
    const answer = await importLines(ann, text(), { target: { personaId } })
    expect(told(answer)).toEqual([{ line: expect.any(Number), type: 'unknown_label', message }])
    const labels = (await stored()).map(({ label, personaId: of, typeAssignment }) => [
      label,
      of,
      typeAssignment.typeName,
    ])
    expect(new Set(labels.map((each) => JSON.stringify(each)))).toEqual(
      new Set(
        [
          ['ship', personaId, 'Ship'],
          ['Tom & Jerry <3>', personaId, 'Tom & Jerry <3>'],
        ].map((each) => JSON.stringify(each)),
      ),
    )
    expect(labels).toHaveLength(4)
  })

  it('becomes a type, or stops the import, where the options say so', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' }))
    const refused = await importLines(ann, text(), {
      target: { personaId },
      conflictResolution: { missingDependencies: 'fail' },
    })
    expect(refused.body.success).toBe(false)
    expect(refused.body.conflicts[0].details).toContain('Ship')
    await importLines(ann, text(), { target: { personaId }, conflictResolution: { missingDependencies: 'create' } })
    const { entities } = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(entities.map(({ name }: any) => name).sort()).toEqual(['Ship', 'Tom & Jerry <3>'])
  })
})
