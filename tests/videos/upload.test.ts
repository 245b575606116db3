import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSync } from '../../src/videos/files/sync.sql.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { untilWaiting } from '../support/waiting.js'
import { made } from '../support/workspace.js'
import { addSample, sample, sendVideo, videoFolder } from './support.js'

const bytes = readFileSync(sample)
const largest = 3_000_000

let api: TestApi
let admin: Person
let ann: Person

beforeAll(async () => {
  api = await startApi({ VIDEO_UPLOAD_MAX_BYTES: String(largest) })
  videoFolder(api)
  admin = await api.admin()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const files = () => readdirSync(videoFolder(api)).sort()

describe('a video that is uploaded', () => {
  it('is answered like one that is read, for everybody who may see it, and stays when files are synchronised', async () => {
    const answer = await sendVideo(admin, 'sent.webm', bytes)
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { filename: 'sent.webm', size: bytes.length, path: join(videoFolder(api), 'sent.webm') },
    ])
    expect(readFileSync(answer.body.path).equals(bytes)).toBe(true)
    expect(await made(ann.get(`/api/videos/${answer.body.id}`))).toEqual(answer.body)
    expect(await made(admin.post('/api/videos/sync'))).toEqual({
      added: 0,
      updated: 0,
      deleted: 0,
      errors: 0,
      total: 1,
    })
    const { data } = await admin.graph('{ jobs(filter: { queue: VIDEO_PROBING }, first: 1) { totalCount } }')
    expect(data.jobs.totalCount).toBeGreaterThan(0)
  })

  it('stays when files are synchronised that were listed before it was shown (V-14)', async () => {
    const both = await api.app.services.db.transaction().execute(async (held) => {
      await lockSync(held)
      const sending = sendVideo(admin, 'meanwhile.webm', bytes)
      await untilWaiting(api, 'advisory')
      // The synchronisation lists the files and then waits for the same lock, behind the upload.
      const syncing = admin.post('/api/videos/sync')
      await untilWaiting(api, 'advisory', 2)
      return [sending, syncing]
    })
    const [sent, synced] = await Promise.all(both)
    expect([sent?.status, synced?.status, synced?.body]).toMatchObject([201, 200, { deleted: 0 }])
    expect((await ann.get(`/api/videos/${sent?.body.id}`)).status).toBe(200)
  })

  it('has what the file beside it says', async () => {
    writeFileSync(join(videoFolder(api), 'told.info.json'), '{"title":"Told","duration":7}')
    expect((await sendVideo(admin, 'told.webm', bytes)).body).toMatchObject({ title: 'Told', duration: 7 })
  })

  it('comes by GraphQL as well, with the same refusals', async () => {
    const send = async (person: Person, name?: string) => {
      const form = new FormData()
      const query =
        'mutation ($file: Upload!) { uploadVideo(input: { file: $file }) { video { filename size } job { queue } } }'
      form.append('operations', JSON.stringify({ query, variables: { file: null } }))
      form.append('map', JSON.stringify({ 0: ['variables.file'] }))
      if (name) form.append('0', new Blob([bytes]), name)
      const headers = { 'apollo-require-preflight': 'true' }
      return (await person.request('/graphql', { method: 'POST', body: form, headers })).json()
    }
    expect(await send(admin, 'graph.webm')).toMatchObject({
      data: { uploadVideo: { video: { filename: 'graph.webm', size: bytes.length }, job: { queue: 'VIDEO_PROBING' } } },
    })
    const refusal = (code: string) => ({ errors: [{ extensions: { code } }] })
    expect(await send(admin, 'graph.webm')).toMatchObject(refusal('CONFLICT'))
    expect(await send(admin, 'graph.txt')).toMatchObject(refusal('VALIDATION_ERROR'))
    expect(await send(admin)).toMatchObject(refusal('VALIDATION_ERROR'))
    expect(await send(ann, 'other.webm')).toMatchObject(refusal('FORBIDDEN'))
    expect(await send(api.anonymous, 'other.webm')).toMatchObject(refusal('UNAUTHENTICATED'))
  })

  it('by the default user of single-user mode is taken, as synchronising is', async () => {
    const single = await startApi({ SERVICE_MODE: 'single-user' })
    try {
      videoFolder(single)
      expect((await sendVideo(single.anonymous, 'mine.webm', bytes)).status).toBe(201)
    } finally {
      await single.stop()
    }
  })
})

