import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'
import { annotation, box, claim, entity, ontology, persona, sequence, summary, typed } from './lines.js'
import { exportText, importLines, readVideo } from './support.js'

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

const place = (frame: number, x: number, y: number, width: number, height: number, more = {}) =>
  box(frame, { x, y, width, height, ...more })

/** Imports lines with a persona whose type `person` is named Person; every line must be imported. */
async function keep(lines: (personaId: string) => unknown[], who = ann) {
  const p = persona()
  const made = lines(p.data.id)
  const { body } = await importLines(who, [p, ontology(p.data.id), ...made])
  expect([body.success, body.summary.totalLines - body.summary.processedLines]).toEqual([true, 0])
  expect(body.summary.skippedItems.annotations).toBe(0)
  return p.data.id
}

const leftOut = async (path: string) => (await ann.request(path, { method: 'HEAD' })).headers.get('x-export-left-out')

describe('exports as COCO', () => {
  it('have videos, tracks, categories, an image for each frame and a box for each frame where the object is seen', async () => {
    const other = await readVideo(api, { width: 1920, height: 1080 })
    const [first, last] = [videoId, other].sort()
    const boxes = [place(2, 10, 20, 30, 40), place(4, 20, 40, 30, 60), place(6, 0, 0, 1, 1, { visible: false })]
    const lines = [
      typed('', 'person', { videoId: first, boundingBoxSequence: { interpolationMode: 'linear', boxes } }),
      annotation({ videoId: last, boundingBoxSequence: sequence([0, 1]) }),
    ]
    await keep((personaId) => [
      entity('e1', { name: 'Ferry "Ann"' }),
      ...lines.map((one) => ({ ...one, data: { ...one.data, ...(one.data.personaId === '' && { personaId }) } })),
    ])
    const { body, headers } = await ann.get('/api/export?format=coco')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('annotations.coco.json')
    expect(headers.get('x-export-left-out')).toBe('links=1')
    const size = (id: string | undefined) =>
      id === other ? { width: 1920, height: 1080 } : { width: 640, height: 360 }
    expect(body.videos).toEqual([
      { id: 1, name: `${first}.mp4`, ...size(first), video: first },
      { id: 2, name: `${last}.mp4`, ...size(last), video: last },
    ])
    expect(body.categories).toEqual([
      { id: 1, name: 'Ferry "Ann"', supercategory: 'object' },
      { id: 2, name: 'Person', supercategory: 'type' },
    ])
    expect(body.tracks).toEqual([
      { id: 1, category_id: 2, video_id: 1, number: 1, annotation: lines[0]?.data.id },
      { id: 2, category_id: 1, video_id: 2, number: 1, annotation: lines[1]?.data.id },
    ])
    const of = { category_id: 2, video_id: 1, iscrowd: 0, track_id: 1 }
    expect(body.annotations).toEqual([
      { id: 1, image_id: 3, ...of, bbox: [10, 20, 30, 40], area: 1200 },
      { id: 2, image_id: 4, ...of, bbox: [15, 30, 30, 50], area: 1500 },
      { id: 3, image_id: 5, ...of, bbox: [20, 40, 30, 60], area: 1800 },
      { id: 4, image_id: 6, ...of, bbox: [10, 20, 15.5, 30.5], area: 472.75 },
      { id: 5, image_id: 251, category_id: 1, video_id: 2, iscrowd: 0, track_id: 2, bbox: [1, 2, 3, 4], area: 12 },
      { id: 6, image_id: 252, category_id: 1, video_id: 2, iscrowd: 0, track_id: 2, bbox: [1, 2, 3, 4], area: 12 },
    ])
    expect(body.images).toHaveLength(7)
    expect(body.images[1]).toEqual({
      ...{ id: 4, video_id: 1, ...size(first), frame_index: 3, file_name: `${first}/000003.jpg`, timestamp: 0.12 },
    })
    const images = new Map(body.images.map((one: any) => [one.id, one]))
    expect(images.size).toBe(7)
    for (const one of body.annotations) expect(images.get(one.image_id)).toMatchObject({ video_id: one.video_id })
    expect((await ann.get('/api/export?format=coco')).text).toBe((await ann.get('/api/export?format=coco')).text)
  })

  it('are valid without annotations, and count what they leave out', async () => {
    const empty = { videos: [], categories: [], tracks: [], annotations: [], images: [] }
    expect((await ann.get('/api/export?format=coco')).body).toMatchObject(empty)
    await keep((personaId) => {
      const of = summary(personaId, { videoId })
      return [
        entity('e1'),
        of,
        claim(of.data.id),
        typed(personaId, 'person', { videoId, confidence: 0.5 }),
        typed(personaId, 'person', { videoId: 'gone' }),
      ]
    })
    expect(await leftOut('/api/export/all?format=coco')).toBe(
      'personas=1, ontologies=1, summaries=1, claims=1, world-objects=1, confidences=1',
    )
    // Of a video that has no file any more the id stands for the name, and frames have no size and no time.
    const { body } = await ann.get('/api/export?format=coco&videoIds=gone')
    expect(body.videos).toEqual([{ id: 1, name: 'gone', video: 'gone' }])
    expect(body.images[0]).toEqual({ id: 1, video_id: 1, frame_index: 0, file_name: 'gone/000000.jpg' })
  })

  it('are refused where an annotation reaches over more frames than can be images', async () => {
    const boxes = [box(0, { visible: false }), box(2_000_000_000)]
    await keep((personaId) => [
      typed(personaId, 'person', { videoId, boundingBoxSequence: { interpolationMode: 'linear', boxes } }),
    ])
    const { status, body } = await ann.get('/api/export?format=coco')
    expect([status, body.code]).toEqual([413, 'COST_LIMIT'])
    expect(await exportText(ann, '/api/export?format=mot')).toBe('2000000001,1,1,2,3,4,1,1,1\n')
  })
})

