import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'

let api: WorkingApi
let ann: Person
let ben: Person
let persona: string
let video: string

beforeAll(async () => {
  api = await startWorkingApi()
  copyFileSync('tests/fixtures/videos/pedestrians.webm', join(api.folder, 'videos', 'pedestrians.webm'))
  await made((await api.admin()).post('/api/videos/sync'))
  ann = await api.person('ann')
  ben = await api.person('ben')
  const all = (await made(ann.get('/api/videos'))) as { id: string; filename: string }[]
  video = all.find(({ filename }) => filename === 'pedestrians.webm')!.id
  persona = (await made(ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))).id
})
afterAll(() => api.stop())

const size = { videoWidth: 768, videoHeight: 576 }
const said = () => ({ type: 'type', label: 'walker', personaId: persona })
const annotations = async () => (await made(ann.get(`/api/annotations/${video}`))) as any[]

async function data(query: string, variables: Record<string, unknown>): Promise<any> {
  const answer: any = await ann.graph(query, variables)
  expect(answer.errors).toBeUndefined()
  return answer.data
}

/** Detects persons in a frame; returns the box of the one with the highest confidence, in pixels. */
async function somebody(frame: number) {
  const found = await made(ann.post(`/api/videos/${video}/detect`, { manualQuery: 'person', frame }))
  expect(found).toMatchObject(size)
  const [surest] = found.frames[0].detections.sort((a: any, b: any) => b.confidence - a.confidence)
  const { x, y, width, height } = surest.boundingBox
  return { x: x * 768, y: y * 576, width: width * 768, height: height * 576 }
}

