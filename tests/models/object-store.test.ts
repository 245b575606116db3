import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openObjectCache } from '@parallax/model-service/media/object-cache.js'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startObjectServer, type ObjectServer } from '../support/s3-server.js'
import { made } from '../support/workspace.js'
import { startTestService, type TestService } from '../../model-service/tests/support.js'

const fileOf = (name: string) => readFileSync(`tests/fixtures/videos/${name}.webm`)

describe('work on videos in a bucket that the model service has not mounted', () => {
  let s3: ObjectServer
  let service: TestService
  let api: TestApi
  let ann: Person
  let folder: string
  const ids: Record<string, string> = {}
  const sizes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size)

  beforeAll(async () => {
    s3 = await startObjectServer('films')
    for (const name of ['dust-storm', 'pedestrians']) s3.objects.set(`${name}.webm`, fileOf(name))
    folder = mkdtempSync(join(tmpdir(), 'copies-'))
    service = await startTestService({
      MODEL_SERVICE_VIDEO_ORIGINS: s3.endpoint,
      MODEL_SERVICE_CACHE_FOLDER: folder,
      // Room for either of the two videos, but not for both.
      MODEL_SERVICE_CACHE_MB: '1',
    })
    rmSync(join(service.videos, 'dust-storm.webm'))
    api = await startApi({
      VIDEO_STORAGE_TYPE: 'objstore',
      OBJSTORE_BUCKET: 'films',
      OBJSTORE_REGION: 'eu',
      OBJSTORE_ACCESS_KEY_ID: 'k',
      OBJSTORE_SECRET_ACCESS_KEY: 's',
      OBJSTORE_ENDPOINT: s3.endpoint,
      MODEL_SERVICE_URL: service.url,
    })
    await made((await api.admin()).post('/api/videos/sync'))
    ann = await api.person()
    for (const { id, filename } of await made(ann.get('/api/videos'))) ids[filename] = id
  })
  afterAll(async () => {
    await api.stop()
    await service.stop()
    await s3.close()
    rmSync(folder, { recursive: true })
  })

  it('thumbnails, detections and summaries are made from a copy; the copy longest unused makes room', async () => {
    const detect = (name: string) =>
      made(ann.post(`/api/videos/${ids[name]}/detect`, { manualQuery: 'car', frameNumbers: [5] }))
    expect((await detect('dust-storm.webm')).videoId).toBe(ids['dust-storm.webm'])
    expect((await ann.get(`/api/videos/${ids['dust-storm.webm']}/thumbnail?size=small`)).status).toBe(200)
    expect(sizes()).toEqual([fileOf('dust-storm').length])
    await detect('pedestrians.webm')
    expect(sizes()).toEqual([fileOf('pedestrians').length])
    const workers = createWorkers(api.app)
    try {
      const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
      const asked = { videoId: ids['dust-storm.webm'], personaId: persona.id, maxFrames: 2 }
      const { jobId } = await made(ann.post('/api/videos/summaries/generate', asked))
      await expect
        .poll(async () => (await made(ann.get(`/api/jobs/${jobId}`))).status, { timeout: 150_000 })
        .toBe('completed')
    } finally {
      await workers.close()
    }
    // The worker examines the videos too, so the last copy may be of either; none if it was stopped during a download.
    expect(sizes().length).toBeLessThan(2)
  }, 200_000)

  it('asks the store each time, so that an object that was replaced or removed is not worked on', async () => {
    const path = `/api/videos/${ids['pedestrians.webm']}/detect`
    const query = { manualQuery: 'car', frameNumbers: [5] }
    await made(ann.post(path, query))
    s3.objects.set('pedestrians.webm', fileOf('dust-storm'))
    await made(ann.post(path, query))
    expect(sizes()).toEqual([fileOf('dust-storm').length])
    s3.objects.delete('pedestrians.webm')
    const { status, body } = await ann.post(path, query)
    expect([status, body.error]).toEqual([404, 'Video not found'])
  })

  it('reads no address outside the object store', async () => {
    const body = { video_id: 'v', query: 'car', frame_numbers: [5] }
    for (const video_url of [`${service.url}/health`, 'file:///etc/passwd', 'no address']) {
      const { status } = await service.post('/api/detection/detect', { ...body, video_url })
      expect([video_url, status]).toEqual([video_url, 400])
    }
  })
})

