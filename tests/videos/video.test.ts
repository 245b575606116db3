import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { addSample, makeProject, sample, videoFolder } from './support.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
const bytes = readFileSync(sample)
const id = '8f5d5ac3bd4b4c8c'
const info = {
  id: 'abc',
  title: 'Dust storm',
  duration: 12.5,
  width: 640,
  height: 360,
  fps: 25,
  uploader_id: '@met',
  webpage_url: 'https://example.org/v',
  extractor_key: 'Example',
  formats: [{ format_id: '1' }],
  filename: 'evil',
  path: '/etc/passwd',
  tags: ['dust', 'wind'],
}

let videoId: string

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
  addSample(api, 'dust-storm.webm', info)
  const synced = await admin.post('/api/videos/sync')
  expect(synced.status).toBe(200)
  videoId = (await ann.get('/api/videos')).body[0].id
})
afterAll(() => api.stop())

describe('listing and reading videos', () => {
  it('gives the columns and the keys of the sidecar in both spellings, columns winning (V-03 to V-06)', async () => {
    const { status, body } = await ann.get(`/api/videos/${videoId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: videoId,
      filename: 'dust-storm.webm',
      path: join(api.folder, 'videos/dust-storm.webm'),
      duration: 12.5,
      frameRate: 25,
      resolution: '640x360',
      size: bytes.length,
      sourcePlatform: 'Example',
      platformVideoId: 'abc',
      metadataSyncStatus: 'synced',
      localThumbnailPath: null,
      title: 'Dust storm',
      uploader_id: '@met',
      uploaderId: '@met',
      webpageUrl: 'https://example.org/v',
      tags: ['dust', 'wind'],
      metadata: { ...info, filesize: bytes.length, original_filename: 'dust-storm.webm' },
    })
    expect(body.formats).toBeUndefined()
    expect(body.id).toMatch(/^[0-9a-f]{16}$/)
    expect((await ann.get('/api/videos')).body).toEqual([body])
    const { data } =
      await ann.graph(`{ video(id: "${videoId}") { id filename duration frameRate resolution size metadata lastMetadataSync createdAt
      url(expiresIn: 60) { url expiresIn } streamUrl thumbnailUrl(size: SMALL) assignments { id } } videos(first: 5) { totalCount nodes { id } } }`)
    expect(data.video).toEqual({
      id: body.id,
      filename: body.filename,
      duration: 12.5,
      frameRate: 25,
      resolution: '640x360',
      size: bytes.length,
      metadata: body.metadata,
      lastMetadataSync: body.lastMetadataSync,
      createdAt: body.createdAt,
      assignments: [],
      url: { url: `/api/videos/${videoId}/stream`, expiresIn: null },
      streamUrl: `/api/videos/${videoId}/stream`,
      thumbnailUrl: `/api/videos/${videoId}/thumbnail?size=small`,
    })
    expect(data.videos).toEqual({ totalCount: 1, nodes: [{ id: videoId }] })
  })

  it('answers 401 without a session and 404 for an unknown id, whatever its form (AM-12, U-18)', async () => {
    for (const path of ['', `/${videoId}`, `/${videoId}/url`, `/${videoId}/stream`, `/${videoId}/thumbnail`]) {
      expect((await api.anonymous.get(`/api/videos${path}`)).status).toBe(401)
    }
    expect((await api.anonymous.post('/api/videos/sync')).status).toBe(401)
    expect((await api.anonymous.post(`/api/videos/${videoId}/transcribe`, {})).status).toBe(401)
    for (const path of [id, encodeURIComponent('../../etc/passwd'), 'x'.repeat(300), '%00']) {
      for (const route of ['', '/url', '/stream', '/thumbnail']) {
        expect([path, route, (await ann.get(`/api/videos/${path}${route}`)).status]).toEqual([path, route, 404])
      }
    }
    expect((await ann.get(`/api/videos/${id}`)).body).toEqual({
      error: 'Video not found',
      message: 'Video not found',
      code: 'NOT_FOUND',
    })
    expect((await ann.graph(`{ video(id: "${id}") { id } }`)).data.video).toBeNull()
  })

  it('lists those that have a summary which the caller may read, or of one persona, or none, through REST and GraphQL', async () => {
    const { db } = api.app.services
    const [ben, eve] = [await api.person('ben-sums'), await api.person('eve-sums')]
    const ids = ['sum-a', 'sum-b', 'sum-c']
    await db
      .insertInto('videos')
      .values(ids.map((one) => ({ id: one, filename: `${one}.mp4`, path: `/nowhere/${one}.mp4` })))
      .execute()
    const persona = { name: 'Scout', role: 'r', informationNeed: 'i' }
    const [first, second] = [
      await made(ben.post('/api/personas', persona)),
      await made(ben.post('/api/personas', persona)),
    ]
    const sum = (videoId: string, personaId: string) =>
      made(ben.post('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' }))
    await sum('sum-a', first.id)
    await sum('sum-b', second.id)
    const list = async (who: Person, filter: Record<string, unknown>) => {
      const query = new URLSearchParams(filter as Record<string, string>)
      const byRest = (await made(who.get(`/api/videos?${query}`))).map((one: { id: string }) => one.id)
      const words = Object.entries(filter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      const { videos } = (await who.graph(`{ videos(filter: { ${words.join(', ')} }) { totalCount nodes { id } } }`))
        .data
      expect(videos.nodes.map((one: { id: string }) => one.id)).toEqual(byRest)
      expect(videos.totalCount).toBe(byRest.length)
      return byRest.filter((one: string) => ids.includes(one)).sort()
    }
    expect(await list(ben, { hasSummary: true })).toEqual(['sum-a', 'sum-b'])
    expect(await list(ben, { hasSummary: false })).toEqual(['sum-c'])
    expect(await list(ben, { summarizedBy: first.id })).toEqual(['sum-a'])
    expect(await list(ben, { summarizedBy: second.id, hasSummary: false })).toEqual(['sum-a', 'sum-c'])
    // The filter does not reveal summaries that the caller may not read.
    expect(await list(eve, { hasSummary: true })).toEqual([])
    expect(await list(eve, { hasSummary: false, summarizedBy: first.id })).toEqual(ids)
    expect((await ben.get('/api/videos?summarizedBy=x')).status).toBe(400)
    // Assignments are shown to those who may read their project.
    const project = await made(ben.post('/api/projects', { name: 'Port', slug: 'port-of-sums' }))
    await made(ben.post(`/api/projects/${project.id}/videos`, { videoId: 'sum-a', assignedUserId: ben.id }))
    await made(ben.post(`/api/projects/${project.id}/videos`, { videoId: 'sum-b' }))
    expect(await list(ben, { assignedTo: ben.id })).toEqual(['sum-a'])
    expect(await list(ben, { assignedTo: ben.id, projectId: project.id, hasSummary: true })).toEqual(['sum-a'])
    expect(await list(ben, { assignedTo: eve.id })).toEqual([])
    expect(await list(eve, { assignedTo: ben.id })).toEqual([])
    expect((await ben.get('/api/videos?assignedTo=ben')).status).toBe(400)
    await made(ben.delete(`/api/projects/${project.id}`))
    expect((await ben.get('/api/videos?hasSummary=perhaps')).status).toBe(400)
    await db.deleteFrom('videoSummaries').execute()
    await db.deleteFrom('videos').where('id', 'in', ids).execute()
  })

  it('shows a video of a project only to its members, to whom it is assigned, and to administrators (VA-17)', async () => {
    const [ben, eve, guest] = [await api.person('ben'), await api.person('eve'), await api.person('guest')]
    const { db } = api.app.services
    await db
      .insertInto('videos')
      .values({ id: 'secret', filename: 'secret.mp4', path: '/nowhere/secret.mp4' })
      .execute()
    const projectId = await makeProject(api, ben.id, { [guest.id]: 'viewer' })
    await db.insertInto('projectVideoAssignments').values({ id: newId(), projectId, videoId: 'secret' }).execute()
    const see = async (who: Person) => [
      (await who.get('/api/videos/secret')).status,
      (await who.get('/api/videos')).body.some((video: { id: string }) => video.id === 'secret') ? 200 : 404,
      (await who.graph('{ video(id: "secret") { id } }')).data.video ? 200 : 404,
    ]
    expect(await see(ben)).toEqual([200, 200, 200])
    expect(await see(guest)).toEqual([200, 200, 200])
    expect(await see(admin)).toEqual([200, 200, 200])
    expect(await see(eve)).toEqual([404, 404, 404])
    const filtered = async (who: Person) =>
      (await who.get(`/api/videos?projectId=${projectId}`)).body.map((video: { id: string }) => video.id)
    expect(await filtered(ben)).toEqual(['secret'])
    expect(await filtered(eve)).toEqual([])
    expect((await ben.get('/api/videos?projectId=x')).status).toBe(400)
    await db
      .updateTable('projectVideoAssignments')
      .set({ assignedUserId: eve.id })
      .where('videoId', '=', 'secret')
      .execute()
    expect(await see(eve)).toEqual([200, 200, 200])
    await db.deleteFrom('projectVideoAssignments').execute()
    await db.deleteFrom('videos').where('id', '=', 'secret').execute()
  })

  it('pages newest first through GraphQL and searches names and titles', async () => {
    const { db } = api.app.services
    const created = ['one', 'two', 'three'].map((name, index) => ({
      id: `page-${name}`,
      filename: `${name}_100%.mp4`,
      path: name,
      createdAt: new Date(Date.UTC(2001, 0, index + 1)),
    }))
    await db.insertInto('videos').values(created).execute()
    const query =
      'query ($after: String, $search: String) { videos(first: 2, after: $after, filter: { search: $search }) { nodes { id } pageInfo { hasNextPage endCursor } totalCount } }'
    const first = (await ann.graph(query, { search: '0%' })).data.videos
    expect(first).toMatchObject({
      totalCount: 3,
      nodes: [{ id: 'page-three' }, { id: 'page-two' }],
      pageInfo: { hasNextPage: true },
    })
    const second = (await ann.graph(query, { search: '0%', after: first.pageInfo.endCursor })).data.videos
    expect(second).toMatchObject({ nodes: [{ id: 'page-one' }], pageInfo: { hasNextPage: false } })
    expect((await ann.graph(query, { search: 'DUST STORM' })).data.videos.nodes).toEqual([{ id: videoId }])
    await db.deleteFrom('videos').where('id', 'like', 'page-%').execute()
  })
})

describe('addresses', () => {
  it('point to the own stream without an end for local files (V-08)', async () => {
    expect((await ann.get(`/api/videos/${videoId}/url`)).body).toEqual({
      url: `/api/videos/${videoId}/stream`,
      expiresIn: null,
    })
    for (const bad of ['59', '604801', 'x', '60.5', '1e400', '-1e400', 'Infinity'])
      expect((await ann.get(`/api/videos/${videoId}/url?expiresIn=${bad}`)).status, bad).toBe(400)
    const { errors } = await ann.graph(`{ video(id: "${videoId}") { url(expiresIn: 1) { url } } }`)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'expiresIn' }] })
  })
})

describe('streams', () => {
  const fetchBytes = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await ann.request(`/api/videos/${videoId}/stream`, { headers, method })
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
  }

  it('give the whole file with its type, and may be framed by other origins (V-09, V-10, CF-02)', async () => {
    const { status, headers, body } = await fetchBytes()
    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-length': String(bytes.length),
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, bytes.length - 1],
    ['bytes=-10', bytes.length - 10, bytes.length - 1],
    ['bytes=5-999999999', 5, bytes.length - 1],
    ['bytes=-999999999', 0, bytes.length - 1],
    ['BYTES=7-7', 7, 7],
  ])('give the part that %s asks for (V-09)', async (range, start, end) => {
    const { status, headers, body } = await fetchBytes({ range })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`)
    expect(headers.get('content-length')).toBe(String(end - start + 1))
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it.each([`bytes=${bytes.length}-`, 'bytes=-0', `bytes=${bytes.length + 5}-${bytes.length + 9}`])(
    'refuse %s with the size (V-09)',
    async (range) => {
      const { status, headers } = await fetchBytes({ range })
      expect(status).toBe(416)
      expect(headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    },
  )

  it.each(['bytes=0-1,5-9', 'bytes=9-5', 'items=0-1', 'bytes=a-b', 'bytes=-'])(
    'ignore %s and give the whole file',
    async (range) => {
      const { status, body } = await fetchBytes({ range })
      expect([status, body.length]).toEqual([200, bytes.length])
    },
  )

  it('answer HEAD with the same headers and no bytes, ranges ignored', async () => {
    const { status, headers, body } = await fetchBytes({ range: 'bytes=0-1' }, 'HEAD')
    expect([status, body.length, headers.get('content-length'), headers.get('accept-ranges')]).toEqual([
      200,
      0,
      String(bytes.length),
      'bytes',
    ])
  })

  it('give a part only while the file is the one that If-Range names', async () => {
    const { headers } = await fetchBytes({}, 'HEAD')
    const range = 'bytes=0-1'
    expect((await fetchBytes({ range, 'if-range': headers.get('etag') ?? '' })).status).toBe(206)
    expect((await fetchBytes({ range, 'if-range': headers.get('last-modified') ?? '' })).status).toBe(206)
    expect((await fetchBytes({ range, 'if-range': '"other"' })).status).toBe(200)
    for (const method of ['GET', 'HEAD'])
      for (const part of [{}, { range }] as Record<string, string>[]) {
        const known = await fetchBytes({ ...part, 'if-none-match': headers.get('etag') ?? '' }, method)
        expect([known.status, known.body.length, known.headers.get('content-range')]).toEqual([304, 0, null])
      }
    expect((await fetchBytes({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await fetchBytes({ range, 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200)
  })

  it('are refused where the client asks for another file, by If-Match or If-Unmodified-Since', async () => {
    const { headers } = await fetchBytes({}, 'HEAD')
    const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    const long = 'Thu, 01 Jan 1970 00:00:00 GMT'
    for (const part of [{}, { range: 'bytes=0-1' }] as Record<string, string>[]) {
      const status = async (asked: Record<string, string>) => (await fetchBytes({ ...part, ...asked })).status
      const found = part['range'] ? 206 : 200
      expect(await status({ 'if-match': '"other"' })).toBe(412)
      expect(await status({ 'if-unmodified-since': long })).toBe(412)
      expect(await status({ 'if-match': `"other", ${etag}`, 'if-unmodified-since': long })).toBe(found)
      expect(await status({ 'if-match': '*' })).toBe(found)
      expect(await status({ 'if-unmodified-since': modified })).toBe(found)
      expect(await status({ 'if-unmodified-since': 'yesterday' })).toBe(found)
    }
  })

  it('answer 404 when the file is gone, also for paths outside the folder', async () => {
    const { db } = api.app.services
    await db
      .insertInto('videos')
      .values([
        { id: 'gone', filename: 'gone.mp4', path: join(videoFolder(api), 'gone.mp4') },
        { id: 'outside', filename: 'outside.mp4', path: '/etc/passwd' },
        { id: 'above', filename: 'above.mp4', path: '../../../../etc/passwd' },
      ])
      .execute()
    for (const one of ['gone', 'outside', 'above']) {
      expect((await ann.get(`/api/videos/${one}/stream`)).body).toMatchObject({ error: 'Video not found' })
      expect((await ann.request(`/api/videos/${one}/stream`, { method: 'HEAD' })).status).toBe(404)
    }
    await db.deleteFrom('videos').where('id', 'in', ['gone', 'outside', 'above']).execute()
  })

  it('answer an empty file and refuse any part of it', async () => {
    writeFileSync(join(videoFolder(api), 'empty.mp4'), '')
    await made(admin.post('/api/videos/sync'))
    const empty = (await ann.get('/api/videos')).body.find(
      (video: { filename: string }) => video.filename === 'empty.mp4',
    )
    const whole = await ann.request(`/api/videos/${empty.id}/stream`)
    expect([whole.status, whole.headers.get('content-length'), whole.headers.get('content-type')]).toEqual([
      200,
      '0',
      'video/mp4',
    ])
    expect(
      (await ann.request(`/api/videos/${empty.id}/stream`, { headers: { range: 'bytes=0-' } })).headers.get(
        'content-range',
      ),
    ).toBe('bytes */0')
    rmSync(join(videoFolder(api), 'empty.mp4'))
  })

  it('close the file when the client leaves in the middle', async () => {
    const big = join(videoFolder(api), 'big.mp4')
    writeFileSync(big, Buffer.alloc(64 * 1024 * 1024, 7))
    await made(admin.post('/api/videos/sync'))
    const { id: bigId } = (await ann.get('/api/videos')).body.find(
      (video: { filename: string }) => video.filename === 'big.mp4',
    )
    const { port } = new URL(api.url)
    const openFiles = () => openPaths().filter((path) => path.endsWith('big.mp4')).length
    const memory = process.memoryUsage().rss
    const socket = createConnection(Number(port), '127.0.0.1')
    socket.write(`GET /api/videos/${bigId}/stream HTTP/1.1\r\nHost: x\r\nCookie: ${ann.cookie}\r\n\r\n`)
    await once(socket, 'data')
    // The client stops reading: backpressure must stop the reading of the file, so that memory does not fill up.
    socket.pause()
    await new Promise((wait) => setTimeout(wait, 300))
    expect(openFiles()).toBe(1)
    expect(process.memoryUsage().rss - memory).toBeLessThan(40 * 1024 * 1024)
    socket.destroy()
    await expect.poll(openFiles).toBe(0)
    rmSync(big)
  })
})

/** Returns the paths of the files that this process has open (Linux). */
function openPaths(): string[] {
  const { readdirSync, readlinkSync } = process.getBuiltinModule('node:fs')
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      // The file was closed after the folder was read.
      return []
    }
  })
}
