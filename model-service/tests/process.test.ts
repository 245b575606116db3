import { readFileSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModelServiceConfig } from '../src/config.js'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  // One minute of 720p, which takes about ten seconds to decode.
  await service.clip('long.webm', ['-stream_loop', '15', '-i', `${service.videos}/dust-storm.webm`, '-c', 'copy'])
})
afterAll(() => service.stop())

/** Counts the running programs that have the long video among their arguments. */
function decoders(): number {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`${service.videos}/long.webm`)
      } catch {
        return false
      }
    }).length
}

async function until(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (condition()) return true
    await sleep(20)
  }
  return false
}

const summary = { video_id: 'v', persona_id: 'p', video_path: 'long.webm' }

describe('a page whose host name points to the service (DNS rebinding)', () => {
  it('is refused where the service listens on the loopback interface', async () => {
    const { port } = new URL(service.url)
    const statusOf = (host: string) =>
      new Promise((done, fail) => {
        const ask = request({ port, path: '/api/models/status', headers: { host } }, (answer) => {
          answer.resume()
          done(answer.statusCode)
        })
        ask.on('error', fail).end()
      })
    expect(await statusOf('evil.example')).toBe(403)
    for (const own of ['localhost', `127.0.0.1:${port}`, '[::1]']) expect(await statusOf(own)).not.toBe(403)
  })
})

describe('a client that goes away', () => {
  it.skipIf(process.platform !== 'linux').each([
    ['/api/summarize', summary],
    ['/api/detection/detect', { video_id: 'v', query: 'car', video_path: 'long.webm', frame_numbers: [1000] }],
  ])('%s stops decoding within two seconds', async (path, body) => {
    const controller = new AbortController()
    const call = fetch(service.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal: controller.signal,
    })
    expect(await until(() => decoders() > 0)).toBe(true)
    controller.abort()
    await expect(call).rejects.toThrow()
    expect(await until(() => decoders() === 0)).toBe(true)
  })
})

describe('the event loop', () => {
  it('answers /health while it summarises, detects and tracks: half of the answers within 200 ms', async () => {
    const columns = Array.from({ length: 200 }, () => [200, 520])
      .flat()
      .slice(0, -1)
    const mask = Buffer.from(JSON.stringify({ size: [720, 1280], counts: [720 * 300, ...columns, 720 * 780 + 520] }))
    const numbers = Array.from({ length: 6 }, (_, number) => 20 * number)
    let running = true
    const work = Promise.all([
      service.post('/api/summarize', { ...summary, video_path: 'dust-storm.webm' }),
      service.post('/api/detection/detect', {
        video_id: 'v',
        query: 'car',
        video_path: 'dust-storm.webm',
        frame_numbers: numbers,
      }),
      service.post('/api/tracking/track', {
        video_id: 'v',
        video_path: 'dust-storm.webm',
        initial_masks: [mask.toString('base64')],
        object_ids: [1],
      }),
    ]).finally(() => {
      running = false
    })
    const waits: number[] = []
    while (running) {
      const startedAt = performance.now()
      expect((await service.get('/health')).status).toBe(200)
      waits.push(performance.now() - startedAt)
      await sleep(10)
    }
    expect((await work).map((answer) => answer.status)).toEqual([200, 200, 200])
    waits.sort((a, b) => a - b)
    expect(waits.length).toBeGreaterThan(5)
    expect(waits[waits.length >> 1]).toBeLessThan(200)
    expect(waits.at(-1)).toBeLessThan(2500)
  })
})

describe('the time limit of decoding', () => {
  it('ends in 503 with a reason', async () => {
    const hurried = await startTestService({
      MODEL_SERVICE_FFMPEG_TIMEOUT_MS: '1000',
      MODEL_SERVICE_VIDEO_ROOT: service.videos,
    })
    const { status, body } = await hurried.post('/api/summarize', summary)
    await hurried.stop()
    expect([status, body.detail]).toEqual([503, 'ffmpeg did not finish within 1000 ms'])
  })
})

describe('readModelServiceConfig', () => {
  it('has the documented defaults', () => {
    expect(readModelServiceConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      videoRoot: '/videos',
      thumbnailRoot: '/tmp/thumbnails',
      adminToken: null,
      device: 'cpu',
    })
  })

  it('lists every fault at once', () => {
    const env = { MODEL_SERVICE_PORT: '99999', DEVICE: 'tpu', MODEL_SERVICE_VIDEO_ROOT: 'videos' }
    for (const name of Object.keys(env)) expect(() => readModelServiceConfig(env)).toThrow(name)
  })

  it('takes empty values as unset and ignores a time limit that is no positive integer', () => {
    const env = { MODEL_SERVICE_ADMIN_TOKEN: ' ', MODEL_SERVICE_PORT: '', MODEL_SERVICE_FFMPEG_TIMEOUT_MS: '-5' }
    expect(readModelServiceConfig(env)).toMatchObject({ adminToken: null, port: 8000, ffmpegTimeoutMs: 280_000 })
  })
})
