import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const { videos, folder } = service
  writeFileSync(join(folder, 'secret.webm'), 'secret')
  symlinkSync(join(folder, 'secret.webm'), join(videos, 'link.webm'))
  mkdirSync(join(videos, 'folder.mp4'))
  writeFileSync(join(videos, 'empty.mp4'), '')
  writeFileSync(join(videos, 'text.mp4'), 'this is not a video\n'.repeat(500))
  writeFileSync(join(videos, 'list.mp4'), `ffconcat version 1.0\nfile ${join(videos, 'dust-storm.webm')}\n`)
  writeFileSync(
    join(videos, 'playlist.m3u8'),
    `#EXTM3U\n#EXTINF:4,\n${join(videos, 'dust-storm.webm')}\n#EXT-X-ENDLIST\n`,
  )
  const whole = readFileSync(join(videos, 'dust-storm.webm'))
  writeFileSync(join(videos, 'cut.webm'), whole.subarray(0, 60_000))
  writeFileSync(join(videos, 'header.webm'), whole.subarray(0, 300))
  const noisy = Buffer.from(whole)
  for (let at = 5000; at < noisy.length; at += 97) noisy[at] = (at * 31) % 256
  writeFileSync(join(videos, 'noisy.webm'), noisy)
  // A summary of one second tests wrong fields as well as one of the whole film.
  await service.clip('short.webm', ['-i', join(videos, 'dust-storm.webm'), '-t', '1', '-c', 'copy'])
  await service.clip('sound.wav', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'])
  await service.clip('one-frame.mp4', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=64x64:rate=1:duration=1',
    '-pix_fmt',
    'yuv420p',
  ])
})
afterAll(() => service.stop())

const mask = Buffer.from(JSON.stringify({ size: [720, 1280], counts: [1000, 100, 720 * 1280 - 1100] })).toString(
  'base64',
)
const headOfPng = Buffer.from('89504e470d0a1a0a0000000d4948445200000500000002d0', 'hex')
const bodies: Record<string, Record<string, unknown>> = {
  '/api/thumbnails/generate': { video_id: 'v', video_path: 'dust-storm.webm', timestamp: 1, size: 'small' },
  '/api/summarize': { video_id: 'v', persona_id: 'p', video_path: 'short.webm', enable_audio: true },
  '/api/detection/detect': { video_id: 'v', query: 'car', video_path: 'dust-storm.webm', frame_numbers: [5] },
  '/api/tracking/track': {
    video_id: 'v',
    video_path: 'dust-storm.webm',
    initial_masks: [mask],
    object_ids: [1],
    frame_numbers: [0, 2],
  },
  '/api/extract-claims': { summary_id: 's', summary_text: 'A car stops.', extraction_strategy: 'hierarchical' },
  '/api/synthesize-summary': {
    summary_id: 's',
    claim_sources: [{ source_id: 'a', source_type: 'summary', claims: [{ text: 'A car stops' }] }],
  },
  '/api/ontology/augment': { persona_id: 'p', domain: 'Ships carry cargo.', target_category: 'entity' },
  '/api/transcribe': { audio_path: 'sound.wav' },
  '/api/diarize': { audio_path: 'sound.wav' },
}
const routes = Object.keys(bodies)
const videoRoutes = routes.slice(0, 4)
const speechRoutes = routes.slice(7)

describe('any route that takes a body', () => {
  it.each(routes)('%s refuses what is no object of its form with 422 and a reason', async (path) => {
    for (const body of ['', '{', '[]', 'null', '"x"', '1', '{}', '{"__proto__": {}}']) {
      const { status, body: answer } = await service.post(path, body)
      expect([status, typeof answer.detail], `${path} ${body}`).toEqual([422, 'string'])
    }
  })

  it.each(routes)(
    '%s answers a wrong type in any field with 4xx',
    async (path) => {
      for (const field of Object.keys(bodies[path]!)) {
        for (const value of [{}, [[]], true, -1, 1e308, '', '\u0000', 'x'.repeat(100_000), { length: 3 }]) {
          const { status, body } = await service.post(path, { ...bodies[path], [field]: value })
          const allowed = speechRoutes.includes(path) ? [400, 404, 422, 503] : [200, 400, 404, 422]
          expect(
            allowed,
            `${path} ${field} ${JSON.stringify(value).slice(0, 40)}: ${status} ${String(body.detail)}`,
          ).toContain(status)
          expect(typeof body.detail === 'string' || status === 200).toBe(true)
        }
      }
    },
    60_000,
  )

  it.each(routes)('%s ignores fields it does not know', async (path) => {
    expect((await service.post(path, { ...bodies[path], unknown_field: { a: [1] } })).status).toBe(
      speechRoutes.includes(path) ? 503 : 200,
    )
  })
})

describe.each([
  ...videoRoutes.map((route) => [route, 'video_path'] as const),
  ...speechRoutes.map((route) => [route, 'audio_path'] as const),
])('%s', (route, field) => {
  it.each([
    ['/etc/passwd', 400],
    ['../secret.webm', 400],
    ['link.webm', 400],
    ['folder.mp4', 400],
    ['..', 400],
    ['.', 400],
    ['a\0b', 400],
    ['absent.webm', 404],
    ['dust-storm.webm/x', 404],
    ['x'.repeat(300), 400],
    ['file:///etc/passwd', 404],
    ['http://127.0.0.1:1/x.mp4', 404],
  ])('path %j is refused with %i', async (path, status) => {
    const { status: actual, body } = await service.post(route, { ...bodies[route], [field]: path })
    expect([actual, typeof body.detail]).toEqual([status, 'string'])
    expect(String(body.detail)).not.toContain(service.folder)
  })
})

