import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { made, partsAlone, startTestService, type TestService } from './support.js'

interface Shown {
  label: string
  bounding_box: { x: number; y: number; width: number; height: number }
  confidence: number
}
interface Summary {
  summary: string
  evidence: {
    text: string
    source: string
    confidence: number
    start: number
    end: number
    frames: { frame_number: number; boxes: Shown[] }[]
  }[]
  key_frames: { frame_number: number; description: string; texts?: Shown[] }[]
}

/** Signs with letters of 32 pixels on three backgrounds; their place in pixels and their time in seconds. */
const signs = [
  { text: 'EXIT 42 North Gate', x: 60, y: 40, from: 0, to: 4 },
  { text: 'Harbour closed until 1830', x: 700, y: 600, from: 4, to: 8 },
  { text: 'Platform 7 Trains to Leeds', x: 360, y: 320, from: 2, to: 6 },
]
const [width, height] = [1280, 720]

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MODEL_CONFIG_PATH: partsAlone('text_reading') })
  cpSync('tests/fixtures/videos/pedestrians.webm', join(service.videos, 'pedestrians.webm'))
  const pictures = signs.flatMap((_, n) => ['-i', resolve(`tests/fixtures/pictures/sign-${n + 1}.png`)])
  const overlays = signs.map(
    ({ x, y, from, to }, n) => `[v${n}][${n + 1}]overlay=${x}:${y}:enable='between(t,${from},${to})'[v${n + 1}]`,
  )
  await service.clip('signs.mp4', [
    ...['-i', join(service.videos, 'pedestrians.webm'), ...pictures],
    ...['-filter_complex', `[0]scale=${width}:${height}[v0];${overlays.join(';')}`, '-map', '[v3]', '-t', '8'],
    ...['-pix_fmt', 'yuv420p', '-crf', '20'],
  ])
})
afterAll(() => service.stop())

const summarize = async (video: string) =>
  (await made(
    service.post('/api/summarize', { video_id: 'v', persona_id: 'p', video_path: video }),
  )) as unknown as Summary

describe('text in frames', () => {
  it('of 32 pixels is read with at least 95 % of its letters right, at its place and its time', async () => {
    const { summary, evidence, key_frames: keyFrames } = await summarize('signs.mp4')
    const read = evidence.filter(({ source }) => source === 'read')
    expect(read).toHaveLength(signs.length)
    let [wrong, letters] = [0, 0]
    for (const { text, x, y, from, to } of signs) {
      const found = read.map((one) => ({ one, errors: distance(text, /reads "(.*)", /.exec(one.text)![1]!) }))
      const { one, errors } = found.sort((a, b) => a.errors - b.errors)[0]!
      wrong += errors
      letters += text.length
      expect(summary).toContain(one.text)
      expect(one.start).toBeGreaterThanOrEqual(from)
      expect(one.end).toBeLessThanOrEqual(to + 0.1)
      expect(one.end - one.start).toBeGreaterThan(2)
      for (const { boxes } of one.frames) {
        const { bounding_box: box } = boxes[0]!
        // The sign begins twelve pixels to the left of its letters and is 56 pixels high.
        expect(Math.abs(box.x * width - x - 12)).toBeLessThan(16)
        expect(Math.abs((box.y + box.height / 2) * height - y - 28)).toBeLessThan(16)
      }
    }
    expect(1 - wrong / letters).toBeGreaterThanOrEqual(0.95)
    const described = keyFrames.filter(({ description }) => description.includes('Read: "'))
    expect(described.length).toBeGreaterThan(3)
    expect(described.every(({ texts }) => texts!.length > 0)).toBe(true)
  })

  it('is not made up where there is none', async () => {
    for (const video of ['pedestrians.webm', 'dust-storm.webm']) {
      const { evidence } = await summarize(video)
      expect(evidence.filter(({ source }) => source === 'read')).toEqual([])
    }
  })

  it('is read by a model that is loaded, bounded and unloaded like others', async () => {
    const status = async () =>
      (await service.get<{ loaded_models: Record<string, any> }>('/api/models/status')).body.loaded_models
    await made(service.post('/api/models/load/text_reading', ''))
    const { text_reading: loaded } = await status()
    expect(loaded).toMatchObject({ model_id: 'tesseract-5-eng', framework: 'tesseract-wasm', warm_up_complete: true })
    expect(loaded.memory_bytes).toBeGreaterThan(1_000_000)
    await made(service.post('/api/models/unload/text_reading', ''))
    expect((await status()).text_reading).toBeUndefined()
  })
})

/** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