describe('exports as MOT 1.1', () => {
  it('have a line for each frame, counted from 1, and name the classes in a file of their own', async () => {
    await keep((personaId) => [
      entity('e1', { name: 'Ferry\nAnn' }),
      typed(personaId, 'person', { videoId, boundingBoxSequence: sequence([0, 2]) }),
      annotation({ videoId, boundingBoxSequence: { boxes: [place(7, 0.5, -3, 10, 10, { occluded: true })] } }),
    ])
    expect(await exportText(ann, '/api/export?format=mot')).toBe(
      '1,1,1,2,3,4,1,2,1\n2,1,1,2,3,4,1,2,1\n3,1,1,2,3,4,1,2,1\n8,2,0.5,-3,10,10,1,1,0\n',
    )
    const labels = await ann.get('/api/export?format=mot-labels')
    expect([labels.text, labels.headers.get('content-disposition')]).toEqual([
      'Ferry Ann\nPerson\n',
      'attachment; filename="labels.txt"',
    ])
  })
})

describe('exports in formats of other tools', () => {
  it('name a track by its number in the video, also when the tracks before it are gone', async () => {
    await keep((personaId) => [0, 1, 2].map(() => typed(personaId, 'person', { videoId })))
    const [first, second, third] = (await made(ann.get(`/api/annotations/${videoId}`))).toSorted(
      (a: any, b: any) => a.number - b.number,
    )
    expect([first.number, second.number, third.number]).toEqual([1, 2, 3])
    await made(ann.delete(`/api/annotations/${videoId}/${second.id}`))
    const lines = (await exportText(ann, '/api/export?format=mot')).trim().split('\n')
    expect([...new Set(lines.map((one) => one.split(',')[1]))]).toEqual(['1', '3'])
    const tracks = [...(await exportText(ann, '/api/export?format=cvat')).matchAll(/<track id="(\d+)"/g)]
    expect(tracks.map(([, id]) => id)).toEqual(['1', '3'])
    const { body } = await ann.get('/api/export?format=coco')
    expect(body.tracks.map(({ id, number, annotation }: any) => [id, number, annotation])).toEqual([
      [1, 1, first.id],
      [2, 3, third.id],
    ])
    expect(new Set(body.annotations.map((one: any) => one.track_id))).toEqual(new Set([1, 2]))
  })
})

