import { copyFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packTicks } from '@parallax/shared/frame-ticks.js'
import { runJob } from '../../src/jobs/job-runner.service.js'
import { sweepJobs } from '../../src/jobs/job-runner.service.js'
import { checkMovedBoxes } from '../../src/commands/doctor-outside.js'
import { videoIdOf } from '../../src/videos/files/metadata.js'
import { videoProbing } from '../../src/videos/files/probe.job.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel, type Behaviour } from '../support/faulty-model.js'
import { made } from '../support/workspace.js'
import { addSample, sample, videoFolder } from './support.js'

let api: TestApi
let admin: Person
let model: Awaited<ReturnType<typeof startFaultyModel>>

const file = {
  ...{
    sha256: 'a'.repeat(64),
    codec: 'vp9',
    rotation: 0,
    mirrored: false,
    width: 320,
    height: 180,
    duration: 4,
    first_tick: 0,
  },
  ...{
    frame_count: 100,
    frame_rate: { numerator: 25, denominator: 1 },
    time_base: { numerator: 1, denominator: 1000 },
  },
  ...{ is_variable: false, ticks: null as string | null },
}
const good = answer(200, file)

beforeAll(async () => {
  model = await startFaultyModel()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  admin = await api.admin()
})
afterAll(async () => {
  await api.stop()
  await model.stop()
})
beforeEach(() => void model.asked.splice(0))

/** Synchronises and runs the job that follows; returns its row, or undefined when no job was made. */
async function syncAndProbe(): Promise<any> {
  await made(admin.post('/api/videos/sync'))
  return runNext()
}

async function runNext(): Promise<any> {
  const { db } = api.app.services
  const next = await db
    .selectFrom('jobs')
    .select(['id', 'publicId'])
    .where('queue', '=', 'video-probing')
    .where('status', 'in', ['queued', 'delayed'])
    .executeTakeFirst()
  if (!next) return undefined
  await db
    .updateTable('jobs')
    .set({ runAt: new Date(0) })
    .where('id', '=', next.id)
    .execute()
  await runJob(api.app.context(), next.id, videoProbing)
  return made(admin.get(`/api/jobs/${next.publicId}`))
}

async function videoNamed(name: string): Promise<any> {
  const { videos } = await made(
    admin.graph(`{ videos(filter: { search: "${name}" }, first: 1) { nodes { id duration frameRate resolution updatedAt
      probe { fault sha256 frameCount } frameAt(time: 1.02) timeOf(frame: 10) start: timeOf(frame: 10, at: START) } } }`),
  )
  return videos.nodes[0]
}

const framesOf = (id: string, query = '') => admin.get(`/api/videos/${id}/frames${query}`)

