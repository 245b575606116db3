import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentTypeOf } from '../../src/videos/storage/content-type.js'
import { openFiles, thumbnailName } from '../../src/videos/storage/storage.js'
import type { FilesConfig } from '../../src/videos/storage/storage.js'
import { startObjectServer } from '../support/s3-server.js'
import type { ObjectServer } from '../support/s3-server.js'

let top: string
let root: string
let s3: ObjectServer
let config: FilesConfig
let objects: NonNullable<FilesConfig['objects']>

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'parallax-storage-'))
  root = join(top, 'videos')
  await mkdir(join(root, 'sub'), { recursive: true })
  await mkdir(join(root, 'folder.mp4'))
  await mkdir(join(top, 'videos-private'))
  await writeFile(join(top, 'secret.mp4'), 'secret')
  await writeFile(join(top, 'videos-private', 'x.mp4'), 'secret')
  await writeFile(join(root, 'b.webm'), '0123456789')
  await writeFile(join(root, 'A.MP4'), 'aaa')
  await writeFile(join(root, 'b.info.json'), '{"title":"B"}')
  await writeFile(join(root, 'notes.txt'), 'no video')
  await writeFile(join(root, 'sub', 'c.mp4'), 'ccc')
  await symlink(join(top, 'secret.mp4'), join(root, 'outward.mp4'))
  await symlink(join(root, 'b.webm'), join(root, 'inward.webm'))
})

afterAll(() => rm(top, { recursive: true, force: true }))

beforeEach(async () => {
  s3 = await startObjectServer('films')
  objects = {
    bucket: 'films',
    region: 'eu-west-1',
    accessKeyId: 'AKTEST',
    secretAccessKey: 'secret',
    endpoint: s3.endpoint,
    publicBucket: false,
  }
  config = {
    type: 'local',
    root,
    baseUrl: '/api/videos',
    cdn: null,
    largestUpload: 1000,
    objects,
    thumbnails: { type: 'local', root: join(top, 'thumbnails'), prefix: 'thumbnails/' },
    exports: { type: 'local', root: join(top, 'exports'), prefix: 'exports/' },
  }
  return () => s3.close()
})

const content = async (files: ReturnType<typeof openFiles>, path: string, range?: { start: number; end: number }) => {
  const stream = await files.open(path, range)
  return stream && (await buffer(stream)).toString()
}

describe('local files', () => {
  it('are listed by name with their size, videos only and without subfolders (V-14)', async () => {
    const list = await openFiles(config).list()
    expect(list.map((file) => [file.filename, file.path, file.size])).toEqual([
      ['A.MP4', join(root, 'A.MP4'), 3],
      ['b.webm', join(root, 'b.webm'), 10],
      ['inward.webm', join(root, 'inward.webm'), 10],
      ['outward.mp4', join(root, 'outward.mp4'), 0],
    ])
    expect(list.map(({ fault }) => fault)).toEqual([
      undefined,
      undefined,
      undefined,
      'it is a link that leads to no file of this folder',
    ])
    expect(list[0]?.modifiedAt).toBeInstanceOf(Date)
  })

  it('cannot be listed when the folder is gone, so that a lost mount does not look like deleted videos', async () => {
    await expect(openFiles({ ...config, root: join(top, 'gone') }).list()).rejects.toThrow('ENOENT')
  })

  it('are read whole or in part, by path or by name', async () => {
    const files = openFiles(config)
    expect(await content(files, join(root, 'b.webm'))).toBe('0123456789')
    expect(await content(files, 'b.webm', { start: 2, end: 4 })).toBe('234')
    expect(await content(files, 'sub/c.mp4')).toBe('ccc')
    expect(await files.stat('b.webm')).toMatchObject({ size: 10 })
    expect(await files.localPath('inward.webm')).toMatch(/b\.webm$/)
  })

  it('are missing as null, and so is a folder', async () => {
    const files = openFiles(config)
    for (const path of ['none.mp4', 'folder.mp4', 'b.webm/x', `${'n'.repeat(300)}.mp4`]) {
      expect([await files.stat(path), await files.open(path), await files.localPath(path)]).toEqual([null, null, null])
    }
  })

  it.each([
    '../secret.mp4',
    'sub/../../secret.mp4',
    '../videos-private/x.mp4',
    'outward.mp4',
    'b.webm\u0000.mp4',
    '',
    '.',
    './',
    'sub//c.mp4',
    '/etc/passwd',
  ])('are never read outside their folder: %j', async (path) => {
    const files = openFiles(config)
    expect([await files.stat(path), await files.open(path), await files.localPath(path)]).toEqual([null, null, null])
  })

  it('have a sidecar beside them, or none', async () => {
    const files = openFiles(config)
    expect([
      await files.sidecar('b.webm'),
      await files.sidecar(join(root, 'b.webm')),
      await files.sidecar('A.MP4'),
    ]).toEqual(['{"title":"B"}', '{"title":"B"}', null])
  })

  it('have an address on this server that does not expire (V-08)', async () => {
    const files = openFiles(config)
    expect(await files.url({ id: 'a/b', path: join(root, 'b.webm') }, 3600)).toEqual({
      url: '/api/videos/a%2Fb/stream',
      expiresIn: null,
    })
    expect(await files.redirect({ id: 'x', path: 'b.webm' }, 3600)).toBeNull()
    expect(s3.requests).toEqual([])
  })
})