describe.each(videoRoutes)('%s', (route) => {
  it.each(['empty.mp4', 'text.mp4', 'list.mp4', 'playlist.m3u8', 'header.webm', 'sound.wav'])(
    '%s is no video: 400 with a reason and without paths of the server',
    async (name) => {
      const { status, body } = await service.post(route, { ...bodies[route], video_path: name })
      expect([status, typeof body.detail], String(body.detail)).toEqual([400, 'string'])
      expect(String(body.detail)).not.toContain(service.folder)
    },
  )

  it.each(['cut.webm', 'noisy.webm', 'one-frame.mp4'])(
    '%s, a damaged or tiny video, never makes it fail',
    async (name) => {
      const { status } = await service.post(route, { ...bodies[route], video_path: name })
      expect([200, 400]).toContain(status)
    },
  )
})

describe('particular faults', () => {
  it.each([
    ['/api/thumbnails/generate', { size: 'huge' }, 422],
    ['/api/thumbnails/generate', { timestamp: -1 }, 422],
    ['/api/summarize', { frame_sample_rate: 11 }, 422],
    ['/api/summarize', { max_frames: 0 }, 422],
    ['/api/summarize', { max_frames: 1.5 }, 422],
    ['/api/summarize', { fusion_strategy: 'late' }, 422],
    ['/api/summarize', { persona_id: undefined }, 422],
    ['/api/detection/detect', { frame_numbers: [9999] }, 400],
    ['/api/detection/detect', { frame_numbers: [-1] }, 422],
    ['/api/detection/detect', { confidence_threshold: 2 }, 422],
    ['/api/detection/detect', { frame_numbers: ['1'] }, 422],
    ['/api/tracking/track', { object_ids: [1, 2] }, 400],
    ['/api/tracking/track', { initial_masks: ['!!!'] }, 400],
    ['/api/tracking/track', { initial_masks: [Buffer.from('{"size":[1,1],"counts":[1]}').toString('base64')] }, 400],
    [
      '/api/tracking/track',
      { initial_masks: [Buffer.from('{"size":[720,1280],"counts":[5]}').toString('base64')] },
      400,
    ],
    [
      '/api/tracking/track',
      { initial_masks: [Buffer.from('{"size":[720,1280],"counts":[921600]}').toString('base64')] },
      400,
    ],
    ['/api/tracking/track', { initial_masks: [headOfPng.toString('base64')] }, 400],
    ['/api/tracking/track', { frame_numbers: [500] }, 400],
    ['/api/extract-claims', { max_claims: 201 }, 422],
    ['/api/extract-claims', { extraction_strategy: 'manual' }, 422],
    ['/api/extract-claims', { min_confidence: 1.1 }, 422],
    ['/api/extract-claims', { annotations: ['x'] }, 422],
    ['/api/synthesize-summary', { claim_sources: [] }, 422],
    ['/api/synthesize-summary', { max_length: 99 }, 422],
    ['/api/synthesize-summary', { claim_sources: [{ source_id: 'a', source_type: 's', claims: [{ text: 1 }] }] }, 422],
    ['/api/synthesize-summary', { synthesis_strategy: 'poem' }, 422],
    ['/api/ontology/augment', { target_category: 'place' }, 422],
    ['/api/ontology/augment', { max_suggestions: 51 }, 422],
    ['/api/diarize', { min_speakers: 3, max_speakers: 2 }, 422],
    ['/api/diarize', { num_speakers: 0 }, 422],
  ])('%s with %j is %i', async (route, change, status) => {
    const { status: actual, body } = await service.post(route, { ...bodies[route], ...change })
    expect([actual, typeof body.detail]).toEqual([status, 'string'])
  })

  it.each(speechRoutes)('%s says that no provider is configured when all else is right', async (route) => {
    const { status, body } = await service.post(route, bodies[route])
    expect(status).toBe(503)
    expect(body.detail).toMatch(/not available/)
  })

  it('answers an unknown route, a wrong method and a wrong content type in the same form', async () => {
    expect(await service.post('/api/nothing', {})).toMatchObject({
      status: 404,
      body: { detail: 'Route POST /api/nothing not found' },
    })
    expect((await service.get('/api/summarize')).status).toBe(404)
    const plain = await service.post('/api/summarize', 'x', { 'content-type': 'text/plain' })
    expect([plain.status, typeof plain.body.detail]).toEqual([415, 'string'])
  })

  it.each([
    ['a lone surrogate', '\ud800 lone surrogate. '],
    ['no full stop', 'no end '.repeat(20_000)],
    ['no space', 'x'.repeat(100_000)],
    ['clauses only', 'a,b and c;'.repeat(20_000)],
    ['full stops only', '. '.repeat(50_000)],
    ['other letters', 'Ünïcode 🚚 wörk. '.repeat(3000)],
  ])(
    'reads a long text (%s) and lets other work go on meanwhile',
    async (_, text) => {
      let longest = 0
      let since = performance.now()
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - since)
        since = performance.now()
      }, 5)
      for (const strategy of ['sentence-based', 'semantic-units', 'hierarchical']) {
        const body = { summary_id: 's', summary_text: text, extraction_strategy: strategy }
        expect((await service.post('/api/extract-claims', body)).status).toBe(200)
      }
      expect(
        (await service.post('/api/ontology/augment', { persona_id: 'p', domain: text, target_category: 'entity' }))
          .status,
      ).toBe(200)
      clearInterval(timer)
      expect(longest).toBeLessThan(2000)
    },
    60_000,
  )

  it('leaves no drafts in the thumbnail folder', async () => {
    expect(readdirSync(service.thumbnails).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
