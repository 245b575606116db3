import { describe, expect, it } from 'vitest'
import { readSidecar, spreadMetadata, storedMetadata, videoIdOf } from '../../src/videos/files/metadata.js'

const sidecar = (document: unknown) => readSidecar(JSON.stringify(document))

describe('the id of a video', () => {
  it('is the first 16 digits of the MD5 of its file name (V-01)', () => {
    expect(videoIdOf('hello')).toBe('5d41402abc4b2a76')
    expect(videoIdOf('dust-störm.webm')).toMatch(/^[0-9a-f]{16}$/)
  })
})

describe('the columns of a video from its sidecar', () => {
  it('are duration, frame rate, resolution, platform and platform id (V-05, V-06)', () => {
    const document = {
      id: 'abc',
      extractor: 'vimeo',
      extractor_key: 'Vimeo',
      duration: 3.766,
      width: 1280,
      height: 720,
      fps: 25,
    }
    expect(sidecar(document)).toEqual({
      metadata: document,
      duration: 3.766,
      frameRate: 25,
      resolution: '1280x720',
      sourcePlatform: 'Vimeo',
      platformVideoId: 'abc',
    })
  })

  it('are null where the sidecar says nothing usable', () => {
    expect(sidecar({ width: 100, fps: 'fast', duration: -1, id: '', extractor: null })).toMatchObject({
      duration: null,
      frameRate: null,
      resolution: null,
      sourcePlatform: null,
      platformVideoId: null,
    })
  })

  it.each([
    [{ fps: 30, r_frame_rate: '25/1' }, 30],
    [{ fps: null, frame_rate: 24 }, 24],
    [{ framerate: '23.976' }, 23.976],
    [{ r_frame_rate: '30000/1001' }, 30000 / 1001],
    [{ r_frame_rate: '0/0' }, null],
    [{ fps: 'a/b', r_frame_rate: '50/2' }, 25],
  ])('take the frame rate of %j as %s (V-05)', (document, frameRate) => {
    expect(sidecar(document)?.frameRate).toBe(frameRate)
  })

  it('take a stated resolution over width and height, and fall back to extractor and display id', () => {
    expect(sidecar({ resolution: '640x360', width: 1, height: 1, extractor: 'x', display_id: 7 })).toMatchObject({
      resolution: '640x360',
      sourcePlatform: 'x',
      platformVideoId: '7',
    })
  })

  it.each(['', '{', '[]', '"text"', 'null', '3'])('do not exist when the sidecar is %s (RF-17)', (json) => {
    expect(readSidecar(json)).toBeNull()
  })

  it('contain no NUL character', () => {
    expect(readSidecar('{"id":"a\\u0000b","tags":["\\u0000"]}')).toMatchObject({
      platformVideoId: 'ab',
      metadata: { tags: [''] },
    })
  })
})

describe('stored metadata', () => {
  const file = { filename: 'a.mp4', path: '/videos/a.mp4', size: 5, modifiedAt: new Date(0) }
  const facts = {
    filesize: 5,
    original_filename: 'a.mp4',
    storage_path: '/videos/a.mp4',
    last_modified: '1970-01-01T00:00:00.000Z',
  }

  it('is the sidecar and four facts of the file, or only these (V-03)', () => {
    expect(storedMetadata({ title: 'T' }, file)).toEqual({ title: 'T', ...facts })
    expect(storedMetadata(null, file)).toEqual(facts)
  })
})

describe('the metadata keys on a Video object', () => {
  const columns = new Set(['id', 'filename', 'duration', 'frameRate'])

  it('come as written and in camelCase, but never replace a column (V-04)', () => {
    expect(
      spreadMetadata(
        { id: 'x', uploader_id: 'u', upload_date: '20260101', frame_rate: 9, title: 'T', _type: 'video', a__b: 1 },
        columns,
      ),
    ).toEqual({
      uploader_id: 'u',
      uploaderId: 'u',
      upload_date: '20260101',
      uploadDate: '20260101',
      frame_rate: 9,
      title: 'T',
      _type: 'video',
      a__b: 1,
      aB: 1,
    })
  })

  it('leave out the bulky lists', () => {
    expect(
      spreadMetadata({ formats: [], thumbnails: [], requested_formats: [], http_headers: {}, tags: ['a'] }, columns),
    ).toEqual({ tags: ['a'] })
  })

  it('prefer a camelCase key of the document to a twin, in either order', () => {
    expect(spreadMetadata({ channel_id: 1, channelId: 2 }, columns)).toEqual({ channel_id: 1, channelId: 2 })
    expect(spreadMetadata({ channelId: 2, channel_id: 1 }, columns)).toEqual({ channel_id: 1, channelId: 2 })
  })

  it('do not replace the prototype of the object', () => {
    const spread = spreadMetadata(JSON.parse('{"__proto__":{"polluted":true}}'), columns)
    expect([Object.getPrototypeOf(spread), 'polluted' in spread, Object.keys(spread)]).toEqual([
      Object.prototype,
      false,
      ['__proto__'],
    ])
  })

  it.each([null, undefined, [], 'x'])('are none for %j', (metadata) => {
    expect(spreadMetadata(metadata, columns)).toEqual({})
  })
})
