import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { boxesBetween } from '../../src/annotations/sequences/sequence.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let persona: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  persona = (await made(ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))).id
})
afterAll(() => api.stop())

const box = (frameNumber: number, more: object = {}) => ({
  frameNumber,
  x: frameNumber,
  y: 2,
  width: 30,
  height: 4,
  isKeyframe: true,
  ...more,
})
const input = (videoId: string, frames: number[], more: object = {}) => ({
  videoId,
  type: 'type',
  personaId: persona,
  label: `from ${frames[0]}`,
  frames: { boxes: frames.map((frame) => box(frame)) },
  ...more,
})
const fieldsOf = (answer: { body: { details?: { field: string; message: string }[] } }) => answer.body.details
const window =
  'query ($v: ID!, $in: FrameWindowInput) { annotations(filter: { videoId: $v, visibleIn: $in }) { nodes { label } totalCount } }'

describe('annotations of a window of frames', () => {
  it('are those whose boxes reach into it, by REST and GraphQL and for whom may read them', async () => {
    const videoId = newId()
    for (const frames of [[0, 9], [10, 20], [15], [21, 300], [0, 300]])
      await made(ann.post('/api/annotations', input(videoId, frames)))
    const inside = ['from 10', 'from 15', 'from 0']
    const list = await ann.get(`/api/annotations/${videoId}?from=10&to=20`)
    expect(list.body.map((one: { label: string }) => one.label)).toEqual(inside)
    const { data } = await ann.graph(window, { v: videoId, in: { from: 10, to: 20 } })
    expect(data.annotations).toEqual({ nodes: inside.map((label) => ({ label })), totalCount: 3 })
    const since = await ann.get(`/api/annotations/${videoId}?from=21`)
    expect(since.body.map((one: { label: string }) => one.label)).toEqual(['from 21', 'from 0'])
    expect((await ann.get(`/api/annotations/${videoId}?to=5`)).body).toHaveLength(2)
    expect((await ben.get(`/api/annotations/${videoId}?from=10&to=20`)).body).toEqual([])
    expect((await ben.get(`/api/videos/${videoId}/sequences?from=10&to=20`)).text).toBe('[]')
    expect((await api.anonymous.get(`/api/videos/${videoId}/sequences?from=10&to=20`)).status).toBe(401)
  })

  it('are listed without boxes, oldest first, to those who may read them', async () => {
    const videoId = newId()
    const { id } = await made(ann.post('/api/annotations', input(videoId, [4, 8])))
    await made(ann.post('/api/annotations', { ...input(videoId, [2]), confidence: 0.4, source: 'import' }))
    const path = `/api/videos/${videoId}/tracks`
    const list = await made(ann.get(path))
    const frames = (one: any) => [one.firstFrame, one.lastFrame, one.keyframeCount]
    expect(list.map(frames)).toEqual([
      [4, 8, 2],
      [2, 2, 1],
    ])
    expect(list[0]).toMatchObject({ id, label: 'from 4', linkType: null, source: 'manual', stale: false, version: 1 })
    expect(list[1]).toMatchObject({ label: 'from 2', confidence: 0.4, source: 'import' })
    expect(list.every((one: object) => !('frames' in one))).toBe(true)
    await made(ann.patch(`/api/annotations/${id}/sequence`, { delete: [8] }))
    expect((await made(ann.get(path)))[0]).toMatchObject({ lastFrame: 4, keyframeCount: 1, version: 2 })
    expect((await ben.get(path)).text).toBe('[]')
    expect((await api.anonymous.get(path)).status).toBe(401)
  })

  it('are refused where the window is none, naming its end', async () => {
    const reversed = [{ field: 'to', message: 'must not lie before from' }]
    for (const path of [`/api/annotations/v?from=9&to=3`, `/api/videos/v/sequences?from=9&to=3`])
      expect(fieldsOf(await ann.get(path))).toEqual(reversed)
    expect(fieldsOf(await ann.get('/api/annotations/v?from=-1'))?.[0]?.field).toBe('from')
    expect(fieldsOf(await ann.get('/api/videos/v/sequences?to=1.5'))?.[0]?.field).toBe('to')
    const { errors } = await ann.graph(window, { v: 'v', in: { from: 9, to: 3 } })
    expect(errors?.[0]?.extensions['details']).toEqual([{ ...reversed[0], field: 'filter.visibleIn.to' }])
  })

  it('are sent as compact numbers from which every frame of the window draws as from the whole sequence', async () => {
    const videoId = newId()
    const boxes = [
      box(0, { note: 'kept out' }),
      box(10, { width: 60, visible: false }),
      box(30, { y: 90 }),
      box(34, { isKeyframe: false, y: 50 }),
      box(40),
      box(80, { x: 7 }),
    ]
    const documents: object[] = [
      { boxes },
      { boxes, interpolationMode: 'ease-in-out', visibilityRanges: [{ startFrame: 5, endFrame: 35, visible: false }] },
      { boxes, interpolationSegments: [{ startFrame: 30, endFrame: 80, type: 'hold' }] },
      {
        boxes,
        interpolationMode: 'bezier',
        controlPoints: [
          { x: 0.2, y: 0 },
          { x: 0.8, y: 0.4 },
        ],
      },
    ]
    for (const frames of documents) await made(ann.post('/api/annotations', input(videoId, [0], { frames })))
    for (const [from, to] of [
      [0, 0],
      [3, 12],
      [12, 33],
      [30, 30],
      [34, 36],
      [35, 79],
      [41, 200],
      [80, 80],
    ] as const) {
      const answer = await made(ann.get(`/api/videos/${videoId}/sequences?from=${from}&to=${to}`))
      expect(answer).toHaveLength(documents.length)
      for (const [i, { id, version, boxes: numbers, ...rules }] of answer.entries()) {
        expect([typeof id, version]).toEqual(['string', 1])
        const cut = Array.from({ length: numbers.length / 6 }, (_, at) => {
          const [frameNumber, x, y, width, height, stands] = numbers.slice(at * 6, at * 6 + 6)
          return { frameNumber, x, y, width, height, isKeyframe: stands % 2 === 1, visible: stands < 2 }
        })
        expect(boxesBetween({ ...rules, boxes: cut }, from, to)).toEqual(boxesBetween(documents[i], from, to))
      }
      expect(JSON.stringify(answer)).not.toContain('kept out')
    }
  })

  it('come with the keyframes around the window also where one is on its edge', async () => {
    const videoId = newId()
    await made(ann.post('/api/annotations', input(videoId, [0, 10, 20, 30, 40])))
    const [{ boxes }] = await made(ann.get(`/api/videos/${videoId}/sequences?from=10&to=30`))
    expect(boxes.filter((_one: number, i: number) => i % 6 === 0)).toEqual([0, 10, 20, 30, 40])
    const [few] = await made(ann.get(`/api/videos/${videoId}/sequences?from=11&to=19`))
    expect(few.boxes.filter((_one: number, i: number) => i % 6 === 0)).toEqual([10, 20])
  })
})