describe('the copies of videos', () => {
  let folder: string
  let store: { url: string; asked: string[]; answer: (path: string, response: ServerResponse) => void; close(): void }
  const never = new AbortController().signal
  const cacheOf = (maxBytes = 1000) => openObjectCache({ folder, maxBytes, origins: [new URL(store.url).origin] })
  const whole = (text: string, tag: string) => (_path: string, response: ServerResponse) =>
    void response.writeHead(200, { 'content-length': text.length, etag: tag }).end(text)
  const read = async (path: string) => readFileSync(path, 'utf8')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'copies-'))
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      store.answer(request.url ?? '', response)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    store = { url, asked, answer: whole('video', '"1"'), close: () => server.close() && server.closeAllConnections() }
  })
  afterEach(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })

  it('are fetched again where the file has gone, and outlive an older copy of the same version', async () => {
    const cache = cacheOf()
    const use = () => cache.use(`${store.url}/a`, never, read)
    await use()
    rmSync(join(folder, readdirSync(folder)[0]!))
    expect(await use()).toBe('video')
    // The object is replaced and put back while the first copy is in use.
    const held: (() => void)[] = []
    const first = cache.use(`${store.url}/a`, never, () => new Promise<void>((done) => held.push(done)))
    await expect.poll(() => held.length).toBe(1)
    store.answer = whole('other', '"2"')
    expect(await use()).toBe('other')
    store.answer = whole('video', '"1"')
    expect(await use()).toBe('video')
    held[0]!()
    await first
    expect(await use()).toBe('video')
  })

  it('are fetched once by calls at the same time; the last one that leaves ends the download', async () => {
    const cache = cacheOf()
    let answered: ServerResponse | undefined
    store.answer = (_path, response) => void (answered = response)
    const gone = new AbortController()
    const calls = [1, 2, 3].map(() => cache.use(`${store.url}/a?X-Amz-Signature=${Math.random()}`, never, read))
    const left = cache.use(`${store.url}/a`, gone.signal, read).catch((error: unknown) => (error as Error).name)
    await expect.poll(() => answered).toBeDefined()
    gone.abort()
    expect(await left).toBe('AbortError')
    whole('video', '"1"')('', answered!)
    expect(await Promise.all(calls)).toEqual(['video', 'video', 'video'])
    expect(store.asked).toHaveLength(1)
    let closed = false
    store.answer = (_path, response) => void response.on('close', () => (closed = true))
    const alone = new AbortController()
    const last = cache.use(`${store.url}/b`, alone.signal, read).catch(() => 'left')
    await expect.poll(() => store.asked.length).toBe(2)
    alone.abort()
    expect(await last).toBe('left')
    await expect.poll(() => closed).toBe(true)
    store.answer = whole('again', '"2"')
    expect(await cache.use(`${store.url}/b`, never, read)).toBe('again')
  })

  it('are never used in part: a download that breaks off fails, and leaves nothing', async () => {
    const cache = cacheOf()
    store.answer = (_path, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half')
      setTimeout(() => response.destroy(), 20)
    }
    await expect(cache.use(`${store.url}/a`, never, read)).rejects.toMatchObject({ status: 503 })
    expect(readdirSync(folder)).toEqual([])
    store.answer = whole('x'.repeat(1001), '"1"')
    await expect(cache.use(`${store.url}/a`, never, read)).rejects.toMatchObject({ status: 413 })
    store.answer = whole('x'.repeat(1000), '"1"')
    expect(await cache.use(`${store.url}/a`, never, read)).toHaveLength(1000)
  })

  it('of a service that was killed are taken over where they are whole, and swept where not', async () => {
    await cacheOf().use(`${store.url}/a`, never, read)
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, '0193e5a0-0000-7000-8000-000000000000.part'), 'hal')
    const { ino } = statSync(join(folder, name))
    expect(await cacheOf().use(`${store.url}/a`, never, read)).toBe('video')
    expect(readdirSync(folder)).toEqual([name])
    expect(statSync(join(folder, name)).ino).toBe(ino)
    // A smaller cache removes what does not fit.
    await cacheOf(4)
      .use(`${store.url}/a`, never, read)
      .catch(() => undefined)
    expect(readdirSync(folder)).toEqual([])
  })

  it('stay while somebody works on them: others wait for room, and the longest unused goes first', async () => {
    const cache = cacheOf(10)
    store.answer = (path, response) => whole(path.padEnd(5, '.'), path)(path, response)
    const held = new Map<string, () => void>()
    const hold = (name: string) =>
      cache.use(`${store.url}/${name}`, never, async (path) => {
        await new Promise<void>((done) => held.set(name, done))
        return read(path)
      })
    const [a, b] = [hold('a'), hold('b')]
    await expect.poll(() => held.size).toBe(2)
    let isIn = false
    const c = cache.use(`${store.url}/c`, never, read).finally(() => (isIn = true))
    await expect.poll(() => store.asked.length).toBe(3)
    await new Promise((wait) => setTimeout(wait, 100))
    expect(isIn).toBe(false)
    held.get('b')!()
    expect([await b, await c]).toEqual(['/b...', '/c...'])
    held.get('a')!()
    expect(await a).toBe('/a...')
    await cache.use(`${store.url}/a`, never, read)
    await cache.use(`${store.url}/d`, never, read)
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(kept.sort()).toEqual(['/a...', '/d...'])
  })
})
