import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { startObjectServer, type ObjectServer } from '../support/s3-server.js'
import { addSample, sample, sendVideo } from './support.js'
import { made } from '../support/workspace.js'

const bytes = readFileSync(sample)
const objectsOf = (s3: ObjectServer) => ({
  OBJSTORE_BUCKET: 'films',
  OBJSTORE_REGION: 'eu',
  OBJSTORE_ACCESS_KEY_ID: 'k',
  OBJSTORE_SECRET_ACCESS_KEY: 's',
  OBJSTORE_ENDPOINT: s3.endpoint,
})

describe.each(['objstore', 'hybrid'])('videos in an object store (%s)', (type) => {
  let s3: ObjectServer
  let api: TestApi
  let ann: Person
  let model: MisbehavingService
  let video: { id: string; path: string }

  beforeAll(async () => {
    s3 = await startObjectServer('films')
    s3.objects.set('remote.webm', bytes)
    s3.objects.set('remote.info.json', Buffer.from('{"title":"Far away","duration":4}'))
    model = await startMisbehavingService()
    api = await startApi({
      VIDEO_STORAGE_TYPE: type,
      THUMBNAIL_STORAGE_TYPE: 'objstore',
      MODEL_SERVICE_URL: model.url,
      MODEL_SERVICE_VIDEO_ROOT: '/model/videos',
      ...objectsOf(s3),
    })
    if (type === 'hybrid') addSample(api, 'near.webm')
    await made((await api.admin()).post('/api/videos/sync'))
    ann = await api.person('ann')
    video = (await ann.get('/api/videos')).body.find((one: { filename: string }) => one.filename === 'remote.webm')
  })
  afterAll(async () => {
    await api.stop()
    await model.close()
    await s3.close()
  })

  it('are synchronised with their sidecars (V-14)', () => {
    expect(video).toMatchObject({
      path: 'remote.webm',
      title: 'Far away',
      duration: 4,
      size: bytes.length,
      metadataSyncStatus: 'synced',
    })
  })

  it('have signed addresses with an end (V-08)', async () => {
    const { body } = await ann.get(`/api/videos/${video.id}/url?expiresIn=120`)
    expect(body.expiresIn).toBe(120)
    expect(new URL(body.url).searchParams.get('X-Amz-Expires')).toBe('120')
    expect(Buffer.from(await (await fetch(body.url)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('are streamed by a redirect to the signed address, GET and HEAD (V-11)', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ann.request(`/api/videos/${video.id}/stream`, { method, headers: { range: 'bytes=0-9' } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
      const location = response.headers.get('location') ?? ''
      const followed = await fetch(location, { headers: { range: 'bytes=0-9' } })
      expect([followed.status, Buffer.from(await followed.arrayBuffer()).equals(bytes.subarray(0, 10))]).toEqual([
        206,
        true,
      ])
    }
  })

  it('are 404 once the object is gone (V-09)', async () => {
    s3.objects.delete('remote.webm')
    expect((await ann.get(`/api/videos/${video.id}/stream`)).body.error).toBe('Video not found')
    s3.objects.set('remote.webm', bytes)
  })

  it('keep their thumbnails under the prefix of the bucket (V-12)', async () => {
    const picture = join(api.folder, 'made.jpg')
    const { writeFileSync } = process.getBuiltinModule('node:fs')
    writeFileSync(picture, Buffer.from([0xff, 0xd8, 1, 2, 3]))
    model.on.set('/api/thumbnails/generate', { json: { thumbnail_path: picture } })
    for (let i = 0; i < 2; i++) {
      const response = await ann.request(`/api/videos/${video.id}/thumbnail`)
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 5])
    }
    expect(model.requests).toHaveLength(1)
    expect(model.requests[0]?.body.video_path).toBe('/model/videos/remote.webm')
    expect(s3.objects.get(`thumbnails/${video.id}_medium.jpg`)?.length).toBe(5)
    expect((await ann.get(`/api/videos/${video.id}`)).body.localThumbnailPath).toBe(`thumbnails/${video.id}_medium.jpg`)
  })

  it('are uploaded in parts and stand there once they are whole', async () => {
    const admin = await api.admin()
    const long = Buffer.alloc(20 * 1024 * 1024, 'parallax')
    const answer = await sendVideo(admin, 'sent.webm', long)
    expect([answer.status, answer.body]).toMatchObject([201, { path: 'sent.webm', size: long.length }])
    expect(s3.objects.get('sent.webm')?.equals(long)).toBe(true)
    expect(s3.requests.filter(({ url }) => /sent\.webm\?.*partNumber=/.test(url))).toHaveLength(3)
    expect((await made(ann.get(`/api/videos/${answer.body.id}`))).filename).toBe('sent.webm')
    expect((await sendVideo(admin, 'sent.webm', bytes)).status).toBe(409)
    expect((await sendVideo(admin, 'empty.webm', Buffer.alloc(0))).status).toBe(400)
    expect([s3.uploads.size, s3.objects.has('empty.webm')]).toEqual([0, false])
  })

  it.runIf(type === 'hybrid')('fall back on the folder for files that only it has (V-11)', async () => {
    const near = (await ann.get('/api/videos')).body.find((one: { filename: string }) => one.filename === 'near.webm')
    const response = await ann.request(`/api/videos/${near.id}/stream`, { headers: { range: 'bytes=-4' } })
    expect([response.status, Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(-4))]).toEqual([206, true])
    expect((await ann.get(`/api/videos/${near.id}/url`)).body).toEqual({
      url: `/api/videos/${near.id}/stream`,
      expiresIn: null,
    })
  })
})