describe('synchronisation', () => {
  it('answers at once; a job then reads each new file, and each again that has changed', async () => {
    model.behave(good)
    addSample(api, 'first.webm')
    addSample(api, 'second.webm', { duration: 7, fps: 10, width: 4, height: 3 })
    await made(admin.post('/api/videos/sync'))
    const fresh = await videoNamed('first')
    expect(fresh).toMatchObject({ probe: null, frameAt: null, timeOf: null, duration: null })
    expect((await framesOf(fresh.id)).body).toMatchObject({ code: 'CONFLICT' })
    expect(model.asked).toEqual([])

    expect(await runNext()).toMatchObject({ status: 'completed', result: { probed: 2, failed: 0, skipped: 0 } })
    const facts = { fault: null, sha256: file.sha256, frameCount: 100 }
    const read = { probe: facts, frameAt: 25, start: 0.4, duration: 4, frameRate: 25, resolution: '320x180' }
    expect(await videoNamed('first')).toMatchObject(read)
    expect((await videoNamed('first')).timeOf).toBeCloseTo(0.42, 9)
    const byRest = async (id: string) => (await made(admin.get(`/api/videos/${id}`))) as object
    expect(await byRest(fresh.id)).toMatchObject({ fps: 25, width: 320, height: 180 })
    expect(await byRest((await videoNamed('second')).id)).toMatchObject({ fps: 10, width: 4, height: 3 })
    // Values from the sidecar are not replaced.
    expect(await videoNamed('second')).toMatchObject({ probe: facts, duration: 7, frameRate: 10, resolution: '4x3' })
    expect(await syncAndProbe()).toBeUndefined()

    model.behave(answer(200, { ...file, sha256: 'b'.repeat(64), duration: 5, width: 640 }))
    utimesSync(join(videoFolder(api), 'first.webm'), 1, 1)
    await made(admin.post('/api/videos/sync'))
    expect(await videoNamed('first')).toMatchObject({ probe: null, frameAt: null })
    await runNext()
    const now = { probe: { sha256: 'b'.repeat(64) }, duration: 5, resolution: '640x180' }
    expect(await videoNamed('first')).toMatchObject(now)
    expect(model.asked).toHaveLength(3)
  })

  it('goes on where it was when the service went away or the worker ended, and tells how far it is', async () => {
    for (let i = 0; i < 12; i++) addSample(api, `many-${i}.webm`)
    model.behave((request, response, body) =>
      model.asked.length > 5 ? response.socket?.destroy() : good(request, response, body),
    )
    expect(await syncAndProbe()).toMatchObject({ status: 'delayed' })
    const { count } = await api.app.services.db
      .selectFrom('videos')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('filename', 'like', 'many-%')
      .whereRef('probedVersion', '=', 'fileVersion')
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThanOrEqual(4)
    model.asked.splice(0)
    const progress: number[] = []
    model.behave((request, response, body) => {
      const note = api.app.services.db.selectFrom('jobs').select('progress').where('status', '=', 'active')
      void note.executeTakeFirst().then((row) => {
        progress.push(row?.progress ?? 0)
        good(request, response, body)
      })
    })
    expect(await runNext()).toMatchObject({ status: 'completed', result: { probed: 12 - count } })
    expect(model.asked).toHaveLength(12 - count)
    expect(Math.max(...progress)).toBeGreaterThan(50)
    await sweepJobs(api.app.context())
  })

  it('reads files again that were read by earlier rules, and doctor names those whose boxes may be elsewhere', async () => {
    model.behave(good)
    addSample(api, 'wide.webm')
    expect(await syncAndProbe()).toMatchObject({ result: { probed: 1 } })
    const { id } = await videoNamed('wide')
    const [persona] = await made(admin.get('/api/personas'))
    const box = { x: 1, y: 2, width: 3, height: 4 }
    const frames = { boxes: [{ frameNumber: 0, isKeyframe: true, ...box }] }
    const annotation = { videoId: id, personaId: persona.id, type: 'type', label: 'ship' }
    const { db } = api.app.services
    const told = async () => {
      const found: string[] = []
      await checkMovedBoxes(db, ({ text }) => void found.push(text))
      return found
    }
    const saved = await made(admin.post('/api/annotations', { ...annotation, frames }))
    expect(await syncAndProbe()).toBeUndefined()
    expect(await told()).toEqual([])

    await db.updateTable('videos').set({ pictureRules: null, mirrored: null }).where('id', '=', id).execute()
    model.behave(answer(200, { ...file, mirrored: true, width: 465 }))
    await made(admin.post('/api/videos/sync'))
    expect(await videoNamed('wide')).toMatchObject({ probe: { sha256: file.sha256 } })
    expect(await runNext()).toMatchObject({ result: { probed: 1 } })
    expect(await syncAndProbe()).toBeUndefined()
    expect((await framesOf(id)).body.probe).toMatchObject({ width: 465, mirrored: true })
    const [one = '', ...others] = await told()
    expect([one, others]).toEqual([expect.stringContaining('1 annotations of wide.webm'), []])
    expect(one).toContain('320x180 pixels; they are displayed in 465x180')

    api.clock.forward(60_000)
    // The boxes are drawn where the ship is shown now.
    const moved = { boxes: [{ ...frames.boxes[0], x: 20 }] }
    await made(admin.put(`/api/annotations/${saved.id}`, { frames: moved }))
    expect(await told()).toEqual([])
  })

  it('notes why a file is no video, and asks again only when it has changed', async () => {
    writeFileSync(join(videoFolder(api), 'text.mp4'), 'no video')
    model.behave(answer(400, { detail: 'The file holds no video stream' }))
    expect(await syncAndProbe()).toMatchObject({ result: { probed: 0, failed: 1, skipped: 0 } })
    const { id, ...said } = await videoNamed('text')
    expect(said).toMatchObject({ probe: { fault: 'The file holds no video stream', sha256: null }, frameAt: null })
    expect((await framesOf(id)).body).toMatchObject({ probe: { codec: null }, frame: null })
    expect((await framesOf(id, '?frame=0')).status).toBe(409)
    expect(await syncAndProbe()).toBeUndefined()
    model.asked.splice(0)
    const picture = await admin.get(`/api/videos/${id}/thumbnail?size=small`)
    expect(picture.status).toBe(404)
    expect(picture.body).toMatchObject({ code: 'NOT_FOUND', error: expect.stringContaining('holds no video stream') })
    expect(model.asked).toEqual([])
    model.behave(good)
    copyFileSync(sample, join(videoFolder(api), 'text.mp4'))
    expect(await syncAndProbe()).toMatchObject({ result: { probed: 1 } })
    expect((await videoNamed('text')).probe.fault).toBeNull()
  })

  it('does not stop at one file that the service cannot cope with, nor go on for ever without a service', async () => {
    for (const name of ['bad.webm', 'odd.webm', 'away.webm', 'fine.webm']) addSample(api, name)
    const per: Record<string, Behaviour> = {
      bad: answer(500, { detail: 'ffprobe did not finish' }),
      odd: answer(200, { ...file, ticks: packTicks(Float64Array.of(0, 1, 2)).toString('base64') }),
      away: answer(404, { detail: 'video_path: no such file' }),
    }
    model.behave((request, response, body) => {
      const name = Object.keys(per).find((one) => body.includes(`/${one}.webm`))
      return (per[name ?? ''] ?? good)(request, response, body)
    })
    expect(await syncAndProbe()).toMatchObject({ result: { probed: 1, failed: 2, skipped: 1 } })
    const { probe } = await videoNamed('bad')
    expect(probe).toBeNull()
    model.behave(answer(500, { detail: 'out of memory' }))
    for (let i = 0; i < 8; i++) addSample(api, `worse-${i}.webm`)
    expect(await syncAndProbe()).toMatchObject({ status: 'delayed' })
    expect(model.asked.length).toBeLessThan(20)
  })
})

