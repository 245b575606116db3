import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpegSize, startTestService } from './support.js'
import type { TestService } from './support.js'

interface Thumbnail {
  video_id: string
  thumbnail_path: string
  timestamp: number
  size: string
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.clip('tall.mp4', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=200x400:rate=10:duration=1',
    '-pix_fmt',
    'yuv420p',
  ])
})
afterAll(() => service.stop())

const generate = (body: Record<string, unknown>) =>
  service.post<Thumbnail>('/api/thumbnails/generate', { video_id: 'v', ...body })

describe('POST /api/thumbnails/generate', () => {
  it.each([
    ['small', 320, 180],
    ['medium', 640, 360],
    ['large', 1280, 720],
  ])('MS-10 writes a %s JPEG of %ix%i under the output root', async (size, width, height) => {
    const { status, body } = await generate({ video_path: `${service.videos}/dust-storm.webm`, size })
    expect(status).toBe(200)
    expect(body).toMatchObject({ video_id: 'v', timestamp: 1, size })
    expect(body.thumbnail_path.startsWith(service.thumbnails)).toBe(true)
    expect(jpegSize(readFileSync(body.thumbnail_path))).toEqual({ width, height })
  })

  it('pads a portrait video to the same size', async () => {
    const { body } = await generate({ video_path: 'tall.mp4', timestamp: 0.5, size: 'small' })
    expect(jpegSize(readFileSync(body.thumbnail_path))).toEqual({ width: 320, height: 180 })
  })

  it('uses the last frame when the time lies behind the end', async () => {
    const { status, body } = await generate({ video_path: 'dust-storm.webm', timestamp: 500 })
    expect(status).toBe(200)
    expect(body.timestamp).toBeGreaterThan(3.5)
    expect(body.timestamp).toBeLessThan(3.77)
    expect(jpegSize(readFileSync(body.thumbnail_path))).toEqual({ width: 640, height: 360 })
  })

  it('finds a video by its id when no path is given, and makes a safe file name of any id', async () => {
    expect((await generate({ video_id: 'dust-storm' })).status).toBe(200)
    const odd = await generate({ video_id: '../../etc/x y', video_path: 'dust-storm.webm' })
    expect(odd.status).toBe(200)
    expect(odd.body.thumbnail_path.slice(service.thumbnails.length + 1)).not.toContain('/')
  })

  it('keeps no picture that nobody has come for in an hour', async () => {
    const other = await startTestService()
    try {
      mkdirSync(other.thumbnails, { recursive: true })
      const [old, kept] = ['v_1000_small.jpg', 'v_small.jpg'].map((name) => join(other.thumbnails, name))
      for (const path of [old!, kept!]) {
        writeFileSync(path, 'x')
        utimesSync(path, 1, 1)
      }
      const request = { video_id: 'dust-storm', size: 'small' }
      const { body } = await other.post<Thumbnail>('/api/thumbnails/generate', request)
      await expect.poll(() => existsSync(old!)).toBe(false)
      expect([existsSync(kept!), existsSync(body.thumbnail_path)]).toEqual([true, true])
    } finally {
      await other.stop()
    }
  })
})
