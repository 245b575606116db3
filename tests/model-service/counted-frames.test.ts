import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineVideo } from '../../src/model-service/media/examine.js'
import { decodeFrames } from '../../src/model-service/media/frames.js'
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

/** The number that a picture of the numbered videos shows, as it is displayed. */
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
      const { frame_count: count, frame_rate: rate, time_base, first_tick, ticks } = await examineVideo(path, limits)
      const video = await probeVideo(path, limits, { count, rate, time_base, first_tick, ticks })
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
})