describe('files that the service never copes with', () => {
  /** Adds a file whose id sorts after those of the others, so that the order of ids alone would never reach it. */
  function addBehind(names: readonly string[], word: string): string {
    const last = names.map(videoIdOf).sort().at(-1) ?? ''
    for (let i = 0; ; i++) {
      const name = `${word}-${i}.webm`
      if (videoIdOf(name) <= last) continue
      addSample(api, name)
      return name.slice(0, -'.webm'.length)
    }
  }
  const badNames = (word: string) => Array.from({ length: 7 }, (_one, i) => `${word}-${i}.webm`)

  it('do not keep those behind them from being read', async () => {
    const bad = badNames('hopeless')
    for (const name of bad) addSample(api, name)
    const faulty: Behaviour = (request, response, body) =>
      (/hopeless/.test(body) ? answer(500, { detail: 'ffprobe did not finish' }) : good)(request, response, body)
    model.behave(faulty)
    expect(await syncAndProbe()).toMatchObject({ status: 'delayed' })
    const behind = addBehind(bad, 'patient')
    await syncAndProbe()
    expect((await videoNamed(behind)).probe).toMatchObject({ sha256: file.sha256 })
    model.behave(good)
    while (await runNext());
  })

  it('are not asked about again where they are too large for it', async () => {
    const bad = badNames('film')
    for (const name of bad) addSample(api, name)
    model.behave((request, response, body) =>
      (/film/.test(body) ? answer(413, { detail: 'larger than the cache' }) : good)(request, response, body),
    )
    expect(await syncAndProbe()).toMatchObject({ status: 'completed', result: { failed: 7 } })
    expect((await videoNamed('film-0')).probe).toMatchObject({ fault: 'larger than the cache', sha256: null })
    expect(await syncAndProbe()).toBeUndefined()
  })
})