describe('exports in a format of one video', () => {
  it('name the video where there are several, and refuse unknown formats and videos with the field', async () => {
    const other = await readVideo(api)
    await keep((personaId) => [videoId, other].map((one) => typed(personaId, 'person', { videoId: one })))
    for (const format of ['mot', 'mot-labels', 'cvat', 'webvtt'])
      for (const file of ['', '/all']) {
        const refused = await ann.get(`/api/export${file}?format=${format}`)
        expect([format, refused.status]).toEqual([format, 400])
        expect(refused.body.details).toEqual([
          {
            field: 'videoIds',
            message: `A file of the format ${format} holds one video, and there are annotations on 2: name one`,
          },
        ])
        expect((await ann.get(`/api/export${file}?format=${format}&videoIds=${other}`)).status).toBe(200)
        expect((await ann.get(`/api/export${file}?format=${format}&videoIds=nowhere`)).status).toBe(400)
      }
    for (const file of ['', '/all']) {
      const { status, body } = await ann.get(`/api/export${file}?format=yolo`)
      expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_ERROR', 'format'])
    }
    expect((await ann.get('/api/export/all?format=json')).status).toBe(400)
    for (const name of ['ndjson', 'jsonl'])
      expect(await exportText(ann, `/api/export/all?format=${name}`)).toBe(await exportText(ann))
  })

  it('have URLs in GraphQL, which refuses formats that a file cannot have', async () => {
    const url = (file: string, format: string) =>
      ann.graph(`{ exportUrl(file: ${file}, format: ${format}, filter: { videoIds: ["a"] }) }`)
    expect((await url('ALL', 'MOT_LABELS')).data.exportUrl).toBe('/api/export/all?format=mot-labels&videoIds=a')
    expect((await url('ANNOTATIONS', 'JSON')).data.exportUrl).toBe('/api/export?format=json&videoIds=a')
    for (const [file, format] of [
      ['ALL', 'JSON'],
      ['WORLD', 'COCO'],
    ] as const)
      expect((await url(file, format)).errors?.[0]?.extensions['details']).toMatchObject([{ field: 'format' }])
  })

  it('show neither the file nor the times of a video that the caller may no longer see', async () => {
    await keep((personaId) => [typed(personaId, 'person', { videoId })])
    const admin = await api.admin()
    const project = await made(admin.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(admin.post(`/api/projects/${project.id}/videos`, { videoId }))
    expect((await ann.get(`/api/videos/${videoId}`)).status).toBe(404)
    const { body } = await ann.get('/api/export?format=coco')
    expect(body.videos).toEqual([{ id: 1, name: videoId, video: videoId }])
    expect(body.images[0]).toEqual({ id: 1, video_id: 1, frame_index: 0, file_name: `${videoId}/000000.jpg` })
    expect(await exportText(ann, '/api/export?format=cvat')).toContain(`<source>${videoId}</source>`)
    expect((await ann.get('/api/export?format=webvtt')).status).toBe(409)
  })

  it('leave out annotations with an invalid sequence, as lines do', async () => {
    await keep((personaId) => [typed(personaId, 'person', { videoId })])
    const wrong = typed('', 'x', { personaId: null, videoId, boundingBoxSequence: { boxes: [box(3, { width: 0 })] } })
    const { body } = await importLines(ann, [wrong], { validation: { validateSequenceIntegrity: false } })
    expect(body.summary.importedItems.annotations).toBe(1)
    expect((await ann.get('/api/export?format=mot')).body.validationErrors).toHaveLength(1)
    expect(await leftOut('/api/export?format=mot&skipInvalid=true')).toBe('invalid=1')
    expect((await exportText(ann, '/api/export/all?format=mot')).split('\n')).toHaveLength(12)
  })
})

describe('exports as CVAT XML', () => {
  it('list every frame, mark what CVAT needs as keyframes, and end tracks and gaps with outside boxes', async () => {
    const boxes = [
      place(0, 0, 0, 10, 10, { occluded: true, attributes: { colour: 'red & "blue"', doors: 4 }, zOrder: 2 }),
      place(2, 20, 0, 10, 10),
      place(5, 50, 0, 10, 10),
    ]
    const ranges = [{ startFrame: 3, endFrame: 3, visible: false }]
    await keep((personaId) => [
      typed(personaId, 'person', {
        ...{ videoId, source: 'manual', confidence: 1 },
        boundingBoxSequence: { interpolationMode: 'linear', boxes, visibilityRanges: ranges },
      }),
      typed(personaId, 'a <b>', {
        ...{ videoId, unresolved: true },
        boundingBoxSequence: { interpolationMode: 'ease-in', boxes: [place(247, 0, 0, 1, 1), place(249, 4, 0, 1, 1)] },
      }),
    ])
    const row = (frame: number, outside: number, keyframe: number, x: number) =>
      `    <box frame="${frame}" outside="${outside}" occluded="0" keyframe="${keyframe}" ` +
      `xtl="${x}" ytl="0" xbr="${x + 10}" ybr="10" z_order="0">\n    </box>\n`
    const small = (frame: number, x: number) =>
      `    <box frame="${frame}" outside="0" occluded="0" keyframe="1" xtl="${x}" ytl="0" xbr="${x + 1}" ybr="1" z_order="0">\n    </box>\n`
    const marked = (frame: number, keyframe: number, x: number) =>
      row(frame, 0, keyframe, x)
        .replace('occluded="0"', 'occluded="1"')
        .replace('z_order="0"', 'z_order="2"')
        .replace(
          '    </box>',
          `      <attribute name="colour">red &amp; &quot;blue&quot;</attribute>\n` +
            `      <attribute name="doors">4</attribute>\n    </box>`,
        )
    const text = await exportText(ann, '/api/export?format=cvat')
    expect(text.slice(text.indexOf('  <track'))).toBe(
      `  <track id="1" label="Person" source="manual">\n` +
        marked(0, 1, 0) +
        marked(1, 0, 10) +
        row(2, 0, 1, 20) +
        row(3, 1, 1, 30) +
        row(4, 0, 1, 40) +
        row(5, 0, 1, 50) +
        row(6, 1, 1, 50) +
        `  </track>\n  <track id="2" label="a &lt;b&gt;" source="auto">\n` +
        small(247, 0) +
        small(248, 1) +
        small(249, 4) +
        `  </track>\n</annotations>\n`,
    )
    for (const part of [
      ...['<version>1.1</version>', '<size>250</size>', '<stop_frame>249</stop_frame>', '<width>640</width>'],
      ...[`<source>${videoId}.mp4</source>`, '<name>Person</name>', '<name>a &lt;b&gt;</name>'],
    ])
      expect(text).toContain(part)
  })
})

describe('exports as WebVTT', () => {
  it('have a cue for each span in which an object is seen and for timed evidence of claims, in order', async () => {
    const boxes = [box(0), box(25, { visible: false }), box(50), box(74)]
    await keep((personaId) => {
      const of = summary(personaId, { videoId })
      const evidence = (more: object) => ({ text: 'It.', source: 'seen', ...more })
      return [
        of,
        claim(of.data.id, {
          text: 'A & B <leave>\n\nat once',
          evidence: [evidence({ startTime: 1.5, endTime: 2 }), evidence({ frames: [{ frameNumber: 25 }] })],
        }),
        claim(of.data.id, { text: 'Whenever', evidence: [evidence({})] }),
        claim(of.data.id, { text: 'Never' }),
        typed(personaId, 'person', { videoId, boundingBoxSequence: { interpolationMode: 'linear', boxes } }),
        typed(personaId, 'person', { videoId, boundingBoxSequence: sequence([10]) }),
        typed(personaId, 'person', { videoId, boundingBoxSequence: sequence([9_000]) }),
      ]
    })
    const { text, headers } = await ann.get(`/api/export/all?format=webvtt`)
    expect(headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(headers.get('x-export-left-out')).toContain('claims=2')
    expect(text.replace(/^[0-9a-f-]{36}\n/gm, '')).toBe(`WEBVTT

00:00:00.000 --> 00:00:01.000
<c.annotation>Person</c>

00:00:00.400 --> 00:00:00.440
<c.annotation>Person</c>

00:00:01.000 --> 00:00:01.040
<c.claim>A &amp; B &lt;leave&gt;
at once</c>

00:00:01.500 --> 00:00:02.000
<c.claim>A &amp; B &lt;leave&gt;
at once</c>

00:00:02.000 --> 00:00:03.000
<c.annotation>Person</c>
`)
    expect(await exportText(ann, '/api/export?format=webvtt')).not.toContain('claim')
  })

  it('begin one after the other, however the spans of tracks overlap, and have each span once', async () => {
    const boxes = (i: number) =>
      [0, 3, 9, 20].flatMap((step) => {
        const from = i + step * (1 + (i % 3))
        return [box(from), box(from + 1, { visible: false })]
      })
    await keep((personaId) =>
      Array.from({ length: 60 }, (_none, i) =>
        typed(personaId, 'person', {
          videoId,
          boundingBoxSequence: { interpolationMode: 'linear', boxes: boxes((i * 37) % 60) },
        }),
      ),
    )
    const text = await exportText(ann, '/api/export?format=webvtt')
    const starts = [...text.matchAll(/^(\S+) --> /gm)].map((found) => found[1])
    expect(starts).toEqual([...starts].sort())
    expect(starts).toHaveLength(240)
  })

  it('need the times of the frames, and take them from the file', async () => {
    const late = await readVideo(api, { firstTick: 128_000, rateNumerator: 30_000, rateDenominator: 1001 })
    const unread = await readVideo(api, { fileVersion: '2' })
    await keep((personaId) =>
      [late, unread].map((one) => typed(personaId, 'person', { videoId: one, boundingBoxSequence: sequence([30]) })),
    )
    expect(await exportText(ann, `/api/export?format=webvtt&videoIds=${late}`)).toContain(
      '00:00:11.001 --> 00:00:11.034',
    )
    const { status, body } = await ann.get(`/api/export?format=webvtt&videoIds=${unread}`)
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
  })
})