describe('thumbnails', () => {
  it('are kept whole in their folder and read back (V-12)', async () => {
    const files = openFiles(config)
    const name = thumbnailName('5d41402abc4b2a76', 'medium')
    expect(await files.openThumbnail(name)).toBeNull()
    expect(await files.putThumbnail(name, Buffer.from('old'))).toBe(
      join(top, 'thumbnails', '5d41402abc4b2a76_medium.jpg'),
    )
    await files.putThumbnail(name, Buffer.from('jpeg'))
    const read = await files.openThumbnail(name)
    expect(read && [(await buffer(read.stream)).toString(), read.size]).toEqual(['jpeg', 4])
    expect(await readdir(join(top, 'thumbnails'))).toEqual([name])
  })

  it('are never written outside their folder', async () => {
    const files = openFiles(config)
    await symlink(top, join(top, 'thumbnails', 'link'))
    for (const name of ['../evil.jpg', '/tmp/evil.jpg', 'link/evil.jpg', 'a\u0000.jpg']) {
      await expect(files.putThumbnail(name, Buffer.from('x'))).rejects.toThrow()
    }
    await expect(readFile(join(top, 'evil.jpg'))).rejects.toThrow('ENOENT')
  })

  it('have a plain file name whatever the id of the video (U-18)', () => {
    expect(thumbnailName('../../etc', 'small')).toMatch(/^[0-9a-f]{64}_small\.jpg$/)
    expect(thumbnailName('é'.repeat(255), 'small')).toMatch(/^[0-9a-f]{64}_small\.jpg$/)
  })

  it('go to the object store under their prefix', async () => {
    const files = openFiles({ ...config, thumbnails: { ...config.thumbnails, type: 'objstore' } })
    expect(await files.openThumbnail('v_small.jpg')).toBeNull()
    expect(await files.putThumbnail('v_small.jpg', Buffer.from('jpeg'))).toBe('thumbnails/v_small.jpg')
    expect(s3.objects.get('thumbnails/v_small.jpg')?.toString()).toBe('jpeg')
    expect(s3.requests.find((request) => request.method === 'PUT')?.headers['content-type']).toBe('image/jpeg')
    expect((await files.openThumbnail('v_small.jpg'))?.size).toBe(4)
  })
})

describe('an object store', () => {
  const put = (...keys: string[]) => keys.forEach((key) => s3.objects.set(key, Buffer.from(`${key} in the bucket`)))

  it('is listed page by page, top level only, with signed requests', async () => {
    put('d.mp4', 'e.webm', 'f.txt', 'a.mkv', 'thumbnails/x.mp4')
    const files = openFiles({ ...config, type: 'objstore' })
    expect((await files.list()).map((file) => [file.filename, file.path, file.size])).toEqual([
      ['a.mkv', 'a.mkv', 19],
      ['d.mp4', 'd.mp4', 19],
      ['e.webm', 'e.webm', 20],
    ])
    expect(s3.requests).toHaveLength(2)
    for (const { headers } of s3.requests) {
      expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKTEST\/\d{8}\/eu-west-1\/s3\/aws4_request/)
    }
  })

  it('serves bytes and parts of them, and is missing as null', async () => {
    put('d.mp4', 'd.info.json')
    const files = openFiles({ ...config, type: 'objstore' })
    expect(await content(files, 'd.mp4')).toBe('d.mp4 in the bucket')
    expect(await content(files, 'd.mp4', { start: 6, end: 7 })).toBe('in')
    const uploadedAt = new Date('2026-01-01T00:00:00Z')
    expect(await files.stat('d.mp4')).toEqual({ size: 19, modifiedAt: uploadedAt, changedAt: uploadedAt })
    expect(await files.sidecar('d.mp4')).toBe('d.info.json in the bucket')
    expect([
      await files.stat('none.mp4'),
      await files.open('none.mp4'),
      await files.open('../d.mp4'),
      await files.localPath('d.mp4'),
    ]).toEqual([null, null, null, null])
  })

  it('fails loudly when the bucket does not exist', async () => {
    const files = openFiles({ ...config, type: 'objstore', objects: { ...objects, bucket: 'wrong' } })
    await expect(files.list()).rejects.toThrow()
    await expect(files.open('d.mp4')).rejects.toThrow()
  })

  it('gives addresses that are signed for as long as was asked, and work (V-08, V-11)', async () => {
    put('d é.mp4')
    const files = openFiles({ ...config, type: 'objstore' })
    const { url, expiresIn } = await files.url({ id: 'x', path: 'd é.mp4' }, 900)
    expect(expiresIn).toBe(900)
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900')
    expect(url.startsWith(`${s3.endpoint}/films/d%20%C3%A9.mp4?`)).toBe(true)
    expect(await (await fetch(url, { headers: { Range: 'bytes=0-0' } })).text()).toBe('d')
    expect(await files.redirect({ id: 'x', path: 'd é.mp4' }, 60)).toContain('X-Amz-Signature=')
  })

  it('gives plain addresses when the bucket is public (V-08)', async () => {
    const open = { ...objects, publicBucket: true }
    expect(
      await openFiles({ ...config, type: 'objstore', objects: open }).url({ id: 'x', path: 'd é.mp4' }, 900),
    ).toEqual({ url: `${s3.endpoint}/films/d%20%C3%A9.mp4`, expiresIn: null })
    expect(
      (
        await openFiles({ ...config, type: 'objstore', objects: { ...open, endpoint: null } }).url(
          { id: 'x', path: 'd.mp4' },
          900,
        )
      ).url,
    ).toBe('https://films.s3.eu-west-1.amazonaws.com/d.mp4')
  })
})

