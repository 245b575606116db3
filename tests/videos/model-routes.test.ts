import { execFileSync } from 'node:child_process'
import { randomFill } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packTicks } from '@parallax/shared/frame-ticks.js'
import { readModelServiceConfig } from '@parallax/model-service/config.js'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { startModelService } from '@parallax/model-service/server.js'
import { runJob } from '../../src/jobs/job-runner.service.js'
import { videoProbing } from '../../src/videos/files/probe.job.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  garbage,
  halfAnswer,
  silence,
  startMisbehavingService,
  type Behaviour,
  type MisbehavingService,
} from '../support/model-service.js'
import { slowness } from '../support/pace.js'
import { addSample, videoFolder } from './support.js'
import { made, makeVideo } from '../support/workspace.js'

describe('with the baseline model service', () => {
  let api: TestApi
  let ann: Person
  let videoId: string
  let service: { url: string; close(): Promise<void> }

  beforeAll(async () => {
    const probe = await startMisbehavingService()
    const port = new URL(probe.url).port
    await probe.close()
    api = await startApi({ MODEL_SERVICE_URL: `http://127.0.0.1:${port}`, MODEL_SERVICE_VIDEO_ROOT: '/model/videos' })
    addSample(api)
    service = await startModelService(
      readModelServiceConfig({
        MODEL_SERVICE_PORT: port,
        MODEL_SERVICE_VIDEO_ROOT: videoFolder(api),
        THUMBNAIL_OUTPUT_ROOT: join(api.folder, 'made'),
        LOG_LEVEL: 'silent',
      }),
    )
    await made((await api.admin()).post('/api/videos/sync'))
    ann = await api.person('ann')
    videoId = (await ann.get('/api/videos')).body[0].id
    // API and model service see the files under the same path here.
    ;(api.app.services.config.modelService as { videoRoot: string }).videoRoot = videoFolder(api)
  })
  afterAll(async () => {
    await service.close()
    await api.stop()
  })

  it('makes a thumbnail once, keeps it, and says so on the video (V-12)', async () => {
    for (const size of ['small', 'medium', 'large']) {
      const response = await ann.request(`/api/videos/${videoId}/thumbnail?size=${size}`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.readUInt16BE(0)).toBe(0xffd8)
      expect(readFileSync(join(api.folder, 'thumbnails', `${videoId}_${size}.jpg`)).equals(bytes)).toBe(true)
    }
    const path = join(api.folder, 'thumbnails', `${videoId}_medium.jpg`)
    const madeAt = statSync(path).mtimeMs
    expect((await ann.get(`/api/videos/${videoId}/thumbnail`)).status).toBe(200)
    expect(statSync(path).mtimeMs).toBe(madeAt)
    expect((await ann.get(`/api/videos/${videoId}`)).body.localThumbnailPath).toBe(
      join(api.folder, 'thumbnails', `${videoId}_large.jpg`),
    )
  })

  it('makes the thumbnail of the file that is there now, not of one that had its name before (V-12)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parallax-clip-'))
    const clip = join(folder, 'red.webm')
    execFileSync(programPath('ffmpeg'), [
      '-nostdin',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=red:size=320x180:rate=10:duration=2',
      '-c:v',
      'libvpx',
      clip,
    ])
    const bytesNow = async () =>
      Buffer.from(await (await ann.request(`/api/videos/${videoId}/thumbnail?size=small`)).arrayBuffer())
    const before = await bytesNow()
    const target = join(videoFolder(api), 'dust-storm.webm')
    const original = readFileSync(target)
    // The new file keeps its own, older date, as with rsync or cp -p.
    utimesSync(clip, new Date('2020-01-01'), new Date('2020-01-01'))
    cpSync(clip, target, { preserveTimestamps: true })
    const after = await bytesNow()
    expect(after.equals(before)).toBe(false)
    expect((await bytesNow()).equals(after)).toBe(true)
    expect(readFileSync(join(api.folder, 'thumbnails', `${videoId}_small.jpg`)).equals(after)).toBe(true)
    writeFileSync(target, original)
    rmSync(folder, { recursive: true })
    expect((await bytesNow()).equals(before)).toBe(true)
  })

  /** Adds the video of pedestrians, synchronises, and returns the video. */
  async function pedestrians(): Promise<{ id: string }> {
    cpSync('tests/fixtures/videos/pedestrians.webm', join(videoFolder(api), 'pedestrians.webm'))
    await made((await api.admin()).post('/api/videos/sync'))
    return (await ann.get('/api/videos')).body.find((video: any) => video.filename === 'pedestrians.webm')
  }

  it('draws what a detector recognises on request, and keeps no such picture in the place of the plain one', async () => {
    const walkers = await pedestrians()
    const { data } = await ann.graph(
      `query ($id: ID!) { video(id: $id) { thumbnailUrl(size: LARGE, boxes: true, timestamp: 6) plain: thumbnailUrl } }`,
      { id: walkers.id },
    )
    expect(data.video.thumbnailUrl).toBe(`/api/videos/${walkers.id}/thumbnail?size=large&timestamp=6&boxes=true`)
    expect(data.video.plain).toBe(`/api/videos/${walkers.id}/thumbnail`)
    const picture = async (query: string) => {
      const response = await ann.request(`/api/videos/${walkers.id}/thumbnail${query}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      return Buffer.from(await response.arrayBuffer())
    }
    const drawn = await picture('?size=large&timestamp=6&boxes=true')
    const plain = await picture('?size=large&timestamp=6')
    // Boxes of people are drawn in a green that occurs nowhere else in the video.
    expect(greenShare(drawn)).toBeGreaterThan(0.001)
    expect(greenShare(plain)).toBeLessThan(0.0001)
    const first = await picture('?boxes=true')
    expect((await picture('')).equals(first)).toBe(false)
  })

  it('looks for what administrators have put down of a word, which others may neither read nor change', async () => {
    const admin = await api.admin()
    const path = '/api/admin/detection-vocabulary'
    for (const answer of [await api.anonymous.get(path), await api.anonymous.put(path, { terms: [] })])
      expect(answer.status).toBe(401)
    expect((await ann.get(path)).status).toBe(403)
    expect((await ann.put(path, { terms: [] })).status).toBe(403)
    const walkers = await pedestrians()
    const labels = async () => {
      const body = { manualQuery: 'wayfarers', frameNumbers: [60] }
      const { frames } = await made(ann.post(`/api/videos/${walkers.id}/detect`, body))
      return [...new Set(frames[0].detections.map(({ label }: any) => label))]
    }
    // In WordNet a wayfarer is a person; the administrator's vocabulary makes the word mean no class.
    expect(await labels()).toEqual(['person'])
    const said = [
      { term: ' Wayfarer', classes: [] },
      { term: 'kiosk', classes: ['truck', 'truck'] },
    ]
    const kept = [
      { term: 'kiosk', classes: ['truck'] },
      { term: 'wayfarer', classes: [] },
    ]
    expect(await made(admin.put(path, { terms: said }))).toEqual({ terms: kept })
    expect(await labels()).not.toContain('person')
    const { data } = await admin.graph('{ detectionVocabulary { term classes } }')
    expect(data.detectionVocabulary).toEqual(kept)
    expect(await made(admin.get(path))).toEqual({ terms: kept })
    const twice = await admin.put(path, { terms: [...said, { term: 'KIOSK', classes: [] }] })
    expect(twice).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const cleared = await admin.graph(
      'mutation { replaceDetectionVocabulary(input: { terms: [] }) { terms { term } } }',
    )
    expect(cleared.data.replaceDetectionVocabulary.terms).toEqual([])
    expect(await labels()).toEqual(['person'])
    const refused = await ann.graph('mutation { replaceDetectionVocabulary(input: { terms: [] }) { terms { term } } }')
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('makes pictures of other moments without keeping them (V-12)', async () => {
    const first = Buffer.from(await (await ann.request(`/api/videos/${videoId}/thumbnail?timestamp=5`)).arrayBuffer())
    const kept = readFileSync(join(api.folder, 'thumbnails', `${videoId}_medium.jpg`))
    expect(first.readUInt16BE(0)).toBe(0xffd8)
    expect(first.equals(kept)).toBe(false)
  })

  it('makes the picture of a frame by its number, which is the one at its time', async () => {
    const walkers = await pedestrians()
    const jobs = api.app.services.db.selectFrom('jobs').select('id').where('queue', '=', 'video-probing')
    for (const { id } of await jobs.where('status', '!=', 'completed').execute())
      await runJob(api.app.context(), id, videoProbing)
    const at = `/api/videos/${walkers.id}/thumbnail?size=small`
    const picture = async (query: string) => {
      const response = await ann.request(`${at}&${query}`)
      expect([query, response.status]).toEqual([query, 200])
      return Buffer.from(await response.arrayBuffer())
    }
    const times = `query ($id: ID!) { video(id: $id) { frame: thumbnailUrl(size: SMALL, frame: 40) time: timeOf(frame: 40)
      probe { frameCount } } }`
    const { video } = await made(ann.graph(times, { id: walkers.id }))
    expect(video.frame).toBe(`${at}&frame=40`)
    expect((await picture('frame=40')).equals(await picture(`timestamp=${video.time}`))).toBe(true)
    expect((await picture('frame=40')).equals(await picture('frame=80'))).toBe(false)
    const statusOf = async (query: string) => (await ann.get(`${at}&${query}`)).status
    expect(await statusOf(`frame=${video.probe.frameCount}`)).toBe(404)
    for (const query of ['frame=-1', 'frame=1.5', 'frame=4&timestamp=1']) expect(await statusOf(query)).toBe(400)
    const unread = await makeVideo(api)
    expect((await ann.get(`/api/videos/${unread}/thumbnail?frame=1`)).status).toBe(409)
  })

  it('refuses unknown sizes and moments before the start (V-12)', async () => {
    for (const query of ['size=huge', 'timestamp=-1', 'timestamp=x', 'timestamp=1e400'])
      expect((await ann.get(`/api/videos/${videoId}/thumbnail?${query}`)).status).toBe(400)
  })

  it('finds regions for a query of one’s own, through REST and GraphQL (V-16, V-19)', async () => {
    const found = await ann.post(`/api/videos/${videoId}/detect`, {
      manualQuery: 'dust devil',
      frameNumbers: [30, 60],
      confidenceThreshold: 0,
    })
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({ videoId, query: 'dust devil' })
    expect(found.body.frames.map((frame: { frameNumber: number }) => frame.frameNumber)).toEqual([30, 60])
    expect(found.body.frameResults).toEqual(found.body.frames)
    for (const one of found.body.frames.flatMap((frame: { detections: object[] }) => frame.detections)) {
      expect(one).toMatchObject({
        x: one.boundingBox.x,
        width: one.boundingBox.width,
        trackId: null,
        label: 'dust devil',
      })
      expect(one.x + one.width).toBeLessThanOrEqual(1.000001)
    }
    const { data } = await ann.graph(
      'mutation ($input: DetectObjectsInput!) { detectObjects(input: $input) { videoId query totalDetections frames { frameNumber timestamp detections { label boundingBox { x y width height } confidence trackId } } } }',
      { input: { videoId, manualQuery: 'dust devil', frameNumbers: [30, 60], confidenceThreshold: 0 } },
    )
    const withoutTwins = found.body.frames.map((frame: any) => ({
      ...frame,
      detections: frame.detections.map(({ label, boundingBox, confidence, trackId }: any) => ({
        label,
        boundingBox,
        confidence,
        trackId,
      })),
    }))
    expect(data.detectObjects).toEqual({
      videoId,
      query: 'dust devil',
      totalDetections: found.body.totalDetections,
      frames: withoutTwins,
    })
  })

  it('says honestly that the baseline cannot transcribe (V-25)', async () => {
    const refused = await ann.post(`/api/videos/${videoId}/transcribe`, {})
    expect(refused.status).toBe(500)
    expect(refused.body).toMatchObject({
      error: 'MODEL_SERVICE_ERROR',
      code: 'MODEL_SERVICE_ERROR',
      message: expect.stringContaining('not available'),
    })
  })

  it('answers 404 where the model service cannot find the file (V-20, MS-19)', async () => {
    await api.app.services.db
      .insertInto('videos')
      .values({ id: 'lost', filename: 'lost.mp4', path: join(videoFolder(api), 'lost.mp4') })
      .execute()
    expect((await ann.post('/api/videos/lost/detect', { manualQuery: 'x' })).body).toMatchObject({
      error: 'Video not found',
      code: 'NOT_FOUND',
    })
    expect((await ann.post('/api/videos/lost/transcribe', {})).body).toMatchObject({
      error: 'Video not found',
      code: 'NOT_FOUND',
    })
    const thumbnail = await ann.get('/api/videos/lost/thumbnail')
    expect(thumbnail.status).toBe(500)
    expect(thumbnail.body.error).toMatch(/^Thumbnail generation failed: /)
  })
})

describe('with a model service that misbehaves', () => {
  let api: TestApi
  let ann: Person
  let model: MisbehavingService
  let videoId: string
  const routes = [
    ['thumbnail', '/api/thumbnails/generate'],
    ['detect', '/api/detection/detect'],
    ['transcribe', '/api/transcribe'],
  ] as const

  beforeAll(async () => {
    model = await startMisbehavingService()
    api = await startApi({
      MODEL_SERVICE_URL: model.url,
      MODEL_SERVICE_VIDEO_ROOT: '/model/videos',
      // Longer than a busy machine may hold this process up: the model service of this test runs in it as well.
      MODEL_SERVICE_TIMEOUT_DETECTION_MS: '1500',
      MODEL_SERVICE_TIMEOUT_THUMBNAILS_MS: '1500',
      MODEL_SERVICE_TIMEOUT_TRANSCRIBE_MS: '1500',
    })
    addSample(api)
    await made((await api.admin()).post('/api/videos/sync'))
    ann = await api.person('ann')
    videoId = (await ann.get('/api/videos')).body[0].id
  })
  afterAll(async () => {
    await model.close()
    await api.stop()
  })
  beforeEach(() => {
    model.on.clear()
    model.requests.length = 0
    // A successful answer between the tests keeps the circuit breaker closed.
    model.on.set('/health', { json: { status: 'healthy' } })
  })

  const ask = (route: string) => {
    const path = `/api/videos/${videoId}/${route}`
    return route === 'thumbnail' ? ann.get(path) : ann.post(path, route === 'detect' ? { manualQuery: 'x' } : {})
  }
  const graphOf: Record<string, string> = {
    detect: 'mutation ($id: ID!) { detectObjects(input: { videoId: $id, manualQuery: "x" }) { id } }',
    transcribe: 'mutation ($id: ID!) { transcribeVideo(input: { videoId: $id }) { transcript { text } } }',
  }

  it.each(routes)('%s: a server error is 500, a refusal 400 or 500 (V-13, V-20, V-25)', async (route, path) => {
    model.on.set(path, { status: 500, json: { detail: 'CUDA out of memory' } })
    const failed = await ask(route)
    expect(failed.status).toBe(500)
    expect(failed.body.code).toBe('MODEL_SERVICE_ERROR')
    if (route === 'thumbnail') expect(failed.body.error).toBe('Thumbnail generation failed: CUDA out of memory')
    else expect(failed.body).toMatchObject({ error: 'MODEL_SERVICE_ERROR', message: 'CUDA out of memory' })
    model.on.set(path, { status: 422, json: { detail: 'language is unknown' } })
    const refused = await ask(route)
    if (route === 'thumbnail')
      expect([refused.status, refused.body.error]).toEqual([500, 'Thumbnail generation failed: language is unknown'])
    else expect([refused.status, refused.body.message]).toEqual([400, 'language is unknown'])
  })

  it.each(routes)(
    '%s: no answer in time is 504 named in error, and the connection is aborted (E-02, MS-17)',
    async (route, path) => {
      model.on.set(path, silence)
      const late = await ask(route)
      expect(late.status).toBe(504)
      expect(late.body).toEqual({
        error: 'MODEL_SERVICE_TIMEOUT',
        code: 'MODEL_SERVICE_TIMEOUT',
        message: 'The model service did not answer in time',
      })
      await expect.poll(() => model.requests.at(-1)?.closedEarly).toBe(true)
      // POSTs are never repeated.
      expect(model.requests.filter((one) => one.url === path)).toHaveLength(1)
    },
  )

  it.each(routes)('%s: a broken connection is 502 MODEL_SERVICE_UNREACHABLE', async (route, path) => {
    for (const behaviour of [halfAnswer, { raw: (_request, response) => response.destroy() } satisfies Behaviour]) {
      model.on.set(path, behaviour)
      const broken = await ask(route)
      expect([broken.status, broken.body.error]).toEqual([502, 'MODEL_SERVICE_UNREACHABLE'])
      model.on.set(path, { status: 500, json: {} })
      await ask(route)
    }
  })

  it.each(routes)(
    '%s: garbage and answers of another shape are 502 MODEL_SERVICE_BAD_RESPONSE',
    async (route, path) => {
      for (const behaviour of [
        garbage,
        { json: [] },
        { json: 'text' },
        { json: { id: 5, frames: 'none', thumbnail_path: 7, text: null } },
      ]) {
        model.on.set(path, behaviour)
        const bad = await ask(route)
        expect([bad.status, bad.body.error, bad.body.code]).toEqual([
          502,
          'MODEL_SERVICE_BAD_RESPONSE',
          'MODEL_SERVICE_BAD_RESPONSE',
        ])
      }
    },
  )

  it.each(['detect', 'transcribe'])('%s: GraphQL carries the same codes', async (route) => {
    const path = route === 'detect' ? '/api/detection/detect' : '/api/transcribe'
    for (const [behaviour, code] of [
      [silence, 'MODEL_SERVICE_TIMEOUT'],
      [garbage, 'MODEL_SERVICE_BAD_RESPONSE'],
      [{ status: 500, json: {} }, 'MODEL_SERVICE_ERROR'],
      [{ status: 422, json: { detail: 'no' } }, 'VALIDATION_ERROR'],
    ] as const) {
      model.on.set(path, behaviour)
      const { errors } = await ann.graph(graphOf[route] ?? '', { id: videoId })
      expect(errors?.[0]?.extensions.code).toBe(code)
    }
  })

  it('thumbnail: a picture that was announced but is not there, or is none, is 502 MODEL_SERVICE_OUTPUT_MISSING (V-13)', async () => {
    writeFileSync(join(api.folder, 'secret.txt'), 'root:x:0:0 and more than four bytes')
    mkdirSync(join(api.folder, 'folder.jpg'))
    for (const path of [
      '/nowhere/x.jpg',
      join(api.folder, 'secret.txt'),
      join(api.folder, 'folder.jpg'),
      'a\0b',
      '/etc/passwd',
    ]) {
      model.on.set('/api/thumbnails/generate', {
        json: { video_id: videoId, thumbnail_path: path, timestamp: 1, size: 'medium' },
      })
      const missing = await ann.get(`/api/videos/${videoId}/thumbnail`)
      expect([path, missing.status, missing.body.error]).toEqual([path, 502, 'MODEL_SERVICE_OUTPUT_MISSING'])
      expect(missing.text).not.toContain('root:')
    }
    rmSync(join(api.folder, 'secret.txt'))
  })

  it('thumbnail: pipes, devices and sockets are 502, and hold no thread of the server (V-13)', async () => {
    const pipe = join(api.folder, 'pipe.jpg')
    execFileSync('mkfifo', [pipe])
    const socket = createServer().listen(join(api.folder, 'socket.jpg'))
    try {
      for (const path of [...Array<string>(6).fill(pipe), '/dev/zero', '/dev/tty', join(api.folder, 'socket.jpg')]) {
        model.on.set('/api/thumbnails/generate', { json: { thumbnail_path: path } })
        const missing = await ann.get(`/api/videos/${videoId}/thumbnail`)
        expect([path, missing.status, missing.body.error]).toEqual([path, 502, 'MODEL_SERVICE_OUTPUT_MISSING'])
      }
      expect((await api.anonymous.get('/api/health')).status).toBe(200)
      expect(await new Promise((done) => randomFill(Buffer.alloc(1), done))).toBeNull()
    } finally {
      socket.close()
    }
  })

  it('thumbnail: where its folder is known, a picture outside it is 502, also by a link (V-13)', async () => {
    const { thumbnails } = api.app.services.config.files as { thumbnails: { madeIn: string | null } }
    const folder = join(api.folder, 'below')
    mkdirSync(folder)
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
    writeFileSync(join(folder, 'inside.jpg'), jpeg)
    writeFileSync(join(api.folder, 'outside.jpg'), jpeg)
    symlinkSync(join(api.folder, 'outside.jpg'), join(folder, 'link.jpg'))
    thumbnails.madeIn = folder
    try {
      for (const [path, status] of [
        [join(folder, 'inside.jpg'), 200],
        [join(api.folder, 'outside.jpg'), 502],
        [join(folder, '..', 'outside.jpg'), 502],
        [join(folder, 'link.jpg'), 502],
      ] as const) {
        model.on.set('/api/thumbnails/generate', { json: { thumbnail_path: path } })
        const answer = await ann.request(`/api/videos/${videoId}/thumbnail?timestamp=${status / 100}`)
        await answer.arrayBuffer()
        expect([path, answer.status]).toEqual([path, status])
      }
    } finally {
      thumbnails.madeIn = null
    }
  })

  it('thumbnail: several who ask at once cause one call', async () => {
    writeFileSync(join(api.folder, 'one.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xd9]))
    model.on.set('/api/thumbnails/generate', {
      raw: (_request, response) =>
        void setTimeout(() => response.end(JSON.stringify({ thumbnail_path: join(api.folder, 'one.jpg') })), 100),
    })
    const answers = await Promise.all([1, 2, 3, 4].map(() => ann.get(`/api/videos/${videoId}/thumbnail?size=large`)))
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200])
    expect(model.requests.filter((one) => one.url === '/api/thumbnails/generate')).toHaveLength(1)
    expect(model.requests[0]?.body).toEqual({
      video_id: videoId,
      video_path: '/model/videos/dust-storm.webm',
      timestamp: 1,
      size: 'large',
    })
  })

  describe('detection', () => {
    const answer = {
      json: { id: 'd', video_id: 'v', query: 'q', frames: [], total_detections: 0, processing_time: 0.1 },
    }

    it('needs a persona or a query (V-16)', async () => {
      for (const body of [{}, { manualQuery: '  ' }, { personaId: null, frame: 3 }]) {
        const refused = await ann.post(`/api/videos/${videoId}/detect`, body)
        expect([refused.status, refused.body.error]).toEqual([400, 'personaId or manualQuery is required'])
      }
      for (const body of [
        { personaId: 'x' },
        { manualQuery: 'a', frame: -1 },
        { manualQuery: 'a', frame: 1.5 },
        { manualQuery: 'a', confidenceThreshold: 2 },
        { manualQuery: 'a', frameNumbers: Array(501).fill(1) },
        { manualQuery: 'a', queryOptions: { includeEntityTypes: 'yes' } },
      ]) {
        expect((await ann.post(`/api/videos/${videoId}/detect`, body)).body.error).toBe('Validation error')
      }
      expect((await api.anonymous.post(`/api/videos/${videoId}/detect`, { manualQuery: 'a' })).status).toBe(401)
      expect((await ann.post('/api/videos/nope/detect', { manualQuery: 'a' })).status).toBe(404)
      expect(
        (await ann.post(`/api/videos/${videoId}/detect`, { personaId: '0193e5a0-0000-7000-8000-000000000000' })).body
          .error,
      ).toBe('Persona not found')
    })

    it('sends the defaults, and one frame for frame (V-16)', async () => {
      model.on.set('/api/detection/detect', answer)
      await made(ann.post(`/api/videos/${videoId}/detect`, { manualQuery: ' car ' }))
      await made(
        ann.post(`/api/videos/${videoId}/detect`, {
          manualQuery: 'car',
          frame: 0,
          enableTracking: true,
          confidenceThreshold: 0.9,
        }),
      )
      const base = { video_id: videoId, query: 'car', video_path: '/model/videos/dust-storm.webm' }
      expect(model.requests.map((one) => one.body)).toEqual([
        { ...base, frame_numbers: [], confidence_threshold: 0.3, enable_tracking: false },
        { ...base, frame_numbers: [0], confidence_threshold: 0.9, enable_tracking: true },
      ])
    })

    it('says when the frames are shown once the file was read, so that both count the same ones', async () => {
      model.on.set('/api/detection/detect', answer)
      const { db } = api.app.services
      const read = {
        ...{ rateNumerator: 25, rateDenominator: 2, tickNumerator: 1, tickDenominator: 1000 },
        ...{ frameCount: 3, firstTick: 40, isVariableRate: true, probedDuration: 0.28, width: 640, height: 360 },
        ...{ sha256: '0'.repeat(64), codec: 'vp8', rotation: 0, probedAt: new Date() },
      }
      const probedVersion = sql<string>`file_version`
      await db
        .updateTable('videos')
        .set({ ...read, probedVersion })
        .where('id', '=', videoId)
        .execute()
      const ticks = packTicks(Float64Array.of(40, 100, 280))
      await db.insertInto('videoFrameTimes').values({ videoId, ticks }).execute()
      try {
        await made(ann.post(`/api/videos/${videoId}/detect`, { manualQuery: 'car', frame: 2 }))
        expect(model.requests.at(-1)?.body.frame_clock).toEqual({
          ...{ count: 3, first_tick: 40, ticks: ticks.toString('base64') },
          ...{ rate: { numerator: 25, denominator: 2 }, time_base: { numerator: 1, denominator: 1000 } },
        })
      } finally {
        await db.deleteFrom('videoFrameTimes').execute()
        await db.updateTable('videos').set({ probedVersion: null }).where('id', '=', videoId).execute()
      }
    })

    it('has the names of what descriptions refer to, of this persona and the worlds it works in alone (V-18, MS-18)', async () => {
      model.on.set('/api/detection/detect', answer)
      const eva = await api.person()
      const persona = await made(eva.post('/api/personas', { name: 'Eva', role: 'r', informationNeed: 'i' }))
      const other = await made(eva.post('/api/personas', { name: 'Other', role: 'r', informationNeed: 'i' }))
      const text = (content: string) => ({ type: 'text', content })
      const type = (content: string, more = {}) => ({ type: 'typeRef', content, refType: 'entity', ...more })
      const gloss = [
        ...[text('a '), type('ship-1'), text(' of '), { type: 'objectRef', content: 'port-1', refType: 'location' }],
        ...[text(' at '), { type: 'objectRef', content: 'noon-1', refType: 'time-object' }],
        ...[text(', no '), type('gone-1'), text(' nor '), type('ship-1', { refPersonaId: other.id })],
      ]
      const ship = { id: 'ship-1', name: 'Ship' }
      await made(
        eva.put(`/api/personas/${persona.id}/ontology`, { entities: [ship, { id: 'ferry-1', name: 'Ferry', gloss }] }),
      )
      await made(eva.put(`/api/personas/${other.id}/ontology`, { entities: [{ ...ship, name: 'Spaceship' }] }))
      await made(
        eva.put('/api/world', {
          entities: [{ id: 'port-1', name: 'Hamburg', locationType: 'point' }],
          times: [{ id: 'noon-1', type: 'instant', label: 'noon' }],
        }),
      )
      const queryOptions = { includeEntityGlosses: true }
      await made(eva.post(`/api/videos/${videoId}/detect`, { personaId: persona.id, queryOptions }))
      expect(model.requests.at(-1)?.body.query.split('\n')[2]).toBe(
        'Entity types: ship, ferry (a Ship of Hamburg at noon, no gone-1 nor ship-1)',
      )
    })

    it('takes descriptions as clients send back what GraphQL says, with null for what is not given (V-18)', async () => {
      model.on.set('/api/detection/detect', answer)
      const eva = await api.person()
      const persona = await made(eva.post('/api/personas', { name: 'Eva', role: 'r', informationNeed: 'i' }))
      const none = { refType: null, refPersonaId: null, refClaimId: null }
      const gloss = [
        { type: 'text', content: 'a ', ...none },
        { type: 'typeRef', content: 'ship-1', ...none },
        { type: 'text', content: ' of five', refType: 5, refPersonaId: 5 },
      ]
      await made(
        eva.put(`/api/personas/${persona.id}/ontology`, {
          entities: [
            { id: 'ship-1', name: 'Ship' },
            { id: 'ferry-1', name: 'Ferry', gloss },
          ],
        }),
      )
      const queryOptions = { includeEntityGlosses: true }
      await made(eva.post(`/api/videos/${videoId}/detect`, { personaId: persona.id, queryOptions }))
      expect(model.requests.at(-1)?.body.query.split('\n')[2]).toBe('Entity types: ship, ferry (a Ship of five)')
    })

    it('makes the query of a persona from what is selected (V-17, V-18)', async () => {
      model.on.set('/api/detection/detect', answer)
      const { body: persona } = await ann.post('/api/personas', {
        name: 'Scout',
        role: 'r',
        informationNeed: 'Who\npitches?',
      })
      const detect = (queryOptions?: object) =>
        ann.post(`/api/videos/${videoId}/detect`, { personaId: persona.id, queryOptions })
      const empty = /^Detection query is empty: .* Add types to its ontology, .* or say in manualQuery what to find$/
      expect((await detect()).body.error).toMatch(empty)
      await made(
        ann.put(`/api/personas/${persona.id}/ontology`, {
          entities: [
            { id: 'a', name: 'Bat', definition: 'wooden (ash)  stick' },
            {
              id: 'b',
              name: 'BALL',
              gloss: [
                { type: 'text', content: 'a ' },
                { type: 'text', content: 'sphere' },
              ],
            },
          ],
          events: [{ id: 'e', name: 'Throw' }],
        }),
      )
      await made(
        ann.put('/api/world', {
          entities: [
            { id: '1', name: 'Babe' },
            { id: '2', name: 'Stadium', locationType: 'point', description: 'big' },
          ],
          events: [{ id: '3', name: 'Game 7' }],
          times: [{ id: '4', type: 'instant', label: 'Noon' }],
        }),
      )
      await detect()
      const header = 'Analyst: Scout\nInformation need: Who pitches?\n'
      expect(model.requests.at(-1)?.body.query).toBe(`${header}Entity types: bat, ball`)
      await detect({
        includeEntityGlosses: true,
        includeEventTypes: true,
        includeLocationInstances: true,
        includeLocationInstanceGlosses: true,
        includeEntityInstances: true,
        includeTimeInstances: true,
        includeEventInstances: true,
      })
      expect(model.requests.at(-1)?.body.query).toBe(
        `${header}Entity types: bat (wooden ash stick), ball (a sphere)\nEvent types: throw\nEntities: babe\nEvents: game 7\nLocations: stadium (big)\nTimes: noon`,
      )
      expect((await detect({ includeEntityTypes: false, includeRoleTypes: true })).body.error).toMatch(empty)
      const gone = '0193e5a0-0000-7000-8000-00000000dead'
      const gloss = [
        { type: 'text', content: 'of ' },
        { type: 'objectRef', content: gone },
      ]
      await made(ann.put(`/api/personas/${persona.id}/ontology`, { entities: [{ id: 'cap', name: 'Cap', gloss }] }))
      expect((await detect({ includeEntityGlosses: true })).status).toBe(200)
      expect(model.requests.at(-1)?.body.query).toContain('cap (of something)')
      const stranger = await api.person()
      expect((await stranger.post(`/api/videos/${videoId}/detect`, { personaId: persona.id })).body.error).toBe(
        'Persona not found',
      )
    })
  })

  describe('transcription', () => {
    const heard = {
      json: {
        text: 'one two three',
        language: 'en',
        duration: 9,
        processing_time: 0.5,
        model_used: 'listener',
        segments: [
          { start: 0, end: 3, text: 'one', confidence: 0.9 },
          { start: 3, end: 6, text: 'two', confidence: 0.8 },
          { start: 7, end: 9, text: 'three' },
        ],
      },
    }
    const voices = {
      json: {
        segments: [
          { speaker: 'B', start: 0, end: 2 },
          { speaker: 'A', start: 2, end: 4.5 },
          { speaker: 'B', start: 4.5, end: 6 },
        ],
        speakers: ['B', 'A'],
        processing_time: 0.7,
        model_used: 'divider',
      },
    }
    const segment = (start: number, end: number, text: string, confidence: number | null, speaker: string | null) => ({
      start,
      end,
      text,
      confidence,
      speaker,
    })
    const plain = {
      text: 'one two three',
      language: 'en',
      duration: 9,
      processingTime: 0.5,
      modelUsed: 'listener',
      segments: [segment(0, 3, 'one', 0.9, null), segment(3, 6, 'two', 0.8, null), segment(7, 9, 'three', null, null)],
    }

    it('answers in camelCase and asks for no speakers unless told to (V-21, V-22)', async () => {
      model.on.set('/api/transcribe', heard)
      const answer = await ann.post(`/api/videos/${videoId}/transcribe`, {
        language: 'en',
        numSpeakers: 0,
        minSpeakers: 5,
        maxSpeakers: 1,
      })
      expect([answer.status, answer.body]).toEqual([200, plain])
      expect(model.requests.map((one) => [one.url, one.body])).toEqual([
        ['/api/transcribe', { audio_path: '/model/videos/dust-storm.webm', language: 'en' }],
      ])
    })

    it('gives each segment who talks longest in it; of equals the earlier speaker, of nobody null (V-23)', async () => {
      model.on.set('/api/transcribe', heard)
      model.on.set('/api/diarize', voices)
      const answer = await ann.post(`/api/videos/${videoId}/transcribe`, {
        enableDiarization: true,
        minSpeakers: 1,
        maxSpeakers: 2,
      })
      expect(answer.body).toEqual({
        ...plain,
        speakers: ['B', 'A'],
        diarizationModelUsed: 'divider',
        diarizationProcessingTime: 0.7,
        segments: [segment(0, 3, 'one', 0.9, 'B'), segment(3, 6, 'two', 0.8, 'B'), segment(7, 9, 'three', null, null)],
      })
      expect(model.requests.at(-1)?.body).toEqual({
        audio_path: '/model/videos/dust-storm.webm',
        min_speakers: 1,
        max_speakers: 2,
      })
      const { data } = await ann.graph(
        'mutation ($input: TranscribeVideoInput!) { transcribeVideo(input: $input) { transcript { text language duration processingTime modelUsed speakers diarizationModelUsed diarizationProcessingTime segments { start end text confidence speaker } } } }',
        { input: { videoId, enableDiarization: true, minSpeakers: 1, maxSpeakers: 2 } },
      )
      expect(data.transcribeVideo.transcript).toEqual(answer.body)
    })

    it('stays a transcript when the speakers cannot be told apart (V-24)', async () => {
      model.on.set('/api/transcribe', heard)
      for (const behaviour of [{ status: 500, json: { detail: 'no token' } }, silence, garbage]) {
        model.on.set('/api/diarize', behaviour)
        expect((await ann.post(`/api/videos/${videoId}/transcribe`, { enableDiarization: true })).body).toEqual(plain)
      }
    })

    it('refuses wrong types always and wrong numbers where they count (V-21)', async () => {
      const post = (body: object) => ann.post(`/api/videos/${videoId}/transcribe`, body)
      for (const body of [{ numSpeakers: 'two' }, { minSpeakers: 1.5 }, { language: 5 }, { enableDiarization: 'yes' }])
        expect((await post(body)).status).toBe(400)
      for (const body of [{ numSpeakers: 0 }, { minSpeakers: 3, maxSpeakers: 2 }, { maxSpeakers: -1 }]) {
        const refused = await post({ enableDiarization: true, ...body })
        expect([refused.status, refused.body.error]).toEqual([400, 'Validation error'])
      }
      expect(model.requests).toEqual([])
    })
  })
})

describe('without a model service', () => {
  it('every route that needs it answers 502 at once, also when many ask (V-13, V-20, V-25)', async () => {
    const api = await startApi({ MODEL_SERVICE_URL: 'http://127.0.0.1:1' })
    try {
      addSample(api)
      await made((await api.admin()).post('/api/videos/sync'))
      const ann = await api.person('ann')
      const videoId = (await ann.get('/api/videos')).body[0].id
      const startedAt = performance.now()
      for (let round = 0; round < 4; round++) {
        const answers = [
          await ann.get(`/api/videos/${videoId}/thumbnail`),
          await ann.post(`/api/videos/${videoId}/detect`, { manualQuery: 'x' }),
          await ann.post(`/api/videos/${videoId}/transcribe`, {}),
        ]
        for (const answer of answers)
          expect([answer.status, answer.body.error]).toEqual([502, 'MODEL_SERVICE_UNREACHABLE'])
      }
      expect(performance.now() - startedAt).toBeLessThan(2000 * slowness())
    } finally {
      await api.stop()
    }
  })
})

/** Returns the share of bright green pixels in a picture, from 0 to 1. */
function greenShare(jpeg: Buffer): number {
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-f',
    'mjpeg',
    '-i',
    'pipe:0',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    'pipe:1',
  ]
  const pixels = execFileSync(programPath('ffmpeg'), args, { input: jpeg, maxBuffer: 8_000_000 })
  let green = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at]! < 90 && pixels[at + 1]! > 200 && pixels[at + 2]! < 130) green += 1
  return (3 * green) / pixels.length
}