describe('following a thing from a frame on (S-21)', () => {
  it('is a job that makes one annotation with keyframes, lines between them and what they rest on', async () => {
    const box = await somebody(60)
    // Tolerance 0.15: for a box 33 pixels wide, interpolated boxes may be five pixels off.
    const body = { ...said(), frame: 60, endFrame: 90, box, tolerance: 0.15 }
    const asked = await ann.post(`/api/videos/${video}/track`, body)
    expect(asked.status).toBe(202)
    expect(asked.body).toMatchObject({ status: 'queued', videoId: video })
    const again = await made(ann.post(`/api/videos/${video}/track`, body))
    expect(again.jobId).toBe(asked.body.jobId)
    const job = await api.ended(ann, asked.body.jobId)
    expect(job).toMatchObject({
      status: 'completed',
      result: { recognisedAs: 'person', firstFrame: 60, lastFrame: 90 },
    })

    const [annotation, ...more] = await annotations()
    expect(more).toEqual([])
    expect(annotation).toMatchObject({ ...said(), id: job.result.annotationId, source: 'tracking' })
    const { boxes, interpolationSegments, trackingSource, trackingConfidence, trackId, ...counted } = annotation.frames
    expect(boxes.length).toBeLessThan(10)
    expect(boxes[0]).toMatchObject({ frameNumber: 60, isKeyframe: true })
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(boxes[0][side]).toBeCloseTo(box[side], 1)
    expect(boxes.at(-1).frameNumber).toBe(90)
    expect(interpolationSegments).toHaveLength(boxes.length - 1)
    expect([trackingSource, typeof trackId]).toEqual(['centernet-mobilenet-coco', 'string'])
    expect(trackingConfidence).toBeGreaterThan(0.3)
    expect(counted).toMatchObject({ totalFrames: 31, keyframeCount: boxes.length })
    await made(ann.delete(`/api/annotations/${video}/${annotation.id}`))
  })

  it('extends a track of the video: its boxes there give way, those before and behind stay', async () => {
    const box = await somebody(60)
    const key = (frameNumber: number) => ({ ...box, x: 5, frameNumber, isKeyframe: true })
    const frames = { interpolationMode: 'hold', boxes: [key(40), key(70), key(150)] }
    const { id, version } = await made(ann.post('/api/annotations', { ...said(), videoId: video, frames }))
    const body = { ...said(), frame: 60, endFrame: 90, box, tolerance: 0.15, annotationId: id }
    const foreign = await ben.post(`/api/videos/${video}/track`, { ...body, type: 'walk', personaId: undefined })
    expect(foreign.status).toBe(404)
    const elsewhere = await made(ann.post('/api/annotations', { ...said(), videoId: 'another', frames }))
    const misplaced = await ann.post(`/api/videos/${video}/track`, { ...body, annotationId: elsewhere.id })
    expect(misplaced.status).toBe(404)
    const { jobId } = await made(ann.post(`/api/videos/${video}/track`, body))
    const { result } = await api.ended(ann, jobId)
    expect(result).toMatchObject({ annotationId: id, isExtended: true, firstFrame: 60, lastFrame: 90 })
    const [extended, ...more] = await annotations()
    expect(more).toEqual([])
    expect(extended).toMatchObject({ id, source: 'manual' })
    const { boxes } = extended.frames
    const numbers = boxes.map((one: any) => one.frameNumber)
    expect([numbers[0], numbers[1], numbers.at(-2), numbers.at(-1)]).toEqual([40, 59, 91, 150])
    expect(numbers).toEqual([...numbers].sort((a: number, b: number) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([60, 90]))
    for (const at of [40, 59, 91, 150]) expect(boxes.find((one: any) => one.frameNumber === at).x).toBe(5)
    expect(boxes.find((one: any) => one.frameNumber === 60).x).toBeCloseTo(box.x, 1)
    const now = await made(ann.graph(`{ annotation(id: "${id}") { version boxAt(frame: 50) { x } } }`))
    expect(now.annotation).toEqual({ version: version === undefined ? 2 : version + 1, boxAt: { x: 5 } })
    await made(ann.delete(`/api/annotations/${video}/${id}`))
    await made(ann.delete(`/api/annotations/another/${elsewhere.id}`))
  })

  it('can be cancelled, and then makes nothing', async () => {
    const path = `/api/videos/${video}/track`
    const body = { ...said(), frame: 60, endFrame: 90, box: await somebody(60), tolerance: 0.15 }
    const { jobId } = await made(ann.post(path, body))
    const status = async () => (await made(ann.get(`/api/jobs/${jobId}`))).status as string
    await expect.poll(status, { interval: 20 }).toBe('active')
    await made(ann.post(`/api/jobs/${jobId}/cancel`))
    expect(await made(ann.get(`/api/jobs/${jobId}`))).toMatchObject({ status: 'failed', error: 'Cancelled' })
    // The same job, started later, ends after the time at which the cancelled one would have.
    const again = await made(ann.post(path, body))
    const { result } = await api.ended(ann, again.jobId)
    expect((await annotations()).map(({ id }) => id)).toEqual([result.annotationId])
    await made(ann.delete(`/api/annotations/${video}/${result.annotationId}`))
  })

  it('goes by GraphQL as well, for a thing of any looks', async () => {
    const input = { videoId: video, ...said(), frame: 10, endFrame: 12, box: { x: 300, y: 400, width: 40, height: 40 } }
    const ask = `mutation ($input: TrackFromInput!) { trackFrom(input: $input) { job { id queue } } }`
    const { trackFrom } = await data(ask, { input })
    expect(trackFrom.job.queue).toBe('OBJECT_TRACKING')
    const job = await api.ended(ann, trackFrom.job.id)
    expect(job).toMatchObject({ status: 'completed', result: { lastFrame: 12 } })
    await made(ann.delete(`/api/annotations/${video}/${job.result.annotationId}`))
  })

  it('is refused before it is begun where the annotation may not be made or the range is wrong', async () => {
    const body = { ...said(), frame: 5, box: { x: 1, y: 1, width: 9, height: 9 } }
    expect(await ben.post(`/api/videos/${video}/track`, body)).toMatchObject({
      status: 404,
      body: { message: 'Persona not found' },
    })
    expect((await ann.post('/api/videos/unknown/track', body)).status).toBe(404)
    expect(await ann.post(`/api/videos/${video}/track`, { ...body, endFrame: 4 })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'endFrame' }] },
    })
    expect((await ann.post(`/api/videos/${video}/track`, { ...body, box: { ...body.box, width: 0 } })).status).toBe(400)
    expect((await ann.post(`/api/videos/${video}/track`, { ...body, type: undefined })).status).toBe(400)
  })

  it('is refused for an archived project, and so is adopting (ST-04)', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Old', slug: 'old' }))
    await made(ann.put(`/api/projects/${project.id}`, { isArchived: true }))
    const shared = { type: 'sight', label: 'walker', projectId: project.id }
    const detections = [{ label: 'person', boundingBox: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 } }]
    for (const [path, body] of [
      ['track', { ...shared, frame: 5, box: { x: 1, y: 1, width: 9, height: 9 } }],
      ['detections/adopt', { ...shared, ...size, frames: [{ frameNumber: 0, detections }] }],
    ] as const)
      expect((await ann.post(`/api/videos/${video}/${path}`, body)).status, path).toBe(409)
  })

  it('fails with the reason where the frame lies behind the end', async () => {
    const body = { ...said(), frame: 5000, box: { x: 1, y: 1, width: 9, height: 9 } }
    const { jobId } = await made(ann.post(`/api/videos/${video}/track`, body))
    const job = await api.ended(ann, jobId)
    expect(job).toMatchObject({ status: 'failed' })
    expect(job.error).toContain('frame_number: 5000 lies behind the last frame, 119')
  })
})