describe('both stores together', () => {
  it('answer from the object store first and from the folder else (V-11)', async () => {
    s3.objects.set('b.webm', Buffer.from('object'))
    const files = openFiles({ ...config, type: 'hybrid' })
    expect([await content(files, join(root, 'b.webm')), await content(files, join(root, 'A.MP4'))]).toEqual([
      'object',
      'aaa',
    ])
    expect((await files.url({ id: 'x', path: join(root, 'b.webm') }, 60)).url).toContain(`${s3.endpoint}/films/b.webm?`)
    expect(await files.url({ id: 'x', path: join(root, 'A.MP4') }, 60)).toEqual({
      url: '/api/videos/x/stream',
      expiresIn: null,
    })
    expect(await files.redirect({ id: 'x', path: 'A.MP4' }, 60)).toBeNull()
    expect((await files.list()).map((file) => [file.filename, file.path])).toEqual([
      ['A.MP4', join(root, 'A.MP4')],
      ['b.webm', 'b.webm'],
      ['inward.webm', join(root, 'inward.webm')],
      ['outward.mp4', join(root, 'outward.mp4')],
    ])
  })

  it('answer from the folder while the object store is down, but fail for what only it may have', async () => {
    const files = openFiles({ ...config, type: 'hybrid', objects: { ...objects, endpoint: 'http://127.0.0.1:9' } })
    expect(await content(files, 'A.MP4')).toBe('aaa')
    expect((await files.url({ id: 'x', path: 'A.MP4' }, 60)).url).toBe('/api/videos/x/stream')
    await expect(files.open('only-object.mp4')).rejects.toThrow()
  })
})

describe('a CDN', () => {
  const now = () => new Date('2026-01-01T00:00:00Z')
  const cdn = { baseUrl: 'https://cdn.example/films/', signed: true, signingKey: 'key' }

  it('is addressed with an expiry and the HMAC-SHA256 of path and expiry (V-08)', async () => {
    const { url, expiresIn } = await openFiles({ ...config, type: 'objstore', cdn }, now).url(
      { id: 'x', path: 'd é.mp4' },
      600,
    )
    const signature = createHmac('sha256', 'key').update('/films/d%20%C3%A9.mp4?expires=1767226200').digest('base64url')
    expect(url).toBe(`https://cdn.example/films/d%20%C3%A9.mp4?expires=1767226200&signature=${signature}`)
    expect(expiresIn).toBe(600)
    expect(s3.requests).toEqual([])
  })

  it('is addressed plainly when its URLs are not signed, for local files too', async () => {
    expect(
      await openFiles({ ...config, cdn: { ...cdn, signed: false } }).url({ id: 'x', path: join(root, 'b.webm') }, 600),
    ).toEqual({ url: 'https://cdn.example/films/b.webm', expiresIn: null })
  })
})

describe('content types', () => {
  it.each([
    ['a.mp4', 'video/mp4'],
    ['a.WEBM', 'video/webm'],
    ['a.ogg', 'video/ogg'],
    ['a.mov', 'video/quicktime'],
    ['a.avi', 'video/x-msvideo'],
    ['a.b.mkv', 'video/x-matroska'],
    ['a.constructor', 'video/mp4'],
    ['a.mp4/b', 'video/mp4'],
    ['a', 'video/mp4'],
  ])('%s is %s (V-10)', (name, type) => {
    expect(contentTypeOf(name)).toBe(type)
  })
})
