import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOf } from '../../src/lib/frame-clock.js'
import { clockOf } from '../../src/lib/sent-clock.js'
import { programPath } from '../../src/model-service/media/binaries.js'
import { examineVideo } from '../../src/model-service/media/examine.js'
import { decodeFrames } from '../../src/model-service/media/frames.js'
import { jpegFrames } from '../../src/model-service/media/jpeg-frames.js'
import { probeVideo } from '../../src/model-service/media/probe.js'
import { makeNumberedVideos, type NumberedVideo } from '../browser/numbered-videos.js'
import { startTestService, type TestService } from './support.js'

let service: TestService
let videos: NumberedVideo[]
beforeAll(async () => {
  service = await startTestService()
  videos = makeNumberedVideos(service.videos)
}, 120_000)
afterAll(() => service.stop())

const limits = { signal: new AbortController().signal, timeoutMs: 20_000, maxPixels: 40_000_000 }

async function sentClockOf(name: string) {
  const path = join(service.videos, name)
  const { frame_count: count, frame_rate: rate, time_base, first_tick, ticks } = await examineVideo(path, limits)
  return { count, rate, time_base, first_tick, ticks }
}

/** Reads the frame number that is drawn as 12 squares into each frame of the test videos; `rotation` in degrees. */
function numberIn(pixels: Uint8Array, { width, height }: { width: number; height: number }, rotation: number): number {
  const square = Math.min(width, height) / 2
  let number = 0
  for (let bit = 0; bit < 12; bit++) {
    const [a, b] = [((bit % 6) + 0.5) * square, (Math.floor(bit / 6) + 0.5) * square]
    const places = { 0: [a, b], 90: [width - 1 - b, a], 180: [width - 1 - a, height - 1 - b], 270: [b, height - 1 - a] }
    const [x, y] = places[rotation as keyof typeof places] as [number, number]
    if (pixels[Math.floor(y) * width + Math.floor(x)]! > 128) number |= 1 << bit
  }
  return number
}

describe('a frame that the server counts', () => {
  it('is the same picture for the model service, in videos of every kind, wherever it is sought', async () => {
    const wrong: string[] = []
    for (const { name, rotation, first } of videos) {
      const path = join(service.videos, name)
      const video = await probeVideo(path, limits, await sentClockOf(name))
      const size = { width: video.width, height: video.height }
      const last = video.frameCount - 1
      for (const [from, to] of [
        [0, last],
        [1, 2],
        [17, 19],
        [Math.floor(last / 2), Math.floor(last / 2)],
        [last - 1, last],
      ] as const) {
        const seen: number[] = []
        for await (const { index, pixels } of decodeFrames(video, { ...size, format: 'gray', from, to }, limits)) {
          expect(index).toBe(from + seen.length)
          seen.push(numberIn(pixels, size, rotation))
        }
        const wanted = Array.from({ length: to - from + 1 }, (_none, i) => first + from + i)
        if (seen.join() !== wanted.join()) wrong.push(`${name} from ${from}: ${seen.join(' ')}`)
      }
    }
    expect(wrong).toEqual([])
    expect(videos.length).toBeGreaterThan(30)
  }, 120_000)

  it('is the same picture for a provider that is sent some of them', async () => {
    for (const { name, rotation, first } of videos.filter((one) =>
      /uneven|slower|still|late|cut|turned/.test(one.name),
    )) {
      const video = await probeVideo(join(service.videos, name), limits, await sentClockOf(name))
      const size = { width: video.width, height: video.height }
      const frames = await jpegFrames(video, { samplesPerSecond: 3, maxFrames: 7 }, limits)
      const seen = frames.map(({ jpeg }) => {
        const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
        const pixels = execFileSync(programPath('ffmpeg'), ['-v', 'error', '-i', 'pipe:0', ...raw], { input: jpeg })
        return numberIn(pixels, size, rotation)
      })
      expect([name, seen]).toEqual([name, frames.map(({ index }) => first + index)])
    }
  })

  it('is named by a summary with the time at which it is shown', async () => {
    for (const name of ['uneven.mp4', 'slower.mp4', 'late.mp4']) {
      const sent = await sentClockOf(name)
      const clock = clockOf(sent)
      const asked = { video_id: 'v', persona_id: 'p', video_path: name, frame_clock: sent, max_frames: 8 }
      const { status, body } = await service.post<{ key_frames: { frame_number: number; timestamp: number }[] }>(
        '/api/summarize',
        asked,
      )
      expect([status, body.key_frames.length > 2]).toEqual([200, true])
      for (const { frame_number, timestamp } of body.key_frames)
        expect(timestamp, `${name}, frame ${frame_number}`).toBeCloseTo(startOf(clock, frame_number), 2)
    }
  })
})