describe('detecting in a whole video', () => {
  it('is a job that makes one annotation of each object, of the type that its class stands for', async () => {
    const scout = (await made(ann.post('/api/personas', { name: 'Guard', role: 'Guard', informationNeed: 'Who?' }))).id
    await made(ann.put(`/api/personas/${scout}/ontology`, { entities: [{ id: 'walker', name: 'Person' }] }))
    const path = `/api/videos/${video}/detections`
    const body = { personaId: scout, framesPerSecond: 2, confidenceThreshold: 0.4 }
    const wrong = await ann.post(path, { ...body, types: [{ label: 'person', typeId: 'flyer' }] })
    expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'types.0.typeId'])
    expect((await ben.post(path, body)).status).toBe(404)
    const unread = { id: 'unread', filename: 'unread.mp4', path: '/nowhere/unread.mp4' }
    await api.app.services.db.insertInto('videos').values(unread).execute()
    const early = await ann.post('/api/videos/unread/detections', body)
    expect([early.status, early.body.message]).toEqual([409, 'The file of the video has not been read'])
    const before = (await annotations()).length
    const { detectInVideo } = await data(
      'mutation ($input: DetectInVideoInput!) { detectInVideo(input: $input) { job { id queue } } }',
      { input: { ...body, videoId: video } },
    )
    expect(detectInVideo.job.queue).toBe('OBJECT_DETECTION')
    const { status, result } = await api.ended(ann, detectInVideo.job.id)
    expect([status, result.framesSearched, result.skipped]).toEqual(['completed', 24, {}])
    const all = await annotations()
    const found = all.filter(({ personaId }) => personaId === scout)
    expect(found).toHaveLength(all.length - before)
    expect(found.map(({ id }) => id).sort()).toEqual([...result.annotationIds].sort())
    expect(found.length).toBeGreaterThan(2)
    for (const one of found) expect(one).toMatchObject({ label: 'walker', type: 'type', source: 'detection' })
    // Objects are tracked: some have boxes on several of the searched frames, which are half a second apart.
    const longest = found.map(({ frames }) => frames.boxes).sort((a, b) => b.length - a.length)[0]
    expect(longest.length).toBeGreaterThan(5)
    for (const box of longest) expect(box.frameNumber % (longest[1].frameNumber - longest[0].frameNumber)).toBe(0)
    for (const { id } of found) await made(ann.delete(`/api/annotations/${video}/${id}`))
  })
})

describe('adopting detections', () => {
  it('keeps things with a track as one annotation each and others as one a box, all or none, and deleting undoes it', async () => {
    const query = { manualQuery: 'person', frameNumbers: [60, 62, 64], enableTracking: true }
    const { frames } = await made(ann.post(`/api/videos/${video}/detect`, query))
    const { trackId, boundingBox } = frames[0].detections[0]
    const track = frames.map(({ detections }: any) => detections.find((one: any) => one.trackId === trackId))
    expect(track.every(Boolean)).toBe(true)
    const alone = { label: 'person', boundingBox, confidence: 0.5, trackId: null }
    const adopted = {
      type: 'type',
      personaId: persona,
      ...size,
      frames: frames.map(({ frameNumber }: any, n: number) => ({
        frameNumber,
        detections: n === 0 ? [track[n], alone, alone] : [track[n]],
      })),
    }
    const answer = await ann.post(`/api/videos/${video}/detections/adopt`, adopted)
    expect(answer.status).toBe(201)
    expect(answer.body.count).toBe(3)
    const kept = await annotations()
    expect(kept.map(({ id }) => id).sort()).toEqual([...answer.body.annotationIds].sort())
    expect(kept.every(({ label, source }) => label === 'person' && source === 'detection')).toBe(true)
    const tracked = kept.find(({ frames: { boxes } }) => boxes.length === 3)
    expect(tracked.frames.trackId).toBe(trackId)
    expect(tracked.frames.boxes.map((one: any) => one.frameNumber)).toEqual([60, 62, 64])
    expect(tracked.frames.boxes[0].x).toBeCloseTo(boundingBox.x * 768, 1)
    for (const id of answer.body.annotationIds) await made(ann.delete(`/api/annotations/${video}/${id}`))
    expect(await annotations()).toEqual([])

    const twice = { ...adopted, frames: [{ frameNumber: 1, detections: [track[0], track[0]] }] }
    const refused = await ann.post(`/api/videos/${video}/detections/adopt`, twice)
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'frames.0.detections.1.trackId', message: `Track ${trackId} has two boxes on frame 1` }],
    ])
    expect(await annotations()).toEqual([])
    const tiny = { ...alone, boundingBox: { ...boundingBox, width: 1e-6 } }
    const one = { ...adopted, frames: [{ frameNumber: 1, detections: [tiny] }] }
    await made(ann.post(`/api/videos/${video}/detections/adopt`, one))
    const [stored] = await annotations()
    expect(stored.frames.boxes[0].width).toBe(0.01)
    await made(ann.delete(`/api/annotations/${video}/${stored.id}`))
  })

  it('goes by GraphQL as well', async () => {
    const detect = `mutation ($input: DetectObjectsInput!) { detectObjects(input: $input) {
      videoWidth videoHeight frames { frameNumber detections { label confidence trackId boundingBox { x y width height } } } } }`
    const { detectObjects } = await data(detect, { input: { videoId: video, manualQuery: 'person', frame: 60 } })
    const adopt = `mutation ($input: AdoptDetectionsInput!) { adoptDetections(input: $input) { annotations { id } } }`
    const input = { videoId: video, type: 'type', personaId: persona, label: 'walker', ...detectObjects }
    const { adoptDetections } = await data(adopt, { input })
    expect(adoptDetections.annotations.length).toBe(detectObjects.frames[0].detections.length)
    expect((await annotations()).every(({ label }) => label === 'walker')).toBe(true)
  })
})
