import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labelOf, termsOf } from '../src/detect/terms.js'
import { intersectionOverUnion } from '../src/vision/box.js'
import type { Box } from '../src/vision/box.js'
import { made, startTestService } from './support.js'
import type { TestService } from './support.js'

interface Detection {
  label: string
  bounding_box: Box
  confidence: number
  track_id: string | null
}
interface Detected {
  model_used: string
  frames: { frame_number: number; timestamp: number; detections: Detection[] }[]
  total_detections: number
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await made(service.post('/api/models/select?task_type=object_detection&model_name=baseline-motion', ''))
  const box = (colour: string) => `color=${colour}:size=80x60:rate=25:duration=4`
  // One box moves right by 4 pixels a frame, another down by 2, on a plain background.
  await service.clip('boxes.mp4', [
    '-f',
    'lavfi',
    '-i',
    'color=gray:size=640x360:rate=25:duration=4',
    '-f',
    'lavfi',
    '-i',
    box('white'),
    '-f',
    'lavfi',
    '-i',
    box('black'),
    '-filter_complex',
    "[0][1]overlay=x='20+4*n':y=40[a];[a][2]overlay=x=500:y='100+2*n'",
    '-pix_fmt',
    'yuv420p',
  ])
  await service.clip('still.mp4', [
    '-f',
    'lavfi',
    '-i',
    'color=gray:size=320x240:rate=25:duration=2',
    '-pix_fmt',
    'yuv420p',
  ])
})
afterAll(() => service.stop())

const detect = (body: Record<string, unknown>) => {
  return service.post<Detected>('/api/detection/detect', {
    video_id: 'v',
    query: 'car, van',
    video_path: 'boxes.mp4',
    ...body,
  })
}
const whiteAt = (frame: number): Box => ({ x: (20 + 4 * frame) / 640, y: 40 / 360, width: 80 / 640, height: 60 / 360 })
const blackAt = (frame: number): Box => ({
  x: 500 / 640,
  y: (100 + 2 * frame) / 360,
  width: 80 / 640,
  height: 60 / 360,
})

describe('POST /api/detection/detect', () => {
  it('MS-01 boxes two moving things with an overlap of more than 0.85, labelled by the first term of the query', async () => {
    const { status, body } = await detect({ frame_numbers: [10, 50, 90] })
    expect(status).toBe(200)
    expect(body.frames.map((frame) => frame.frame_number)).toEqual([10, 50, 90])
    expect(body.total_detections).toBe(6)
    expect(body.model_used).toMatch(/^baseline-/)
    for (const { frame_number: number, timestamp, detections } of body.frames) {
      expect(timestamp).toBeCloseTo(number / 25, 3)
      for (const expected of [whiteAt(number), blackAt(number)]) {
        expect(
          Math.max(...detections.map((detection) => intersectionOverUnion(detection.bounding_box, expected))),
        ).toBeGreaterThan(0.85)
      }
      for (const { label, confidence } of detections)
        expect([label, confidence > 0.5, confidence <= 1]).toEqual(['car', true, true])
    }
  })

  it('keeps the track id of each thing over many frames', async () => {
    const numbers = Array.from({ length: 18 }, (_, number) => 5 + 5 * number)
    const { body } = await detect({ frame_numbers: numbers })
    const idsOf = (expected: (frame: number) => Box) =>
      body.frames.map((frame) => {
        const box = expected(frame.frame_number)
        return frame.detections.find((detection) => intersectionOverUnion(detection.bounding_box, box) > 0.7)?.track_id
      })
    expect(new Set(idsOf(whiteAt)).size).toBe(1)
    expect(new Set(idsOf(blackAt)).size).toBe(1)
    expect(idsOf(whiteAt)[0]).toMatch(/^track-\d$/)
    expect(idsOf(whiteAt)[0]).not.toBe(idsOf(blackAt)[0])
  })

  it('looks at the first, middle and last frame when none is named, and gives no track ids when tracking is off', async () => {
    const { body } = await detect({ enable_tracking: false })
    expect(body.frames.map((frame) => frame.frame_number)).toEqual([0, 49, 99])
    expect(body.total_detections).toBe(6)
    for (const frame of body.frames) for (const { track_id: id } of frame.detections) expect(id).toBeNull()
  })

  it('finds nothing where nothing moves', async () => {
    expect((await detect({ video_path: 'still.mp4' })).body.total_detections).toBe(0)
  })

  it('drops what is below the threshold', async () => {
    const { body } = await detect({ confidence_threshold: 0 })
    const all = body.frames.flatMap((frame) => frame.detections.map((detection) => detection.confidence))
    const threshold = Math.max(...all)
    const sure = await detect({ confidence_threshold: threshold })
    expect(sure.body.total_detections).toBe(all.filter((confidence) => confidence >= threshold).length)
    expect(sure.body.total_detections).toBeLessThan(all.length)
  })

  it('gives what comes long after something has gone a track of its own', async () => {
    const path = "x='if(lt(t,3),20+4*n,500-4*(n-150))':y='if(lt(t,3),40,250)'"
    await service.clip('visits.mp4', [
      ...['-f', 'lavfi', '-i', 'color=gray:size=640x360:rate=25:duration=8'],
      ...['-f', 'lavfi', '-i', 'color=white:size=80x60:rate=25:duration=8'],
      ...['-filter_complex', `[0][1]overlay=${path}:enable='lt(t,1.5)+gt(t,6)'`, '-pix_fmt', 'yuv420p'],
    ])
    const frame_numbers = [10, 20, 60, 100, 160, 170]
    const { body } = await detect({ video_path: 'visits.mp4', frame_numbers, enable_tracking: true })
    const ids = body.frames.map(({ detections }) => detections.map((one) => one.track_id))
    expect(ids.map((list) => list.length)).toEqual([1, 1, 0, 0, 1, 1])
    expect([ids[1], ids[5]]).toEqual([ids[0], ids[4]])
    expect(ids[4]).not.toEqual(ids[0])
  })

  it('copes with a handheld video', async () => {
    const { status, body } = await detect({ video_path: 'dust-storm.webm', frame_numbers: [0, 37, 112] })
    expect(status).toBe(200)
    for (const { bounding_box: box } of body.frames.flatMap((frame) => frame.detections)) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1.000001)
    }
  })
})

describe('terms of a query', () => {
  it('include role types, and unclosed brackets are parsed in linear time', () => {
    expect(termsOf('Analyst: Kim\nEntity types: car\nRole types: driver')).toEqual(['car', 'driver'])
    const startedAt = performance.now()
    termsOf(`Entity types: ship ${'('.repeat(100_000)}`)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

describe('label of a query', () => {
  it.each([
    ['truck', 'truck'],
    ['red car, van', 'red car'],
    ['Entity types: fishing vessel (a boat), pier', 'fishing vessel'],
    ['Analyst: Kim\nInformation need: ships, ports\nEntity types: tanker, tug\nEvent types: docking', 'tanker'],
    ['Analyst: Kim\nInformation need: who drives\nRole types: driver, cyclist', 'driver'],
    ['  ', 'moving region'],
  ])('%j is labelled %s', (query, label) => {
    expect(labelOf(query)).toBe(label)
  })
})