describe('a keyframe', () => {
  const path = (id: string) => `/api/annotations/${id}/sequence`
  const framesOf = async (videoId: string) => (await made(ann.get(`/api/annotations/${videoId}`)))[0].frames

  it('is set and taken out alone, with the counters of the sequence as answer', async () => {
    const videoId = newId()
    const frames = {
      z: 1,
      boxes: [box(0), box(10, { note: 'ü', confidence: 0.5 }), box(15, { isKeyframe: false }), box(20)],
      totalFrames: 21,
    }
    const { id } = await made(ann.post('/api/annotations', input(videoId, [], { label: 'l', frames })))
    api.clock.forward(1000)
    const upsert = [box(30), { frameNumber: 10, x: 1, y: 1, width: 1, height: 1 }, box(5), box(15, { x: 3 })]
    const answer = await ann.patch(path(id), { upsert, delete: [0] })
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"'])
    expect(answer.body).toEqual({
      id,
      keyframeCount: 5,
      boxCount: 5,
      interpolatedFrameCount: 21,
      firstFrame: 5,
      lastFrame: 30,
      updatedAt: expect.any(String),
    })
    api.clock.reset()
    expect(await framesOf(videoId)).toEqual({
      z: 1,
      boxes: [
        box(5),
        { ...box(10), note: 'ü', confidence: 0.5, x: 1, y: 1, width: 1, height: 1 },
        box(15, { x: 3 }),
        box(20),
        box(30),
      ],
      totalFrames: 26,
    })
    const { data } = await ann.graph(
      'mutation ($i: PatchSequenceInput!) { patchSequence(input: $i) { annotation { id version keyframeCount firstFrame lastFrame boxAt(frame: 7) { x } } } }',
      { i: { id, ifVersion: 2, upsert: [{ frameNumber: 7, x: 70, y: 1, width: 2, height: 2 }], delete: [30, 20] } },
    )
    expect(data.patchSequence.annotation).toEqual({
      id,
      version: 3,
      keyframeCount: 4,
      firstFrame: 5,
      lastFrame: 15,
      boxAt: { x: 70 },
    })
  })

  it('stays where it is when the patch is wrong, and the member is named', async () => {
    const videoId = newId()
    const frames = { boxes: [box(0), box(10)], interpolationSegments: [{ startFrame: 0, endFrame: 10, type: 'hold' }] }
    const { id } = await made(ann.post('/api/annotations', input(videoId, [], { label: 'l', frames })))
    const cases: [object, string, string][] = [
      [{}, 'upsert', 'or delete must name a frame, or interpolationSegments or visibilityRanges be given'],
      [{ interpolationSegments: 'none' }, 'interpolationSegments', 'must be an array'],
      [
        { upsert: [box(4)], visibilityRanges: [{ startFrame: 'x', endFrame: 4 }] },
        'frames.visibilityRanges.0.startFrame',
        'must be a number',
      ],
      [{ delete: [3] }, 'delete.0', 'Frame 3 has no box'],
      [{ delete: [0, 0] }, 'delete.1', 'Frame 0 is named twice'],
      [{ upsert: [box(4)], delete: [4] }, 'delete.0', 'Frame 4 is named twice'],
      [{ upsert: [box(4), box(5, { width: 0 })] }, 'upsert.1.width', 'Box at frame 5 has a non-positive size'],
      [{ upsert: [box(4, { y: undefined })] }, 'upsert.0.y', 'must be a number'],
      [{ upsert: [box(1.5)] }, 'upsert.0.frameNumber', 'Frame number 1.5 is not an integer'],
      [{ upsert: [{ x: 1 }] }, 'upsert.0.frameNumber', 'is required'],
      [{ delete: [0, 10] }, 'frames.boxes', 'Sequence must have at least one keyframe'],
      [{ delete: [10] }, 'frames.interpolationSegments.0', 'Interpolation segment 0-10 lies outside the keyframes'],
    ]
    for (const [patch, field, message] of cases) {
      const refused = await ann.patch(path(id), patch)
      expect([refused.status, fieldsOf(refused)]).toEqual([400, [{ field, message }]])
    }
    expect(await framesOf(videoId)).toEqual(frames)
    expect((await ben.patch(path(id), { delete: [0] })).body.error).toBe('Annotation not found')
    expect((await api.anonymous.patch(path(id), { delete: [0] })).status).toBe(401)
    expect(fieldsOf(await ann.patch(path('x'), { delete: [0] }))?.[0]?.field).toBe('id')
  })

  it('goes on top of what others set meanwhile, or is refused with If-Match', async () => {
    const videoId = newId()
    const { id } = await made(ann.post('/api/annotations', input(videoId, [0])))
    const edits = [3, 5, 7, 9].map((frame) => ann.patch(path(id), { upsert: [box(frame)] }))
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await framesOf(videoId)).boxes).toEqual([0, 3, 5, 7, 9].map((frame) => box(frame)))
    const stale = await ann.patch(path(id), { delete: [3] }, { 'if-match': '"4"' })
    expect([stale.status, stale.body.currentVersion]).toEqual([412, 5])
    const { errors } = await ann.graph(
      'mutation ($i: PatchSequenceInput!) { patchSequence(input: $i) { annotation { id } } }',
      { i: { id, ifVersion: 4, delete: [3] } },
    )
    expect(errors?.[0]?.extensions['code']).toBe('PRECONDITION_FAILED')
    expect((await ann.patch(path(id), { delete: [3] }, { 'if-match': '"5"' })).status).toBe(200)
  })

  it('goes with how boxes move around it and where they are shown, each list in place of the one before', async () => {
    const videoId = newId()
    const hold = { startFrame: 0, endFrame: 10, type: 'hold' }
    const hidden = { startFrame: 3, endFrame: 4, visible: false }
    const frames = { z: 1, boxes: [box(0), box(10)], interpolationSegments: [hold] }
    const { id } = await made(ann.post('/api/annotations', input(videoId, [], { label: 'l', frames })))
    const shorter = { ...hold, endFrame: 5 }
    const answer = await made(
      ann.patch(path(id), {
        delete: [10],
        upsert: [box(5)],
        interpolationSegments: [shorter],
        visibilityRanges: [hidden],
      }),
    )
    expect(answer).toMatchObject({ keyframeCount: 2, interpolatedFrameCount: 2, lastFrame: 5 })
    const changed = { z: 1, boxes: [box(0), box(5)], interpolationSegments: [shorter], visibilityRanges: [hidden] }
    expect(await framesOf(videoId)).toEqual(changed)
    const patch = 'mutation ($i: PatchSequenceInput!) { patchSequence(input: $i) { annotation { version } } }'
    const eased = { ...hold, endFrame: 5, type: 'ease-in' }
    const { data } = await ann.graph(patch, { i: { id, interpolationSegments: [eased], visibilityRanges: null } })
    expect(data.patchSequence.annotation).toEqual({ version: 3 })
    expect(await framesOf(videoId)).toEqual({ z: 1, boxes: [box(0), box(5)], interpolationSegments: [eased] })
  })

  it('a patch updates the columns derived from the sequence (trackId, framesComplete) as a full write does', async () => {
    const videoId = newId()
    const frames = { interpolationMode: 'linear', boxes: [box(0), box(10)], trackId: 't-1' }
    const { id } = await made(ann.post('/api/annotations', input(videoId, [], { label: 'l', frames })))
    const beside = () =>
      api.app.services.db
        .selectFrom('annotations')
        .select(['trackId', 'framesComplete'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await beside()).toEqual({ trackId: 't-1', framesComplete: true })
    await made(ann.patch(path(id), { upsert: [box(5)], delete: [10] }))
    expect(await beside()).toEqual({ trackId: 't-1', framesComplete: true })
    const { interpolationMode: _mode, ...others } = frames
    await made(ann.put(`/api/annotations/${id}`, { frames: { ...others, trackId: 7 } }))
    expect(await beside()).toEqual({ trackId: '7', framesComplete: false })
    await made(ann.patch(path(id), { upsert: [box(5)] }))
    expect(await beside()).toEqual({ trackId: '7', framesComplete: false })
  })

  it('is set in two statements and answered in less than 1 kB, however long the sequence is', async () => {
    const videoId = newId()
    const long = Array.from({ length: 5000 }, (_, i) => i * 2)
    const { id } = await made(ann.post('/api/annotations', input(videoId, long)))
    let size = 0
    const { statements } = await statementsOf(async () => {
      const answer = await ann.patch(path(id), { upsert: [box(7)] })
      expect(answer.body.keyframeCount).toBe(5001)
      size = answer.text.length
    })
    expect(statements.filter((one) => /annotations/.test(one))).toHaveLength(2)
    expect(size).toBeLessThan(1000)
  })
})