describe('GET /api/videos/:videoId/frames', () => {
  it('names the frame at a time, and when a frame is shown, also where frames come as they like', async () => {
    const ticks = Float64Array.of(100, 140, 141, 1_000_000, 1_000_040)
    const uneven = { ...file, frame_count: 5, first_tick: 100, is_variable: true }
    model.behave(answer(200, { ...uneven, ticks: packTicks(ticks).toString('base64') }))
    addSample(api, 'uneven.webm')
    await made(admin.post('/api/videos/sync'))
    while (await runNext());
    const { id } = await videoNamed('uneven')
    const frameAt = async (time: number) => (await made(framesOf(id, `?time=${time}`))).frame.frame
    expect(await Promise.all([0, 0.1, 0.1399, 0.14, 0.1405, 0.141, 999.9, 1000, 5000].map(frameAt))).toEqual([
      ...[0, 0, 0, 1, 1, 2, 2, 3, 4],
    ])
    expect(await made(framesOf(id, '?frame=2'))).toMatchObject({
      probe: { isVariableRate: true, frameCount: 5, timeBase: { numerator: 1, denominator: 1000 } },
      frame: { frame: 2, start: 0.141, end: 1000, time: 500.0705 },
    })
    expect((await framesOf(id, '?frame=5')).status).toBe(404)
    const timesOf = async (range: string) =>
      (await made(admin.graph(`{ video(id: "${id}") { frameTimes${range} } }`))).video.frameTimes
    expect(await timesOf('')).toEqual([0.1, 0.14, 0.141, 1000, 1000.04])
    expect(await timesOf('(from: 2, count: 2)')).toEqual([0.141, 1000])
    expect(await timesOf('(from: 9)')).toEqual([])
    for (const range of ['(from: -1)', '(count: 0)', '(count: 10001)']) {
      const { errors } = await admin.graph(`{ video(id: "${id}") { frameTimes${range} } }`)
      expect([range, errors?.[0]?.extensions['code']]).toEqual([range, 'VALIDATION_ERROR'])
    }
    for (const query of ['?frame=-1', '?frame=1.5', '?time=-1', '?time=x', '?frame=1&time=1'])
      expect([query, (await framesOf(id, query)).status]).toEqual([query, 400])
    expect((await framesOf('nope')).status).toBe(404)
  })
})

