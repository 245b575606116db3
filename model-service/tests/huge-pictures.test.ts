import { execFileSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../src/media/binaries.js'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

let service: TestService
/** How long this machine takes to decode the picture once, in milliseconds. */
let decodingMs = 0
const picture = (size: string) => ['-f', 'lavfi', '-i', `color=c=red:size=${size}:rate=10`, '-frames:v', '1']

beforeAll(async () => {
  service = await startTestService()
  const at = (name: string) => join(service.videos, name)
  await service.clip('huge.png', picture('15000x15000'))
  // The same picture as the only frame of a real video container.
  await service.clip('huge-inside.mkv', ['-i', at('huge.png'), '-c', 'copy'])
  renameSync(at('huge.png'), at('huge.webm'))
  const began = performance.now()
  execFileSync(programPath('ffmpeg'), ['-nostdin', '-v', 'error', '-i', at('huge-inside.mkv'), '-f', 'null', '-'])
  decodingMs = performance.now() - began
  for (const kind of ['png', 'jpg', 'gif', 'bmp']) {
    await service.clip(`small.${kind}`, picture('64x64'))
    renameSync(at(`small.${kind}`), at(`${kind}.webm`))
  }
  await service.clip('wide.mkv', [...picture('1000x500'), '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'])
  writeFileSync(at('concat.webm'), "ffconcat version 1.0\nfile 'dust-storm.webm'\n")
  writeFileSync(at('playlist.webm'), '#EXTM3U\n#EXTINF:4,\ndust-storm.webm\n#EXT-X-ENDLIST\n')
})
afterAll(() => service.stop())

const bodies: [string, Record<string, unknown>][] = [
  ['/api/thumbnails/generate', { video_id: 'v', timestamp: 0, size: 'small' }],
  ['/api/summarize', { video_id: 'v', persona_id: 'p', enable_audio: true }],
  ['/api/detection/detect', { video_id: 'v', query: 'car', frame_numbers: [0] }],
]

describe.each(bodies)('%s', (path, body) => {
  it.each([
    ['huge.webm', 'The file is no video: its content is of no container format that is read'],
    [
      'huge-inside.mkv',
      'The pictures of the video have 15000x15000 pixels; at most 40000000 pixels a picture are decoded',
    ],
  ])('refuses a picture of 225 million pixels before it is decoded, named %s', async (name, detail) => {
    const began = performance.now()
    const answer = await service.post(path, { ...body, video_path: name })
    expect(answer).toEqual({ status: 400, body: { detail } })
    expect(performance.now() - began).toBeLessThan(decodingMs)
  })

  it.each(['png.webm', 'jpg.webm', 'gif.webm', 'bmp.webm', 'concat.webm', 'playlist.webm'])(
    'reads no still picture, script or playlist under the name of a video: %s',
    async (name) => {
      const { status, body: answer } = await service.post(path, { ...body, video_path: name })
      expect([status, answer['detail']]).toEqual([400, expect.stringMatching(/no video|could not be decoded/)])
    },
  )

  it.each([
    'concat:dust-storm.webm|dust-storm.webm',
    'data:video/webm;base64,GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH',
    'subfile,,start,0,end,0,,:dust-storm.webm',
    'lavfi:testsrc',
  ])('takes no address for a file: %s', async (name) => {
    expect((await service.post(path, { ...body, video_path: name })).status).toBe(404)
  })
})

describe('MODEL_SERVICE_MAX_PIXELS', () => {
  it('says how large a picture may be', async () => {
    const strict = await startTestService({
      MODEL_SERVICE_VIDEO_ROOT: service.videos,
      MODEL_SERVICE_MAX_PIXELS: '499999',
    })
    try {
      const body = { video_id: 'v', timestamp: 0, size: 'small', video_path: 'wide.mkv' }
      expect((await service.post('/api/thumbnails/generate', body)).status).toBe(200)
      const refused = await strict.post('/api/thumbnails/generate', body)
      expect([refused.status, refused.body['detail']]).toEqual([
        400,
        'The pictures of the video have 1000x500 pixels; at most 499999 pixels a picture are decoded',
      ])
    } finally {
      await strict.stop()
    }
  })
})