describe('annotations in bulk', () => {
  const save = (list: object[]) => ann.post('/api/annotations/bulk', { annotations: list })

  it('are made in one insert by REST and GraphQL, in the order given', async () => {
    const videoId = newId()
    const list = [input(videoId, [3]), input(videoId, [1], { type: 'object', personaId: null, source: 'mine' })]
    let ids: string[] = []
    const { statements } = await statementsOf(async () => {
      const answer = await save(list)
      expect([answer.status, answer.body.created]).toEqual([201, 2])
      ids = answer.body.annotationIds
    })
    expect(statements.filter((one) => /insert into annotations/i.test(one))).toHaveLength(1)
    const listed = await made(ann.get(`/api/annotations/${videoId}`))
    expect(listed.map((one: { id: string }) => one.id)).toEqual(ids)
    expect(listed[0]).toMatchObject({ ...list[0], source: 'manual', confidence: 1, linkType: null, stale: false })
    expect(listed[1]).toMatchObject(list[1]!)
    const { data } = await ann.graph(
      'mutation ($i: SaveAnnotationsInput!) { saveAnnotations(input: $i) { annotations { label source version boxAt(frame: 5) { x } } } }',
      { i: { annotations: [input(videoId, [5]), input(videoId, [6], { confidence: 0.2 })] } },
    )
    expect(data.saveAnnotations.annotations).toEqual([
      { label: 'from 5', source: 'MANUAL', version: 1, boxAt: { x: 5 } },
      { label: 'from 6', source: 'MANUAL', version: 1, boxAt: null },
    ])
  })

  it('are all refused when one of them is, and its place is named', async () => {
    const videoId = newId()
    const good = input(videoId, [1])
    const cases: [object, string][] = [
      [{ ...good, label: '' }, 'annotations.1.label'],
      [{ ...good, frames: { boxes: [] } }, 'annotations.1.frames.boxes'],
      [{ ...good, frames: { boxes: [box(3), box(1)] } }, 'annotations.1.frames.boxes.1.frameNumber'],
      [{ ...good, personaId: null }, 'annotations.1.personaId'],
      [{ ...good, confidence: 2 }, 'annotations.1.confidence'],
    ]
    for (const [bad, field] of cases) {
      const refused = await save([good, bad])
      expect([refused.status, fieldsOf(refused)?.map((one) => one.field)]).toEqual([400, [field]])
    }
    expect(fieldsOf(await save([]))?.[0]?.field).toBe('annotations')
    const others = await made(ben.post('/api/personas', { name: 'B', role: 'Scout', informationNeed: 'Who?' }))
    expect((await save([good, { ...good, personaId: others.id }])).body.error).toBe('Persona not found')
    expect((await save([good, { ...good, projectId: newId() }])).body.error).toBe('Project not found')
    expect((await api.anonymous.post('/api/annotations/bulk', { annotations: [good] })).status).toBe(401)
    expect((await ann.get(`/api/annotations/${videoId}`)).body).toEqual([])
  })

  it('may be as many as are documented', async () => {
    const videoId = newId()
    const { created } = await made(save(Array.from({ length: 1000 }, (_, i) => input(videoId, [i]))))
    expect(created).toBe(1000)
    expect((await save(Array.from({ length: 1001 }, () => input(videoId, [1])))).status).toBe(400)
  })
})