describe('annotations of a video', () => {
  const digest = (letter: string) => answer(200, { ...file, sha256: letter.repeat(64) })
  /** Changes a file: it gets another digest and modification time, and is examined again. */
  async function changed(name: string, letter: string, seconds: number) {
    model.behave(digest(letter))
    utimesSync(join(videoFolder(api), name), seconds, seconds)
    await made(admin.post('/api/videos/sync'))
    while (await runNext());
  }

  it('are stale while the file is another than the one that their boxes were written for', async () => {
    addSample(api, 'watched.webm')
    await made(admin.post('/api/videos/sync'))
    const ann = await api.person()
    const { id: videoId } = await videoNamed('watched')
    const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
    const draw = (label: string) =>
      made(ann.post('/api/annotations', { videoId, personaId: persona.id, type: 'type', label, frames }))
    const stale = async () =>
      Object.fromEntries((await made(ann.get(`/api/annotations/${videoId}`))).map((one: any) => [one.label, one.stale]))
    const early = await draw('early')
    expect(early.stale).toBe(false)
    await changed('watched.webm', 'c', 10)
    const late = await draw('late')
    expect(await stale()).toEqual({ early: false, late: false })
    await changed('watched.webm', 'd', 20)
    const fresh = await draw('fresh')
    expect(await stale()).toEqual({ early: true, late: true, fresh: false })
    const { data } = await ann.graph(`{ annotation(id: "${late.id}") { stale } }`)
    expect(data.annotation.stale).toBe(true)

    await made(ann.put(`/api/annotations/${late.id}`, { label: 'renamed' }))
    expect(await stale()).toEqual({ early: true, renamed: true, fresh: false })
    await made(ann.put(`/api/annotations/${late.id}`, { frames }))
    expect(await stale()).toEqual({ early: true, renamed: false, fresh: false })
    const { id: annotationId } = early
    const ben = await api.person()
    const share = await made(
      ann.post('/api/sharing', {
        ...{ resourceType: 'annotation', resourceId: annotationId, permissionLevel: 'forkable' },
        sharedWithUserId: ben.id,
      }),
    )
    const fork = await made(ben.post(`/api/sharing/${share.id}/fork`, {}))
    const forked = (await made(ben.get(`/api/annotations/${videoId}`))).find((one: any) => one.id === fork.resourceId)
    expect(forked.stale).toBe(true)
    await changed('watched.webm', 'c', 30)
    expect(await stale()).toEqual({ early: false, renamed: true, fresh: true })
    await made(ann.delete(`/api/annotations/${videoId}/${fresh.id}`))
  })

  it('have their boxes at a time, those in gaps and of others left out, by REST and GraphQL', async () => {
    addSample(api, 'crowded.webm')
    await changed('crowded.webm', 'e', 40)
    const [ann, ben] = [await api.person(), await api.person()]
    const { id: videoId } = await videoNamed('crowded')
    const draw = async (who: Person, label: string, more: object) => {
      const persona = await made(who.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
      const sequence = { ...frames, ...more }
      const body = { videoId, personaId: persona.id, type: 'type', label, frames: sequence }
      return (await made(who.post('/api/annotations', body))).id
    }
    const seen = await draw(ann, 'seen', {})
    await draw(ann, 'hidden', { visibilityRanges: [{ startFrame: 3, endFrame: 7, visible: false }] })
    await draw(ann, 'later', { boxes: frames.boxes.map((box) => ({ ...box, frameNumber: box.frameNumber + 50 })) })
    await draw(ben, 'of somebody else', {})
    const box = { x: 5, y: 0, width: 10, height: 10, isKeyframe: false, visible: true, frameNumber: 5 }
    const boxes = await made(ann.get(`/api/videos/${videoId}/boxes?time=0.21`))
    expect(boxes).toEqual({ frame: expect.objectContaining({ frame: 5 }), boxes: [{ annotationId: seen, ...box }] })
    expect((await made(ann.get(`/api/videos/${videoId}/boxes?frame=5`))).boxes).toEqual(boxes.boxes)
    expect((await made(ann.get(`/api/videos/${videoId}/boxes`))).boxes).toHaveLength(2)
    expect((await ann.get(`/api/videos/${videoId}/boxes?frame=100`)).status).toBe(404)
    expect((await ann.get(`/api/videos/${videoId}/boxes?time=x`)).status).toBe(400)
    addSample(api, 'unread.webm')
    await made(admin.post('/api/videos/sync'))
    const { id: unread } = await videoNamed('unread')
    expect((await ann.get(`/api/videos/${unread}/boxes?time=1`)).status).toBe(409)
    const { data } = await ann.graph(
      `{ video(id: "${videoId}") { boxesAt(time: 0.21) { annotation { id label } box { x frameNumber } } end: boxesAt(time: 3) { annotationId } } }`,
    )
    expect(data.video).toEqual({
      boxesAt: [{ annotation: { id: seen, label: 'seen' }, box: { x: 5, frameNumber: 5 } }],
      end: [],
    })
  })
})

const frames = {
  boxes: [
    { frameNumber: 0, x: 0, y: 0, width: 10, height: 10, isKeyframe: true },
    { frameNumber: 10, x: 10, y: 0, width: 10, height: 10, isKeyframe: true },
  ],
}