describe('an upload that is refused leaves nothing behind:', () => {
  let before: string[]
  beforeEach(() => {
    before = files()
  })

  it.each([
    ['a name of no video', 'notes.txt', 'file: must have a name that ends in .mp4, .webm, .ogg, .mov, .avi, .mkv'],
    ['a hidden name', '.hidden.mp4', 'file: must have a name without slashes and control characters'],
    ['a name longer than file systems take', `${'é'.repeat(126)}.webm`, 'file: must have a name of at most 255 bytes'],
  ])('%s (400)', async (_what, name, message) => {
    const { status, body } = await sendVideo(admin, name, bytes)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.message).toContain(message)
    expect(files()).toEqual(before)
  })

  it('no file, or an empty one (400)', async () => {
    const sent = (body: FormData | string) => admin.request('/api/videos/upload', { method: 'POST', body })
    for (const body of [new FormData(), 'bytes']) expect((await sent(body)).status).toBe(400)
    expect((await sendVideo(admin, 'empty.webm', new Uint8Array())).body.message).toBe('file: is empty')
    expect(files()).toEqual(before)
  })

  it('of nobody (401), and of people who may not synchronise (403)', async () => {
    expect((await sendVideo(api.anonymous, 'a.webm', bytes)).status).toBe(401)
    expect((await sendVideo(ann, 'a.webm', bytes)).status).toBe(403)
    expect(files()).toEqual(before)
  })

  it('a name that a file has, also one that came meanwhile: what is there stays (409)', async () => {
    addSample(api, 'there.webm')
    const other = new Uint8Array(1000)
    const { status, body } = await sendVideo(admin, 'there.webm', other)
    expect([status, body.error]).toEqual([409, 'There is a video of the name there.webm already'])
    const both = await Promise.all([sendVideo(admin, 'race.webm', bytes), sendVideo(admin, 'race.webm', bytes)])
    expect(both.map((one) => one.status).sort()).toEqual([201, 409])
    for (const name of ['there.webm', 'race.webm'])
      expect(readFileSync(join(videoFolder(api), name)).equals(bytes)).toBe(true)
    expect(files()).toEqual([...before, 'race.webm', 'there.webm'].sort())
  })

  it('more bytes than a video may have, whether or not the client says so first (413)', async () => {
    expect((await sendVideo(admin, 'long.webm', new Uint8Array(largest + 1))).body).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'A video has 3000000 bytes at most',
    })
    expect((await sendVideo(admin, 'longer.webm', new Uint8Array(3 * largest))).status).toBe(413)
    expect((await sendVideo(admin, 'just.webm', new Uint8Array(largest))).status).toBe(201)
    expect(files()).toEqual([...before, 'just.webm'].sort())
  })

  it('a client that leaves in the middle', async () => {
    const { hostname, port } = new URL(api.url)
    const head = ['POST /api/videos/upload HTTP/1.1', 'host: x', `cookie: ${admin.cookie}`]
    head.push('content-type: multipart/form-data; boundary=x', 'content-length: 1000000')
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="gone.webm"\r\n\r\n'
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'b'.repeat(100_000)}`)
    for (let n = 0; n < 100 && files().length === before.length; n++) await pause(20)
    expect(files().filter((name) => name.endsWith('.part'))).toHaveLength(1)
    // A synchronisation meanwhile ignores the partial file.
    expect(await made(admin.post('/api/videos/sync'))).toMatchObject({ deleted: 0, errors: 0 })
    socket.destroy()
    for (let n = 0; n < 100 && files().length > before.length; n++) await pause(20)
    expect(files()).toEqual(before)
  })

  it('and what a killed process left goes with the next one, an hour later', async () => {
    const left = join(videoFolder(api), '.01900000-0000-7000-8000-000000000000.part')
    writeFileSync(left, 'half')
    expect((await sendVideo(admin, 'first.webm', bytes)).status).toBe(201)
    expect(files()).toContain('.01900000-0000-7000-8000-000000000000.part')
    const old = new Date(Date.now() - 2 * 3600 * 1000)
    utimesSync(left, old, old)
    expect((await sendVideo(admin, 'second.webm', bytes)).status).toBe(201)
    expect(files()).toEqual([...before, 'first.webm', 'second.webm'].sort())
  })

  it('a disk that is full (507)', async ({ skip }) => {
    const folder = videoFolder(api)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      return skip('no small file system can be mounted here')
    }
    try {
      const { status, body } = await sendVideo(admin, 'full.webm', new Uint8Array(2_000_000))
      expect([status, body.code, body.error]).toEqual([
        507,
        'STORAGE_FULL',
        'The disk of the server is full; nothing was stored',
      ])
      expect(files()).toEqual([])
    } finally {
      execFileSync('umount', [folder])
    }
  })
})
